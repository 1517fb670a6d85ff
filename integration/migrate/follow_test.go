package migrate_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-sql-driver/mysql"
	google "github.com/google/uuid"
	gormmysql "gorm.io/driver/mysql"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/sqlx"
)

// native, ask, Follow and Rename are in docs/migrate.md.

// native says that users.id is BINARY(16). All tables of a migration switch together.
var native atomic.Bool

func ask(ctx context.Context, db *sql.DB) error {
	var typ string
	err := db.QueryRowContext(ctx, `SELECT data_type FROM information_schema.columns
		WHERE table_schema = DATABASE() AND table_name = 'users' AND column_name = 'id'`).Scan(&typ)
	if err == nil {
		native.Store(typ == "binary")
	}
	return err
}

// Follow calls do, and calls it again if it finds no row or fails and the form has changed,
// or once after error 1146. In do, arg converts each id of the statement.
func Follow(ctx context.Context, db *sql.DB, do func(arg func(google.UUID) any) (rows int64, err error)) (int64, error) {
	for repeated := false; ; {
		form := native.Load()
		rows, err := do(func(id google.UUID) any {
			if form {
				return sqlx.Binary(id)
			}
			return id
		})
		if err == nil && rows > 0 {
			return rows, nil
		}
		var e *mysql.MySQLError
		if errors.As(err, &e) && e.Number == 1146 && !repeated {
			repeated = true // at this moment run created triggers or exchanged the tables
			continue
		}
		if failed := ask(ctx, db); failed != nil {
			return rows, errors.Join(err, failed) // no row, perhaps only because the form has changed
		}
		if native.Load() == form {
			return rows, err
		}
	}
}

func Rename(ctx context.Context, db *sql.DB, id google.UUID, name string) (int64, error) {
	return Follow(ctx, db, func(arg func(google.UUID) any) (int64, error) {
		result, err := db.ExecContext(ctx, `UPDATE users SET name = ? WHERE id = ?`, name, arg(id))
		if err != nil {
			return 0, err
		}
		return result.RowsAffected()
	})
}

// TestFollow renames a row before and after its id becomes bytes.
func TestFollow(t *testing.T) {
	t.Parallel()
	page := string(kit.Must(os.ReadFile("../../docs/migrate.md"))(t))
	own := strings.ReplaceAll(string(kit.Must(os.ReadFile("follow_test.go"))(t)), "google.UUID", "uuid.UUID")
	begin, end := strings.Index(own, "\nfunc ask("), strings.Index(own, "\n// TestFollow")
	if !strings.Contains(page, own[begin:end]) {
		t.Error("docs/migrate.md has other functions than this test")
	}
	db := kit.Must(sql.Open("mysql", stores.MariaDB(t)))(t)
	t.Cleanup(func() { db.Close() })
	id := google.New()
	kit.Must(db.Exec("CREATE TABLE users (id CHAR(36) PRIMARY KEY, name VARCHAR(50))"))(t)
	kit.Must(db.Exec("INSERT INTO users VALUES (?, 'Ada')", id))(t)
	rename := func(id google.UUID, name string, want int64) {
		t.Helper()
		if n, err := Rename(t.Context(), db, id, name); n != want || err != nil {
			t.Errorf("%s: got %d rows and error %v, want %d", name, n, err, want)
		}
	}
	kit.Check(t, ask(t.Context(), db))
	rename(id, "Bob", 1)
	rename(google.New(), "nobody", 0)
	for _, q := range []string{
		"CREATE TABLE users_new (id BINARY(16) PRIMARY KEY, name VARCHAR(50))",
		"INSERT INTO users_new SELECT UNHEX(REPLACE(id, '-', '')), name FROM users",
		"RENAME TABLE users TO users_old, users_new TO users",
	} {
		kit.Must(db.Exec(q))(t)
	}
	rename(id, "Cid", 1) // the first try finds no row
	rename(google.New(), "nobody", 0)

	// A statement that finds no row proves nothing if Follow cannot ask for the form.
	ctx, cancel := context.WithCancel(t.Context())
	n, err := Follow(ctx, db, func(func(google.UUID) any) (int64, error) {
		cancel()
		return 0, nil
	})
	if n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("no row and no answer: got %d rows and error %v, want %v", n, err, context.Canceled)
	}
	tries := 0
	_, err = Follow(t.Context(), db, func(func(google.UUID) any) (int64, error) {
		tries++
		return 0, &mysql.MySQLError{Number: 1146}
	})
	if e := (*mysql.MySQLError)(nil); tries != 2 || !errors.As(err, &e) {
		t.Errorf("a table that is not there: got %d tries and error %v", tries, err)
	}
}

// TestFollowOther has statements that find or write rows in the wrong form, too, and what docs/migrate.md says to write
// for them: then Follow asks again.
func TestFollowOther(t *testing.T) {
	t.Parallel()
	for name, dsn := range map[string]func(testing.TB) string{"MariaDB": stores.MariaDB, "MySQL": stores.MySQL} {
		t.Run(name, func(t *testing.T) {
			dsn := dsn(t)
			for _, option := range []string{"?interpolateParams=false", "?interpolateParams=true"} {
				db := kit.Must(sql.Open("mysql", dsn+option))(t)
				t.Cleanup(func() { db.Close() })
				a, b := google.MustParse("f81d4fae-7dec-41d0-a765-00a0c91e6bf6"), google.MustParse("ff1d4fae-7dec-41d0-a765-00a0c91e6bf6")
				for _, typ := range []string{"CHAR(36) CHARACTER SET utf8mb4", "CHAR(36) CHARACTER SET latin1", "CHAR(36) CHARACTER SET ascii", "BINARY(16)"} {
					right, wrong := func(id google.UUID) any { return id }, func(id google.UUID) any { return sqlx.Binary(id) }
					if typ == "BINARY(16)" {
						right, wrong = wrong, right
					}
					for _, q := range []string{"DROP TABLE IF EXISTS users", "CREATE TABLE users (id " + typ + " PRIMARY KEY, name VARCHAR(50))"} {
						kit.Must(db.Exec(q))(t)
					}
					kit.Must(db.Exec("INSERT INTO users VALUES (?, 'Ada'), (?, 'Bob')", right(a), right(b)))(t)
					wrongFails := option == "?interpolateParams=false" || typ == "BINARY(16)" || strings.Contains(typ, "utf8mb4") || strings.Contains(typ, "ascii") && name == "MySQL"
					if _, err := db.Exec("INSERT INTO users VALUES (?, 'Cid')", wrong(google.MustParse("ee1d4fae-7dec-41d0-a765-00a0c91e6bf6"))); (err != nil) != wrongFails {
						t.Errorf("%s, %s: an INSERT in the wrong form: error %v", option, typ, err)
					}
					affected(t, db, "DELETE FROM users WHERE name = 'Cid'")
					const others = "DELETE FROM users WHERE id <> ? AND LENGTH(id) = LENGTH(?)"
					if result, err := db.Exec(others, wrong(a), wrong(a)); err == nil { // or error 1267
						if n := kit.Must(result.RowsAffected())(t); n != 0 {
							t.Errorf("%s, %s: the wrong form: %d rows are deleted, want 0", option, typ, n)
						}
					}
					if n := affected(t, db, others, right(a), right(a)); n != 1 {
						t.Errorf("%s, %s: the right form: %d rows are deleted, want 1", option, typ, n)
					}
				}
				const again = "INSERT INTO users VALUES (?, 'Ada') ON DUPLICATE KEY UPDATE id = id"
				if n := affected(t, db, again, sqlx.Binary(a)); n != 0 {
					t.Errorf("%s: a row that is there: got %d rows, want 0", option, n)
				}
				if _, err := db.Exec(again, b); err == nil {
					t.Errorf("%s: the wrong form: no error", option)
				}
			}
		})
	}
}

func affected(t testing.TB, db *sql.DB, query string, args ...any) int64 {
	t.Helper()
	return kit.Must(kit.Must(db.Exec(query, args...))(t).RowsAffected())(t)
}

type textUser struct {
	ID   google.UUID `gorm:"type:char(36)"`
	Name string
}

func (textUser) TableName() string { return "users" }

type bytesUser struct {
	ID   google.UUID `gorm:"type:binary(16)"`
	Name string
}

func (bytesUser) TableName() string { return "users" }

// TestFollowGORM has two gorm.DB on one sql.DB, with a model for each form.
func TestFollowGORM(t *testing.T) {
	t.Parallel()
	db := kit.Must(sql.Open("mysql", stores.MariaDB(t)))(t)
	t.Cleanup(func() { db.Close() })
	open := func(p gorm.Plugin, model any) *gorm.DB {
		g := kit.Must(gorm.Open(gormmysql.New(gormmysql.Config{Conn: db}), &gorm.Config{Logger: logger.Discard}))(t)
		kit.Check(t, g.Use(p))
		kit.Check(t, gormtype.Check(g, model))
		return g
	}
	old := open(gormtype.NewPlugin[gormtype.Text](gormtype.Native[google.UUID]()), &textUser{})
	kit.Check(t, old.AutoMigrate(&textUser{}))
	id := google.New()
	kit.Check(t, old.Create(&textUser{id, "Ada"}).Error)
	kit.Check(t, old.First(&textUser{}, id).Error)
	kit.Must(db.Exec("CREATE TABLE users_new AS SELECT CAST(UNHEX(REPLACE(id, '-', '')) AS BINARY(16)) AS id, name FROM users"))(t)
	kit.Must(db.Exec("RENAME TABLE users TO users_old, users_new TO users"))(t)
	if err := old.First(&textUser{}, id).Error; !errors.Is(err, gorm.ErrRecordNotFound) {
		t.Errorf("the model of text after the switch: got error %v", err)
	}
	now := open(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]()), &bytesUser{})
	var u bytesUser
	if err := now.First(&u, id).Error; err != nil || u != (bytesUser{id, "Ada"}) {
		t.Errorf("the model of bytes: got %v and error %v", u, err)
	}
	if err := now.First(&textUser{}, id).Error; err == nil || errors.Is(err, gorm.ErrRecordNotFound) {
		t.Errorf("the model of text with the plugin for bytes: got error %v, want one of its tag", err)
	}
}
