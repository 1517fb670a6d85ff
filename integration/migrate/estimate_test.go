package migrate

import (
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// TestEstimate sees that the plan has an estimate, and with -all compares it with the time of
// run, within wide bounds: the machine has other work.
func TestEstimate(t *testing.T) {
	if !*all {
		t.Parallel()
	}
	compare := func(t *testing.T, db *database) {
		db.exec(t, "CREATE TABLE e (id char(36) PRIMARY KEY, other char(36), note varchar(80))", "CREATE INDEX o ON e (other)")
		const n = 5000
		for range n / 500 {
			rows := ""
			for range 500 {
				rows += ", ('" + uuids.NewV4().String() + "', '" + uuids.NewV4().String() + "', 'some text of the application')"
			}
			db.exec(t, "INSERT INTO e VALUES "+rows[2:])
		}
		plan := must(t, done, "plan", db.address, "e.id", "e.other")
		m := regexp.MustCompile(`(?m)^  about (\S+): measured: `).FindStringSubmatch(plan)
		if m == nil {
			t.Fatalf("the plan has no estimate: %s", plan)
		}
		estimate := kit.Must(time.ParseDuration(m[1]))(t)
		begin := time.Now()
		must(t, done, "run", db.address, "e.id", "e.other")
		took := time.Since(begin)
		t.Logf("estimated %s, took %s with the start of the command", estimate, took)
		if *all && (estimate > 4*took || estimate < took/40) {
			t.Errorf("estimated %s, took %s", estimate, took)
		}
	}
	t.Run("SQLite", func(t *testing.T) { compare(t, openSQLite(t, filepath.Join(t.TempDir(), "e.db"))) })
	eachMySQL(t, func(t *testing.T, dsn string) { compare(t, openMySQL(t, dsn)) })
}

// TestStatus sees what status says of a migration that was interrupted, and that each verb does
// what it says.
func TestStatus(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		for _, c := range []struct {
			state, verb string
			says        string
			native      bool // afterwards
			left        int
		}{
			{"copying", "run", `run goes on, or begins again; undo takes it back`, true, 2},
			{"copying", "undo", `run goes on, or begins again; undo takes it back`, false, 0},
			{"copying", "cleanup", `run goes on`, false, 0},
			{"undoing", "undo", `undo goes on, or begins again; run takes it back`, false, 0},
			{"undoing", "run", `undo goes on, or begins again; run takes it back`, true, 2},
			{"undoing", "cleanup", `undo goes on`, true, 0},
			{"checking", "run", `run, undo and cleanup finish it first`, true, 2},
			{"checking", "undo", `run, undo and cleanup finish it first`, false, 0},
			{"checking", "cleanup", `run, undo and cleanup finish it first`, true, 0},
		} {
			smallMySQL(t, db)
			args := map[string][]string{"run": {"run", db.address, "t.id"}, "undo": {"undo", db.address}, "cleanup": {"cleanup", db.address}}
			must(t, done, args["run"]...)
			// What a killed process has left.
			switch c.state {
			case "copying":
				db.exec(t, "RENAME TABLE t TO uuidkit_new_t, uuidkit_old_t TO t")
			case "undoing":
				db.exec(t, "CREATE TABLE uuidkit_new_t LIKE t")
			}
			db.exec(t, "UPDATE uuidkit_migration SET state = '"+c.state+"'")
			if out := must(t, done, "status", db.address); !regexp.MustCompile(c.says).MatchString(out) {
				t.Errorf("%s: status does not say %q: %s", c.state, c.says, out)
			}
			must(t, done, args[c.verb]...)
			form := "36"
			if c.native {
				form = "16"
			}
			same(t, c.state+", "+c.verb, db.textsOf(t, "SELECT DISTINCT LENGTH(id) FROM t"), []string{form})
			if left := mysqlLeft(t, db); len(left) != c.left {
				t.Errorf("%s, %s: left %s", c.state, c.verb, left)
			}
		}
	})
}
