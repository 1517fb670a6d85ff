package audit

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
)

// odd is a password in which nearly every character means something in a URL, in SQL
// or in a shell.
const odd = `p@s:s/w?o#r%d&=+'" ü$HOME\`

// secret checks that the password is in no output, as it is or as it stands in a URL.
func (o outcome) secret(t testing.TB) {
	t.Helper()
	for _, password := range []string{odd, url.QueryEscape(odd), url.PathEscape(odd), strings.TrimPrefix(url.UserPassword("", odd).String(), ":"), "w?o#r"} {
		if strings.Contains(o.stdout+o.stderr, password) {
			t.Errorf("the password is printed:\n%s\n%s", o.stdout, o.stderr)
		}
	}
}

// fails checks that the command could not begin: status 2, nothing on standard output,
// and one line that has these words.
func (o outcome) fails(t testing.TB, words ...string) {
	t.Helper()
	if o.status != 2 || strings.TrimSpace(o.stdout) != "" {
		t.Errorf("got status %d and %.500q, want 2 and nothing", o.status, o.stdout)
	}
	if line := strings.TrimSuffix(o.stderr, "\n"); line == "" || strings.Contains(line, "\n") || len(line) > 500 {
		t.Errorf("got %.1000q, want one line", o.stderr)
	}
	for _, w := range words {
		if !strings.Contains(o.stderr, w) {
			t.Errorf("got %q, want %q in it", o.stderr, w)
		}
	}
	o.secret(t)
}

// notSeen reports whether the report says that it has not seen a table, by its name.
func (r report) notSeen(name string) bool {
	for _, n := range r.NotSeen {
		if strings.Contains(fmt.Sprint(n), name) {
			return true
		}
	}
	return false
}

// column returns what the report says of a column, by its table and name.
func (r report) column(table, name string) *found {
	for i, c := range r.Columns {
		if c.Table == table && c.Column+c.Path == name {
			return &r.Columns[i]
		}
	}
	return nil
}

// sees checks that the report has a column in a form.
func (r report) sees(t testing.TB, table, name, form string) {
	t.Helper()
	if c := r.column(table, name); c == nil || c.Form != form {
		t.Errorf("%s.%s: got %+v, want form %s", table, name, c, form)
	}
}

// ids are the texts of n new ids of version 4.
func ids(n int) []string {
	us := make([]uuid.UUID, n)
	uuid.FillV4(us)
	texts := make([]string, n)
	for i, u := range us {
		texts[i] = u.String()
	}
	return texts
}

// fill makes a table with a column id of text and n rows, or a collection.
func (d *database) fill(t testing.TB, table string, n int) {
	t.Helper()
	if d.mongo != nil {
		for n > 0 {
			docs := make([]any, min(n, 10_000))
			for i, id := range ids(len(docs)) {
				docs[i] = bson.D{{Key: "id", Value: id}, {Key: "n", Value: i}}
			}
			n -= len(docs)
			kit.Must(d.mongo.Collection(table).InsertMany(t.Context(), docs))(t)
		}
		return
	}
	key := map[string]string{"postgres": "n serial PRIMARY KEY", "sqlite": "n INTEGER PRIMARY KEY"}[d.store]
	if key == "" {
		key = "n INT AUTO_INCREMENT PRIMARY KEY"
	}
	d.exec(t, "CREATE TABLE "+table+" ("+key+", id varchar(40), count int DEFAULT 0)")
	for n > 0 {
		batch := min(n, 5000)
		d.exec(t, "INSERT INTO "+table+" (id) VALUES ('"+strings.Join(ids(batch), "'), ('")+"')")
		n -= batch
	}
}

// user makes a user with the odd password who may only read tables, and returns
// the command's URL for it.
func (d *database) user(t testing.TB, tables ...string) (name, address string) {
	t.Helper()
	u := kit.Must(url.Parse(d.url))(t)
	name = strings.TrimPrefix(u.Path, "/")[:20] + "_r"
	password := strings.ReplaceAll(odd, "'", "''")
	if d.store == "postgres" {
		d.exec(t, fmt.Sprintf("CREATE ROLE %s LOGIN PASSWORD '%s'", name, password))
		t.Cleanup(func() { d.exec(t, "DROP OWNED BY "+name); d.exec(t, "DROP ROLE "+name) })
		for _, table := range tables {
			d.exec(t, "GRANT SELECT ON "+table+" TO "+name)
		}
	} else {
		password = strings.ReplaceAll(password, `\`, `\\`)
		d.exec(t, fmt.Sprintf("CREATE USER %s@'%%' IDENTIFIED BY '%s'", name, password))
		t.Cleanup(func() { d.exec(t, "DROP USER "+name+"@'%'") })
		for _, table := range tables {
			d.exec(t, "GRANT SELECT ON "+table+" TO "+name+"@'%'")
		}
	}
	u.User = url.UserPassword(name, odd)
	return name, u.String()
}
