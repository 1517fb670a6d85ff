// Package storetest says what every store must do. Each store's test calls [Run], and [Password] if it
// has a server. To add a case, add a row to cases, or to malformed.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
)

// An Open is the function of a store's package.
type Open func(ctx context.Context, url string, o store.Options) (store.Store, error)

// For opens a store for a test.
func (open Open) For(t *testing.T, url string, o store.Options) store.Store {
	t.Helper()
	s, err := open(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// A Database is an empty one.
type Database struct {
	Open Open
	URL  string
	Key  string // the column of the items' keys

	// Fill makes a table of items. Their key is the primary key.
	Fill func(table string, items []Item)
}

// An Item is a row. Ref is NULL if it is "".
type Item struct{ Key, Ref, Doc string }

// SQL is a Fill for a database of SQL.
func SQL(exec func(statement string)) func(table string, items []Item) {
	return func(table string, items []Item) {
		exec("CREATE TABLE " + table + " (id VARCHAR(36) PRIMARY KEY, ref VARCHAR(36), doc VARCHAR(99))")
		for some := range slices.Chunk(items, 500) {
			var values []string
			for _, i := range some {
				values = append(values, fmt.Sprintf("('%s', nullif('%s', ''), '%s')", i.Key, i.Ref, i.Doc))
			}
			exec("INSERT INTO " + table + " VALUES " + strings.Join(values, ", "))
		}
	}
}

// rows are those of table many, of which a sample has about some. No store reads them all by one SELECT.
const rows, some = 12_000, 1000

func key(i int) string { return fmt.Sprintf("%08x-0000-4000-8000-000000000000", uint32(i)*350_000) }

var cases = []struct {
	name string
	run  func(*testing.T, store.Store, map[string]*store.Table, Database)
}{
	{"all rows, and a sample", func(t *testing.T, s store.Store, tables map[string]*store.Table, d Database) {
		for limit, want := range map[int]int{0: rows, some: some, 2 * rows: rows} {
			keys, seen, first := map[string]bool{}, map[string]bool{}, 0
			err := s.Read(t.Context(), tables["many"], limit, func(r store.Row) error {
				keys[r.Key()] = true
				for _, c := range r.Cells {
					if c.Column == d.Key {
						seen[string(c.Value.Data)] = true
						first += strings.Count(string(c.Value.Data[:1]), "0")
					}
				}
				return nil
			})
			if n := len(seen); err != nil || len(keys) != n || n < want*7/10 || n > want*13/10 || limit == 0 && n != want || first > n/2 {
				t.Errorf("limit %d: got %d rows with %d keys, %d of them of the first of 16 parts, %v, want about %d", limit, n, len(keys), first, err, want)
			}
		}
	}},
	{"cells, nulls and the key", func(t *testing.T, s store.Store, tables map[string]*store.Table, d Database) {
		var got []string
		err := s.Read(t.Context(), tables["one"], 0, func(r store.Row) error {
			got = append(r.Nulls, r.Key())
			for _, c := range r.Cells {
				got = append(got, fmt.Sprintf("%s%s %d %s", c.Column, c.Path, c.Value.Kind, c.Value.Data))
			}
			return nil
		})
		want := []string{"ref", d.Key + "=" + key(7), fmt.Sprint(d.Key, " ", layout.KindText, " ", key(7)), fmt.Sprint("doc.a[].b ", layout.KindText, " x")}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}},
	{"count", func(t *testing.T, s store.Store, tables map[string]*store.Table, d Database) {
		for _, tt := range []struct {
			want int
			keys []string
		}{{2, []string{key(1), key(2), "none"}}, {0, []string{`x'"{},\`}}, {0, nil}} {
			var values []layout.Value
			for _, k := range tt.keys {
				values = append(values, layout.Value{Data: []byte(k)})
			}
			if got, err := s.Count(t.Context(), tables["many"], d.Key, values); err != nil || got != tt.want {
				t.Errorf("%q: got %d, %v, want %d", tt.keys, got, err, tt.want)
			}
		}
	}},
	{"an error of visit, and the end of the context", func(t *testing.T, s store.Store, tables map[string]*store.Table, _ Database) {
		stop := errors.New("stop")
		if err := s.Read(t.Context(), tables["many"], 0, func(store.Row) error { return stop }); err != stop {
			t.Errorf("got %v, want the error of visit", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		if err := s.Read(ctx, tables["many"], 0, func(store.Row) error { cancel(); return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
		// If the connection is lost then, it is made again.
		n := 0
		if err := s.Read(t.Context(), tables["many"], 10, func(store.Row) error { n++; return nil }); err != nil || n == 0 {
			t.Errorf("after that: got %d rows, %v", n, err)
		}
	}},
}

// Run runs all cases on one database.
func Run(t *testing.T, d Database) {
	many := make([]Item, rows)
	for i := range many {
		many[i] = Item{Key: key(i)}
	}
	d.Fill("many", many)
	d.Fill("one", []Item{{Key: key(7), Doc: `{"a": [{"b": "x"}]}`}})
	s := d.Open.For(t, d.URL, store.Options{Timeout: 20_000 * time.Hour}) // more than some servers take for a statement
	list, not, err := s.Tables(t.Context(), store.Filter{Tables: []string{"o*"}})
	if err != nil || len(not) > 0 || len(list) != 1 || list[0].Name != "one" {
		t.Errorf("filtered: got %v, %v, %v, want one", list, not, err)
	}
	list, not, err = s.Tables(t.Context(), store.Filter{})
	if err != nil || len(not) > 0 || len(list) != 2 {
		t.Fatalf("got %v, %v, %v, want two tables", list, not, err)
	}
	tables := map[string]*store.Table{list[0].Name: list[0], list[1].Name: list[1]}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.run(t, s, tables, d) })
	}
}

// malformed are addresses of no server, behind the scheme.
var malformed = []string{
	"u:sesame@127.0.0.1:1/x", "u:sesame@127.0.0.1:x/x", "u:ses/ame@127.0.0.1:1/x", "u:ses#ame@127.0.0.1/x",
	"u:123/sesame@127.0.0.1/x", "u:ses?ame@127.0.0.1/x", "u:ses%ame@127.0.0.1/x", "u:ses ame@127.0.0.1/x", "u:sesame@[::1/x",
}

// Password checks that no error of Open shows a password, whole or in part. The store's own addresses
// have the password sesame, too.
func Password(t *testing.T, open Open, scheme string, own ...string) {
	for _, address := range append(own, malformed...) {
		s, err := open(t.Context(), scheme+"://"+address, store.Options{Timeout: time.Second})
		if err == nil {
			s.Close()
			t.Errorf("%s: got no error", address)
			continue
		}
		for _, secret := range []string{"sesame", " ses", ":ses", "ame@", "s%65same", "\n"} {
			if strings.Contains(err.Error(), secret) {
				t.Errorf("%s: got %q", address, err)
			}
		}
	}
}
