package gormtype_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/vectors"
)

// column is a database whose every query returns these values in a column named id, or rows of four values.
type column []any

func (c column) Connect(context.Context) (driver.Conn, error) { return conn{c}, nil }
func (c column) Driver() driver.Driver                        { return nil }

// two is the value of two columns.
const two = "two"

type conn struct{ column }

func (c conn) Prepare(string) (driver.Stmt, error) { return nil, errors.ErrUnsupported }
func (c conn) Close() error                        { return nil }
func (c conn) Begin() (driver.Tx, error)           { return nil, errors.ErrUnsupported }
func (c conn) QueryContext(context.Context, string, []driver.NamedValue) (driver.Rows, error) {
	r := &result{c.column, []string{"id"}}
	if len(r.column) > 0 {
		if _, ok := r.column[0].([]any); ok {
			r.columns = []string{"id", "pointer", "maybe", "last"}
		} else if r.column[0] == two {
			r.columns = []string{"id", "name"}
		}
	}
	return r, nil
}

type result struct {
	column
	columns []string
}

func (r *result) Columns() []string { return r.columns }
func (r *result) Close() error      { return nil }
func (r *result) Next(dest []driver.Value) error {
	if len(r.column) == 0 {
		return io.EOF
	}
	for i := range dest {
		dest[i] = r.column[0]
		if row, ok := r.column[0].([]any); ok {
			dest[i] = row[i]
		}
	}
	r.column = r.column[1:]
	return nil
}

// The plugin reads UUIDs of every type, also of those that have no Scan.
func TestPluginReads(t *testing.T) {
	t.Run("std", testReads[vectors.Std])
	t.Run("google", testReads[vectors.Google])
	t.Run("gofrs", testReads[vectors.Gofrs])
	t.Run("array", testReads[[16]byte])
}

func testReads[T ~[16]byte](t *testing.T) {
	type (
		plain    struct{ ID T }
		pointer  struct{ ID *T }
		nullable struct{ ID sql.Null[T] }
		model    struct {
			ID T `gorm:"type:id"`
		}
	)
	id := T(vectors.U)
	guid := T(vectors.U)
	swapped := []byte{0x33, 0x22, 0x11, 0x00, 0x55, 0x44, 0x77, 0x66, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff}
	uuids, texts, guids := gormtype.NewPlugin[gormtype.UUID], gormtype.NewPlugin[gormtype.Text], gormtype.NewPlugin[gormtype.GUID]
	find := func(db *gorm.DB, dest any) *gorm.DB { return db.Table("t").Find(dest) }
	pluck := func(db *gorm.DB, dest any) *gorm.DB { return db.Table("t").Pluck("id", dest) }
	for _, test := range []struct {
		name   string
		plugin func(...gormtype.UUIDType) gorm.Plugin
		rows   column
		run    func(db *gorm.DB, dest any) *gorm.DB
		want   any // what the destination becomes
		err    string
	}{
		{"bytes", uuids, column{id[:]}, find, []plain{{id}}, ""},
		{"text", uuids, column{vectors.Text}, find, []plain{{id}}, ""},
		{"pointers", uuids, column{id[:], nil}, find, []pointer{{&id}, {}}, ""},
		{"nullable", uuids, column{id[:], nil}, find, []nullable{{sql.Null[T]{V: id, Valid: true}}, {}}, ""},
		{"one", uuids, column{id[:]}, find, plain{id}, ""},
		{"Form Text", texts, column{vectors.Text, []byte(vectors.Text)}, find, []pointer{{&id}, {&id}}, ""},
		{"Form GUID", guids, column{swapped, vectors.Text}, find, []plain{{guid}, {guid}}, ""},
		{"Form GUID, nullable", guids, column{swapped}, find, []nullable{{sql.Null[T]{V: guid, Valid: true}}}, ""},

		{"Pluck", uuids, column{id[:], vectors.Text}, pluck, []T{id, id}, ""},
		{"Pluck of pointers", uuids, column{id[:], nil}, pluck, []*T{&id, nil}, ""},
		{"Pluck of nullables", uuids, column{id[:], nil}, pluck, []sql.Null[T]{{V: id, Valid: true}, {}}, ""},
		{"Pluck of one", uuids, column{id[:]}, pluck, id, ""},
		{"Pluck of none", uuids, column{}, pluck, []T{}, ""},
		{"Pluck of one of none", uuids, column{}, pluck, T(vectors.Other), ""},
		{"Pluck of NULL", uuids, column{nil}, pluck, []T(nil), "cannot scan NULL"},
		{"Pluck of one NULL", uuids, column{nil}, pluck, T(vectors.Other), "cannot scan NULL"},
		{"Pluck of other bytes", uuids, column{[]byte("x")}, pluck, []T(nil), "16 bytes"},
		{"Pluck of text into Form Text", texts, column{id[:]}, pluck, []T(nil), "want text"},
		{"Find of two columns", uuids, column{two}, func(db *gorm.DB, dest any) *gorm.DB { return db.Model(&model{}).Find(dest) }, []*T(nil), "several columns"},
		{"Pluck of a nullable", uuids, column{id[:]}, pluck, sql.Null[T]{V: id, Valid: true}, ""},
		{"Pluck of a nullable that is NULL", uuids, column{nil}, pluck, sql.Null[T]{}, ""},
		{"Pluck of a nullable of a pointer", uuids, column{id[:]}, pluck, []sql.Null[*T]{{V: &id, Valid: true}}, ""},
		{"Pluck, Form GUID", guids, column{swapped}, pluck, []T{guid}, ""},
		{"Raw", uuids, column{id[:]}, func(db *gorm.DB, dest any) *gorm.DB { return db.Raw("SELECT").Find(dest) }, []T{id}, ""},
		{"Scan", uuids, column{id[:]}, func(db *gorm.DB, dest any) *gorm.DB {
			tx := db.Table("t")
			if err := gormtype.Check(db, dest); err != nil && !strings.Contains(err.Error(), "write the tag") {
				t.Error(err)
			}
			return tx.Scan(dest)
		}, []plain{{id}}, ""},
	} {
		for _, cached := range []bool{false, true} {
			db := openColumn(t, test.rows)
			if cached {
				test.name += ", cached"
				keep(t, db)
			}
			dest := reflect.New(reflect.TypeOf(test.want))
			if dest.Elem().Kind() == reflect.Array {
				dest.Elem().Set(reflect.ValueOf(T(vectors.Other)))
			}
			if null, ok := dest.Interface().(*sql.Null[T]); ok {
				*null = sql.Null[T]{V: T(vectors.Other), Valid: true}
			}
			tx := test.run(use(t, db, test.plugin(everyType...)), dest.Interface())
			if got := dest.Elem().Interface(); !reflect.DeepEqual(got, test.want) || tx.Statement.Dest != dest.Interface() && !strings.HasPrefix(test.name, "Scan") {
				t.Errorf("%s: got %v, want %v", test.name, got, test.want)
			}
			if (tx.Error == nil) != (test.err == "") || tx.Error != nil && !strings.Contains(tx.Error.Error(), test.err) {
				t.Errorf("%s: got %v, want %q", test.name, tx.Error, test.err)
			}
		}
	}

	// A pointer is a new one: what it pointed to may be another model's key.
	for name, test := range map[string]struct {
		plugin func(...gormtype.UUIDType) gorm.Plugin
		row    any
	}{"UUID": {uuids, id[:]}, "Text": {texts, vectors.Text}, "GUID": {guids, swapped}} {
		other := T(vectors.Other)
		got := pointer{&other}
		tx := find(use(t, openColumn(t, column{test.row}), test.plugin(everyType...)), &got)
		if tx.Error != nil || got.ID == nil || *got.ID != id || other != T(vectors.Other) {
			t.Errorf("Form %s: got %v, %v; and %v was %v", name, got.ID, tx.Error, other, vectors.Other)
		}
	}
}

// keep passes what queries have read through JSON, as go-gorm/caches does: its callback is in the place of GORM's.
func keep(t *testing.T, db *gorm.DB) {
	query := db.Callback().Query().Get("gorm:query")
	err := db.Callback().Query().Replace("gorm:query", func(db *gorm.DB) {
		if query(db); db.Error != nil {
			return
		}
		kept, err := json.Marshal(db.Statement.Dest)
		if err == nil {
			reflect.ValueOf(db.Statement.Dest).Elem().SetZero()
			err = json.Unmarshal(kept, db.Statement.Dest)
		}
		db.AddError(err)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A query that fails leaves the UUIDs of types without Scan as they are, those of later columns, too, which the
// pool may have of another row.
func TestPluginReadsWrong(t *testing.T) {
	type model struct {
		ID      vectors.Std
		Pointer *vectors.Std
		Maybe   sql.Null[vectors.Std]
		Last    [16]byte
	}
	std, other := vectors.Std(vectors.U), vectors.Std(vectors.Other)
	id := vectors.U[:]
	plugin := gormtype.NewPlugin[gormtype.UUID](everyType...)
	for wrong := range 4 {
		rows := column{[]any{id, id, id, id}, []any{id, id, id, id}}
		rows[1].([]any)[wrong] = []byte("x")
		db := use(t, openColumn(t, rows), plugin)
		want := model{other, &other, sql.Null[vectors.Std]{V: other, Valid: true}, other}
		var list []model
		if err := db.Table("t").Find(&list).Error; err == nil || len(list) == 0 || list[0].ID != std {
			t.Errorf("column %d: got %v, %v", wrong, list, err)
		}
		if len(list) > 1 { // GORM has the row that is wrong, too
			for i, set := range []bool{list[1].ID == std, list[1].Pointer != nil, list[1].Maybe.Valid, list[1].Last == [16]byte(std)} {
				if i >= wrong && set {
					t.Errorf("column %d is wrong: field %d of the row has a UUID: %v", wrong, i, list[1])
				}
			}
		}
		db = use(t, openColumn(t, rows[1:]), plugin)
		for range 20 { // until a pool has what was put there
			got := want
			if err := db.Table("t").Find(&got).Error; err == nil {
				t.Fatalf("column %d: got no error", wrong)
			}
			fields := []bool{got.ID == other, *got.Pointer == other, got.Maybe == want.Maybe, got.Last == want.Last}
			for i, kept := range fields {
				if i >= wrong && !kept {
					t.Fatalf("column %d is wrong: got %v, %v, %v, %v; want what was in field %d", wrong, got.ID, got.Pointer, got.Maybe, got.Last, i)
				}
			}
		}
	}
}

// GORM loads no relation of a UUID, and neither does it with the plugin.
func TestPluginPluckPreloads(t *testing.T) {
	type team struct {
		ID vectors.Google `gorm:"type:nchar(36)"`
	}
	type user struct {
		ID     vectors.Google `gorm:"type:nchar(36)"`
		TeamID vectors.Google `gorm:"type:nchar(36)"`
		Team   team
	}
	db := use(t, openColumn(t, column{vectors.Text}), gormtype.NewPlugin[gormtype.Text](everyType...))
	var ids []vectors.Google
	tx := db.Model(&user{}).Preload("Team").Pluck("id", &ids)
	if tx.Error != nil || len(ids) != 1 || ids[0] != vectors.Google(vectors.U) || len(tx.Statement.Preloads) != 1 {
		t.Errorf("got %v, %v, and then %d preloads", ids, tx.Error, len(tx.Statement.Preloads))
	}
}

// openColumn opens SQL Server, whose every query returns the column.
func openColumn(t *testing.T, rows column) *gorm.DB {
	t.Helper()
	db, err := gorm.Open(dialect{name: "sqlserver"}, &gorm.Config{ConnPool: sql.OpenDB(rows), Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	return db
}
