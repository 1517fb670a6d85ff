package migrate

import (
	"fmt"
	"testing"

	uuids "github.com/uuidkit/uuidkit/uuid"
)

// TestOnlineFirst has a column without a value, to which the application writes its first ones while the tables
// are copied: before the triggers are there, and after. They are in the form that its foreign key's column has.
func TestOnlineFirst(t *testing.T) {
	t.Parallel()
	for _, store := range []struct {
		name string
		each func(*testing.T, func(*testing.T, *database))
		read string
	}{
		{"MySQL", func(t *testing.T, test func(*testing.T, *database)) {
			eachMySQL(t, func(t *testing.T, dsn string) { test(t, openMySQL(t, dsn)) })
		}, "SELECT id, ref FROM t WHERE ref IS NOT NULL ORDER BY id"},
		{"PostgreSQL", func(t *testing.T, test func(*testing.T, *database)) {
			eachPostgres(t, func(t *testing.T, url string) { test(t, openPostgres(t, url)) })
		}, "SELECT id, replace(ref::text, '-', '') FROM t WHERE ref IS NOT NULL ORDER BY id"},
	} {
		t.Run(store.name, func(t *testing.T) {
			t.Parallel()
			store.each(t, func(t *testing.T, db *database) {
				db.exec(t, "CREATE TABLE u (id varchar(36) PRIMARY KEY)", "CREATE TABLE t (id int PRIMARY KEY, ref varchar(36))", "ALTER TABLE t ADD FOREIGN KEY (ref) REFERENCES u (id)")
				u := uuids.NewV4()
				db.exec(t, "INSERT INTO u VALUES ('"+u.String()+"')", "INSERT INTO t (id) VALUES (1), (2), (3)")
				p := start(t, "run", db.address, "u.id", "--online", "--pause", "10ms")
				n := 0
				status, out := p.wait(t, func(int) {
					if n++; n <= 2 {
						db.exec(t, "UPDATE t SET ref = '"+u.String()+"' WHERE id = "+string(rune('0'+n)))
					}
				})
				if status != done {
					t.Fatalf("status %d: %s", status, out)
				}
				digits := fmt.Sprintf("%x", u[:])
				same(t, "after run", db.texts(t, store.read), []string{"1|" + digits, "2|" + digits})
				must(t, done, "undo", db.address)
				same(t, "after undo", db.texts(t, "SELECT count(*) FROM t WHERE ref = '"+u.String()+"'"), []string{"2"})
			})
		})
	}
}
