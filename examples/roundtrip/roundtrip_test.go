package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// embedded is the number of stores that need no server.
const embedded = 10

func TestEmbedded(t *testing.T) {
	var tr tour
	tr.id = uuid.MustParse(sample)
	visit[uuid.UUID](t.Context(), &tr, "uuidkit")
	visit[google.UUID](t.Context(), &tr, "google")
	visit[gofrs.UUID](t.Context(), &tr, "gofrs")
	for _, c := range tr.cells {
		if !c.native() {
			t.Errorf("%s, %s: %v", c.store, c.goType, c.kit)
		}
	}
	if got, want := len(tr.cells), 3*embedded; got != want {
		t.Errorf("got %d cells, want %d", got, want)
	}
}

// TestRun runs the program as a newcomer does, and with the UUIDs that are most
// easily taken for something else.
func TestRun(t *testing.T) {
	for _, args := range [][]string{
		nil,
		{"00000000-0000-0000-0000-000000000000"},
		{"ffffffff-ffff-ffff-ffff-ffffffffffff"},
		{"20202020-2020-2020-2020-202020202020"}, // spaces
		{"33333333-3333-3333-3333-333333333333"}, // digits
		{"{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}"},
	} {
		var stdout, stderr bytes.Buffer
		if got := run(t.Context(), args, &stdout, &stderr); got != 0 {
			t.Errorf("%q: got status %d, want 0:\n%s%s", args, got, &stdout, &stderr)
		}
		if stderr.Len() > 0 {
			t.Errorf("%q: got on standard error:\n%s", args, &stderr)
		}
		lines := strings.Split(strings.TrimSuffix(stdout.String(), "\n"), "\n")
		m := regexp.MustCompile(`(?m)^(\d+) of (\d+) were silently wrong without uuidkit; with it (\d+)\.$`).FindStringSubmatch(stdout.String())
		if m == nil || m[1] == "0" || m[3] != "0" || m[1] == m[2] {
			t.Errorf("%q: got the summary %q", args, m)
		}
		if got := stdout.String(); !strings.Contains(got, "deletes no row by its id") || strings.Contains(got, "\x1b") {
			t.Errorf("%q: got no silent deletion, or colours where there is no terminal:\n%s", args, got)
		}
		if got, want := strings.Contains(stdout.String(), "std uuid"), missing == ""; got != want || !strings.HasPrefix(stdout.String(), missing) {
			t.Errorf("%q: got the standard library's type %t, want %t and before the table %q", args, got, want, missing)
		}
		for _, line := range lines {
			if strings.Contains(line, strings.Repeat(" ", todayWidth)) {
				t.Errorf("%q: got a blank cell:\n%s", args, line)
			}
			if n := utf8.RuneCountInString(line); n > 120 {
				t.Errorf("%q: got a line of %d characters:\n%s", args, n, line)
			}
		}
	}
}

// TestReport has a store go wrong in each way that there is.
func TestReport(t *testing.T) {
	errStore := errors.New("no store:\n\tnot here\n\tnot there\n")
	for _, tt := range []struct {
		name    string
		trip    trip[google.UUID]
		native  func(uuid.UUID) held
		words   string
		verdict verdict
	}{
		{
			// A google.UUID sends itself as text, and SQLite keeps text in a
			// column of bytes.
			name: "text in a BLOB column",
			trip: func(ctx context.Context, id google.UUID, back *google.UUID) (held, error) {
				db, err := openSQLite(ctx, `CREATE TABLE account (id BLOB PRIMARY KEY)`)
				if err != nil {
					return held{}, err
				}
				defer db.Close()
				if _, err := db.ExecContext(ctx, `INSERT INTO account (id) VALUES (?)`, id); err != nil {
					return held{}, err
				}
				if err := db.QueryRowContext(ctx, `SELECT id FROM account`).Scan(back); err != nil {
					return held{}, err
				}
				return scanHeld(db.QueryRowContext(ctx, `SELECT typeof(id), hex(id) FROM account`))
			},
			native: binary("blob"),
			words:  "other form: text, 36 bytes", verdict: other,
		},
		{
			name: "another order of bytes",
			trip: func(ctx context.Context, id google.UUID, back *google.UUID) (held, error) {
				db, err := openSQLite(ctx, `CREATE TABLE account (id BLOB PRIMARY KEY)`)
				if err != nil {
					return held{}, err
				}
				defer db.Close()
				if _, err := db.ExecContext(ctx, `INSERT INTO account (id) VALUES (?)`, sqlx.Swapped(id)); err != nil {
					return held{}, err
				}
				if err := db.QueryRowContext(ctx, `SELECT id FROM account`).Scan((*sqlx.Swapped)(back)); err != nil {
					return held{}, err
				}
				return scanHeld(db.QueryRowContext(ctx, `SELECT typeof(id), hex(id) FROM account`))
			},
			native: binary("blob"),
			words:  "other form: other bytes", verdict: other,
		},
		{
			name: "BSON without a registry",
			trip: func(_ context.Context, id google.UUID, back *google.UUID) (held, error) {
				raw, err := bson.Marshal(document[google.UUID]{id})
				if err != nil {
					return held{}, err
				}
				var got document[google.UUID]
				err = bson.Unmarshal(raw, &got)
				*back = got.ID
				return heldV2(bson.Raw(raw).Lookup("_id")), err
			},
			native: binary("binary 4"),
			words:  "other form: binary 0, 16 bytes", verdict: other,
		},
		{
			name: "BSON text",
			trip: func(_ context.Context, id google.UUID, back *google.UUID) (held, error) {
				raw, err := bson.Marshal(bson.D{{Key: "_id", Value: id.String()}})
				*back = id
				return heldV2(bson.Raw(raw).Lookup("_id")), err
			},
			native: binary("binary 4"),
			words:  "other form: string, 41 bytes", verdict: other,
		},
		{
			name: "another UUID comes back",
			trip: func(_ context.Context, id google.UUID, back *google.UUID) (held, error) {
				*back = google.Max
				return held{"blob", id[:]}, nil
			},
			native: binary("blob"),
			words:  "WRONG: another UUID comes back", verdict: wrong,
		},
		{
			name: "an error",
			trip: func(_ context.Context, id google.UUID, back *google.UUID) (held, error) {
				*back = id
				return held{"blob", id[:]}, errStore
			},
			native: binary("blob"),
			words:  "FAILS: no store: not here; not there", verdict: fails,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tr := tour{id: uuid.MustParse(sample)}
			visit[uuid.UUID](t.Context(), &tr, "uuidkit")
			for _, s := range []store[google.UUID]{
				{name: "bad", native: tt.native, trip: tt.trip, today: sqliteBlob[google.UUID]},
				{name: "bad today", native: binary("blob"), trip: sqliteBlob[google.UUID], today: tt.trip},
				{name: "bad probe", native: binary("blob"), trip: sqliteBlob[google.UUID], probe: tt.trip, today: tt.trip},
			} {
				c := s.send(t.Context(), tr.id, "google")
				if s.name == "bad today" {
					c.want = tt.native(tr.id)
					if got, _ := c.of(*c.today); got != tt.verdict {
						t.Errorf("today: got %s, want %s", got, tt.verdict)
					}
				} else if c.want = tt.native(tr.id); c.native() {
					t.Errorf("%s: got native", s.name)
				} else {
					tr.cells = append(tr.cells, c)
				}
			}

			var stdout, stderr bytes.Buffer
			if got := tr.report(&stdout, &stderr); got != 1 {
				t.Errorf("got status %d, want 1", got)
			}
			if got := strings.Count(stdout.String(), "  "+tt.words+"\n"); got != 2 {
				t.Errorf("got %d times %q, want 2 in:\n%s", got, tt.words, &stdout)
			}
		})
	}
}

// TestContrast has what goes wrong without uuidkit and no server: the deletion of nothing,
// and NULL.
func TestContrast(t *testing.T) {
	var tr tour
	tr.id = uuid.MustParse(sample)
	visit[google.UUID](t.Context(), &tr, "google")
	want := map[string]string{
		"SQLite BLOB":       "deletes no row by its id (stores text, 36 bytes)",
		"SQLite TEXT":       "reads NULL as the id of the row before",
		"GORM, SQLite BLOB": "deletes no row by its id (stores text, 36 bytes)",
	}
	for _, c := range tr.cells {
		v, got := c.of(*c.today)
		if v != wrong {
			got = ""
		}
		if got != want[c.store] {
			t.Errorf("%s: got %s, %q, want %q", c.store, v, got, want[c.store])
		}
	}
}

func TestDeleted(t *testing.T) {
	for n, want := range map[int64]bool{0: true, 1: false, 2: true} {
		if got := errors.As(deleted(n), new(silent)); got != want {
			t.Errorf("%d rows: got %t, want %t", n, got, want)
		}
	}
}

// TestStyle has no colours but on a terminal that somebody wants them on.
func TestStyle(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer terminal.Close()
	file, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, tt := range []struct {
		w             io.Writer
		noColor, term string
		want          style
	}{
		{terminal, "", "xterm", true},
		{terminal, "1", "xterm", false},
		{terminal, "", "dumb", false},
		{file, "", "xterm", false},
		{&bytes.Buffer{}, "", "xterm", false},
	} {
		t.Setenv("NO_COLOR", tt.noColor)
		t.Setenv("TERM", tt.term)
		if got := styleOf(tt.w); got != tt.want {
			t.Errorf("%T, NO_COLOR=%q, TERM=%q: got %t, want %t", tt.w, tt.noColor, tt.term, got, tt.want)
		}
	}
	if got, want := style(true).words(cell{}, outcome{err: silent("x")}, 10), "\x1b[1;31mWRONG: x\x1b[0m  "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestIdentifiers has what goes into a column of UUIDs beside UUIDs.
func TestIdentifiers(t *testing.T) {
	want := map[string]string{
		"ids.ULID":       "0024H36H2NCSVRH6DAQF6DVVQZ in 00112233445566778899aabbccddeeff",
		"typed.ID[User]": "user_0024h36h2ncsvrh6daqf6dvvqz in 00112233445566778899aabbccddeeff",
		"ids.ObjectID":   "507f1f77bcf86cd799439011 in 013a7092e8d8803ebcf86cd799439011",
	}
	for _, c := range identifiers(t.Context(), uuid.MustParse(sample)) {
		if got := c.text + " in " + hex.EncodeToString(c.kit.got.data); got != want[c.goType] || !c.native() {
			t.Errorf("%s: got %s, %v; want %s", c.goType, got, c.kit.err, want[c.goType])
		}
		delete(want, c.goType)
	}
	if len(want) > 0 {
		t.Errorf("not sent: %v", want)
	}
}

func TestHelp(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if got := run(t.Context(), []string{"-h"}, &stdout, &stderr); got != 0 || stderr.Len() > 0 {
		t.Errorf("got status %d and %q, want 0 and nothing", got, &stderr)
	}
	for _, want := range []string{"Usage:", "-postgres URL", "-mysql DSN", "-mongo URI", "-timeout"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("want %q in:\n%s", want, &stdout)
		}
	}
}

func TestComplaint(t *testing.T) {
	refuses, silent := listen(t), listen(t)
	refuses.Close()
	for _, tt := range []struct {
		name   string
		args   []string
		status int
		want   string // how the line begins
	}{
		{"flag", []string{"-oracle", "x"}, 2, "roundtrip: flag provided but not defined: -oracle"},
		{"time without a unit", []string{"-timeout", "5"}, 2, `roundtrip: invalid value "5" for flag -timeout: parse error: a time has a unit, for example -timeout 5s`},
		{"another server's address", []string{"-mysql", "postgres://u:secret@h/d"}, 2, "roundtrip: -mysql: this is an address for -postgres; -mysql takes a DSN like "},
		{"UUID", []string{"123"}, 2, `roundtrip: uuid.Parse("123"): `},
		{"second argument", []string{sample, "x"}, 2, `roundtrip: unexpected argument "x"`},
		{"postgres URL", []string{"-postgres", "postgres://%"}, 1, "roundtrip: postgres: "},
		{"postgres password", []string{"-postgres", "postgres://u:secret%zz@localhost/db"}, 1, "roundtrip: postgres: "},
		{"mysql DSN", []string{"-mysql", "root@"}, 1, "roundtrip: mysql: "},
		{"mysql password", []string{"-mysql", "u:secret@tcp(localhost:3306"}, 1, "roundtrip: mysql: "},
		{"mongo URI", []string{"-mongo", "localhost"}, 1, "roundtrip: mongo: "},
		{"mongo password", []string{"-mongo", "mongodb://u:secret%zz@localhost"}, 1, "roundtrip: mongo: "},
		{"postgres refuses", []string{"-postgres", "postgres://u:secret@" + refuses.Addr().String() + "/db", "-timeout", "1m"}, 1, "roundtrip: postgres: no server listens there: "},
		{"mysql refuses", []string{"-mysql", "u:secret@tcp(" + refuses.Addr().String() + ")/db", "-timeout", "1m"}, 1, "roundtrip: mysql: no server listens there: "},
		{"mongo refuses", []string{"-mongo", "mongodb://u:secret@" + refuses.Addr().String(), "-timeout", "2s"}, 1, "roundtrip: mongo: no server listens there: "},
		{"postgres silent", []string{"-postgres", "postgres://u:secret@" + silent.Addr().String() + "/db"}, 1, "roundtrip: postgres: no answer in 300ms: check host and port, or wait longer, for example -timeout 30s: "},
		{"mysql silent", []string{"-mysql", "u:secret@tcp(" + silent.Addr().String() + ")/db"}, 1, "roundtrip: mysql: no answer in 300ms: check host and port, or wait longer, for example -timeout 30s: "},
		{"mongo silent", []string{"-mongo", "mongodb://u:secret@" + silent.Addr().String()}, 1, "roundtrip: mongo: no answer in 300ms: check host and port, or wait longer, for example -timeout 30s: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			var stdout, stderr bytes.Buffer
			if got := run(t.Context(), append([]string{"-timeout", "300ms"}, tt.args...), &stdout, &stderr); got != tt.status {
				t.Errorf("got status %d, want %d", got, tt.status)
			}
			if d := time.Since(start); d > 30*time.Second {
				t.Errorf("took %v", d)
			}
			if stdout.Len() > 0 {
				t.Errorf("got on standard output:\n%s", &stdout)
			}
			got := stderr.String()
			if !strings.HasPrefix(got, tt.want) || len(got) == len(tt.want) || strings.Index(got, "\n") != len(got)-1 {
				t.Errorf("got %q, want one line that begins with %q", got, tt.want)
			}
			if strings.Contains(got, "secret") {
				t.Errorf("got the password in %q", got)
			}
		})
	}
}

// listen returns a listener on loopback: the kernel accepts connections for it,
// and nobody answers.
func listen(t *testing.T) net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func TestDatabaseOf(t *testing.T) {
	for _, tt := range []struct{ uri, want string }{
		{"mongodb://localhost", "test"},
		{"mongodb://localhost/", "test"},
		{"mongodb://localhost/?replicaSet=rs", "test"},
		{"mongodb://u:p%2Fp@a:1,b:2/accounts", "accounts"},
		{"mongodb+srv://u:p@host/accounts?w=majority", "accounts"},
	} {
		if got := databaseOf(tt.uri); got != tt.want {
			t.Errorf("databaseOf(%q): got %q, want %q", tt.uri, got, tt.want)
		}
	}
}
