package migrate

import (
	"context"
	"os/exec"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestMySQLKeys copies several batches by keys whose texts the server compares in another way than it sorts them, or
// shows with fewer digits than they have.
func TestMySQLKeys(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		db.SetMaxOpenConns(1)
		db.exec(t, "SET SESSION /*M! max_recursive_iterations */ /*!80003 cte_max_recursion_depth */ = 20000")
		for columns, values := range map[string]string{
			"k decimal(20, 0), PRIMARY KEY (k)":                         "1000000000000000000 + n",
			"k float, n int, PRIMARY KEY (k, n)":                        "1234564, n",
			"k decimal(20, 0), n int, PRIMARY KEY (k, n)":               "1000000000000000000 + n DIV 4, n",
			"k decimal(30, 20), n int, PRIMARY KEY (k, n)":              "1.000000000000000001 * (n DIV 4), n",
			"k enum('b', 'a', 'c') NOT NULL, n int, PRIMARY KEY (k, n)": "1 + n DIV 4000, n",
			"k bigint unsigned, PRIMARY KEY (k)":                        "18446744073709540000 + n",
			"k bit(50), PRIMARY KEY (k)":                                "n",
		} {
			t.Run(columns, func(t *testing.T) {
				db.exec(t, "DROP TABLE IF EXISTS t, uuidkit_migration, uuidkit_old_t, uuidkit_new_t", "CREATE TABLE t (id varchar(40), "+columns+")",
					"INSERT INTO t WITH RECURSIVE s AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM s WHERE n < 11000) SELECT '"+mysqlA+"', "+values+" FROM s")
				ctx, stop := context.WithTimeout(t.Context(), 60*time.Second)
				defer stop()
				kept(t, db, func() {
					if out, err := exec.CommandContext(ctx, kit.Command(t), "migrate", "run", "--yes", db.address, "t.id").CombinedOutput(); err != nil {
						t.Errorf("run: %v: %s", err, out[max(0, len(out)-300):])
					}
				})
			})
		}
	})
}
