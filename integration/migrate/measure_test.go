package migrate

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

var measured = flag.Int("measure", 0, "how many rows TestMeasure has in each table; it writes the table of docs/migrate.md")

// plainSchema are the tables of the faults as most people have them.
var plainSchema = []string{
	"CREATE TABLE users (id ID NOT NULL PRIMARY KEY, email varchar(80) NOT NULL UNIQUE, n int NOT NULL, referrer ID, favourite ID, CONSTRAINT fk1 FOREIGN KEY (referrer) REFERENCES users (id))",
	"CREATE TABLE orders (id ID NOT NULL PRIMARY KEY, no bigint NOT NULL, user_id ID NOT NULL, parent_id ID, total int NOT NULL, CONSTRAINT fk2 FOREIGN KEY (user_id) REFERENCES users (id), CONSTRAINT fk3 FOREIGN KEY (parent_id) REFERENCES orders (id))",
	"CREATE TABLE teams (tenant ID NOT NULL, id ID NOT NULL, name varchar(20), PRIMARY KEY (tenant, id))",
	"CREATE TABLE members (user_id ID NOT NULL, team ID NOT NULL, tenant ID NOT NULL, PRIMARY KEY (user_id, team), CONSTRAINT fk4 FOREIGN KEY (user_id) REFERENCES users (id), CONSTRAINT fk5 FOREIGN KEY (tenant, team) REFERENCES teams (tenant, id))",
	"CREATE INDEX by_user ON orders (user_id)",
}

var foreignKey = regexp.MustCompile(`CONSTRAINT (fk\d) (FOREIGN KEY [^)]*\) REFERENCES \w+ \([^)]*\))`)

// recipe are the statements that people write by hand.
func recipe(d *dialect) (list []string) {
	each := func(do func(table string, columns []string)) {
		for _, t := range tables {
			do(t.name, slices.DeleteFunc(slices.Clone(t.columns), func(c string) bool { return !isID(c) }))
		}
	}
	null := func(table, column string) string {
		if regexp.MustCompile(`\b`+column+` ID NOT NULL`).MatchString(strings.Join(plainSchema, "\n")) && column != "parent_id" {
			return " NOT NULL"
		}
		return ""
	}
	if d.kind.Name == "" {
		list = []string{"PRAGMA foreign_keys = OFF", "BEGIN"}
		each(func(table string, columns []string) {
			for i, c := range columns {
				columns[i] = c + " = unhex(replace(" + c + ", '-', ''))"
			}
			list = append(list, "UPDATE "+table+" SET "+strings.Join(columns, ", "))
		})
		return append(list, "COMMIT")
	}
	var add []string
	for _, s := range plainSchema {
		for _, m := range foreignKey.FindAllStringSubmatch(s, -1) {
			table := strings.Fields(s)[2]
			drop := "CONSTRAINT "
			if d.kind.Driver == "mysql" {
				drop = "FOREIGN KEY "
			}
			list = append(list, "ALTER TABLE "+table+" DROP "+drop+m[1])
			add = append(add, "ALTER TABLE "+table+" ADD CONSTRAINT "+m[1]+" "+m[2])
		}
	}
	each(func(table string, columns []string) {
		var wide, set, narrow []string
		for _, c := range columns {
			if d.kind.Driver == "mysql" {
				wide = append(wide, "MODIFY "+c+" varbinary(36)"+null(table, c))
				set = append(set, c+" = UNHEX(REPLACE("+c+", '-', ''))")
				narrow = append(narrow, "MODIFY "+c+" binary(16)"+null(table, c))
			} else {
				narrow = append(narrow, "ALTER "+c+" TYPE uuid USING "+c+"::uuid")
			}
		}
		if set != nil {
			list = append(list, "ALTER TABLE "+table+" "+strings.Join(wide, ", "), "UPDATE "+table+" SET "+strings.Join(set, ", "))
		}
		list = append(list, "ALTER TABLE "+table+" "+strings.Join(narrow, ", "))
	})
	return append(list, add...)
}

// ptOnline is the recipe with Percona's pt-online-schema-change, which copies a table while
// writers go on, but copies the values as they are.
func ptOnline(t testing.TB, d *dialect, db *database, dsn string) {
	for _, q := range recipe(d) {
		words := strings.SplitN(q, " ", 4) // ALTER TABLE name ...
		if words[0] != "ALTER" || !strings.HasPrefix(words[3], "MODIFY") {
			db.exec(t, q)
			continue
		}
		cmd := exec.CommandContext(t.Context(), "pt-online-schema-change", "--alter", words[3], "--execute", "--no-check-alter", "--no-version-check", dsn+",t="+words[2])
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v: %s", cmd.Args, err, out)
		}
	}
}

// mongoByHand writes each collection anew, which is the only statement for an _id, and lets
// the new one take the place of the old one.
func mongoByHand(t testing.TB, db *mongo.Database) {
	for i, table := range tables {
		old, name := db.Collection(table.name), table.name+"_new"
		var set bson.D
		for _, c := range table.columns {
			if isID(c) {
				set = append(set, bson.E{Key: field(i, c), Value: bson.D{{Key: "$toUUID", Value: "$" + field(i, c)}}})
			}
		}
		cursor := kit.Must(old.Aggregate(t.Context(), bson.A{bson.D{{Key: "$set", Value: set}}, bson.D{{Key: "$out", Value: name}}}))(t)
		kit.Check(t, cursor.Close(t.Context()))
		var indexes []bson.D
		kit.Check(t, kit.Must(old.Indexes().List(t.Context()))(t).All(t.Context(), &indexes))
		kit.Check(t, db.RunCommand(t.Context(), bson.D{{Key: "createIndexes", Value: name}, {Key: "indexes", Value: indexes}}).Err())
		kit.Check(t, db.Client().Database("admin").RunCommand(t.Context(), bson.D{
			{Key: "renameCollection", Value: db.Name() + "." + name}, {Key: "to", Value: db.Name() + "." + table.name}, {Key: "dropTarget", Value: true}}).Err())
	}
}

// A measure is a database that TestMeasure converts.
type measure struct {
	subject
	args   []string // of run, after the address and its flags
	byHand func()
	pt     func()         // by hand, with pt-online-schema-change
	pack   func()         // frees what is not used
	size   func() float64 // of users and orders with their indexes
}

// uniform is a mongoSubject whose values all have one form.
type uniform struct{ *mongoSubject }

func (uniform) mixed() bool { return false }

func measureMongo(t *testing.T, online bool) measure {
	s := newMongoSubject(t, online)
	return measure{
		subject: uniform{s},
		args:    s.columns(),
		byHand:  func() { mongoByHand(t, s.db) },
		pack: func() {
			for _, name := range []string{"users", "orders"} {
				kit.Check(t, s.db.RunCommand(t.Context(), bson.D{{Key: "compact", Value: name}, {Key: "force", Value: true}}).Err())
			}
		},
		size: func() (bytes float64) {
			kit.Check(t, s.client_.Database("admin").RunCommand(t.Context(), bson.D{{Key: "fsync", Value: 1}}).Err())
			for _, name := range []string{"users", "orders"} {
				var stats struct {
					Data    float64 `bson:"storageSize"`
					Indexes float64 `bson:"totalIndexSize"`
				}
				kit.Check(t, s.db.RunCommand(t.Context(), bson.D{{Key: "collStats", Value: name}}).Decode(&stats))
				bytes += stats.Data + stats.Indexes
			}
			return bytes
		},
	}
}

func measureSQL(t *testing.T, name string, online bool) measure {
	d := *dialects[name]
	id := "char(36)"
	if d.kind.Driver == "pgx" {
		id = "varchar(36)"
	}
	d.schema = nil
	for _, q := range plainSchema {
		d.schema = append(d.schema, strings.ReplaceAll(q, " ID", " "+id))
	}
	d.describe = func(testing.TB, *database) map[string]string { return nil }
	d.changes = maps.Clone
	s := newSQLSubject(t, &d, online)
	m := measure{
		subject: s,
		args:    []string{"users.id", "orders.id", "teams.id", "teams.tenant", "--with", "users.favourite"},
		byHand: func() {
			s.db.SetMaxOpenConns(1)
			s.db.exec(t, recipe(&d)...)
		},
		pack: func() {
			if d.kind.Driver != "mysql" {
				s.db.exec(t, "VACUUM")
			}
		},
		size: func() (bytes float64) {
			query := "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
			switch d.kind.Driver {
			case "pgx":
				query = "SELECT pg_total_relation_size('users') + pg_total_relation_size('orders')"
			case "mysql":
				s.db.textsOf(t, "ANALYZE TABLE users, orders")
				if s.kind == server.MySQL {
					s.db.SetMaxOpenConns(1)
					s.db.exec(t, "SET SESSION information_schema_stats_expiry = 0")
				}
				query = "SELECT SUM(data_length + index_length) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name IN ('users', 'orders')"
			}
			fmt.Sscan(s.db.textsOf(t, query)[0], &bytes)
			return bytes
		},
	}
	if name == "MariaDB" {
		u := kit.Must(url.Parse(s.address()))(t)
		m.pt = func() {
			s.db.SetMaxOpenConns(1)
			password, _ := u.User.Password()
			ptOnline(t, &d, s.db, fmt.Sprintf("h=%s,P=%s,u=%s,p=%s,D=%s", u.Hostname(), u.Port(), u.User.Username(), password, strings.TrimPrefix(u.Path, "/")))
		}
	}
	return m
}

// TestMeasure compares the command with what people write by hand, and writes a table into
// docs/migrate.md. In the runs with --online four writers write all the time.
func TestMeasure(t *testing.T) {
	if *measured == 0 {
		t.Skip("-measure ROWS")
	}
	kit.Must(exec.LookPath("pt-online-schema-change"))(t) // of Debian's package percona-toolkit
	kit.Command(t)                                        // builds it
	var out strings.Builder
	fmt.Fprintf(&out, "%d + %d rows, %d CPUs, %s. `go -C integration test ./migrate -run TestMeasure -measure %d -timeout 2h` wrote this table.\n\n", *measured, *measured, runtime.NumCPU(), time.Now().UTC().Format("2006-01-02"), *measured)
	fmt.Fprintln(&out, "| store | how | time | size before | after | longest wait of a writer |\n|---|---|---|---|---|---|")
	const byHand, withPT, run, runOnline = "by hand", "by hand, with pt-online-schema-change", "`run`", "`run --online`"
	for _, name := range []string{"MariaDB", "MySQL", "PostgreSQL", "SQLite", "MongoDB"} {
		if name == "MySQL" && os.Getenv(server.MySQL.Variable) == "" {
			continue
		}
		for _, how := range []string{byHand, withPT, run, runOnline} {
			if how == withPT && name != "MariaDB" || how == runOnline && name == "SQLite" {
				continue
			}
			t.Run(name+" "+how, func(t *testing.T) {
				var m measure
				if online := how == runOnline; name == "MongoDB" {
					m = measureMongo(t, online)
				} else {
					m = measureSQL(t, name, online)
				}
				a := plant(t, m, *measured, rand.New(rand.NewPCG(1, 2)))
				before := m.size()
				if how == runOnline {
					m.writes(true)
					a.start(2 * time.Millisecond)
					time.Sleep(time.Second)
				}
				begin := time.Now()
				switch how {
				case byHand:
					m.byHand()
				case withPT:
					m.pt()
				default:
					t.Log(must(t, done, slices.Concat([]string{"run", m.address()}, m.flags(true), m.args)...))
				}
				took := time.Since(begin)
				wait := took.Round(10*time.Millisecond).String() + ", stopped meanwhile"
				if how == runOnline {
					time.Sleep(time.Second)
					wait = time.Duration(a.longest.Load()).Round(time.Millisecond).String() + fmt.Sprintf(" of %d writes", a.wrote.Load())
					a.end()
				}
				a.compare(how, m.stored(t))
				m.pack()
				fmt.Fprintf(&out, "| %s | %s | %.1f s | %.0f MB | %.0f MB | %s |\n", name, how, took.Seconds(), before/1e6, m.size()/1e6, wait)
			})
		}
	}
	if t.Failed() {
		return
	}
	const page = "../../docs/migrate.md"
	text := string(kit.Must(os.ReadFile(page))(t))
	begin, after, ok := strings.Cut(text, "<!-- measured -->\n")
	_, end, ok2 := strings.Cut(after, "<!-- end -->")
	if !ok || !ok2 {
		t.Fatal("docs/migrate.md has no place for the table")
	}
	kit.Check(t, os.WriteFile(page, []byte(begin+"<!-- measured -->\n"+out.String()+"<!-- end -->"+end), 0o644))
}
