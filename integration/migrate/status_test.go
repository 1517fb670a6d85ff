package migrate

import (
	"regexp"
	"testing"
)

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
