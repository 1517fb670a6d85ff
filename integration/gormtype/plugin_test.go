package gormtype_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
	"gorm.io/datatypes"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// dialects are the servers of these tests.
var dialects = map[string]func(testing.TB) gorm.Dialector{
	"PostgreSQL": func(t testing.TB) gorm.Dialector { return postgres.Open(stores.Postgres(t)) },
	"PostgreSQL, simple protocol": func(t testing.TB) gorm.Dialector {
		return postgres.New(postgres.Config{DSN: stores.Postgres(t), PreferSimpleProtocol: true})
	},
	"MariaDB": func(t testing.TB) gorm.Dialector { return mysql.Open(stores.MariaDB(t)) },
	"MySQL":   func(t testing.TB) gorm.Dialector { return mysql.Open(stores.MySQL(t)) },
}

// each runs a test on every server, with and without prepared statements.
func each(t *testing.T, run func(t *testing.T, db *gorm.DB)) {
	for name, dialect := range dialects {
		for _, prepare := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, prepared %t", name, prepare), func(t *testing.T) {
				run(t, open(t, dialect(t), &gorm.Config{PrepareStmt: prepare}))
			})
		}
	}
}

// open opens a database without a log until the test ends.
func open(t testing.TB, dialect gorm.Dialector, config *gorm.Config) *gorm.DB {
	t.Helper()
	config.Logger = logger.Discard
	db, err := gorm.Open(dialect, config)
	if err != nil {
		t.Fatal(err)
	}
	conns, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conns.Close() })
	return db
}

// forms has columns of text, and those that know their own.
type forms[T ~[16]byte, Null any] struct {
	ID      int
	Text    T    `gorm:"type:char(36)"`
	Pointer *T   `gorm:"type:varchar(36)"`
	Maybe   Null `gorm:"type:char(36)"`
	Own     gormtype.UUID
	OwnText gormtype.Text
	OwnNull gormtype.NullUUID
}

func (forms[T, Null]) TableName() string { return "forms" }

// mysqlBytes and pgBytes have columns of 16 bytes.
type mysqlBytes[T ~[16]byte] struct {
	ID      T  `gorm:"type:binary(16)"`
	Pointer *T `gorm:"type:varbinary(16)"`
	N       int
}

type pgBytes[T ~[16]byte] struct {
	ID      T  `gorm:"type:bytea"`
	Pointer *T `gorm:"type:bytea"`
	N       int
}

func (mysqlBytes[T]) TableName() string { return "bytes" }
func (pgBytes[T]) TableName() string    { return "bytes" }

func TestPlugin(t *testing.T) {
	each(t, func(t *testing.T, db *gorm.DB) {
		if err := db.Use(gormtype.Plugin{}); err != nil {
			t.Fatal(err)
		}
		plugin[google.UUID, google.NullUUID](t, db, "google")
		plugin[gofrs.UUID, gofrs.NullUUID](t, db, "gofrs")
		plugin[uuid.UUID, uuid.NullUUID](t, db, "uuidkit")
		plugin[[16]byte, sql.Null[uuid.UUID]](t, db, "[16]byte")
		pluginStd(t, db)
	})
}

// plugin writes, finds, changes and deletes ids in columns of text and of bytes.
func plugin[T ~[16]byte, Null any](t *testing.T, db *gorm.DB, name string) {
	t.Run(name, func(t *testing.T) {
		a, b := T(uuid.NewV4()), T(uuid.NewV7())
		null := func(id T) any { return sql.Null[uuid.UUID]{V: uuid.UUID(id), Valid: true} }
		db := db.Session(&gorm.Session{})
		db.Migrator().DropTable("forms", "bytes")
		type row = forms[T, Null]
		for range 2 {
			if err := db.AutoMigrate(&row{}); err != nil {
				t.Fatal(err)
			}
		}
		rows := []row{
			{ID: 1, Text: a, Pointer: &b, Own: gormtype.UUID(a), OwnText: gormtype.Text(a), OwnNull: gormtype.NullUUID{UUID: gormtype.UUID(b), Valid: true}},
			{ID: 2, Text: b},
		}
		if err := db.Create(&rows).Error; err != nil {
			t.Fatal(err)
		}
		if err := db.Model(&rows[0]).Update("maybe", null(a)).Error; err != nil {
			t.Fatal(err)
		}
		var text []string
		if err := db.Raw("SELECT concat(text, ' ', pointer, ' ', maybe) FROM forms WHERE id = 1").Scan(&text).Error; err != nil || !slices.Equal(text, []string{fmt.Sprintf("%s %s %[1]s", uuid.UUID(a), uuid.UUID(b))}) {
			t.Errorf("stored %q, %v", text, err)
		}
		for where, v := range map[string]any{"text": a, "pointer": b, "maybe": a, "own": a, "own_text": a, "own_null": b} {
			for _, cond := range []any{map[string]any{where: v}, map[string]any{where: []T{v.(T)}}} {
				var got row
				if tx := db.Where(cond).Take(&got); tx.Error != nil || got.ID != 1 || got.Text != a || got.Pointer == nil || *got.Pointer != b {
					t.Errorf("%v: got %v, %v", where, got, tx.Error)
				}
			}
			for _, sql := range []string{" = ?", " IN (?)", " IN ?"} {
				var got row
				arg := v
				if sql == " IN ?" {
					arg = []T{v.(T)}
				}
				if tx := db.Where(where+sql, arg).Take(&got); tx.Error != nil || got.ID != 1 {
					t.Errorf("%s%s: got %v, %v", where, sql, got, tx.Error)
				}
			}
			if tx := db.Where(where+" = ?", null(v.(T))).Take(&row{}); tx.Error != nil {
				t.Errorf("%s, sql.Null: got %v", where, tx.Error)
			}
		}
		if tx := db.Model(&row{}).Where("text = ?", b).Updates(map[string]any{"pointer": a, "own": b, "own_text": b, "own_null": nil}); tx.Error != nil || tx.RowsAffected != 1 {
			t.Errorf("Updates: got %d rows, %v", tx.RowsAffected, tx.Error)
		}
		if tx := db.Where(map[string]any{"pointer": a, "own": b, "own_text": b}).Delete(&row{}); tx.Error != nil || tx.RowsAffected != 1 {
			t.Errorf("Delete: got %d rows, %v", tx.RowsAffected, tx.Error)
		}

		if db.Name() == "postgres" {
			pluginBytes(t, db, []T{a, b}, func(id T, n int, p *T) pgBytes[T] { return pgBytes[T]{id, p, n} },
				func(r pgBytes[T]) (T, *T, int) { return r.ID, r.Pointer, r.N })
		} else {
			pluginBytes(t, db, []T{a, b}, func(id T, n int, p *T) mysqlBytes[T] { return mysqlBytes[T]{id, p, n} },
				func(r mysqlBytes[T]) (T, *T, int) { return r.ID, r.Pointer, r.N })
		}
	})
}

func pluginBytes[T ~[16]byte, R any](t *testing.T, db *gorm.DB, ids []T, make func(id T, n int, p *T) R, of func(R) (T, *T, int)) {
	for range 2 {
		if err := db.AutoMigrate(new(R)); err != nil {
			t.Fatal(err)
		}
	}
	for len(ids) < 40 {
		ids = append(ids, T(uuid.NewV4()))
	}
	var rows []R
	for n, id := range ids {
		rows = append(rows, make(id, n, &ids[0]))
	}
	if err := db.Create(&rows).Error; err != nil {
		t.Fatal(err)
	}
	var whole int64
	if db.Table("bytes").Where("length(id) = 16 AND length(pointer) = 16").Count(&whole); whole != int64(len(ids)) {
		t.Errorf("%d rows have 16 bytes, want %d", whole, len(ids))
	}
	for n, id := range ids {
		var got R
		if err := db.First(&got, id).Error; err != nil {
			t.Fatal(err)
		}
		if gotID, p, gotN := of(got); gotID != id || gotN != n || p == nil || *p != ids[0] {
			t.Errorf("First: got %x, %v, %d", gotID, p, gotN)
		}
		if tx := db.Delete(new(R), id); tx.Error != nil || tx.RowsAffected != 1 {
			t.Errorf("Delete: got %d rows, %v; want one", tx.RowsAffected, tx.Error)
		}
		var left int64
		if db.Model(new(R)).Where("n > ?", n).Count(&left); left != int64(len(ids)-n-1) {
			t.Fatalf("after %d deletes %d rows are left", n+1, left)
		}
	}
}

// GORM's own types say what their column is, whatever the tag.
func TestPluginDatatypes(t *testing.T) {
	type item struct {
		N    int
		Text datatypes.UUID
		Key  datatypes.BinUUID `gorm:"primaryKey"`
	}
	each(t, func(t *testing.T, db *gorm.DB) {
		if err := db.Use(gormtype.Plugin{}); err != nil {
			t.Fatal(err)
		}
		if err := db.AutoMigrate(&item{}); err != nil {
			t.Fatal(err)
		}
		var items []item
		for n := range 100 {
			items = append(items, item{n, datatypes.NewUUIDv4(), datatypes.NewBinUUIDv4()})
		}
		if err := db.Create(&items).Error; err != nil {
			t.Fatal(err)
		}
		for n, want := range items {
			var got item
			if err := db.Where(map[string]any{"text": want.Text}).First(&got, want.Key).Error; err != nil || got != want {
				t.Errorf("First: got %v, %v; want %v", got, err, want)
			}
			tx := db.Delete(&item{}, want.Key)
			var left int64
			if db.Model(&item{}).Where("n > ?", n).Count(&left); tx.Error != nil || tx.RowsAffected != 1 || left != int64(len(items)-n-1) {
				t.Fatalf("Delete: got %d rows, %v, and %d are left", tx.RowsAffected, tx.Error, left)
			}
		}
	})
}

// The text of a UUID as a condition is SQL, and may be a number: true.
func TestTextAsCondition(t *testing.T) {
	type item struct{ ID gormtype.UUID }
	const text = "11111111-1111-4111-8111-111111111111"
	each(t, func(t *testing.T, db *gorm.DB) {
		if err := db.AutoMigrate(&item{}); err != nil {
			t.Fatal(err)
		}
		db.Create(&[]item{{gormtype.UUID(uuid.NewV4())}, {gormtype.UUID(uuid.NewV4())}})
		if tx := db.Delete(&item{}, text); db.Name() == "mysql" && (tx.Error != nil || tx.RowsAffected != 2) {
			t.Errorf("without the plugin: deleted %d rows, %v: want both, or change the documentation", tx.RowsAffected, tx.Error)
		} else if db.Name() != "mysql" && tx.Error == nil {
			t.Errorf("without the plugin: deleted %d rows and no error", tx.RowsAffected)
		}
		if err := db.Use(gormtype.Plugin{}); err != nil {
			t.Fatal(err)
		}
		if tx := db.Delete(&item{}, text); tx.Error == nil || !strings.Contains(tx.Error.Error(), "the text of a UUID") {
			t.Errorf("with the plugin: got %v", tx.Error)
		}
	})
}

// A key that the database makes comes back, also into a type that cannot scan.
// Zero is no key: Delete without conditions fails.
func TestDefault(t *testing.T) {
	type own struct {
		ID gormtype.UUID `gorm:"default:gen_random_uuid()"`
		N  int
	}
	type plain struct {
		ID [16]byte `gorm:"type:uuid;default:gen_random_uuid()"`
		N  int
	}
	each(t, func(t *testing.T, db *gorm.DB) {
		if db.Name() != "postgres" {
			t.Skip("it has no such function")
		}
		if err := db.Use(gormtype.Plugin{}); err != nil {
			t.Fatal(err)
		}
		if err := db.AutoMigrate(&own{}, &plain{}); err != nil {
			t.Fatal(err)
		}
		id := uuid.NewV7()
		owns, plains := []own{{N: 1}, {N: 2, ID: gormtype.UUID(id)}}, []plain{{N: 1}, {N: 2, ID: id}}
		if err := db.Create(&owns).Error; err != nil || uuid.UUID(owns[0].ID).Version() != 4 || uuid.UUID(owns[1].ID) != id {
			t.Errorf("got %v, %v; want a key of version 4, and %v", owns, err, id)
		}
		if err := db.Create(&plains).Error; err != nil || uuid.UUID(plains[0].ID).Version() != 4 || uuid.UUID(plains[1].ID) != id {
			t.Errorf("got %v, %v; want a key of version 4, and %v", plains, err, id)
		}
		if err := db.First(&plain{}, plains[0].ID).Error; err != nil {
			t.Error(err)
		}
		if err := db.Delete(&own{}).Error; !errors.Is(err, gorm.ErrMissingWhereClause) {
			t.Errorf("Delete of no key: got %v", err)
		}
	})
}

// What AutoMigrate does with columns that are there already, in another form.
func TestMigrateExisting(t *testing.T) {
	type item struct {
		ID  gormtype.UUID
		Ref gormtype.UUID
	}
	type sized struct {
		ID gormtype.UUID `gorm:"size:36"`
	}
	each(t, func(t *testing.T, db *gorm.DB) {
		// A key is left alone, without an error, and other columns altered.
		if err := db.Exec("CREATE TABLE items (id char(36) PRIMARY KEY, ref char(36))").Error; err != nil {
			t.Fatal(err)
		}
		err := db.AutoMigrate(&item{})
		columns, _ := db.Migrator().ColumnTypes("items")
		types := map[string]string{}
		for _, c := range columns {
			types[c.Name()] = c.DatabaseTypeName()
		}
		want := map[string]string{"id": "char", "ref": "binary"}
		if db.Name() == "postgres" {
			want = map[string]string{"id": "bpchar", "ref": "uuid"}
		}
		if err != nil || !maps.Equal(types, want) {
			t.Errorf("AutoMigrate: got %v, %v; want %v", types, err, want)
		}

		if db.Name() == "postgres" {
			return // its uuid has no length
		}
		log := &statements{Interface: logger.Discard}
		for range 2 {
			log.sql = nil
			if err := db.Session(&gorm.Session{Logger: log}).AutoMigrate(&sized{}); err != nil {
				t.Fatal(err)
			}
		}
		if !strings.Contains(strings.Join(log.sql, "\n"), "MODIFY COLUMN") {
			t.Error("size:36: a second AutoMigrate alters nothing: change the documentation")
		}
	})
}

// statements is a logger that keeps the SQL.
type statements struct {
	logger.Interface
	sql []string
}

func (s *statements) Trace(_ context.Context, _ time.Time, sql func() (string, int64), _ error) {
	text, _ := sql()
	s.sql = append(s.sql, text)
}

// pgtype's own UUID is one of the types that can be NULL.
func TestPluginPgtype(t *testing.T) {
	db := open(t, dialects["PostgreSQL"](t), &gorm.Config{})
	if err := db.Use(gormtype.Plugin{}); err != nil {
		t.Fatal(err)
	}
	type item struct {
		ID pgtype.UUID `gorm:"type:uuid"`
	}
	if err := db.AutoMigrate(&item{}); err != nil {
		t.Fatal(err)
	}
	id := pgtype.UUID{Bytes: uuid.NewV4(), Valid: true}
	if err := db.Create(&item{id}).Error; err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{id, uuid.UUID(id.Bytes), id.Bytes} {
		var got item
		if err := db.First(&got, "id = ?", v).Error; err != nil || got.ID != id {
			t.Errorf("%T: got %v, %v", v, got, err)
		}
	}
}

// Bytes stay bytes where the plugin knows no column.
func TestPluginBytes(t *testing.T) {
	for _, name := range []string{"PostgreSQL", "PostgreSQL, simple protocol"} {
		db := open(t, dialects[name](t), &gorm.Config{})
		if err := db.Use(gormtype.Plugin{}); err != nil {
			t.Fatal(err)
		}
		id := uuid.NewV4()
		for _, err := range []error{
			db.Exec("DROP TABLE IF EXISTS raw_bytes").Error,
			db.Exec("CREATE TABLE raw_bytes (id bytea)").Error,
			db.Exec("INSERT INTO raw_bytes VALUES (?)", sqlx.Binary(id)).Error,
			db.Exec("INSERT INTO raw_bytes VALUES (?)", datatypes.BinUUID(id)).Error,
			db.Table("raw_bytes").Create(map[string]any{"id": sqlx.Binary(id)}).Error,
		} {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		var n int64
		if db.Raw("SELECT count(*) FROM raw_bytes WHERE length(id) = 16 AND id = ?", sqlx.Binary(id)).Scan(&n); n != 3 {
			t.Errorf("%s: %d rows have 16 bytes, want 3", name, n)
		}
		// The documentation says so of others.
		if db.Exec("UPDATE raw_bytes SET id = ?", gormtype.UUID(id)); db.Raw("SELECT count(*) FROM raw_bytes WHERE length(id) = 36").Scan(&n).Error != nil || n != 3 {
			t.Errorf("%s: %d rows have text: change the documentation", name, n)
		}
	}
}
