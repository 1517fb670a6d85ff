package migrate

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

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

// sizeOf returns how many bytes the tables and their indexes have.
func sizeOf(t testing.TB, s *sqlSubject) (bytes float64) {
	t.Helper()
	query := "SELECT (SELECT page_count FROM pragma_page_count) * 4096.0 - (SELECT freelist_count FROM pragma_freelist_count) * 4096.0"
	switch s.kind.Driver {
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
	if s.kind.Name == "" {
		bytes -= float64(len(s.remains(t))) // nothing stays there but the state
	}
	return bytes
}

// TestMeasure compares the command with what people write by hand, and writes a table into
// docs/migrate.md. In the runs with --online four writers write all the time.
func TestMeasure(t *testing.T) {
	if *measured == 0 {
		t.Skip("-measure ROWS")
	}
	kit.Command(t) // builds it
	var out strings.Builder
	fmt.Fprintf(&out, "%d + %d rows, %d CPUs, %s. `go -C integration test ./migrate -run TestMeasure -measure %d -timeout 2h` wrote this table.\n\n", *measured, *measured, runtime.NumCPU(), time.Now().UTC().Format("2006-01-02"), *measured)
	fmt.Fprintln(&out, "| store | how | time | size before | after | longest wait of a writer |\n|---|---|---|---|---|---|")
	for _, name := range []string{"MariaDB", "MySQL", "PostgreSQL", "SQLite"} {
		if name == "MySQL" && os.Getenv(server.MySQL.Variable) == "" {
			continue
		}
		for _, how := range []string{"by hand", "`run`", "`run --online`"} {
			if name == "SQLite" && how == "`run --online`" {
				continue
			}
			t.Run(name+" "+how, func(t *testing.T) {
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
				s := newSQLSubject(t, &d, how == "`run --online`")
				a := plant(t, s, *measured, rand.New(rand.NewPCG(1, 2)))
				before := sizeOf(t, s)
				if how == "`run --online`" {
					a.start(2 * time.Millisecond)
					time.Sleep(time.Second)
				}
				begin := time.Now()
				if how == "by hand" {
					s.db.SetMaxOpenConns(1)
					s.db.exec(t, recipe(&d)...)
				} else {
					t.Log(must(t, done, slices.Concat([]string{"run", s.address()}, s.flags(true), []string{"users.id", "orders.id", "teams.id", "teams.tenant"}, []string{"--with", "users.favourite"})...))
				}
				took := time.Since(begin)
				wait := took.Round(10*time.Millisecond).String() + ", stopped meanwhile"
				if how == "`run --online`" {
					time.Sleep(time.Second)
					wait = time.Duration(a.longest.Load()).Round(time.Millisecond).String() + fmt.Sprintf(" of %d writes", a.wrote.Load())
					a.end()
				}
				a.compare(how, s.stored(t))
				s.db.Exec("VACUUM") // SQLite and PostgreSQL: what is free is not of the size
				fmt.Fprintf(&out, "| %s | %s | %.1f s | %.0f MB | %.0f MB | %s |\n", name, how, took.Seconds(), before/1e6, sizeOf(t, s)/1e6, wait)
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
