package migrate

import (
	"encoding/json"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
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
			native      bool // afterwards
			left        int
		}{
			{"copying", "run", true, 2},
			{"copying", "undo", false, 0},
			{"copying", "cleanup", false, 0},
			{"undoing", "undo", false, 0},
			{"undoing", "run", true, 2},
			{"undoing", "cleanup", true, 0},
			{"checking", "run", true, 2},
			{"checking", "undo", false, 0},
			{"checking", "cleanup", true, 0},
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
			var list []struct{ State, Unfinished string }
			kit.Check(t, json.Unmarshal([]byte(must(t, done, "status", "-o", "json", db.address)), &list))
			if len(list) != 1 || list[0].State != c.state || list[0].Unfinished == "" {
				t.Errorf("%s: status has %+v", c.state, list)
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
