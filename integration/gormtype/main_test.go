package gormtype_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestMain(m *testing.M) { stores.Main(m) }

// servers make a new database each.
var servers = []struct {
	name     string
	database func(testing.TB) gorm.Dialector
}{
	{"SQLite", func(t testing.TB) gorm.Dialector {
		file := filepath.ToSlash(filepath.Join(t.TempDir(), "db"))
		// GORM's dialect with another driver than its own: two that register the
		// name sqlite would not go into one program.
		return sqlite.New(sqlite.Config{DriverName: "sqlite", DSN: "file:" + file + "?_pragma=foreign_keys(1)&_pragma=journal_mode(memory)&_pragma=synchronous(0)"})
	}},
	{"MariaDB", func(t testing.TB) gorm.Dialector { return mysql.Open(stores.MariaDB(t)) }},
	{"MySQL", func(t testing.TB) gorm.Dialector { return mysql.Open(stores.MySQL(t)) }},
	{"PostgreSQL", func(t testing.TB) gorm.Dialector { return postgres.Open(stores.Postgres(t)) }},
	{"PostgreSQL, simple protocol", func(t testing.TB) gorm.Dialector {
		return postgres.New(postgres.Config{DSN: stores.Postgres(t), PreferSimpleProtocol: true})
	}},
}

var (
	bytesServers    = []string{"SQLite", "MariaDB", "MySQL"} // in which a UUID has bytes
	mysqlServers    = []string{"MariaDB", "MySQL"}
	postgresServers = []string{"PostgreSQL", "PostgreSQL, simple protocol"}
)

// A program opens a database. Each call is a program that starts anew with the same
// database.
type program struct {
	server  string
	dialect gorm.Dialector
	config  gorm.Config
}

// each runs a test on the servers of these names, or on all, with and without
// prepared statements.
func each(t *testing.T, names []string, run func(t *testing.T, p program)) {
	for _, s := range servers {
		if names != nil && !slices.Contains(names, s.name) {
			continue
		}
		for _, prepare := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, prepared %t", s.name, prepare), func(t *testing.T) {
				run(t, program{s.name, s.database(t), gorm.Config{PrepareStmt: prepare}})
			})
		}
	}
}

// open opens the database until the test ends, and makes the tables of models.
func (p program) open(t testing.TB, models ...any) *gorm.DB {
	t.Helper()
	config := p.config
	config.Logger = &statements{Interface: logger.Discard}
	db := kit.Must(gorm.Open(p.dialect, &config))(t)
	conns := kit.Must(db.DB())(t)
	conns.SetMaxOpenConns(1)
	t.Cleanup(func() { conns.Close() })
	ok(t, db.AutoMigrate(models...))
	return db
}

// natives are the types that the plugin is told of.
var natives = []gormtype.UUIDType{gormtype.Native[google.UUID](), gormtype.Native[gofrs.UUID](), gormtype.Native[std.UUID](), gormtype.Native[[16]byte]()}

// plugin is open with the plugin.
func (p program) plugin(t testing.TB, models ...any) *gorm.DB {
	t.Helper()
	db := p.open(t)
	ok(t, db.Use(gormtype.NewPlugin[gormtype.UUID](natives...)))
	ok(t, db.AutoMigrate(models...))
	return db
}

// statements is a logger that keeps the SQL.
type statements struct {
	logger.Interface
	mu  sync.Mutex
	sql []string
}

func (s *statements) Trace(_ context.Context, _ time.Time, sql func() (string, int64), _ error) {
	text, _ := sql()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sql = append(s.sql, text)
}

// logged returns the statements since the last call.
func logged(db *gorm.DB) []string {
	s := db.Logger.(*statements)
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.sql
	s.sql = nil
	return all
}

// ok ends the test if there is an error.
func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func create(t testing.TB, db *gorm.DB, rows any) {
	t.Helper()
	ok(t, db.Create(rows).Error)
}

// fails checks that an error has a text in it.
func fails(t testing.TB, what string, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: got %v, want an error with %q", what, err, want)
	}
}

// affects checks how many rows a statement found or changed.
func affects(t testing.TB, what string, tx *gorm.DB, want int64) {
	t.Helper()
	if tx.Error != nil || tx.RowsAffected != want {
		t.Errorf("%s: %d rows, %v; want %d: see the documentation", what, tx.RowsAffected, tx.Error, want)
	}
}

// gives checks what a statement has read.
func gives(t testing.TB, what string, tx *gorm.DB, want any) {
	t.Helper()
	if got := reflect.ValueOf(tx.Statement.Dest).Elem().Interface(); tx.Error != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %v, %v, want %v", what, got, tx.Error, want)
	}
}

// ask returns what the server answers to a query for one value.
func ask(t testing.TB, db *gorm.DB, query string, args ...any) string {
	t.Helper()
	var got sql.NullString
	ok(t, db.Raw(query, args...).Row().Scan(&got))
	if !got.Valid {
		return "NULL"
	}
	return got.String
}

// says checks it.
func says(t testing.TB, db *gorm.DB, want any, query string, args ...any) {
	t.Helper()
	if got := ask(t, db, query, args...); got != fmt.Sprint(want) {
		t.Errorf("%s: got %s, want %v", query, got, want)
	}
}

func newID() gormtype.UUID { return gormtype.UUID(uuid.NewV4()) }
