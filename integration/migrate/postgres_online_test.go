package migrate

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// pgWriters insert, update and delete while tables are migrated, and remember what they were told.
type pgWriters struct {
	stop context.CancelFunc
	wait sync.WaitGroup
	list []*pgWriter
}

type pgWriter struct {
	db       *sql.DB
	name     string
	isolated bool              // its transactions are REPEATABLE READ
	users    map[string]int    // n by id
	orders   map[string]string // user by id
	n        int
	wrote    int // transactions
	err      error
}

// startWriters starts four. Their rows have an e-mail address or a date of their own.
func startWriters(t *testing.T, url string) *pgWriters {
	t.Helper()
	// A literal suits the old form and the new one.
	db := kit.Must(sql.Open("pgx", url+"&default_query_exec_mode=simple_protocol"))(t)
	ctx, stop := context.WithCancel(t.Context())
	all := &pgWriters{stop: stop}
	for i := range 4 {
		w := &pgWriter{db: db, name: fmt.Sprintf("writer%d-%d", i, time.Now().UnixNano()), isolated: i == 3, users: map[string]int{}, orders: map[string]string{}}
		all.list = append(all.list, w)
		all.wait.Go(func() {
			for ctx.Err() == nil && w.err == nil {
				w.write()
				time.Sleep(time.Millisecond)
			}
		})
	}
	t.Cleanup(func() {
		stop()
		all.wait.Wait()
		db.Close()
	})
	return all
}

// do executes statements in a transaction until it is not refused for a conflict.
func (w *pgWriter) do(statements ...string) bool {
	for {
		err := func() error {
			o := &sql.TxOptions{}
			if w.isolated {
				o.Isolation = sql.LevelRepeatableRead
			}
			tx, err := w.db.BeginTx(context.Background(), o)
			if err != nil {
				return err
			}
			defer tx.Rollback()
			for _, s := range statements {
				r, err := tx.Exec(s)
				if err != nil {
					return fmt.Errorf("%s: %w", s, err)
				}
				if n, _ := r.RowsAffected(); n != 1 {
					return fmt.Errorf("%s: %d rows", s, n)
				}
			}
			return tx.Commit()
		}()
		if e := new(pgconn.PgError); errors.As(err, &e) && e.Code == "40001" && w.isolated {
			continue
		}
		if w.err = err; err == nil {
			w.wrote++
		}
		return err == nil
	}
}

func some[V any](m map[string]V) string {
	for k := range m {
		return k
	}
	return ""
}

// write changes some rows.
func (w *pgWriter) write() {
	w.n++
	id := uuids.NewV4().String()
	user, order := some(w.users), some(w.orders)
	switch k := rand.IntN(10); {
	case k < 3 || user == "":
		if w.do(fmt.Sprintf("INSERT INTO users (id, email, n) VALUES ('%s', '%s-%d', %d)", id, w.name, w.n, w.n)) {
			w.users[id] = w.n
		}
	case k < 6:
		other := uuids.NewV7().String() // in one transaction with another one that refers to it
		if w.do(fmt.Sprintf("INSERT INTO orders (id, user_id, total, made) VALUES ('%s', '%s', 7, '2030-01-01')", id, user),
			fmt.Sprintf("INSERT INTO orders (id, user_id, parent_id, total, made) VALUES ('%s', '%s', '%s', 7, '2030-01-01')", other, user, id),
			fmt.Sprintf("UPDATE orders SET parent_id = NULL WHERE id = '%s'", other)) {
			w.orders[id], w.orders[other] = user, user
		}
	case k < 7:
		if w.do(fmt.Sprintf("UPDATE users SET n = %d WHERE id = '%s'", w.n, user)) {
			w.users[user] = w.n
		}
	case k < 8 && order != "":
		if w.do(fmt.Sprintf("UPDATE orders SET id = '%s', user_id = '%s' WHERE id = '%s'", id, user, order)) {
			delete(w.orders, order)
			w.orders[id] = user
		}
	case k < 9 && order != "":
		if w.do(fmt.Sprintf("DELETE FROM orders WHERE id = '%s'", order)) {
			delete(w.orders, order)
		}
	default:
		if w.do(fmt.Sprintf("DELETE FROM users WHERE id = '%s'", user)) { // with their orders
			delete(w.users, user)
			maps.DeleteFunc(w.orders, func(_, u string) bool { return u == user })
		}
	}
}

// end stops the writers and sees that each row that they know of is there, and no other.
func (all *pgWriters) end(t *testing.T, db *database) {
	t.Helper()
	all.stop()
	all.wait.Wait()
	for _, w := range all.list {
		if w.err != nil || w.wrote == 0 {
			t.Errorf("a writer: %d transactions, %v", w.wrote, w.err)
		}
		var want, wantOrders []string
		for id, n := range w.users {
			want = append(want, fmt.Sprintf("%s|%d", id, n))
		}
		users := []string{"'" + uuids.Nil().String() + "'"}
		for id, user := range w.orders {
			wantOrders = append(wantOrders, id+"|"+user)
		}
		for id := range w.users {
			users = append(users, "'"+id+"'")
		}
		slices.Sort(want)
		slices.Sort(wantOrders)
		same(t, w.name, db.texts(t, "SELECT id::text, n FROM users WHERE email LIKE '"+w.name+"%' ORDER BY id::text COLLATE \"C\""), want)
		same(t, w.name+"'s orders", db.texts(t, "SELECT id::text, user_id::text FROM orders WHERE made = '2030-01-01' AND user_id::text IN ("+strings.Join(users, ", ")+") ORDER BY id::text COLLATE \"C\""), wantOrders)
	}
}

// onlineState is postgresState without the rows of writers, and without the numbers of new tables.
func onlineState(t *testing.T, db *database) (map[string]string, []string) {
	t.Helper()
	schema, rows := postgresState(t, db)
	for k, v := range schema {
		schema[k] = objectNumbers.ReplaceAllString(v, "")
	}
	return schema, slices.DeleteFunc(rows, func(s string) bool { return strings.Contains(s, "writer") || strings.Contains(s, "2030-01-01") })
}

var objectNumbers = regexp.MustCompile(`"(conrelid|confrelid|indrelid|stxrelid|relhastriggers)": "?[a-z0-9]+"?, `)

// postgresForms counts the values of ids that have not the form.
const postgresForms = "SELECT count(*) FROM (SELECT id::text, pg_typeof(id)::text FROM users UNION ALL SELECT user_id::text, pg_typeof(user_id)::text FROM orders) x (v, t) WHERE v !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' OR (t = 'uuid') <> "

// TestPostgresOnline migrates there and back while four writers write.
func TestPostgresOnline(t *testing.T) {
	long(t)
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := newPostgres(t, url, 5000)
		schema, rows := onlineState(t, db)
		run := append([]string{"run", url, "--online"}, postgresColumns...)
		plan := must(t, done, append([]string{"plan"}, run[1:]...)...)
		run = append(run, "--plan", hashOf(plan))
		for _, c := range []struct {
			args    []string
			changes map[string]string
			native  string
		}{{run, postgresChanges(), "true"}, {[]string{"undo", url, "--online", "--pause", "1ms"}, nil, "false"}} {
			w := startWriters(t, url)
			out := must(t, done, c.args...)
			w.end(t, db)
			if !waited(out) {
				t.Errorf("%s does not say how long writers waited: %s", c.args[0], out)
			}
			got, gotRows := onlineState(t, db)
			sameSchema(t, schema, got, c.changes)
			same(t, "rows", gotRows, rows)
			same(t, "forms", db.texts(t, postgresForms+c.native), []string{"0"})
		}
		same(t, "left", db.texts(t, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'uuidkit%' UNION ALL SELECT tgname FROM pg_trigger WHERE tgname LIKE 'uuidkit%' UNION ALL SELECT relname FROM pg_class WHERE relname LIKE 'uuidkit%'"), nil)
	})
}

// TestPostgresOnlineKilled kills run --online and undo --online at lines that they print and at
// random times, while writers write, and goes on or takes it back.
func TestPostgresOnlineKilled(t *testing.T) {
	long(t)
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := newPostgres(t, url, 5000)
		schema, rows := onlineState(t, db)
		run := append([]string{"run", url, "--online"}, postgresColumns...)
		undo := []string{"undo", url, "--online"}
		kill := func(i int, args []string) (int, string) {
			if i%2 == 0 {
				return killAt(t, 1+rand.IntN(20), args...)
			}
			return killAfter(t, 200*time.Millisecond+time.Duration(rand.Int64N(int64(time.Second))), args...)
		}
		times := *kills / 20
		killed, resumed := 0, 0
		for i := range times {
			w := startWriters(t, url)
			for j := range 3 { // the third goes on where the second was
				if status, out := kill(i+j, run); status == done {
					break
				} else if status != -1 {
					t.Fatalf("run, killed: status %d: %s", status, out)
				}
				killed++
				if j == 0 {
					back := []string{"undo", url}
					if printed := must(t, done, "status", url); strings.Contains(printed, "  switched to ") || strings.Contains(printed, "  checking to ") {
						back = append(back, "--online") // in place, a writer with an older snapshot would find no row
					}
					if status, out := uuid(t, back...); status != done && status != refused { // refused: nothing was done yet
						t.Fatalf("taking back: status %d: %s", status, out)
					}
					same(t, "taken back", db.texts(t, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'uuidkit%' UNION ALL SELECT tgname FROM pg_trigger WHERE tgname LIKE 'uuidkit%'"), nil)
				}
			}
			if strings.Contains(must(t, done, run...), "going on") {
				resumed++
			}
			w.end(t, db)
			same(t, "forms", db.texts(t, postgresForms+"true"), []string{"0"})
			w = startWriters(t, url)
			for j := range 2 {
				if status, out := kill(i+j, undo); status == done {
					break
				} else if status != -1 {
					t.Fatalf("undo, killed: status %d: %s", status, out)
				}
				killed++
				if j == 0 { // takes an undo back, or finishes what was switched
					must(t, done, run...)
				}
			}
			for range 2 {
				status, out := uuid(t, undo...)
				if status == refused { // it had ended
					break
				}
				if status != done {
					t.Fatalf("undo: status %d: %s", status, out)
				}
			}
			w.end(t, db)
			got, gotRows := onlineState(t, db)
			sameSchema(t, schema, got, nil)
			same(t, "rows", gotRows, rows)
			same(t, "forms", db.texts(t, postgresForms+"false"), []string{"0"})
		}
		t.Logf("killed %d times, went on %d times", killed, resumed)
		if killed < times {
			t.Errorf("only %d were killed", killed)
		}
	})
}

// TestPostgresBadRows moves rows away that do not convert, and puts them back.
func TestPostgresBadRows(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		id := func(i int) string { return fmt.Sprintf("%08d-0000-4000-8000-000000000000", i) }
		db.exec(t, "CREATE TABLE p (id text PRIMARY KEY, note text DEFAULT 'x', twice text GENERATED ALWAYS AS (note || note) STORED)",
			"CREATE TABLE c (k int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, p text REFERENCES p ON DELETE CASCADE, raw bytea)")
		for i := range 30 {
			raw := "\\x" + strings.ReplaceAll(id(i), "-", "")
			db.exec(t, fmt.Sprintf("INSERT INTO p VALUES ('%s', %d)", id(i), i), fmt.Sprintf("INSERT INTO c (p, raw) VALUES ('%s', '%s')", id(i), raw))
		}
		columns := []string{"p.id", "c.raw"}
		all := func() []string {
			return db.texts(t, "SELECT * FROM (SELECT 'p', id::text, note, '' FROM p UNION ALL SELECT 'c' || k, p::text, encode(raw, 'hex'), '' FROM c) x ORDER BY 1, 2")
		}
		bad := []string{"INSERT INTO p VALUES ('', 'empty'), ('f81d-4fae7dec-41d0-a765-00a0c91e6bf6', 'dashes'), (E'" + id(1) + "\\n', 'line')",
			"INSERT INTO c (p, raw) VALUES ('', NULL), (NULL, 'f81d4fae-7dec-41'), (NULL, '\\x00'), (NULL, NULL)"}
		db.exec(t, bad...)
		want := all()
		for i, how := range [][]string{nil, {"--online"}, {"--online"}} {
			if i == 2 {
				slices.Reverse(columns) // the table that refers to the other one comes first
			}
			args := append([]string{url, "--bad-rows", "bad"}, columns...)
			args = append(args, how...)
			must(t, refused, append([]string{"plan", url}, columns...)...)
			if out := must(t, done, append([]string{"plan"}, args...)...); !strings.Contains(out, "public.bad_p") || !strings.Contains(out, "public.bad_c") {
				t.Errorf("plan: %s", out)
			}
			db.exec(t, "ALTER TABLE p ADD UNIQUE (note)", "CREATE TABLE d (k int PRIMARY KEY, note text REFERENCES p (note))", "INSERT INTO d VALUES (7, 'line')")
			if out := must(t, refused, append([]string{"plan"}, args...)...); !strings.Contains(out, "(7,line)") {
				t.Errorf("a good row that refers to a bad one: %s", out)
			}
			db.exec(t, "DROP TABLE d", "ALTER TABLE p DROP CONSTRAINT p_note_key", "CREATE TABLE bad_c ()")
			must(t, refused, append([]string{"plan"}, args...)...)
			db.exec(t, "DROP TABLE bad_c")
			same(t, "before", all(), want)

			out := must(t, done, append([]string{"run"}, args...)...)
			if !strings.Contains(out, "bad_p") {
				t.Errorf("run does not name the new table: %s", out)
			}
			same(t, "moved", db.texts(t, "SELECT note, twice FROM bad_p ORDER BY 1"), []string{"dashes|dashesdashes", "empty|emptyempty", "line|lineline"})
			same(t, "moved", db.texts(t, "SELECT p, raw FROM bad_c ORDER BY k"), []string{"|<nil>", "<nil>|663831643466616" + "52d376465632d3431", "<nil>|00"})
			same(t, "types", db.texts(t, "SELECT DISTINCT pg_typeof(id), pg_typeof(p), pg_typeof(raw) FROM p, c"), []string{"uuid|uuid|uuid"})
			must(t, done, append([]string{"undo", url}, how...)...)
			same(t, "undone", all(), want)
			same(t, "left", db.texts(t, "SELECT relname FROM pg_class WHERE relname LIKE 'bad%'"), nil)
		}
		must(t, done, append([]string{"run", url, "--bad-rows", "bad"}, columns...)...)
		if out := must(t, done, "cleanup", url); !strings.Contains(out, "bad_p") {
			t.Errorf("cleanup does not say what stays: %s", out)
		}
		same(t, "kept", db.texts(t, "SELECT count(*) FROM bad_p"), []string{"3"})

		// A table without a key, whose DELETEs are published.
		db.exec(t, "CREATE TABLE published (id text)", "INSERT INTO published VALUES ('"+emptyText+"'), ('odd')", "CREATE PUBLICATION everything FOR ALL TABLES")
		args := []string{"run", url, "published.id", "--bad-rows", "bad", "--accept", "publication everything"}
		for _, was := range []string{"DEFAULT", "NOTHING"} {
			alter := "ALTER TABLE public.published REPLICA IDENTITY "
			db.exec(t, alter+was)
			refuses(t, "bad-rows: table public.published", args[1:]...)
			db.exec(t, alter+"FULL")
			must(t, done, args...)
			must(t, done, "undo", url)
		}
	})
}

// TestPostgresOnlineStatements executes statements between a run that is killed during the copy
// and the one that goes on, and between such undos. All have what the triggers could get wrong.
func TestPostgresOnlineStatements(t *testing.T) {
	long(t)
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url+"&default_query_exec_mode=simple_protocol")
		id := func(i int) string { return fmt.Sprintf("'%08d-0000-4000-8000-000000000000'", i) }
		db.exec(t, "CREATE TABLE p (id text PRIMARY KEY, n int, touched int DEFAULT 0)",
			"CREATE TABLE c (id varchar(36), k int, p text REFERENCES p ON DELETE CASCADE ON UPDATE CASCADE, q text REFERENCES p ON DELETE SET NULL, PRIMARY KEY (id, k))",
			"CREATE TABLE e (id bytea UNIQUE NOT NULL)",
			// Fires before the triggers of run, and its statement within the one of the application.
			"CREATE FUNCTION again() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN UPDATE p SET touched = touched + 1 WHERE n = NEW.n; RETURN NULL; END'",
			"CREATE TRIGGER a_again AFTER INSERT OR UPDATE OF n ON p FOR EACH ROW EXECUTE FUNCTION again()")
		fill := func(from, to int) {
			var rows []string
			for i := from; i <= to; i++ {
				rows = append(rows, fmt.Sprintf("(%s, %d)", id(i), i))
			}
			db.exec(t, "INSERT INTO p VALUES "+strings.Join(rows, ", "))
			db.exec(t, fmt.Sprintf("INSERT INTO c SELECT id, n, id, CASE WHEN n %% 2 = 0 THEN id END FROM p WHERE n BETWEEN %d AND %d", from, to))
		}
		fill(1, 3500)
		db.exec(t, "INSERT INTO e SELECT convert_to(id, 'UTF8') FROM p")
		all := func() []string {
			return db.texts(t, "SELECT 'p', id::text, n, touched, '' FROM p UNION ALL SELECT 'c', id::text, k, NULL, p::text || coalesce(q::text, '') FROM c UNION ALL SELECT 'e', CASE pg_typeof(id)::text WHEN 'uuid' THEN id::text ELSE convert_from(id::text::bytea, 'UTF8') END, 0, 0, '' FROM e ORDER BY 1, 2, 3")
		}
		for i, args := range [][]string{{"run", url, "e.id", "p.id", "c.id", "--online"}, {"undo", url, "--online"}} {
			n := 10_000 * (i + 1)
			old := kit.Must(db.BeginTx(t.Context(), &sql.TxOptions{Isolation: sql.LevelRepeatableRead}))(t)

			kit.Must(old.Exec("SELECT 1"))(t)
			p := start(t, append(args, "--pause", "300ms")...)
			copying := false
			if status, out := p.wait(t, func(int) {
				if !copying && db.texts(t, "SELECT count(*) FROM pg_namespace WHERE nspname = 'uuidkit_new'")[0] == "1" {
					copying = true
					for db.texts(t, "SELECT count(*) FROM uuidkit_new.p")[0] == "0" {
						time.Sleep(5 * time.Millisecond)
					}
					p.cmd.Process.Kill()
				}
			}); status != killed {
				t.Fatalf("status %d, want it killed: %s", status, out)
			}
			// Copied since the snapshot: the new row must not stay, and the old one not come back.
			if _, err := old.Exec("DELETE FROM p WHERE n = 11"); err == nil {
				t.Error("a row was deleted in a snapshot that does not have its copy, without an error")
			}
			old.Rollback()
			fill(n, n+10)
			db.exec(t,
				"UPDATE p SET n = n + 100000 WHERE n IN (1, 3, 3000, 3400)", "DELETE FROM p WHERE n % 50 = 7", // cascades
				fmt.Sprintf("UPDATE p SET id = %s WHERE id = %s", id(n+11), id(3+2*i)), fmt.Sprintf("UPDATE p SET id = %s WHERE id = %s", id(n+12), id(3301+2*i)), // cascades
				fmt.Sprintf("UPDATE c SET id = %s, k = -k WHERE k IN (%d, %d)", id(n), 20+i, 3100+i),
				fmt.Sprintf("WITH o AS (INSERT INTO c VALUES (%[1]s, 0, %[1]s, NULL)) INSERT INTO p VALUES (%[1]s, %[2]d)", id(n+13), n+13),
				fmt.Sprintf("DELETE FROM c WHERE k IN (%d, %d)", 30+i, 3200+i), fmt.Sprintf("INSERT INTO c VALUES (%s, %d, %s, NULL)", id(30+i), 30+i, id(40)),
				fmt.Sprintf("INSERT INTO p VALUES (%s, 1) ON CONFLICT (id) DO UPDATE SET touched = -1", id(44)),
			)
			if i == 1 {
				db.exec(t, "TRUNCATE e", "INSERT INTO e VALUES ('f81d4fae-7dec-41d0-a765-00a0c91e6bf6')")
			}
			if _, err := db.Exec("INSERT INTO p VALUES ('no id', -5)"); err == nil {
				t.Error("a value that is no UUID was written")
			}
			twice := func(err error) {
				t.Helper()
				if e, ok := errors.AsType[*pgconn.PgError](err); !ok || e.Code != "23505" {
					t.Errorf("another row has the id in another spelling: error %v", err)
				}
			}
			_, err := db.Exec("INSERT INTO p VALUES (" + strings.ReplaceAll(id(41), "-", "") + ", -6)")
			twice(err)
			first := kit.Must(db.Begin())(t)
			kit.Must(first.Exec("INSERT INTO p VALUES (" + id(n+14) + ", -7)"))(t)
			second := make(chan error, 1)
			go func() {
				_, err := db.Exec("INSERT INTO p VALUES (" + strings.ReplaceAll(id(n+14), "-", "") + ", -8)")
				second <- err
			}()
			kit.Eventually(t, "the second writer waits", func() bool {
				return db.texts(t, "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '% -8)'") != nil
			})
			kit.Check(t, first.Commit())
			twice(<-second)
			want := all()
			out := must(t, done, args...)
			if !strings.Contains(out, "going on") {
				t.Errorf("%s did not go on: %s", args[0], out)
			}
			same(t, args[0], all(), want)
		}
		same(t, "raw", db.texts(t, "SELECT * FROM e"), []string{fmt.Sprintf("%x", "f81d4fae-7dec-41d0-a765-00a0c91e6bf6")})
	})
}
