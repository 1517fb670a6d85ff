package gormtype_test

import (
	"database/sql"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/uuid"
)

// advised makes a model of a key and another field of these types, with the tag.
func advised(key, ref reflect.Type, tag string) reflect.Type {
	if tag != "" {
		tag = "type:" + tag
	}
	return reflect.StructOf([]reflect.StructField{
		{Name: "ID", Type: key, Tag: reflect.StructTag(`gorm:"primaryKey;` + tag + `"`)},
		{Name: "Ref", Type: ref, Tag: reflect.StructTag(`gorm:"` + tag + `"`)},
	})
}

var (
	adviceTag  = regexp.MustCompile(`write the tag type:([^,\n]+)`)
	adviceType = regexp.MustCompile(`use (?:gormtype\.Null\[)?gormtype\.(\w+)`)
	ownTypes   = map[string][2]reflect.Type{
		"UUID": {reflect.TypeFor[gormtype.UUID](), reflect.TypeFor[gormtype.Null[gormtype.UUID]]()},
		"Text": {reflect.TypeFor[gormtype.Text](), reflect.TypeFor[gormtype.Null[gormtype.Text]]()},
		"GUID": {reflect.TypeFor[gormtype.GUID](), reflect.TypeFor[gormtype.Null[gormtype.GUID]]()},
	}
)

// TestAdvice does what each error about a field says, and then stores and finds a row: the
// type tag, the type of this package, and to leave the tag out. A tag for SQLite is also one
// for MySQL, and the other way round.
func TestAdvice(t *testing.T) {
	forms := map[string]func(...gormtype.UUIDType) gorm.Plugin{
		"UUID": gormtype.NewPlugin[gormtype.UUID], "Text": gormtype.NewPlugin[gormtype.Text], "GUID": gormtype.NewPlugin[gormtype.GUID],
	}
	types := [][2]reflect.Type{
		{reflect.TypeFor[google.UUID](), reflect.TypeFor[*google.UUID]()}, {reflect.TypeFor[google.UUID](), reflect.TypeFor[google.NullUUID]()},
		{reflect.TypeFor[uuid.UUID](), reflect.TypeFor[sql.Null[uuid.UUID]]()}, {reflect.TypeFor[std.UUID](), reflect.TypeFor[*std.UUID]()},
		ownTypes["UUID"], ownTypes["Text"], ownTypes["GUID"], {ownTypes["UUID"][0], reflect.TypeFor[sql.Null[gormtype.UUID]]()},
	}
	said := map[string]string{} // by form and server: the tags
	for _, s := range servers[:4] {
		dialect := s.database(t)
		for form, plugin := range forms {
			db := program{dialect: dialect}.open(t)
			ok(t, db.Use(plugin(natives...)))
			followed := map[reflect.Type]bool{}
			follow := func(name string, model reflect.Type) {
				if !followed[model] {
					followed[model] = true
					follow(t, db.Table(fmt.Sprint("advice_", form, len(followed))).Session(&gorm.Session{}), name, model)
				}
			}
			for _, typ := range types {
				for _, tag := range []string{"", "binary(16)", "char(36)", "uuid", "blob", "bytea"} {
					err := gormtype.Check(db, reflect.New(advised(typ[0], typ[1], tag)).Interface())
					if err == nil {
						continue
					}
					for _, line := range strings.Split(err.Error(), "\n") {
						name := fmt.Sprintf("%s, %s, %v with the tag %q: %s", s.name, form, typ, tag, line)
						tags, kinds := adviceTag.FindStringSubmatch(line), adviceType.FindAllStringSubmatch(line[strings.LastIndex(line, ": "):], -1)
						drop := strings.Contains(line, "drop the type tag")
						if tags == nil && kinds == nil && !drop {
							t.Errorf("%s: no advice", name)
						}
						if tags != nil {
							said[form+" on "+s.name] = tags[1]
							follow(name, advised(typ[0], typ[1], tags[1]))
						}
						if drop {
							follow(name, advised(typ[0], typ[1], ""))
						}
						for _, kind := range kinds {
							own, kept := ownTypes[kind[1]], tag
							if s.name == "MySQL" && tag == "uuid" || tag == "bytea" || tag == "blob" && s.name != "SQLite" {
								kept = "" // the server has no such column, or none for a key
							}
							follow(name, advised(own[0], own[1], kept))
						}
					}
				}
			}
		}
	}
	for form := range forms {
		for _, name := range bytesServers {
			if tag := said[form+" on "+name]; tag == "" || tag != said[form+" on SQLite"] {
				t.Errorf("%s on %s: got the tag %q, want one as for SQLite, %q", form, name, tag, said[form+" on SQLite"])
			}
		}
	}
}

type (
	keyed struct {
		ID google.UUID `gorm:"type:binary(16)"`
	}
	keyedOwn         struct{ ID gormtype.UUID }
	refers[F, K any] struct {
		ID    int
		KeyID F
		Key   *K
	}
	serialized[T any] struct {
		ID  int
		Ref T `gorm:"type:binary(16);serializer:json"`
	}
	unserialized[T any] struct {
		ID  int
		Ref T `gorm:"type:binary(16)"`
	}
)

func (refers[F, K]) TableName() string    { return "keys" }
func (unserialized[T]) TableName() string { return "keys" }

// The type of a foreign key that an error says is that of the key; without its serializer a
// field is stored.
func TestAdviceForKeys(t *testing.T) {
	id := google.New()
	for _, s := range servers[:3] {
		db := program{dialect: s.database(t)}.plugin(t)
		for _, test := range []struct {
			wrong any
			want  string
			right any
		}{
			{&refers[string, keyed]{}, "use uuid.UUID for ", &refers[google.UUID, keyed]{ID: 1, KeyID: id, Key: &keyed{id}}},
			{&refers[gormtype.Text, keyed]{}, "use uuid.UUID for ", &refers[*google.UUID, keyed]{ID: 2, KeyID: &id, Key: &keyed{id}}},
			{&refers[gormtype.Text, keyedOwn]{}, "use gormtype.UUID for ", &refers[gormtype.UUID, keyedOwn]{ID: 1, KeyID: gormtype.UUID(id), Key: &keyedOwn{gormtype.UUID(id)}}},
			{&refers[google.UUID, keyedOwn]{}, "use gormtype.UUID for ", &refers[gormtype.Null[gormtype.UUID], keyedOwn]{ID: 2, KeyID: gormtype.Null[gormtype.UUID]{UUID: gormtype.UUID(id), Valid: true}, Key: &keyedOwn{gormtype.UUID(id)}}},
			{&serialized[google.UUID]{}, "has a serializer, which conditions do not use: drop it", &unserialized[google.UUID]{1, id}},
		} {
			fails(t, s.name, gormtype.Check(db, test.wrong), test.want)
			ok(t, gormtype.Check(db, test.right))
			ok(t, db.Migrator().DropTable("keys"))
			ok(t, db.AutoMigrate(test.right))
			create(t, db, test.right)
			got := reflect.New(reflect.TypeOf(test.right).Elem())
			if err := db.Preload(clause.Associations).Take(got.Interface()).Error; err != nil || !reflect.DeepEqual(got.Interface(), test.right) {
				t.Errorf("%s, %T: got %v, %v; want %v", s.name, test.right, got, err, test.right)
			}
		}
	}
}

// follow makes the table of a model, which Check must take, and stores and finds a row.
func follow(t *testing.T, db *gorm.DB, name string, model reflect.Type) {
	t.Helper()
	if err := gormtype.Check(db.Session(&gorm.Session{NewDB: true}), reflect.New(model).Interface()); err != nil {
		t.Errorf("%s\nthen Check: %v", name, err)
		return
	}
	if err := db.AutoMigrate(reflect.New(model).Interface()); err != nil {
		t.Errorf("%s\nthen AutoMigrate: %v", name, err)
		return
	}
	row := reflect.New(model)
	id := reflect.ValueOf(uuid.NewV4()).Convert(model.Field(0).Type)
	row.Elem().Field(0).Set(id)
	ref := row.Elem().Field(1)
	switch ref.Kind() {
	case reflect.Pointer:
		ref.Set(reflect.New(ref.Type().Elem()))
		ref.Elem().Set(id)
	default:
		ref.Field(0).Set(id.Convert(ref.Field(0).Type()))
		ref.Field(1).SetBool(true)
	}
	if err := db.Create(row.Interface()).Error; err != nil {
		t.Errorf("%s\nthen Create: %v", name, err)
		return
	}
	for _, find := range []*gorm.DB{db.Where("id = ?", id.Interface()), db.Where(map[string]any{"ref": id.Interface()})} {
		got := reflect.New(model)
		if err := find.Take(got.Interface()).Error; err != nil || !reflect.DeepEqual(got.Interface(), row.Interface()) {
			t.Errorf("%s\nthen Take: got %v, %v; want %v", name, got, err, row)
		}
	}
}
