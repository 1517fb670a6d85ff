package gormtype_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	driver "github.com/go-sql-driver/mysql"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestMain(m *testing.M) { stores.Main(m) }

// openMariaDB skips the test on MySQL, which has no uuid.
func openMariaDB(t *testing.T) *gorm.DB {
	t.Helper()
	db := open(t, mysql.Open(stores.MariaDB(t)), &gorm.Config{})
	conns, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	conns.SetMaxOpenConns(1)
	var version string
	if err := db.Raw("SELECT version()").Scan(&version).Error; err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(version, "MariaDB") {
		t.Skipf("%s is not a MariaDB", version)
	}
	return db
}

// The models have the same fields in each kind of column. A reference follows
// the tag of the key.
type (
	textRow struct {
		ID       gormtype.Text `gorm:"type:uuid"`
		N        int
		ParentID *gormtype.Text
		Parent   *textRow
		Other    gormtype.NullText `gorm:"type:uuid"`
	}
	binaryRow struct {
		ID       gormtype.UUID
		N        int
		ParentID *gormtype.UUID
		Parent   *binaryRow
		Other    gormtype.NullUUID
	}
)

func (textRow) TableName() string   { return "items" }
func (binaryRow) TableName() string { return "items" }

// A row is any of them.
type row[K any] interface {
	key() (id K, n int, parent *K, other K, valid bool)
}

func (r textRow) key() (gormtype.Text, int, *gormtype.Text, gormtype.Text, bool) {
	return r.ID, r.N, r.ParentID, r.Other.UUID, r.Other.Valid
}
func (r binaryRow) key() (gormtype.UUID, int, *gormtype.UUID, gormtype.UUID, bool) {
	return r.ID, r.N, r.ParentID, r.Other.UUID, r.Other.Valid
}

func TestUUIDColumn(t *testing.T) {
	testRows(t, "uuid", "CAST(%s AS char)", uuid.UUID.String,
		func(id gormtype.Text, n int, parent *gormtype.Text, other gormtype.Text, valid bool) textRow {
			return textRow{ID: id, N: n, ParentID: parent, Other: gormtype.NullText{UUID: other, Valid: valid}}
		})
}

// Why a UUID is not for MariaDB's uuid: of bytes that column makes another id,
// if byte 6 is 0x80 or more and byte 8 is from 1 to 0x80, and of text an error.
func TestUUIDColumnBytes(t *testing.T) {
	type item struct {
		ID gormtype.UUID `gorm:"type:uuid"`
	}
	db := openMariaDB(t)
	if err := db.AutoMigrate(&item{}); err == nil || !strings.Contains(err.Error(), "use gormtype.Text") {
		t.Errorf("AutoMigrate: got %v, want an error that names Text", err)
	}
	db.Exec("CREATE TABLE items (id uuid PRIMARY KEY)")
	id := uuid.MustParse("01020304-0506-8708-8009-0a0b0c0d0e0f")
	if id.Version() != 8 {
		t.Fatalf("%v is not of version 8", id)
	}
	if err := db.Create(&item{gormtype.UUID(id)}).Error; err != nil {
		t.Fatalf("bytes: got %v: MariaDB refuses them now, change the documentation", err)
	}
	var got string
	if err := db.Raw("SELECT id FROM items").Scan(&got).Error; err != nil || got == id.String() {
		t.Errorf("bytes: got %s, %v: MariaDB keeps them now, change the documentation", got, err)
	}
	if err := db.Exec("INSERT INTO items VALUES (?)", gormtype.Text(id)).Error; err == nil {
		t.Error("text: MariaDB takes it now, change the documentation")
	}
}

func TestBinaryColumn(t *testing.T) {
	testRows(t, "binary(16)", "LOWER(HEX(%s))", func(u uuid.UUID) string { return fmt.Sprintf("%x", u[:]) },
		func(id gormtype.UUID, n int, parent *gormtype.UUID, other gormtype.UUID, valid bool) binaryRow {
			return binaryRow{ID: id, N: n, ParentID: parent, Other: gormtype.NullUUID{UUID: other, Valid: valid}}
		})
}

// testRows creates rows, lets MariaDB say what they are, and finds and deletes
// each in the ways that GORM has: each time one row, and the right one.
func testRows[R row[K], K ~[16]byte](t *testing.T, column, expr string, stored func(uuid.UUID) string, make func(K, int, *K, K, bool) R) {
	db := openMariaDB(t)
	for range 2 {
		if err := db.AutoMigrate(new(R)); err != nil {
			t.Fatal(err)
		}
	}
	var declared []string
	db.Raw(`SELECT column_type FROM information_schema.columns
		WHERE table_schema = database() AND column_name IN ('id', 'parent_id', 'other')`).Scan(&declared)
	if got := strings.Join(declared, " "); got != column+" "+column+" "+column {
		t.Errorf("the columns are %s, want %s", got, column)
	}

	ids := []K{{}, K(uuid.Max()), K([]byte("                ")), K([]byte("0123456789abcdef"))}
	for range 100 {
		ids = append(ids, K(uuid.NewV4()), K(uuid.NewV7()))
	}
	var rows []R
	for n, id := range ids {
		var parent *K
		if n > 0 && n%2 == 0 {
			parent = &ids[n-1]
		}
		rows = append(rows, make(id, n, parent, id, n%3 == 0))
	}
	if err := db.Create(&rows).Error; err != nil {
		t.Fatal(err)
	}
	for n, id := range ids {
		var got struct{ ID, Parent, Other *string }
		db.Raw(fmt.Sprintf("SELECT "+expr+" AS id, "+expr+" AS parent, "+expr+" AS other FROM items WHERE n = ?", "id", "parent_id", "other"), n).Scan(&got)
		want := stored(uuid.UUID(id))
		if got.ID == nil || *got.ID != want {
			t.Errorf("row %d: MariaDB has the id %v, want %s", n, got.ID, want)
		}
		if (got.Other != nil) != (n%3 == 0) || got.Other != nil && *got.Other != want {
			t.Errorf("row %d: MariaDB has the other id %v, want %s", n, got.Other, want)
		}
		if child := n > 0 && n%2 == 0; (got.Parent != nil) != child || child && *got.Parent != stored(uuid.UUID(ids[n-1])) {
			t.Errorf("row %d: MariaDB has the parent %v", n, got.Parent)
		}
	}

	for n, id := range ids {
		for name, tx := range map[string]*gorm.DB{
			"inline":  db.First(new(R), id),
			"pointer": db.First(new(R), &id),
			"ids":     db.Find(new(R), []K{id}),
			"=":       db.Find(new(R), "id = ?", id),
			"IN":      db.Where("id IN ?", []K{id, id}).Find(new(R)),
			"map":     db.Where(map[string]any{"id": id}).Take(new(R)),
			"order":   db.Where("id >= ? AND id <= ?", id, id).Find(new(R)),
		} {
			got, gotN, parent, other, valid := (*tx.Statement.Dest.(*R)).key()
			if tx.Error != nil || tx.RowsAffected != 1 || got != id || gotN != n {
				t.Errorf("%s: got %d rows, %x, %d, %v; want row %d of %x", name, tx.RowsAffected, got, gotN, tx.Error, n, id)
			}
			if child := n > 0 && n%2 == 0; (parent != nil) != child || child && *parent != ids[n-1] || valid != (n%3 == 0) || valid && other != id {
				t.Errorf("%s: row %d has the parent %v and the other id %x, %t", name, n, parent, other, valid)
			}
		}
	}
	var loaded []R
	if tx := db.Preload("Parent").Find(&loaded); tx.Error != nil || len(loaded) != len(ids) {
		t.Errorf("Preload: got %d rows, %v", len(loaded), tx.Error)
	}

	query := db.Session(&gorm.Session{DryRun: true}).Find(new(R), "id = ?", ids[9]).Statement
	var plan struct{ Key string }
	if err := db.Raw("EXPLAIN "+query.SQL.String(), query.Vars...).Scan(&plan).Error; err != nil || plan.Key != "PRIMARY" {
		t.Errorf("%s: uses the key %q, %v; want PRIMARY", query.SQL.String(), plan.Key, err)
	}

	// MariaDB itself checks that a parent is there.
	if err := db.Model(new(R)).Where("id = ?", ids[9]).Update("parent_id", K(uuid.NewV4())).Error; err == nil {
		t.Error("a parent that does not exist: got no error")
	}
	if err := db.Model(new(R)).Where("true").Update("parent_id", nil).Error; err != nil {
		t.Error(err)
	}
	for n, id := range ids {
		if tx := db.Delete(new(R), id); tx.Error != nil || tx.RowsAffected != 1 {
			t.Errorf("Delete of %x: got %d rows, %v; want one", id, tx.RowsAffected, tx.Error)
		}
		var left int64
		if db.Model(new(R)).Where("n > ?", n).Count(&left); left != int64(len(ids)-n-1) {
			t.Fatalf("after %d deletes %d rows are left", n+1, left)
		}
	}
}

// What package sqlx says of the uuid column and its bytes.
func TestSqlxBytes(t *testing.T) {
	openMariaDB(t) // skips the test on MySQL
	cfg, err := driver.ParseDSN(stores.MariaDB(t))
	if err != nil {
		t.Fatal(err)
	}
	v4, v8 := uuid.MustParse("f81d4fae-7dec-41d0-a765-00a0c91e6bf6"), uuid.MustParse("01020304-0506-8708-8009-0a0b0c0d0e0f")
	for _, test := range []struct {
		interpolate bool
		arg         any
		id          uuid.UUID
		err, same   bool
	}{
		{false, sqlx.Binary(v4), v4, true, false},
		{false, sqlx.Swapped(v4), v4, true, false},
		{true, sqlx.Binary(v4), v4, false, true},
		{true, sqlx.Binary(v8), v8, false, false},
		{true, sqlx.Swapped(v4), v4, false, false},
		{true, sqlx.Text(v4), v4, false, true},
		{false, sqlx.Text(v4), v4, false, true},
	} {
		cfg.InterpolateParams = test.interpolate
		db, err := sql.Open("mysql", cfg.FormatDSN())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("CREATE OR REPLACE TABLE t (id uuid)"); err != nil {
			t.Fatal(err)
		}
		var got uuid.UUID
		_, err = db.Exec("INSERT INTO t VALUES (?)", test.arg)
		if (err != nil) != test.err {
			t.Errorf("interpolateParams=%t, %T of %v: got %v", test.interpolate, test.arg, test.id, err)
		} else if err == nil {
			if err := db.QueryRow("SELECT id FROM t").Scan(&got); err != nil || (got == test.id) != test.same {
				t.Errorf("interpolateParams=%t, %T of %v: got %v, %v", test.interpolate, test.arg, test.id, got, err)
			}
		}
		db.Close()
	}
}

// AutoMigrate leaves the text of a column that becomes a UUID's to MariaDB,
// which cuts it where it is not strict.
func TestMigrateText(t *testing.T) {
	type item struct {
		ID  int
		Ref gormtype.UUID
	}
	for mode, want := range map[string]string{
		"STRICT_TRANS_TABLES": "too long",
		"":                    "cut to 16 characters",
	} {
		db := openMariaDB(t)
		if err := db.Exec("SET sql_mode = '" + mode + "'").Error; err != nil {
			t.Fatal(err)
		}
		db.Exec("CREATE TABLE items (id bigint PRIMARY KEY, ref char(36))")
		db.Exec("INSERT INTO items VALUES (1, ?)", uuid.NewV4().String())
		err := db.AutoMigrate(&item{})
		if mode == "" && err == nil {
			err = db.First(&item{}, 1).Error
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("sql_mode %q: got %v, want an error with %q", mode, err, want)
		}
	}
}
