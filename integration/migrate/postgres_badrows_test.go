package migrate

import (
	"testing"
)

// TestPostgresBadRowsDeferred moves rows of tables with a key that is checked at the end of a transaction: PostgreSQL
// does not alter a table for whose rows such a check waits.
func TestPostgresBadRowsDeferred(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		db.exec(t, "CREATE TABLE users (id text PRIMARY KEY)", "CREATE TABLE products (no int PRIMARY KEY)",
			"CREATE TABLE orders (no int PRIMARY KEY, user_id text REFERENCES users DEFERRABLE INITIALLY DEFERRED, product int REFERENCES products DEFERRABLE INITIALLY DEFERRED)",
			"CREATE TABLE items (k int PRIMARY KEY, order_no int REFERENCES orders DEFERRABLE INITIALLY DEFERRED)",
			"INSERT INTO users VALUES ('"+badA+"'), ('odd')", "INSERT INTO products VALUES (5)", "INSERT INTO orders VALUES (1, '"+badA+"', 5), (2, 'odd', 5)", "INSERT INTO items VALUES (7, 1)")
		const rows = "SELECT no, user_id, product FROM orders ORDER BY no"
		before := db.texts(t, rows)
		must(t, done, "run", url, "users.id", "--bad-rows", "bad")
		same(t, "run", db.texts(t, rows), before[:1])
		must(t, done, "undo", url)
		same(t, "undo", db.texts(t, rows), before)
	})
}
