package migrate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// fill inserts the rows, n in each of the two large tables. Ids are of several versions,
// with Nil and Max among them.
func fill(t testing.TB, db *database, n int) {
	t.Helper()
	tx := kit.Must(db.Begin())(t)
	defer tx.Rollback()
	users, orders := make([]string, n), make([]string, n)
	for i := range users {
		users[i], orders[i] = uuids.NewV4().String(), uuids.NewV7().String()
	}
	users[0], users[1], orders[0], orders[1] = uuids.Nil().String(), uuids.Max().String(), uuids.Max().String(), uuids.Nil().String()
	quote := func(s string, null bool) string {
		if null {
			return "NULL"
		}
		return "'" + s + "'"
	}
	exec := func(query string) {
		if _, err := tx.Exec(query); err != nil {
			t.Fatalf("%.200s: %v", query, err)
		}
	}
	insert := func(into string, n int, row func(i int) string) {
		for from := 0; from < n; from += 500 {
			var rows []string
			for i := from; i < min(from+500, n); i++ {
				rows = append(rows, "("+row(i)+")")
			}
			exec("INSERT INTO " + into + " VALUES " + strings.Join(rows, ", "))
		}
	}
	insert("users (id, email, n, referrer)", n, func(i int) string {
		return fmt.Sprintf("'%s', 'e%d@x', %d, %s", users[i], i, i+1, quote(users[i/2], i%3 == 0))
	})
	insert("orders (id, user_id, parent_id, total, made)", n, func(i int) string {
		return fmt.Sprintf("'%s', '%s', %s, %v, '2026-11-22 10:00:00'", orders[i], users[i*7%n], quote(orders[i/3], i%2 == 0), float64(i)/4)
	})
	exec("UPDATE users SET favourite = (SELECT min(o.id) FROM orders o WHERE o.user_id = users.id) WHERE n % 4 = 1 AND n < 2000")
	insert("teams (tenant, id, name)", min(n, 100), func(i int) string { return fmt.Sprintf("'%s', '%s', 'team'", users[i/10], orders[i]) })
	insert("members (tenant, team, user_id)", min(n, 100), func(i int) string {
		return fmt.Sprintf("'%s', '%s', '%s'", users[i/10], orders[i], users[i])
	})
	exec("INSERT INTO other VALUES ('" + users[5] + "', 'stays')")
	exec("DELETE FROM orders WHERE id = '" + orders[n-1] + "'") // a gap in the numbers
	kit.Check(t, tx.Commit())
}
