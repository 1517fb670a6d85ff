package gormtype_test

import (
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	driver "github.com/go-sql-driver/mysql"
	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// The models have the same fields, of which the columns differ: of types that know
// their column, and of types whose column a tag names.
type (
	own[T ~[16]byte, Null any] struct {
		ID       T
		N        int
		ParentID *T
		Parent   *own[T, Null]
		Maybe    Null
	}
	binaries[T ~[16]byte, Null any] struct {
		ID       T `gorm:"type:binary(16)"`
		N        int
		ParentID *T `gorm:"type:binary(16)"`
		Parent   *binaries[T, Null]
		Maybe    Null `gorm:"type:binary(16)"`
	}
	texts[T ~[16]byte, Null any] struct {
		ID       T `gorm:"type:varchar(36)"`
		N        int
		ParentID *T `gorm:"type:varchar(36)"`
		Parent   *texts[T, Null]
		Maybe    Null `gorm:"type:varchar(36)"`
	}
	uuids[T ~[16]byte, Null any] struct {
		ID       T `gorm:"type:uuid"`
		N        int
		ParentID *T // follows the tag of the key
		Parent   *uuids[T, Null]
		Maybe    Null `gorm:"type:uuid"`
	}
)

func (own[T, Null]) TableName() string      { return "items" }
func (binaries[T, Null]) TableName() string { return "items" }
func (texts[T, Null]) TableName() string    { return "items" }
func (uuids[T, Null]) TableName() string    { return "items" }

// How a T is written in its column's form.
type way int

const (
	alone      way = 1 << iota // by itself: a type of package gormtype
	textPlugin                 // by the plugin, as gormtype.Text
	uuidPlugin                 // by the plugin, as gormtype.UUID
	connector                  // by package sqlx's connector
)

// TestRows creates, finds, changes and deletes rows, each time the right ones, and
// has the server say what it stores. A row of the table is a model on some servers. What the
// plugin does in the columns of package matrix is measured there.
func TestRows(t *testing.T) {
	inText := map[string]string{"SQLite": "text", "MariaDB": "char(36)", "MySQL": "char(36)", "PostgreSQL": "text"}
	guids := map[string]string{"SQLite": "text", "MariaDB": "char(36)", "MySQL": "char(36)", "PostgreSQL": "uuid"}
	inUUID := map[string]string{"SQLite": "blob", "MariaDB": "binary(16)", "MySQL": "binary(16)", "PostgreSQL": "uuid"}
	binary := map[string]string{"SQLite": "binary(16)", "MariaDB": "binary(16)", "MySQL": "binary(16)"}
	varchar := map[string]string{"PostgreSQL": "character varying(36)"}
	oneTag := map[string]string{"SQLite": "uuid", "PostgreSQL": "uuid"} // bytes in SQLite, where the name means nothing
	for _, test := range []struct {
		name    string
		how     way
		columns map[string]string // on which servers, and their type there
		run     func(*testing.T, program, way, map[string]string)
	}{
		{"gormtype.UUID", alone, inUUID, rows[own[gormtype.UUID, gormtype.Null[gormtype.UUID]], gormtype.UUID]},
		{"gormtype.Text", alone, inText, rows[own[gormtype.Text, gormtype.Null[gormtype.Text]], gormtype.Text]},
		{"gormtype.GUID", alone, guids, rows[own[gormtype.GUID, gormtype.Null[gormtype.GUID]], gormtype.GUID]},
		{"gormtype.Text of uuid", alone, map[string]string{"MariaDB": "uuid"}, rows[uuids[gormtype.Text, gormtype.Null[gormtype.Text]], gormtype.Text]},
		{"google", textPlugin, varchar, rows[texts[google.UUID, google.NullUUID], google.UUID]},
		{"google", uuidPlugin, oneTag, rows[uuids[google.UUID, google.NullUUID], google.UUID]},
		{"[16]byte", textPlugin, varchar, rows[texts[[16]byte, sql.Null[uuid.UUID]], [16]byte]},
		{"google", connector, binary, rows[binaries[google.UUID, google.NullUUID], google.UUID]},
		{"gofrs", connector, binary, rows[binaries[gofrs.UUID, gofrs.NullUUID], gofrs.UUID]},
		{"uuidkit", connector, binary, rows[binaries[uuid.UUID, sql.Null[uuid.UUID]], uuid.UUID]},
	} {
		var names []string
		for _, s := range servers {
			if name, _, _ := strings.Cut(s.name, ","); test.columns[name] != "" {
				names = append(names, s.name)
			}
		}
		t.Run(fmt.Sprintf("%s, %s", test.name, map[way]string{alone: "itself", textPlugin: "plugin", uuidPlugin: "plugin of bytes", connector: "connector"}[test.how]), func(t *testing.T) {
			each(t, names, func(t *testing.T, p program) { test.run(t, p, test.how, test.columns) })
		})
	}
}

// A row is any of the models as the tests see it.
type row struct {
	id       [16]byte
	n        int
	parentID *[16]byte
	parent   *[16]byte // the id of the one that was loaded
	maybe    *[16]byte
}

func bytesOf(v reflect.Value) *[16]byte {
	b := v.Convert(reflect.TypeFor[[16]byte]()).Interface().([16]byte)
	return &b
}

// rowOf reads a model's fields.
func rowOf(model any) (r row) {
	v := reflect.ValueOf(model)
	r.id, r.n = *bytesOf(v.FieldByName("ID")), int(v.FieldByName("N").Int())
	if p := v.FieldByName("ParentID"); !p.IsNil() {
		r.parentID = bytesOf(p.Elem())
	}
	if p := v.FieldByName("Parent"); !p.IsNil() {
		r.parent = bytesOf(p.Elem().FieldByName("ID"))
	}
	if null := v.FieldByName("Maybe"); null.FieldByName("Valid").Bool() {
		r.maybe = bytesOf(null.Field(0))
	}
	return r
}

// model makes a model of a row.
func model[R any, T ~[16]byte](id T, n int, parentID *T, maybe *T) (r R) {
	v := reflect.ValueOf(&r).Elem()
	v.FieldByName("ID").Set(reflect.ValueOf(id))
	v.FieldByName("N").SetInt(int64(n))
	v.FieldByName("ParentID").Set(reflect.ValueOf(parentID))
	if maybe != nil {
		null := v.FieldByName("Maybe")
		null.Field(0).Set(reflect.ValueOf(*maybe).Convert(null.Field(0).Type()))
		null.FieldByName("Valid").SetBool(true)
	}
	return r
}

// openAs opens the database of a program that writes T in this way.
func openAs[T ~[16]byte](t *testing.T, p program, how way) *gorm.DB {
	t.Helper()
	switch how {
	case textPlugin:
		db := p.open(t)
		ok(t, db.Use(gormtype.NewPlugin[gormtype.Text](natives...)))
		return db
	case uuidPlugin:
		return p.plugin(t)
	case connector:
		switch d := p.dialect.(type) {
		case *mysql.Dialector:
			base := kit.Must(driver.NewConnector(kit.Must(driver.ParseDSN(d.DSN))(t)))(t)
			d.Conn = sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[T]()))
		case *sqlite.Dialector:
			// Names are for the life of a process, and a test may run twice.
			d.DriverName = t.Name() + uuid.NewV7().String()
			ok(t, sqlx.RegisterDriver[sqlx.Binary](d.DriverName, "sqlite", sqlx.Native[T]()))
		}
	}
	return p.open(t)
}

func rows[R any, T ~[16]byte](t *testing.T, p program, how way, columns map[string]string) {
	db := openAs[T](t, p, how)
	for range 2 {
		logged(db)
		ok(t, db.AutoMigrate(new(R)))
	}
	if changed := slices.DeleteFunc(logged(db), func(sql string) bool {
		return !strings.HasPrefix(sql, "ALTER") && !strings.HasPrefix(sql, "CREATE") && !strings.HasPrefix(sql, "DROP")
	}); how == alone && len(changed) > 0 {
		t.Errorf("the second AutoMigrate ran %q", changed)
	}
	server, _, _ := strings.Cut(p.server, ",")
	for _, c := range kit.Must(db.Migrator().ColumnTypes(new(R)))(t) {
		if got, _ := c.ColumnType(); c.Name() != "n" && !strings.EqualFold(got, columns[server]) {
			t.Errorf("column %s: got %s, want %s", c.Name(), got, columns[server])
		}
	}

	// The server says what is stored.
	ids := []T{{}, T(uuid.Max()), T([]byte("                ")), T([]byte("0123456789abcdeg")), T([]byte("'; DROP TABLE --"))}
	for len(ids) < 40 {
		ids = append(ids, T(uuid.NewV4()), T(uuid.NewV7()))
	}
	var all []R
	for n, id := range ids {
		var parent, maybe *T
		if n%2 == 1 {
			parent = &ids[n/2+1]
		}
		if n%3 == 0 {
			maybe = &ids[n]
		}
		all = append(all, model[R](id, n, parent, maybe))
	}
	create(t, db, &all)
	isBytes := slices.Contains([]string{"blob", "binary(16)", "bytea"}, columns[server]) || server == "SQLite" && how == uuidPlugin
	as := map[string]string{"sqlite": "typeof(%[1]s) || ' ' || %[1]s", "mysql": "concat('text ', %s)", "postgres": "'text ' || %s"}
	if isBytes {
		as = map[string]string{"sqlite": "iif(%[1]s IS NULL, NULL, typeof(%[1]s) || ' ' || lower(hex(%[1]s)))", "mysql": "concat('blob ', lower(hex(%s)))", "postgres": "'blob ' || encode(%s, 'hex')"}
	}
	stored := func(n int) string {
		var parts []string
		for _, column := range []string{"id", "parent_id", "maybe"} {
			parts = append(parts, ask(t, db, "SELECT "+fmt.Sprintf(as[db.Name()], column)+" FROM items WHERE n = ?", n))
		}
		return strings.Join(parts, ", ")
	}
	form := func(id *[16]byte) string {
		switch {
		case id == nil:
			return "NULL"
		case isBytes:
			return fmt.Sprintf("blob %x", *id)
		}
		return "text " + uuid.UUID(*id).String()
	}
	for n := range ids {
		r := rowOf(all[n])
		if got, want := stored(n), form(&r.id)+", "+form(r.parentID)+", "+form(r.maybe); got != want {
			t.Errorf("row %d: the server has %s, want %s", n, got, want)
		}
	}

	null := func(id T) any { return sql.Null[T]{V: id, Valid: true} }
	const every = alone | textPlugin | uuidPlugin | connector
	type list = []R
	for _, f := range []struct {
		name string
		how  way
		find func(id T, parent *T) *gorm.DB
	}{
		{"inline", every, func(id T, _ *T) *gorm.DB { return db.Find(&list{}, id) }},
		{"inline pointer", every, func(id T, _ *T) *gorm.DB { return db.Find(&list{}, &id) }},
		{"inline list", every, func(id T, _ *T) *gorm.DB { return db.Find(&list{}, []T{id}) }},
		{"=", every, func(id T, _ *T) *gorm.DB { return db.Find(&list{}, "id = ?", id) }},
		{"= pointer", every, func(id T, _ *T) *gorm.DB { return db.Find(&list{}, "id = ?", &id) }},
		{"= sql.Null", every &^ alone, func(id T, _ *T) *gorm.DB { return db.Find(&list{}, "id = ?", null(id)) }},
		{"= []byte", connector, func(id T, _ *T) *gorm.DB { return db.Find(&list{}, "id = ?", id[:]) }},
		{"= gormtype.UUID", connector, func(id T, _ *T) *gorm.DB { return db.Find(&list{}, gormtype.UUID(id)) }},
		{"named", every, func(id T, _ *T) *gorm.DB { return db.Find(&list{}, "id = @id", sql.Named("id", id)) }},
		{"IN", every, func(id T, _ *T) *gorm.DB { return db.Find(&list{}, "id IN ?", []T{id, id}) }},
		{"IN (?)", every, func(id T, _ *T) *gorm.DB { return db.Find(&list{}, "id IN (?)", []T{id}) }},
		{"order", every, func(id T, _ *T) *gorm.DB { return db.Find(&list{}, "id >= ? AND id <= ?", id, id) }},
		{"map", every, func(id T, _ *T) *gorm.DB { return db.Where(map[string]any{"id": id}).Find(&list{}) }},
		{"map of a list", every, func(id T, _ *T) *gorm.DB { return db.Where(map[string]any{"id": []T{id}}).Find(&list{}) }},
		{"clause", every, func(id T, _ *T) *gorm.DB { return db.Find(&list{}, clause.Eq{Column: "id", Value: id}) }},
		{"struct", every, func(id T, parent *T) *gorm.DB {
			r := model[R](id, 0, parent, nil)
			return db.Where(&r).Find(&list{}, clause.Eq{Column: "id", Value: id}) // or the Nil UUID were no condition
		}},
		{"expression", every, func(id T, _ *T) *gorm.DB { return db.Find(&list{}, "coalesce(maybe, ?) = ? AND id = ?", id, id, id) }},
		{"Raw", every, func(id T, _ *T) *gorm.DB { return db.Raw("SELECT * FROM items WHERE id = ?", id).Scan(&list{}) }},
		{"Table", every, func(id T, _ *T) *gorm.DB { return db.Table("items").Where("id = ?", id).Find(&list{}) }},
		{"subquery", every, func(id T, _ *T) *gorm.DB {
			return db.Find(&list{}, "id IN (?)", db.Model(new(R)).Select("id").Where("id = ?", id))
		}},
		{"join", every, func(id T, parent *T) *gorm.DB {
			tx := db.Joins("Parent")
			if parent != nil {
				tx = tx.Where(clause.Eq{Column: clause.Column{Table: "Parent", Name: "id"}, Value: *parent})
			}
			return tx.Find(&list{}, clause.Eq{Column: clause.Column{Table: "items", Name: "id"}, Value: id})
		}},
		{"Preload", every, func(id T, _ *T) *gorm.DB { return db.Preload("Parent").Find(&list{}, id) }},
	} {
		if f.how&how == 0 {
			continue
		}
		for n, id := range ids[:12] {
			want := rowOf(all[n])
			var parent *T
			if want.parentID != nil {
				id := T(*want.parentID)
				parent = &id
			}
			tx := f.find(id, parent)
			got := *tx.Statement.Dest.(*list)
			if tx.Error != nil || len(got) != 1 {
				t.Errorf("%s: got %d rows, %v; want row %d", f.name, len(got), tx.Error, n)
				continue
			}
			if f.name == "join" || f.name == "Preload" {
				want.parent = want.parentID
			}
			if r := rowOf(got[0]); !reflect.DeepEqual(r, want) {
				t.Errorf("%s: got %v, want %v", f.name, r, want)
			}
		}
	}
	if how == connector && isBytes { // text stays text, which no bytes are
		affects(t, "text", db.Find(&list{}, "id = ?", uuid.UUID(ids[7]).String()), 0)
	}
	var plucked []T
	if err := db.Model(new(R)).Order("n").Pluck("id", &plucked).Error; err != nil || !slices.Equal(plucked, ids) {
		t.Errorf("Pluck: got %x, %v, want %x", plucked, err, ids)
	}
	if server != "PostgreSQL" && how == alone {
		dry := db.Session(&gorm.Session{DryRun: true})
		usesIndex(t, db, dry.Find(new(R), "id = ?", ids[9]).Statement)
		if server == "SQLite" { // the others weigh it against reading all of a small table
			usesIndex(t, db, dry.Find(new(R), "id IN ?", []T{ids[9], ids[10]}).Statement)
			usesIndex(t, db, dry.Find(new(R), "id > ?", ids[9]).Statement)
		}
	}

	// Changes.
	if err := db.Model(new(R)).Where("id = ?", ids[9]).Update("parent_id", T(uuid.NewV4())).Error; err == nil {
		t.Error("a parent that does not exist: got no error")
	}
	made := T(uuid.NewV4())
	saved, upserted := model[R](ids[8], 8, &ids[8], nil), model[R](ids[6], 60, nil, nil)
	assign := clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoUpdates: clause.Assignments(map[string]any{"parent_id": ids[5]})}
	for _, change := range []struct {
		name string
		how  way
		run  func() *gorm.DB
		n    int // the row
		want *T  // its parent then
	}{
		{"Update", every, func() *gorm.DB { return db.Model(new(R)).Where("id = ?", ids[10]).Update("parent_id", ids[3]) }, 10, &ids[3]},
		{"Updates", every, func() *gorm.DB {
			return db.Model(new(R)).Where("id = ?", ids[7]).Updates(map[string]any{"parent_id": ids[1], "maybe": nil})
		}, 7, &ids[1]},
		{"Exec", every, func() *gorm.DB { return db.Exec("UPDATE items SET parent_id = ? WHERE id = ?", ids[4], ids[11]) }, 11, &ids[4]},
		{"Save", every, func() *gorm.DB { return db.Save(&saved) }, 8, &ids[8]},
		{"FirstOrCreate", every, func() *gorm.DB {
			return db.Where(model[R](made, 0, nil, nil)).Attrs(map[string]any{"n": 99}).FirstOrCreate(new(R))
		}, 99, nil},
		{"upsert", every, func() *gorm.DB { return db.Clauses(assign).Create(&upserted) }, 6, &ids[5]},
	} {
		if change.how&how == 0 {
			continue
		}
		if tx := change.run(); tx.Error != nil || tx.RowsAffected != 1 && (change.name != "upsert" || db.Name() != "mysql") {
			t.Errorf("%s: %d rows, %v", change.name, tx.RowsAffected, tx.Error)
		}
		var parent *[16]byte
		if change.want != nil {
			parent = (*[16]byte)((*change.want)[:])
		}
		if _, got, _ := strings.Cut(stored(change.n), ", "); !strings.HasPrefix(got, form(parent)) {
			t.Errorf("%s: row %d has the parent %s, want %s", change.name, change.n, got, form(parent))
		}
	}
	ok(t, db.Model(new(R)).Where("1 = 1").Update("parent_id", nil).Error)

	logged(db)
	deletes := []func(T) *gorm.DB{
		func(id T) *gorm.DB { return db.Delete(new(R), id) },
		func(id T) *gorm.DB { return db.Delete(new(R), &id) },
		func(id T) *gorm.DB { return db.Delete(new(R), "id = ?", id) },
		func(id T) *gorm.DB { return db.Where(map[string]any{"id": id}).Delete(new(R)) },
		func(id T) *gorm.DB { return db.Delete(new(R), []T{id}) },
		func(id T) *gorm.DB {
			if db.Name() == "mysql" {
				return db.Delete(new(R), id)
			}
			return db.Clauses(clause.Returning{}).Delete(new(R), id)
		},
		func(id T) *gorm.DB {
			return db.Exec("DELETE FROM items WHERE id = ?", id)
		},
	}
	affects(t, "Delete of what was made", db.Delete(new(R), made), 1)
	for n, id := range ids {
		affects(t, fmt.Sprintf("Delete %d of %x", n%len(deletes), id), deletes[n%len(deletes)](id), 1)
		var left []int
		if db.Model(new(R)).Order("n").Pluck("n", &left); len(left) != len(ids)-n-1 || len(left) > 0 && left[0] != n+1 {
			t.Fatalf("after %d deletes %d rows are left, want all from %d", n+1, len(left), n+1)
		}
	}
	if sql := strings.Join(logged(db), "\n"); how == alone && strings.Contains(sql, "<binary>") {
		t.Errorf("the log can't be read: %s", sql)
	}
}

// usesIndex checks that a statement finds its rows by the primary key.
func usesIndex(t *testing.T, db *gorm.DB, s *gorm.Statement) {
	t.Helper()
	explain, want := "EXPLAIN FORMAT=TRADITIONAL ", "PRIMARY"
	if db.Name() == "sqlite" {
		explain, want = "EXPLAIN QUERY PLAN ", "SEARCH items USING INDEX"
	}
	var plan struct{ Key, Detail string }
	if err := db.Raw(explain+s.SQL.String(), s.Vars...).Scan(&plan).Error; err != nil || !strings.HasPrefix(plan.Key+plan.Detail, want) {
		t.Errorf("%s: got the plan %v, %v, want %s", s.SQL.String(), plan, err, want)
	}
}
