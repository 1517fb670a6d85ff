package audit

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestNext runs the commands with which a report ends: they name what can be converted, and plan
// it. The database has users, orders with a foreign key to them, a log without one, and GUIDs.
func TestNext(t *testing.T) {
	for _, store := range stored {
		t.Run(store, func(t *testing.T) {
			t.Parallel()
			d := newDatabase(t, store)
			d.shop(t)
			r, o := audit(t, d.url)
			u := kit.Must(url.Parse(d.url))(t)
			password, _ := u.User.Password()
			forPeople := run(t, nil, "audit", d.url)
			want := map[string]string{ // the columns, and those after --with
				"postgres": "[public.users.id] [public.logs.user]; [public.keys.id] []; [Other one.t.a b] []; [public.dot.ted.id] []",
				"mysql":    "[users.id] [logs.user]; [guids.id] []; [dot.ted.id] []", "mariadb": "[users.id] [logs.user]; [guids.id] []; [dot.ted.id] []", "sqlite": "[users.id] [logs.user]; [guids.id] []; [dot.ted.id] []",
				"mongo": "[users._id] [groups.members logs.of.user orders.user]; [guids._id] []; [orders.tags] []",
			}[store]
			var got []string
			for _, n := range r.Next {
				slices.Sort(n.With)
				got = append(got, fmt.Sprint(n.Columns, " ", n.With))
				if !strings.Contains(forPeople.stdout, n.Command) || password != "" && strings.Contains(o.stdout+forPeople.stdout, password) {
					t.Errorf("%q is not printed, or the password is:\n%s", n.Command, forPeople.stdout)
				}
				out, status := shell(t, n.Command, "PGPASSWORD="+password, "MYSQL_PWD="+password)
				if status != 0 || !strings.Contains(out, n.Columns[0]) {
					t.Errorf("%s: status %d\n%s", n.Command, status, out)
				}
			}
			if store == "sqlite" {
				out, status := shell(t, "uuid migrate plan "+d.url+" words.id")
				if status != 3 || !strings.Contains(out, `"words"`) || !strings.Contains(forPeople.stdout, "words") {
					t.Errorf("the virtual table: status %d\n%s\n%s", status, out, forPeople.stdout)
				}
			}
			slices.Sort(got)
			wants := strings.Split(want, "; ")
			slices.Sort(wants)
			if !slices.Equal(got, wants) {
				t.Errorf("got %q, want %q", got, wants)
			}
		})
	}
}

// TestNotConverted has names of tables that PostgreSQL's plan quotes: for each of them it says which columns stay.
func TestNotConverted(t *testing.T) {
	d := newDatabase(t, "postgres")
	args := []string{"uuid", "migrate", "plan", d.url}
	var want []string
	for _, name := range []string{"plain", "dot.ted", `quo"ted`} {
		d.exec(t, fmt.Sprintf(`CREATE TABLE %[1]s (id text PRIMARY KEY, other text); INSERT INTO %[1]s SELECT gen_random_uuid(), gen_random_uuid() FROM generate_series(1, 9)`, `"`+strings.ReplaceAll(name, `"`, `""`)+`"`))
		args, want = append(args, "public."+name+".id"), append(want, "public."+name+".other")
	}
	out, status := shell(t, "'"+strings.Join(args, "' '")+"'")
	if _, rest, ok := strings.Cut(out, "Not converted"); status != 0 || !ok || slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(rest, w) }) {
		t.Errorf("status %d, want %v behind Not converted:\n%s", status, want, out)
	}
}

// TestNextNothing has nothing that can be converted.
func TestNextNothing(t *testing.T) {
	d := newDatabase(t, "sqlite")
	d.exec(t, "CREATE TABLE t (id BLOB PRIMARY KEY)")
	for range 50 {
		u := uuid.NewV4()
		d.exec(t, "INSERT INTO t VALUES (?)", u[:])
	}
	if r, _ := audit(t, d.url); len(r.Next) != 0 || len(r.Columns) != 1 {
		t.Errorf("got %+v of %d columns, want nothing of 1", r.Next, len(r.Columns))
	}
}

// shell runs a command line in which uuid is the command.
func shell(t testing.TB, line string, env ...string) (out string, status int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.Env = append(append(os.Environ(), "PATH="+filepath.Dir(kit.Command(t))+":"+os.Getenv("PATH")), env...)
	b, err := cmd.CombinedOutput()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && ctx.Err() == nil {
		return string(b), exit.ExitCode()
	} else if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return string(b), 0
}

func (d *database) shop(t testing.TB) {
	t.Helper()
	const n = 60
	all := make([]uuid.UUID, 2*n)
	uuid.FillV7(all)
	if d.mongo != nil {
		insert := func(collection string, doc func(i int) bson.D) {
			var docs []any
			for i := range n {
				docs = append(docs, doc(i))
			}
			kit.Must(d.mongo.Collection(collection).InsertMany(t.Context(), docs))(t)
		}
		insert("users", func(i int) bson.D { return bson.D{{Key: "_id", Value: all[i].String()}} })
		insert("orders", func(i int) bson.D {
			return bson.D{{Key: "user", Value: all[i/2].String()}, {Key: "tags", Value: bson.A{uuid.NewV4().String()}}}
		})
		insert("logs", func(i int) bson.D {
			return bson.D{{Key: "of", Value: bson.D{{Key: "user", Value: all[i/3].String()}}}}
		})
		insert("groups", func(i int) bson.D {
			return bson.D{{Key: "members", Value: bson.A{all[i].String(), all[i/2].String()}}}
		})
		insert("events", func(i int) bson.D { return bson.D{{Key: "payload", Value: `{"user": "` + all[i].String() + `"}`}} })
		kit.Check(t, d.mongo.CreateCollection(t.Context(), "series", options.CreateCollection().SetTimeSeriesOptions(options.TimeSeries().SetTimeField("at"))))
		insert("series", func(i int) bson.D {
			return bson.D{{Key: "at", Value: bson.DateTime(i)}, {Key: "user", Value: all[i].String()}}
		})
		insert("guids", func(i int) bson.D {
			return bson.D{{Key: "_id", Value: bson.Binary{Subtype: 3, Data: ordered("mixed", uuid.NewV4())}}}
		})
		return
	}
	text, b := "varchar(36)", "binary(16)"
	switch d.store {
	case "postgres":
		text, b = "text", "bytea"
	case "sqlite":
		text, b = "TEXT", "BLOB"
	}
	quoted := map[bool]string{true: "`user`", false: `"user"`}[strings.HasPrefix(d.store, "m")]
	d.exec(t, "CREATE TABLE users (id "+text+" PRIMARY KEY)")
	d.exec(t, "CREATE TABLE orders (n INTEGER PRIMARY KEY, "+quoted+" "+text+" NOT NULL, FOREIGN KEY ("+quoted+") REFERENCES users (id))")
	d.exec(t, "CREATE TABLE logs (n INTEGER PRIMARY KEY, "+quoted+" "+text+" NOT NULL)")
	d.exec(t, "CREATE TABLE guids (id "+b+" PRIMARY KEY)")
	dotted := map[bool]string{true: "`dot.ted`", false: `"dot.ted"`}[strings.HasPrefix(d.store, "m")]
	d.exec(t, "CREATE TABLE "+dotted+" (id "+text+" PRIMARY KEY)")
	if d.store == "sqlite" {
		d.exec(t, "CREATE VIRTUAL TABLE words USING fts5(id)")
	}
	d.exec(t, "CREATE TABLE ulids (n INTEGER PRIMARY KEY, id "+text+")")
	if d.store == "postgres" {
		d.exec(t, `CREATE TABLE keys (id bytea PRIMARY KEY); DROP TABLE guids; CREATE SCHEMA "Other one"; CREATE TABLE "Other one".t ("a b" char(36) PRIMARY KEY)`)
	}
	for i := range n {
		s := func(i int) string { return "'" + all[i].String() + "'" }
		d.exec(t, "INSERT INTO users VALUES ("+s(i)+")")
		d.exec(t, fmt.Sprintf("INSERT INTO orders VALUES (%d, %s)", i, s(i/2)))
		d.exec(t, "INSERT INTO "+dotted+" VALUES ('"+uuid.NewV7().String()+"')")
		if d.store == "sqlite" {
			d.exec(t, "INSERT INTO words VALUES (?)", uuid.NewV4().String())
		}
		d.exec(t, fmt.Sprintf("INSERT INTO logs VALUES (%d, %s)", i, s(i/3)))
		if d.store == "postgres" {
			d.exec(t, "INSERT INTO keys VALUES ($1)", all[n+i][:])
			d.exec(t, `INSERT INTO "Other one".t VALUES ($1)`, uuid.NewV7().String())
			continue
		}
		d.exec(t, "INSERT INTO guids VALUES (?)", ordered("mixed", uuid.NewV4()))
	}
	if d.store == "postgres" {
		var of []string // the view is none of users, or plan refuses that
		for _, u := range all[:n] {
			of = append(of, "('"+u.String()+"')")
		}
		d.exec(t, "CREATE MATERIALIZED VIEW stored AS VALUES "+strings.Join(of, ", "))
		// The schema comes first in the default search_path.
		d.exec(t, "CREATE SCHEMA AUTHORIZATION CURRENT_USER; CREATE TABLE users (id text PRIMARY KEY)")
	}
}
