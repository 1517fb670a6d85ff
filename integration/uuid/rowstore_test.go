package uuid_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

// A RowStore is a generator.Store in the row of that name.
type RowStore struct {
	DB   *sql.DB
	Name string
}

func (s RowStore) Update(ctx context.Context, f func(generator.State) generator.State) error {
	tx, err := s.DB.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var b []byte
	if err := tx.QueryRowContext(ctx, `SELECT state FROM uuid_state WHERE name = $1 FOR UPDATE`, s.Name).Scan(&b); err != nil {
		return err
	}
	var state generator.State
	if err := state.UnmarshalBinary(b); err != nil {
		return err
	}
	if b, err = f(state).MarshalBinary(); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE uuid_state SET state = $1 WHERE name = $2`, b, s.Name); err != nil {
		return err
	}
	return tx.Commit()
}

// TestRowStore runs the SQL and the Store of docs/generator.md.
func TestRowStore(t *testing.T) {
	page := string(kit.Must(os.ReadFile("../../docs/generator.md"))(t))
	own := string(kit.Must(os.ReadFile("rowstore_test.go"))(t))
	const begin = "// A RowStore is"
	if _, code, _ := strings.Cut(page, begin); !strings.Contains(own, begin+code[:strings.Index(code, "```")]) {
		t.Error("docs/generator.md has another RowStore than this test")
	}
	db := kit.Must(sql.Open("pgx", stores.Postgres(t)))(t)
	t.Cleanup(func() { db.Close() })
	_, statements, _ := strings.Cut(page, "```sql\n")
	statements, _, _ = strings.Cut(statements, "```")
	kit.Must(db.ExecContext(t.Context(), statements))(t)
	mariaDB(t, statements, own)

	// Generators that come and go in several goroutines.
	const workers, starts, each = 4, 10, 50
	var mu sync.Mutex
	var wg sync.WaitGroup
	seen := map[uuid.UUID]bool{}
	for range workers {
		wg.Go(func() {
			for range starts {
				g := generator.Generator{Node: [6]byte{2, 5: 17}, Store: RowStore{db, "node 17"}}
				for range each {
					id, err := g.NewV1(t.Context())
					if err != nil {
						t.Error(err)
						return
					}
					mu.Lock()
					seen[id] = true
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	if len(seen) != workers*starts*each {
		t.Errorf("%d different UUIDs, want %d", len(seen), workers*starts*each)
	}

	fails := func(who string, ctx context.Context, g *generator.Generator, want string) {
		t.Helper()
		if id, err := g.NewV1(ctx); err == nil || !strings.Contains(err.Error(), want) || id != uuid.Nil() {
			t.Errorf("%s: got %v, %v; want an error with %q", who, id, err, want)
		}
	}
	fails("another Node", t.Context(), &generator.Generator{Store: RowStore{db, "node 17"}}, "belongs to Node 020000000011")
	fails("no row", t.Context(), &generator.Generator{Store: RowStore{db, "node 18"}}, "no rows")
	tx := kit.Must(db.Begin())(t)
	kit.Must(tx.Exec(`SELECT state FROM uuid_state FOR UPDATE`))(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("gone"))
	fails("a locked row", ctx, &generator.Generator{Node: [6]byte{2, 5: 17}, Store: RowStore{db, "node 17"}}, "gone")
	kit.Check(t, tx.Rollback())
	kit.Must(db.Exec(`UPDATE uuid_state SET state = $1`, bytes.Repeat([]byte{1}, 296)))(t)
	fails("damage", t.Context(), &generator.Generator{Node: [6]byte{2, 5: 17}, Store: RowStore{db, "node 17"}}, "damaged")
}

// mariaDB runs the page's SQL, and that of RowStore, with the words that the page has for MariaDB.
func mariaDB(t *testing.T, setup, own string) {
	db := kit.Must(sql.Open("mysql", stores.MariaDB(t)))(t)
	defer db.Close()
	for q := range strings.SplitSeq(setup, ";") {
		if q, _, _ = strings.Cut(q, "--"); strings.TrimSpace(q) != "" {
			kit.Must(db.Exec(strings.NewReplacer("text", "varchar(100)", "bytea", "varbinary(296)").Replace(q)))(t)
		}
	}
	statement := func(begin string) string {
		_, q, _ := strings.Cut(own, "`"+begin)
		q, _, _ = strings.Cut(q, "`")
		return begin + strings.NewReplacer("$1", "?", "$2", "?").Replace(q)
	}
	state := bytes.Repeat([]byte{1}, 296)
	kit.Must(db.Exec(statement("UPDATE uuid_state"), state, "node 17"))(t)
	var got []byte
	kit.Check(t, db.QueryRow(statement("SELECT state"), "node 17").Scan(&got))
	if !bytes.Equal(got, state) {
		t.Errorf("MariaDB: got %x", got)
	}
}
