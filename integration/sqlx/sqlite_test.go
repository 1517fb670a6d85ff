package sqlx_test

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"
	"testing"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
	"modernc.org/sqlite/vtab"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// The declared type of a column changes text that looks like a number. What this package
// writes is safe in all of them.
func TestSQLiteAffinity(t *testing.T) {
	const small, big = "00000000000000000000000000000001", "12345678901234567890123456789012"
	number, text := map[any]string{small: "integer", big: "real"}, map[any]string{small: "text", big: "text"}
	each(t, func(t *testing.T, e engine) {
		for declared, want := range map[string]map[any]string{
			"UUID": number, "GUID": number, "BINARY(16)": number, "BLOB": text, "TEXT": text, "CHAR(36)": text,
		} {
			d := e.table(t, e.base, "c "+declared)
			want[sqlx.Binary{15: 1}], want[sqlx.Text{15: 1}] = "blob", "text"
			for arg, typ := range want {
				d.says(typ, "INSERT INTO t VALUES (?) RETURNING typeof(c)", arg)
			}
			// But neither finds the other.
			d.says(1, "SELECT count(*) FROM t WHERE c = ?", sqlx.Binary{15: 1})
			d.says(1, "SELECT count(*) FROM t WHERE c = ?", sqlx.Text{15: 1})
		}
	}, "SQLite")
}

// A table that is STRICT refuses what other tables store beside the rest.
func TestSQLiteStrict(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "")
		d.exec("CREATE TABLE strict (bytes BLOB, txt TEXT) STRICT")
		d.exec("INSERT INTO strict VALUES (?, ?)", sqlx.Binary(id), sqlx.Text(id))
		for column, arg := range map[string]any{"bytes": sqlx.Text(id), "txt": sqlx.Binary(id)} {
			if _, err := d.Exec("UPDATE strict SET "+column+" = ?", arg); err == nil || !strings.Contains(err.Error(), "cannot store") {
				t.Errorf("%s: got %v, want it refused: change the documentation", column, err)
			}
		}
		d.exec("DROP TABLE strict")
	}, "SQLite")
}

// sqlite.Limit asserts the connection's type itself, before 1.62: with that release docs/database-sql.md need not name it.
func TestSQLiteLimit(t *testing.T) {
	base := kit.Must(sqlite.NewConnector(":memory:"))(t)
	for c, want := range map[driver.Connector]bool{base: true, sqlx.NewConnector[sqlx.Binary](base): false} {
		db := sql.OpenDB(c)
		defer db.Close()
		conn := kit.Must(db.Conn(t.Context()))(t)
		defer conn.Close()
		if _, err := sqlite.Limit(conn, sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 10); (err == nil) != want {
			t.Errorf("%T: got %v, want success: %t: see the documentation", c, err, want)
		}
	}
}

// modernc.org/sqlite registers a virtual table's module with the driver that
// sql.DB.Driver names, and for the whole process if that is no driver of its own.
func TestVirtualTables(t *testing.T) {
	name := func() string { return "m" + strings.ReplaceAll(uuid.NewV7().String(), "-", "") } // new in this process
	plain, wrapped := name(), name()
	own := &sqlite.Driver{}
	sql.Register(plain, own)
	kit.Check(t, sqlx.RegisterDriver[sqlx.Binary](wrapped, plain, types()...))
	connected := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](dsnConnector{own, ":memory:"}, types()...))
	registered := kit.Must(sql.Open(wrapped, ":memory:"))(t)
	elsewhere := kit.Must(sql.Open("sqlite", ":memory:"))(t)
	for _, db := range []*sql.DB{connected, registered, elsewhere} {
		defer db.Close()
		db.SetMaxIdleConns(-1) // a module reaches new connections only
	}
	for _, test := range []struct {
		name     string
		register func(module string) error
		everyone bool
	}{
		{"a connector", func(module string) error { return vtab.RegisterModule(connected, module, unbuilt{}) }, false},
		{"the base of a registered driver", func(module string) error {
			base := registered.Driver().(interface{ Unwrap() driver.Driver }).Unwrap()
			return base.(vtab.ModuleRegisterer).RegisterModule(module, unbuilt{})
		}, false},
		{"a registered driver", func(module string) error { return vtab.RegisterModule(registered, module, unbuilt{}) }, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			module := name()
			kit.Check(t, test.register(module))
			for db, want := range map[*sql.DB]bool{connected: true, registered: true, elsewhere: test.everyone} {
				_, err := db.Exec("CREATE VIRTUAL TABLE t USING " + module)
				if got := err != nil && strings.Contains(err.Error(), errUnbuilt.Error()); got != want {
					t.Errorf("%T: got %v; want the module found: %t", db.Driver(), err, want)
				}
			}
		})
	}
}

var errUnbuilt = errors.New("found, and unbuilt")

// unbuilt is a module of which no table can be made.
type unbuilt struct{}

func (unbuilt) Create(vtab.Context, []string) (vtab.Table, error)  { return nil, errUnbuilt }
func (unbuilt) Connect(vtab.Context, []string) (vtab.Table, error) { return nil, errUnbuilt }
