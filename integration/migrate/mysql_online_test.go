package migrate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// onlineSchema has cascades that no trigger sees, a key with two columns, and unique keys.
var onlineSchema = []string{
	"CREATE TABLE users (id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'by the application', email varchar(80) NOT NULL, n int NOT NULL DEFAULT 3, referrer varchar(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL," +
		" changed timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6), twice int AS (n * 2) STORED, PRIMARY KEY (id), UNIQUE KEY email (email), KEY n (n)) COMMENT='the users'",
	"CREATE TABLE orders (no int NOT NULL AUTO_INCREMENT, id varchar(36) CHARACTER SET utf8mb4 NOT NULL, user_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, total int NOT NULL," +
		" changed timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6), PRIMARY KEY (no), UNIQUE KEY `the``id` (id))",
	"CREATE TABLE items (order_id varchar(36) CHARACTER SET utf8mb4 NOT NULL, k int NOT NULL, note varchar(20), PRIMARY KEY (order_id, k))",
	"ALTER TABLE users ADD CONSTRAINT referred FOREIGN KEY (referrer) REFERENCES users (id) ON DELETE SET NULL",
	"ALTER TABLE orders ADD CONSTRAINT bought FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE",
	"ALTER TABLE items ADD FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE",
}

var onlineTables = []string{"users", "orders", "items"}

// A shop is an application that writes all the time, in the form that the columns have.
type shop struct {
	*database
	native  atomic.Bool
	writers [4]*writer
	wait    [4]time.Duration // the longest
}

// A writer remembers what the server has acknowledged of its rows.
type writer struct {
	users  map[uuids.UUID]string // n
	orders map[uuids.UUID]bought
}

type bought struct {
	user  uuids.UUID
	total int
}

func newShop(t testing.TB, dsn string, n int) *shop {
	c := kit.Must(mysql.ParseDSN(dsn))(t)
	c.ClientFoundRows = true // an UPDATE counts, too, if the row has its values already
	s := &shop{database: openMySQL(t, c.FormatDSN())}
	s.SetMaxIdleConns(8)
	s.exec(t, onlineSchema...)
	var users, orders, items []string
	for w := range s.writers {
		s.writers[w] = &writer{map[uuids.UUID]string{}, map[uuids.UUID]bought{}}
		for i := range n / len(s.writers) {
			u, o := uuids.NewV4(), uuids.NewV7()
			s.writers[w].users[u] = fmt.Sprintf("%d", i)
			s.writers[w].orders[o] = bought{u, i}
			users = append(users, fmt.Sprintf("('%s', 'e%s', %d)", u, u, i))
			orders = append(orders, fmt.Sprintf("('%s', '%s', %d)", o, u, i))
			items = append(items, fmt.Sprintf("('%s', %d, 'x')", o, i))
		}
	}
	for part := range slices.Chunk(users, 1000) {
		s.exec(t, "INSERT INTO users (id, email, n) VALUES "+strings.Join(part, ", "))
	}
	for part := range slices.Chunk(orders, 1000) {
		s.exec(t, "INSERT INTO orders (id, user_id, total) VALUES "+strings.Join(part, ", "))
	}
	for part := range slices.Chunk(items, 1000) {
		s.exec(t, "INSERT INTO items VALUES "+strings.Join(part, ", "))
	}
	return s
}

func (s *shop) id(u uuids.UUID) any {
	if s.native.Load() {
		return sqlx.Binary(u)
	}
	return u.String()
}

// do repeats a statement until it has changed a row: after deadlocks, and when the form has changed.
func (s *shop) do(w int, query string, args func() []any) error {
	begin := time.Now()
	defer func() { s.wait[w] = max(s.wait[w], time.Since(begin)) }()
	for {
		result, err := s.Exec(query, args()...)
		if err == nil {
			if n, _ := result.RowsAffected(); n > 0 {
				return nil
			}
		}
		var e *mysql.MySQLError
		if err != nil && (!errors.As(err, &e) || !slices.Contains([]uint16{1205, 1213, 1020, 1406, 1366, 1452, 1146, 1267, 3854, 3988, 1615}, e.Number)) || time.Since(begin) > 20*time.Second {
			return fmt.Errorf("%s: %w", query, err)
		}
		var typ string
		if err := s.QueryRow("SELECT column_type FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'users' AND column_name = 'id'").Scan(&typ); err == nil {
			s.native.Store(typ == "binary(16)")
		}
	}
}

// afterDeadlocks repeats a statement while it meets deadlocks, as an application has to.
func afterDeadlocks(db *database, query string) error {
	for {
		_, err := db.Exec(query)
		if e, ok := errors.AsType[*mysql.MySQLError](err); !ok || e.Number != 1213 {
			return err
		}
	}
}

func pick[V any](m map[uuids.UUID]V) uuids.UUID {
	for k := range m {
		return k
	}
	return uuids.Nil()
}

// step writes once.
func (s *shop) step(number int) error {
	w := s.writers[number]
	exec := func(query string, args ...any) error {
		return s.do(number, query, func() []any {
			list := slices.Clone(args)
			for i, a := range list {
				if u, ok := a.(uuids.UUID); ok {
					list[i] = s.id(u)
				}
			}
			return list
		})
	}
	u, o, fresh, n := pick(w.users), pick(w.orders), uuids.NewV4(), rand.IntN(3) // often the value that the row has
	if rand.IntN(2) == 0 {
		fresh = uuids.NewV7()
	}
	switch op := rand.IntN(20); {
	case op < 4:
		if err := exec("INSERT INTO users (id, email, n, referrer) VALUES (?, ?, ?, ?)", fresh, "e"+fresh.String(), n, u); err != nil {
			return err
		}
		w.users[fresh] = fmt.Sprint(n)
	case op < 8:
		if err := exec("UPDATE users SET n = ? WHERE id = ?", n, u); err != nil {
			return err
		}
		w.users[u] = fmt.Sprint(n)
	case op < 10: // with its orders
		if err := exec("DELETE FROM users WHERE id = ?", u); err != nil {
			return err
		}
		delete(w.users, u)
		maps.DeleteFunc(w.orders, func(_ uuids.UUID, b bought) bool { return b.user == u })
	case op < 11: // its orders follow
		err := exec("UPDATE users SET id = ? WHERE id = ?", fresh, u)
		if e, ok := errors.AsType[*mysql.MySQLError](err); ok && e.Number == 1451 {
			return nil // another refers to it
		} else if err != nil {
			return err
		}
		w.users[fresh] = w.users[u]
		delete(w.users, u)
		for id, b := range w.orders {
			if b.user == u {
				w.orders[id] = bought{fresh, b.total}
			}
		}
	case op < 15:
		if err := exec("INSERT INTO orders (id, user_id, total) VALUES (?, ?, ?)", fresh, u, n); err != nil {
			return err
		}
		w.orders[fresh] = bought{u, n}
		return exec("INSERT INTO items VALUES (?, ?, 'new')", fresh, n)
	case op < 18:
		if err := exec("UPDATE orders SET total = ?, user_id = ? WHERE id = ?", n, u, o); err != nil {
			return err
		}
		w.orders[o] = bought{u, n}
	default:
		if err := exec("DELETE FROM orders WHERE id = ?", o); err != nil {
			return err
		}
		delete(w.orders, o)
	}
	return nil
}

// open starts the writers, and returns what ends them.
func (s *shop) open(t testing.TB) (closeShop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	var steps atomic.Int64
	for w := range s.writers {
		all.Go(func() {
			for ctx.Err() == nil {
				if err := s.step(w); err != nil {
					t.Errorf("writer %d: %v", w, err)
					return
				}
				steps.Add(1)
			}
		})
	}
	end := func() { cancel(); all.Wait() }
	t.Cleanup(end)
	return func() {
		end()
		t.Logf("%d writes, longest wait %v", steps.Load(), s.wait)
		if steps.Load() == 0 {
			t.Error("the writers did nothing")
		}
		s.check(t)
	}
}

// check compares the rows with what the writers remember.
func (s *shop) check(t testing.TB) {
	t.Helper()
	const hex = "IF(LENGTH(%[1]s) = 16, LOWER(HEX(%[1]s)), REPLACE(%[1]s, '-', ''))"
	var users, orders []string
	for _, w := range s.writers {
		for u, n := range w.users {
			users = append(users, fmt.Sprintf("%x|%s", u[:], n))
		}
		for o, b := range w.orders {
			orders = append(orders, fmt.Sprintf("%x|%x|%d", o[:], b.user[:], b.total))
		}
	}
	slices.Sort(users)
	slices.Sort(orders)
	same(t, "users", s.textsOf(t, fmt.Sprintf("SELECT "+hex+", n FROM users WHERE twice = n * 2 ORDER BY 1", "id")), users)
	same(t, "orders", s.textsOf(t, fmt.Sprintf("SELECT "+hex+", %s, total FROM orders ORDER BY 1", "id", fmt.Sprintf(hex, "user_id"))), orders)
	same(t, "items, orphans", s.textsOf(t, `SELECT COUNT(*), SUM(o.id IS NULL) FROM items i LEFT JOIN orders o ON o.id = i.order_id UNION ALL
SELECT 0, COUNT(*) FROM users a LEFT JOIN users b ON a.referrer = b.id WHERE a.referrer IS NOT NULL AND b.id IS NULL`), []string{fmt.Sprintf("%d|0", len(orders)), "0|0"})
}

func (s *shop) schema(t testing.TB) map[string]string {
	schema := map[string]string{}
	for _, name := range onlineTables {
		text := strings.SplitN(s.textsOf(t, "SHOW CREATE TABLE "+name)[0], "|", 2)[1]
		schema[name] = onlineCounter.ReplaceAllString(text, "")
	}
	schema["triggers"] = fmt.Sprint(s.textsOf(t, "SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = DATABASE()"))
	return schema
}

var (
	onlineCounter = regexp.MustCompile(` AUTO_INCREMENT=\d+`)
	onlineIDs     = regexp.MustCompile("(?m)^(  `(?:id|referrer|user_id|order_id)`) \\w+\\(36\\)(?: CHARACTER SET \\w+)?(?: COLLATE \\w+)?")
)

// native is the schema that run makes.
func onlineNative(schema map[string]string) map[string]string {
	changes := map[string]string{}
	for _, name := range onlineTables {
		changes[name] = onlineIDs.ReplaceAllString(schema[name], "$1 binary(16)")
	}
	return changes
}

// TestMySQLOnline goes to the new form and back while the application writes.
func TestMySQLOnline(t *testing.T) {
	long(t)
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		s := newShop(t, dsn, 5000)
		schema := s.schema(t)
		run := []string{"run", s.address, "users.id", "orders.id", "--online", "--pause", "20ms"}
		must(t, done, append([]string{"plan"}, run[1:]...)...)
		stop := s.open(t)
		t.Log(must(t, done, run...))
		time.Sleep(100 * time.Millisecond)
		stop()
		sameSchema(t, schema, s.schema(t), onlineNative(schema))
		must(t, done, "status", s.address)

		stop = s.open(t)
		t.Log(must(t, done, "undo", s.address, "--online"))
		time.Sleep(100 * time.Millisecond)
		stop()
		sameSchema(t, schema, s.schema(t), nil)
		same(t, "tables after undo", mysqlLeft(t, s.database), nil)
	})
}

// TestMySQLOnlineKilled kills run and undo, and goes on with the same command or takes it
// back with the opposite one, while the application writes.
func TestMySQLOnlineKilled(t *testing.T) {
	long(t)
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		s := newShop(t, dsn, 5000)
		schema := s.schema(t)
		run := []string{"run", s.address, "users.id", "orders.id", "--online", "--pause", "10ms"}
		undo := []string{"undo", s.address, "--online"}
		lines := slices.Repeat([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0}, 2)
		native, hits := false, 0
		usual := 3 * time.Second
		for i, line := range lines {
			stop := s.open(t)
			command, opposite := run, undo
			if native {
				command, opposite = undo, run
			}
			status, output := killed, ""
			if line > 0 {
				status, output = killAt(t, line, command...)
			} else {
				status, output = killAfter(t, rand.N(usual), command...)
			}
			if status == killed {
				hits++
			}
			how := "goes on"
			if native = !native; i%2 == 1 {
				command, native, how = opposite, !native, "goes back"
			}
			t.Logf("line %d, status %d, %s: %s", line, status, how, output)
			must(t, done, "status", s.address)
			if i == 0 {
				must(t, refused, "cleanup", s.address)
				must(t, refused, "run", s.address, "users.id", "orders.id") // not online
			}
			begin := time.Now()
			status, output = uuid(t, command...)
			if status != done && !(status == refused && command[0] == "undo") { // run had not begun
				t.Fatalf("%s: status %d: %s", command[0], status, output)
			}
			t.Log(output)
			usual = (usual + time.Since(begin)) / 2
			stop()
			want := map[string]string(nil)
			if native {
				want = onlineNative(schema)
			}
			sameSchema(t, schema, s.schema(t), want)
			if !native {
				same(t, "tables", mysqlLeft(t, s.database), nil)
			}
		}
		if t.Logf("%d of %d kills hit", hits, len(lines)); 2*hits <= len(lines) {
			t.Errorf("%d of %d kills hit, want more than half of them", hits, len(lines))
		}
	})
}

// TestMySQLWritersOfAll has writers of all tables wait while run and undo go on, and sees that
// none of their writes comes between the checksums and the RENAME.
func TestMySQLWritersOfAll(t *testing.T) {
	long(t)
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		s := newShop(t, dsn, 2000)
		schema := s.schema(t)
		for range 2 {
			stop := s.open(t)
			must(t, done, "run", s.address, "users.id", "orders.id")
			stop()
			sameSchema(t, schema, s.schema(t), onlineNative(schema))
			stop = s.open(t)
			must(t, done, "undo", s.address)
			stop()
			sameSchema(t, schema, s.schema(t), nil)
		}
	})
}
