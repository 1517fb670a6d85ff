package gormtype_test

import (
	"database/sql"
	"database/sql/driver"
	"reflect"
	"strings"
	"sync"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// columnType returns what AutoMigrate would declare.
func columnType(t *testing.T, db *gorm.DB, model any, field string) string {
	t.Helper()
	s, err := schema.Parse(model, new(sync.Map), schema.NamingStrategy{})
	if err != nil {
		t.Fatal(err)
	}
	return db.Migrator().FullDataTypeOf(s.LookUpField(field)).SQL
}

func TestColumns(t *testing.T) {
	type model struct {
		UUID  gormtype.UUID
		UUIDp *gormtype.UUID
		UUIDn gormtype.Null[gormtype.UUID]
		Text  gormtype.Text
		Textp *gormtype.Text
		Textn gormtype.Null[gormtype.Text]
		GUID  gormtype.GUID
		GUIDp *gormtype.GUID
		GUIDn gormtype.Null[gormtype.GUID]
		Array gormtype.Array[uuid.UUID]
	}
	for dialect, want := range map[string][4]string{ // UUID, Text, GUID, Array
		"postgres":  {"uuid", "text", "uuid", "uuid[]"},
		"mysql":     {"binary(16)", "char(36)", "char(36)", "uuid[]"},
		"sqlite":    {"blob", "text", "text", "uuid[]"},
		"sqlserver": {"binary(16)", "nchar(36)", "uniqueidentifier", "uuid[]"},
		"other":     {"uuid", "text", "uuid", "uuid[]"},
	} {
		db := open(t, dialect)
		for i, name := range []string{"UUID", "Text", "GUID", "Array"} {
			for _, suffix := range []string{"", "p", "n"} {
				if name == "Array" && suffix != "" {
					continue
				}
				if got := columnType(t, db, &model{}, name+suffix); got != want[i] {
					t.Errorf("%s, %s: got %s, want %s", dialect, name+suffix, got, want[i])
				}
			}
		}
	}
}

// tagged makes a model whose field F has the type of v and a gorm tag.
func tagged(v any, tag string) any {
	return reflect.New(reflect.StructOf([]reflect.StructField{
		{Name: "ID", Type: reflect.TypeFor[int]()},
		{Name: "F", Type: reflect.TypeOf(v), Tag: reflect.StructTag(`gorm:"` + tag + `"`)},
	})).Interface()
}

func TestTypeTags(t *testing.T) {
	u, txt, guid := []any{gormtype.UUID{}, new(gormtype.UUID), gormtype.Null[gormtype.UUID]{}},
		[]any{gormtype.Text{}, new(gormtype.Text), gormtype.Null[gormtype.Text]{}},
		[]any{gormtype.GUID{}, new(gormtype.GUID), gormtype.Null[gormtype.GUID]{}}
	const ok = ""
	const drop = "drop the type tag"
	const useUUID, useText, useGUID = "use gormtype.UUID", "use gormtype.Text", "use gormtype.GUID"
	const use16, use36 = "use 16 bytes", "use 36 characters"
	tests := []struct {
		types   []any
		dialect string
		decl    string
		want    string // what the error advises
	}{
		{u, "postgres", "uuid", ok},
		{u, "postgres", "my_domain", ok},
		{u, "postgres", "text", useText},
		{u, "postgres", "varchar(36)", useText},
		{u, "postgres", "character varying(36)", useText},
		{u, "postgres", "bytea", drop},
		{u, "mysql", "binary(16)", ok},
		{u, "mysql", "VARBINARY(16)", ok},
		{u, "mysql", "binary (36)", useText}, // it would add zeros
		{u, "mysql", "binary(20)", use16},
		{u, "mysql", "varbinary(8)", use16},
		{u, "mysql", "varbinary(64)", ok},
		{u, "mysql", "char(36)", useText},
		{u, "mysql", "CHAR(36)", useText},
		{u, "mysql", " char(36)", useText}, // GORM keeps the blank
		{u, "mysql", "longtext", useText},
		{u, "mysql", "uuid", useText},
		{u, "sqlite", "blob", ok},
		{u, "sqlite", "binary(16)", ok},
		{u, "sqlite", "binary(36)", ok}, // it adds nothing
		{u, "sqlite", "uuid", ok},
		{u, "sqlite", "text", useText},
		{u, "sqlserver", "binary(16)", ok},
		{u, "sqlserver", "binary(20)", use16},
		{u, "sqlserver", "uniqueidentifier", useGUID},
		{u, "sqlserver", "nvarchar(36)", useText},
		{u, "other", "uuid", ok},
		{u, "other", "bytes", drop},

		{txt, "postgres", "text", ok},
		{txt, "postgres", "char(36)", ok},
		{txt, "postgres", "uuid", ok},
		{txt, "postgres", "bytea", drop},
		{txt, "mysql", "varchar(36)", ok},
		{txt, "mysql", "uuid", ok}, // MariaDB
		{txt, "mysql", "binary(16)", useUUID},
		{txt, "mysql", "binary(36)", ok},
		{txt, "mysql", "char(32)", use36},
		{txt, "mysql", "text(20)", ok}, // MySQL makes it a tinytext
		{txt, "sqlite", "varchar( 32 )", use36},
		{txt, "postgres", "character varying(35)", use36},
		{txt, "postgres", "varchar DEFAULT (1)", ok},
		{guid, "sqlserver", "nchar(32)", use36},
		{txt, "sqlite", "text", ok},
		{txt, "sqlite", "blob", useUUID},
		{txt, "sqlserver", "char(36)", ok},
		{txt, "sqlserver", "uniqueidentifier", useGUID},

		{guid, "sqlserver", "uniqueidentifier", ok},
		{guid, "sqlserver", "nchar(36)", ok},
		{guid, "sqlserver", "binary(16)", useUUID},
		{guid, "postgres", "uuid", ok},
		{guid, "postgres", "bytea", drop},
		{guid, "mysql", "char(36)", ok},
		{guid, "mysql", "binary(16)", useUUID},
	}
	for _, test := range tests {
		db := open(t, test.dialect)
		for _, v := range test.types {
			got := columnType(t, db, tagged(v, "type:"+test.decl), "F")
			if test.want == ok {
				// GORM knows this one, and names it its own way.
				if want := test.decl; got != want && !(test.decl == "bytes" && got == "blob") {
					t.Errorf("%s, %T, type:%s: got %s", test.dialect, v, test.decl, got)
				}
				continue
			}
			if !strings.Contains(got, " NOT '") || !strings.HasSuffix(got, test.want+"'") {
				t.Errorf("%s, %T, type:%s: got %s, want what is no type and advises %q",
					test.dialect, v, test.decl, got, test.want)
			}
			// MySQL's message has 80 bytes of the statement.
			if _, reason, _ := strings.Cut(got, "NOT "); len(reason) > 80 {
				t.Errorf("%s, %T, type:%s: reason of %d bytes: %s", test.dialect, v, test.decl, len(reason), reason)
			}
		}
	}
	db := open(t, "mysql")
	const want = `uuid NOT 'gormtype.UUID is not stored as char: use gormtype.Text'`
	if got := columnType(t, db, tagged(gormtype.UUID{}, "type:char(36)"), "F"); got != want {
		t.Errorf("\ngot  %s\nwant %s", got, want)
	}
	if got, want := columnType(t, db, tagged(gormtype.UUID{}, "serializer:json"), "F"), "uuid NOT 'gormtype.UUID has a serializer, which conditions do not use: drop it'"; got != want {
		t.Errorf("\ngot  %s\nwant %s", got, want)
	}
	// A tag can't close the quotes of the message.
	if got := columnType(t, db, tagged(gormtype.UUID{}, "type:text COLLATE 'x'"), "F"); strings.Count(got, "'") != 2 {
		t.Errorf("got %s", got)
	}
	if got := columnType(t, db, tagged(gormtype.UUID{}, "type:binary(16);not null"), "F"); got != "binary(16) NOT NULL" {
		t.Errorf("got %s", got)
	}
}

type (
	bookText struct {
		ID    gormtype.Text `gorm:"type:uuid"`
		Pages []pageText    `gorm:"foreignKey:BookID"`
	}
	pageText struct {
		ID     int
		BookID gormtype.Null[gormtype.Text]
		Book   *bookText
	}
	bookUUID struct {
		ID    gormtype.UUID
		Pages []pageUUID `gorm:"foreignKey:BookID"`
	}
	pageUUID struct {
		ID     int
		BookID *gormtype.UUID
		Book   *bookUUID
	}
	bookMixed struct {
		ID    gormtype.Text
		Pages []pageMixed `gorm:"foreignKey:BookID"`
	}
	pageMixed struct {
		ID     int
		BookID gormtype.UUID
		Book   *bookMixed
	}
	bookHas struct {
		ID    gormtype.UUID
		Pages []pageHas `gorm:"foreignKey:BookID"`
	}
	pageHas struct { // knows nothing of its book
		ID     int
		BookID gormtype.Text
	}
	pageStd struct { // GORM gives it the key's type, whatever the tag
		ID     int
		BookID vectors.Std `gorm:"type:binary(16)"`
		Book   *bookUUID
	}
	bookStd struct {
		ID    gormtype.UUID
		Pages []pageStdOf `gorm:"foreignKey:BookID"`
	}
	pageStdOf struct {
		ID     int
		BookID vectors.Std `gorm:"type:binary(16)"`
	}
	bookGUID   struct{ ID gormtype.GUID }
	pageOfGUID struct {
		ID     int
		BookID gormtype.Text
		Book   *bookGUID
	}
	bookPolymorphic struct {
		ID    gormtype.UUID
		Pages []pagePolymorphic `gorm:"polymorphic:Owner"`
	}
	pagePolymorphic struct {
		ID        int
		OwnerID   gormtype.UUID
		OwnerType string
	}
	bookOfStd struct {
		ID vectors.Std `gorm:"type:binary(16)"`
	}
	pageOfStd struct {
		ID     int
		BookID gormtype.UUID
		Book   *bookOfStd
	}
	pageGUID struct {
		ID     int
		BookID gormtype.GUID
		Book   *bookUUID
	}
)

// MySQL refuses a foreign key whose type is not that of the key it refers to
// (errors 1005 and 3780), so it follows that key's type tag.
func TestForeignKeys(t *testing.T) {
	tests := []struct {
		dialect string
		model   any
		want    string
	}{
		{"mysql", &pageText{}, "uuid"},
		{"postgres", &pageText{}, "uuid"},
		{"mysql", &pageUUID{}, "binary(16)"},
		{"sqlserver", &pageUUID{}, "binary(16)"},
		{"sqlite", &pageUUID{}, "blob"},
		{"postgres", &pageUUID{}, "uuid"},
		{"mysql", &pageMixed{}, "uuid NOT 'use gormtype.Text for pageMixed.BookID, as for its key'"},
		{"mysql", &bookHas{}, "uuid NOT 'use gormtype.UUID for pageHas.BookID, as for its key'"},
		{"postgres", &bookHas{}, "uuid"},
		{"mysql", &bookStd{}, "uuid NOT 'use gormtype.UUID for pageStdOf.BookID, as for its key'"},
		{"postgres", &pageStd{}, "uuid"},
		{"postgres", &bookStd{}, "uuid"},
		{"mysql", &bookPolymorphic{}, "binary(16)"},
		{"mysql", &pageOfStd{}, "binary(16)"},
		{"sqlserver", &pageGUID{}, "uuid NOT 'use gormtype.UUID for pageGUID.BookID, as for its key'"},
		{"postgres", &pageGUID{}, "uuid"},
		{"sqlserver", &pageOfGUID{}, "uuid NOT 'use gormtype.GUID for pageOfGUID.BookID, as for its key'"},
	}
	for _, test := range tests {
		field := "BookID"
		if reflect.TypeOf(test.model).Elem().NumField() == 2 && reflect.TypeOf(test.model).Elem().Field(1).Name == "Pages" {
			field = "ID"
		}
		if got := columnType(t, open(t, test.dialect), test.model, field); got != test.want {
			t.Errorf("%s, %T: got %s, want %s", test.dialect, test.model, got, test.want)
		}
	}
}

// nullBytes writes itself as a UUID's column has it.
type nullBytes struct {
	UUID  gormtype.UUID
	Valid bool
}

func (n nullBytes) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.UUID[:], nil
}

// nullText writes itself as its UUID does without a column.
type nullText struct {
	UUID  gormtype.UUID
	Valid bool
}

func (n nullText) Value() (driver.Value, error) { return n.UUID.Value() }

// A sql.Null hides the methods of its type: GORM writes text, whatever the column.
func TestHidden(t *testing.T) {
	type null = sql.Null[gormtype.UUID]
	u := vectors.U
	hidden := null{V: gormtype.UUID(u), Valid: true}
	const refused = "gormtype: "
	for _, test := range []struct {
		dialect string
		v       any
		tag     string
		plugin  bool
		use     string // what AutoMigrate advises
		written string // the SQL of the value, or an error of the plugin
	}{
		{"sqlite", hidden, "", false, "Null[gormtype.UUID]", "?"},
		{"mysql", hidden, "", false, "Null[gormtype.UUID]", "?"},
		{"sqlserver", hidden, "", false, "Null[gormtype.UUID]", "?"},
		{"postgres", hidden, "", false, "", "?"},
		{"other", hidden, "", false, "", "?"},
		{"mysql", &hidden, "", false, "Null[gormtype.UUID]", "?"},
		{"mysql", hidden, "binary(16)", false, "Null[gormtype.UUID]", "?"},
		{"sqlite", hidden, "blob", false, "Null[gormtype.UUID]", "?"},
		{"mysql", hidden, "char(36)", false, "Null[gormtype.Text]", "?"},
		{"mysql", hidden, "uuid", false, "Null[gormtype.Text]", "?"},
		{"sqlserver", hidden, "uniqueidentifier", false, "Null[gormtype.GUID]", "?"},
		{"mysql", sql.Null[gormtype.Text]{V: gormtype.Text(u), Valid: true}, "", false, "", "?"},
		{"sqlite", sql.Null[gormtype.GUID]{V: gormtype.GUID(u), Valid: true}, "", false, "", "?"},
		{"mysql", sql.Null[vectors.Google]{V: vectors.Google(u), Valid: true}, "", false, "", "?"},
		{"sqlite", nullBytes{gormtype.UUID(u), true}, "", false, "", "?"},
		{"sqlite", nullText{gormtype.UUID(u), true}, "", false, "Null[gormtype.UUID]", "?"},

		{"sqlite", hidden, "-", false, "", ""},
		{"mysql", hidden, "-:all", true, "", ""},
		{"sqlite", hidden, "", true, "", "?"},
		{"mysql", hidden, "", true, "Null[gormtype.UUID]", refused + "use gormtype.Null[gormtype.UUID] for .F"},
		{"mysql", null{}, "", true, "Null[gormtype.UUID]", refused + "use gormtype.Null[gormtype.UUID] for .F"},
		{"mysql", &hidden, "char(36)", true, "Null[gormtype.Text]", refused + "use gormtype.Null[gormtype.Text] for .F"},
		{"mysql", sql.Null[gormtype.Text]{V: gormtype.Text(u), Valid: true}, "binary(16)", true, "", refused + ".F (sql.Null[github.com/uuidkit/uuidkit/gormtype.Text]) is stored as a gormtype.Text, and its column is binary: write the tag type:char(36), or use gormtype.UUID"},
		{"mysql", hidden, "binary(16)", true, "", "?"},
		{"sqlite", &hidden, "blob", true, "", "?"},
		{"sqlserver", sql.Null[gormtype.GUID]{V: gormtype.GUID(u), Valid: true}, "uniqueidentifier", true, "", "?"},
		{"postgres", hidden, "", true, "", "?"},
		{"mysql", sql.Null[gormtype.Text]{V: gormtype.Text(u), Valid: true}, "", true, "", "?"},
		{"sqlite", sql.Null[gormtype.GUID]{V: gormtype.GUID(u), Valid: true}, "", true, "", "?"},
		{"mysql", nullBytes{gormtype.UUID(u), true}, "binary(16)", true, "", "?"},
	} {
		db := open(t, test.dialect)
		if test.plugin {
			db = openPlugin(t, test.dialect)
		}
		tag := ""
		if strings.HasPrefix(test.tag, "-") {
			tag = `gorm:"` + test.tag + `"` // no column
		} else if test.tag != "" {
			tag = `gorm:"type:` + test.tag + `"`
		}
		model := reflect.New(reflect.StructOf([]reflect.StructField{
			{Name: "ID", Type: reflect.TypeFor[gormtype.Text](), Tag: `gorm:"type:char(36)"`},
			{Name: "F", Type: reflect.TypeOf(test.v), Tag: reflect.StructTag(tag)},
		}))
		want := "char(36)"
		if test.use != "" {
			want = "uuid NOT 'use gormtype." + test.use + " for .F'"
		}
		if got := columnType(t, db, model.Interface(), "ID"); got != want {
			t.Errorf("%s, %T, %q, plugin %t: AutoMigrate: got %s, want %s", test.dialect, test.v, test.tag, test.plugin, got, want)
		}
		model.Elem().Field(1).Set(reflect.ValueOf(test.v))
		tx := db.Table("t").Create(model.Interface())
		_, got, _ := strings.Cut(tx.Statement.SQL.String(), "VALUES (?,")
		got = strings.TrimSuffix(got, ")")
		if test.plugin {
			if err := gormtype.Check(db, model.Interface()); err != nil {
				got = err.Error()
			}
		}
		if got != test.written {
			t.Errorf("%s, %T, %q, plugin %t: got %s, want %s", test.dialect, test.v, test.tag, test.plugin, got, test.written)
		}
	}
}
