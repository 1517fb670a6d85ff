package migrate

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// sessions returns the ids of those of the database that execute a statement, with a state, and the whole statements.
func (db *database) sessions(t testing.TB, statement, state string) map[string]string {
	list := map[string]string{}
	name := db.textsOf(t, "SELECT DATABASE()")[0]
	// information_schema.processlist fails in MySQL if any session's statement has bytes that are no text.
	for _, line := range db.textsOf(t, "SHOW FULL PROCESSLIST") {
		f := strings.Split(line, "|") // id, user, host, database, command, time, state, statement
		if f[3] == name && strings.Contains(f[6], state) && strings.HasPrefix(f[7], statement) {
			list[f[0]] = f[7]
		}
	}
	return list
}

// half ends a command at its RENAME, which waits for a reader of table b, executes statements, and does the parts
// from:to of the RENAME. It returns how many there are.
func (db *database) half(t *testing.T, command []string, from, to int, before ...string) int {
	t.Helper()
	var reader *sql.Tx
	read := func() {
		reader = kit.Must(db.Begin())(t)
		kit.Must(reader.Exec("DO (SELECT COUNT(*) FROM b)"))(t)
	}
	online := slices.Contains(command, "--online")
	if !online {
		read()
	}
	p := start(t, command...)
	end := p.background(t)
	if online {
		kit.Eventually(t, "b has its triggers", func() bool { // each of the three waits for readers
			return len(db.textsOf(t, "SELECT 1 FROM information_schema.triggers WHERE trigger_schema = DATABASE() AND event_object_table = 'b'")) == 3
		})
		read()
	}
	defer reader.Rollback()
	var parts []string
	kit.Eventually(t, "RENAME waits", func() bool {
		for _, info := range db.sessions(t, "RENAME", "etadata lock") {
			parts = strings.Split(strings.TrimPrefix(info, "RENAME TABLE "), ", ")
		}
		return parts != nil
	})
	kit.Check(t, p.cmd.Process.Kill())
	if status, _ := end(); status != killed {
		t.Fatalf("%v: status %d", command, status)
	}
	kit.Eventually(t, "the sessions end", func() bool {
		list := db.sessions(t, "RENAME", "")
		maps.Copy(list, db.sessions(t, "DO SLEEP", ""))
		for id := range list {
			db.Exec("KILL " + id) // it may be gone
		}
		return len(list) == 0
	})
	kit.Check(t, reader.Rollback())
	db.exec(t, append(before, "RENAME TABLE "+strings.Join(parts[from:to], ", "))...)
	return len(parts)
}

// TestMySQLHalf leaves the tables as MariaDB does if KILL meets its RENAME, and goes on, or back:
// after the first part of it in the quick run, and after each part with -all.
func TestMySQLHalf(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		for _, name := range []string{"a", "b"} {
			db.exec(t, "CREATE TABLE "+name+" (k int PRIMARY KEY, id char(36)) CHARACTER SET ascii", "INSERT INTO "+name+" VALUES (1, '"+mysqlA+"'), (2, NULL)")
		}
		db.exec(t, "INSERT INTO b VALUES (3, 'bad')")
		const rows = "SELECT 'a', k, LENGTH(id) FROM a UNION ALL SELECT 'b', k, LENGTH(id) FROM b ORDER BY 1, 2"
		before, after := []string{"a|1|36", "a|2|NULL", "b|1|36", "b|2|NULL", "b|3|3"}, []string{"a|1|16", "a|2|NULL", "b|1|16", "b|2|NULL"}
		run, undo := []string{"run", db.address, "a.id", "b.id", "--bad-rows", "bad"}, []string{"undo", db.address}

		hash := hashOf(must(t, done, append([]string{"plan"}, run[1:]...)...))
		for n, parts := 1, 2; n < parts; n++ {
			for _, goesOn := range []bool{true, false} {
				t.Run(fmt.Sprintf("%d, %v", n, goesOn), func(t *testing.T) {
					if n > 1 {
						long(t)
					}
					parts = db.half(t, run, 0, n)
					if !goesOn {
						must(t, done, undo...)
						same(t, "rows", db.textsOf(t, rows), before)
					}
					must(t, done, run...)
					same(t, "rows", db.textsOf(t, rows), after)
					same(t, "bad rows", db.textsOf(t, "SELECT k, id FROM bad_b"), []string{"3|bad"})
					db.half(t, undo, 0, n)
					if !goesOn { // run finishes undo, which it must not take for a run of this plan
						must(t, done, append(run, "--plan", hash)...)
						same(t, "rows", db.textsOf(t, rows), after)
					}
					must(t, done, undo...)
					same(t, "rows", db.textsOf(t, rows), before)
					same(t, "left", mysqlLeft(t, db), nil)
				})
			}
			if n == parts-1 && *all { // the bad rows alone are moved
				must(t, done, run...)
				db.half(t, undo, n, parts)
				must(t, done, undo...)
				same(t, "rows", db.textsOf(t, rows), before)
			}
		}
	})
}

// TestMySQLHalfThenWritten has the application write, when KILL has met the RENAME of an offline command, to the
// table that still has its name. The next command says so, and the one after it goes back and begins again.
func TestMySQLHalfThenWritten(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		for _, name := range []string{"a", "b"} {
			db.exec(t, "CREATE TABLE "+name+" (k int PRIMARY KEY, id char(36)) CHARACTER SET ascii", "INSERT INTO "+name+" VALUES (1, '"+mysqlA+"')")
		}
		rows := func() []string {
			return db.textsOf(t, "SELECT 'a', k, LENGTH(id) FROM a UNION ALL SELECT 'b', k, LENGTH(id) FROM b ORDER BY 1, 2")
		}
		for _, c := range []struct {
			args  []string
			write string
			want  []string
			old   string // where b is then
		}{
			{[]string{"run", db.address, "a.id", "b.id"}, "INSERT INTO b VALUES (2, '" + mysqlB + "')", []string{"a|1|16", "b|1|16", "b|2|16"}, "uuidkit_old_b"},
			{[]string{"undo", db.address}, "INSERT INTO b VALUES (3, X'" + plain(mysqlC) + "')", []string{"a|1|36", "b|1|36", "b|2|36", "b|3|36"}, "uuidkit_undone_b"},
		} {
			db.half(t, c.args, 0, 2)
			db.exec(t, c.write)
			out := must(t, conflict, c.args...)
			same(t, "the rows of b", db.textsOf(t, "SELECT COUNT(*) FROM "+c.old), []string{fmt.Sprint(len(c.want) - 1)})
			pasted(t, db.address, follows(out)[c.args[0]+" again"])
			same(t, "rows", rows(), c.want)
		}
		same(t, "left", mysqlLeft(t, db), nil)
	})
}

// TestMySQLHalfWritten goes on only when a table that lost its triggers has the rows of its copy.
func TestMySQLHalfWritten(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		for _, name := range []string{"a", "b"} {
			db.exec(t, "CREATE TABLE "+name+" (k int PRIMARY KEY, id char(36)) CHARACTER SET ascii", "INSERT INTO "+name+" VALUES (1, '"+mysqlA+"')")
		}
		run := []string{"run", db.address, "a.id", "b.id", "--online", "--pause", "3s"}
		db.half(t, run, 0, 2)
		db.exec(t, "ALTER TABLE b ADD note int")
		must(t, conflict, run...)
		db.exec(t, "ALTER TABLE b DROP note")
		for _, name := range db.textsOf(t, "SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = DATABASE() AND event_object_table = 'b'") {
			db.exec(t, "DROP TRIGGER "+name)
		}
		db.exec(t, "UPDATE b SET k = 2")
		must(t, conflict, run...)
		db.exec(t, "UPDATE uuidkit_new_b SET k = 2")
		must(t, done, run...)
		same(t, "rows", db.textsOf(t, "SELECT k, LENGTH(id) FROM a UNION ALL SELECT k, LENGTH(id) FROM b"), []string{"1|16", "2|16"})
	})
}

// TestMariaDBRenameKilled has KILL meet the RENAME of MariaDB, and then gives the command again,
// without the file of triggers that the server has emptied.
func TestMariaDBRenameKilled(t *testing.T) {
	long(t)
	t.Parallel()
	s := newShop(t, stores.MariaDB(t), 400)
	schema := s.schema(t)
	halves, empty, rounds := 0, 0, 0
	for ; rounds < 40 || rounds < 160 && (halves == 0 || empty == 0); rounds++ {
		i := rounds
		command := []string{"run", s.address, "users.id", "orders.id"}
		if i%2 == 1 {
			command = []string{"undo", s.address}
		}
		if i/2%2 == 1 {
			command = append(command, "--online")
		}
		p := start(t, command...)
		var status int
		var output string
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			status, output = p.wait(t, nil)
		}()
		for waited, running := false, true; running; {
			waits := len(s.sessions(t, "RENAME", "etadata lock")) > 0
			if waited && !waits {
				time.Sleep(rand.N(10 * time.Millisecond))
				for id := range s.sessions(t, "RENAME", "") {
					s.Exec("KILL " + id)
				}
				break
			}
			waited = waits
			select {
			case <-ended:
				running = false
			default:
			}
		}
		<-ended
		aside := "uuidkit_old_"
		if i%2 == 1 {
			aside = "uuidkit_undone_"
		}
		renamed := 0
		for _, name := range onlineTables {
			renamed += len(s.textsOf(t, "SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = '"+aside+name+"'"))
		}
		if status != done && renamed > 0 && renamed < len(onlineTables) {
			halves++
		}
		for try := 0; status != done; try++ {
			t.Logf("%v: status %d, %d tables are renamed: %s", command, status, renamed, output)
			if try == 4 {
				t.Fatal("it does not end")
			}
			if status, output = uuid(t, command...); strings.Contains(output, ".TRG") {
				for _, name := range onlineTables {
					for _, name := range []string{name, aside + name} {
						_, err := s.Exec("SELECT 1 FROM " + name + " LIMIT 0")
						if e, ok := errors.AsType[*mysql.MySQLError](err); ok && e.Number == 1343 {
							file := s.textsOf(t, "SELECT CONCAT(@@datadir, DATABASE())")[0] + "/" + name + ".TRG"
							if !strings.Contains(output, file) {
								t.Errorf("%s does not say %s", output, file)
							}
							kit.Check(t, os.Remove(file))
							empty++
						}
					}
				}
			}
		}
		s.check(t)
		if i%2 == 1 {
			sameSchema(t, schema, s.schema(t), nil)
			same(t, "left", mysqlLeft(t, s.database), nil)
		} else {
			sameSchema(t, schema, s.schema(t), onlineNative(schema))
		}
	}
	t.Logf("%d of %d were renamed in part, and %d files of triggers were empty", halves, rounds, empty)
	if halves == 0 || empty == 0 {
		t.Error("KILL has not met RENAME in both ways")
	}
}

// leftFile matches the file that a message says to delete.
var leftFile = regexp.MustCompile(`delete the file (\S+\.ibd) `)

// TestMariaDBFileLeft has the file of a table whose DROP a crash of MariaDB has met, as TestFaults
// does now and then. No table can have its name.
func TestMariaDBFileLeft(t *testing.T) {
	t.Parallel()
	db := openMySQL(t, stores.MariaDB(t))
	db.exec(t, "CREATE TABLE a (k int PRIMARY KEY, id char(36)) CHARACTER SET ascii", "INSERT INTO a VALUES (1, '"+mysqlA+"')")
	folder := db.textsOf(t, "SELECT CONCAT(@@datadir, DATABASE(), '/')")[0]
	for _, name := range []string{"uuidkit_new_a", "uuidkit_old_a", "uuidkit_undone_a"} {
		for _, online := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, %v", name, online), func(t *testing.T) {
				if online && name != "uuidkit_old_a" {
					long(t)
				}
				file := folder + name + ".ibd"
				command, length := []string{"run", db.address, "a.id"}, "36"
				if name == "uuidkit_undone_a" {
					must(t, done, command...)
					command, length = []string{"undo", db.address}, "16"
				}
				if online {
					command = append(command, "--online")
				}
				kit.Check(t, os.WriteFile(file, nil, 0o600))
				if m := leftFile.FindStringSubmatch(must(t, interrupted, command...)); m == nil || m[1] != file {
					t.Fatalf("%q does not say %s", m, file)
				}
				same(t, "rows", db.textsOf(t, "SELECT k, LENGTH(id) FROM a"), []string{"1|" + length})
				kit.Check(t, os.Remove(file))
				must(t, done, command...)
				if command[0] == "run" {
					must(t, done, "undo", db.address)
				}
				same(t, "left", mysqlLeft(t, db), nil)
			})
		}
	}
}
