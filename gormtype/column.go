package gormtype

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/uuid"
)

// A kind is what a type and its Null have in common: their column.
type kind string

const (
	uuidKind kind = "UUID"
	textKind kind = "Text"
	guidKind kind = "GUID"
)

// dataType is what GORM knows a field by, and what most dialects make the
// column's type.
func (k kind) dataType() string {
	if k == textKind {
		return string(schema.String)
	}
	return "uuid"
}

// form returns how k is written where the column is not SQL Server's.
func (k kind) form(dialect string) form {
	if _, binary := unhex(dialect); binary && k == uuidKind {
		return formBytes
	}
	return formText
}

// kindOf returns the kind of a type of this package, or of its Null.
func kindOf(t reflect.Type) (kind, bool) {
	switch t {
	case reflect.TypeFor[UUID](), reflect.TypeFor[NullUUID]():
		return uuidKind, true
	case reflect.TypeFor[Text](), reflect.TypeFor[NullText]():
		return textKind, true
	case reflect.TypeFor[GUID](), reflect.TypeFor[NullGUID]():
		return guidKind, true
	}
	return "", false
}

// column returns the column's type, or "" to leave it to the dialect, which
// takes the type tag, or else dataType.
func (k kind) column(db *gorm.DB, field *schema.Field) string {
	dialect := db.Name()
	if reason := k.strays(dialect, field); reason != "" {
		return reason
	}
	if reason := k.hides(db, field); reason != "" {
		return reason
	}
	_, tagged := field.TagSettings["TYPE"]
	// A foreign key gets the data type of the key it refers to, and with it
	// that key's tag (schema.guessRelation).
	if tagged || string(field.DataType) != k.dataType() {
		return k.misfit(dialect, string(field.DataType))
	}
	return k.native(dialect)
}

// native returns the column's type where it is not the dialect's for dataType.
func (k kind) native(dialect string) string {
	switch k {
	case uuidKind:
		switch dialect {
		case "mysql", "sqlserver":
			return "binary(16)"
		case "sqlite":
			return "blob"
		}
	case textKind:
		switch dialect {
		case "mysql":
			return "char(36)"
		case "sqlserver":
			// The drivers send text as nvarchar, and next to one the server
			// would convert a char column, row by row.
			return "nchar(36)"
		}
	case guidKind:
		switch dialect {
		case "mysql":
			return "char(36)"
		case "sqlite":
			return "text" // uuid would be a number's column, by its affinity
		case "sqlserver":
			return "uniqueidentifier"
		}
	}
	return ""
}

// A class is what columns of many names hold.
type class int

const (
	classOther class = iota
	classText
	classBytes
	classUUID
)

func classOf(declared string) class {
	switch firstWord(declared) {
	case "char", "character", "nchar", "bpchar", "varchar", "nvarchar", "string", "citext",
		"text", "tinytext", "mediumtext", "longtext", "ntext", "clob":
		return classText
	case "binary", "varbinary", "bytes", "bytea", "image", "raw",
		"blob", "tinyblob", "mediumblob", "longblob":
		return classBytes
	case "uuid", "guid", "uniqueidentifier":
		return classUUID
	}
	return classOther
}

// firstWord returns the letters that a declared type begins with.
func firstWord(declared string) string {
	word := strings.ToLower(declared)
	if i := strings.IndexFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }); i >= 0 {
		word = word[:i]
	}
	return word
}

// misfit returns "" if k can be stored in a column of the declared type, or if
// that is a type that it does not know.
//
// Otherwise it returns what makes AutoMigrate fail. GORM asks for a type and
// takes no error, so this is a type that no grammar of SQL has: the database
// refuses it, and quotes the reason in its message.
func (k kind) misfit(dialect, declared string) string {
	_, binary := unhex(dialect)
	var use string
	switch classOf(declared) {
	case classText:
		if k == uuidKind {
			use = "use gormtype.Text"
		}
	case classBytes:
		switch {
		case !binary:
			use = "drop the type tag" // all kinds send text
		case k != uuidKind:
			use = "use gormtype.UUID"
		}
	case classUUID:
		switch {
		case dialect == "sqlserver" && k != guidKind:
			use = "use gormtype.GUID"
		case dialect == "mysql" && k == uuidKind:
			// MariaDB's uuid takes UNHEX(…), but stores some UUIDs as others,
			// whose text it refuses: see integration/gormtype.
			use = "use gormtype.Text"
		}
	}
	if use == "" {
		return ""
	}
	word := firstWord(declared)
	return fmt.Sprintf("%s NOT 'gormtype.%s is not stored as %s: %s'", word, k, word, use)
}

// strays returns what makes AutoMigrate fail, as misfit does, if the field has
// a foreign key of another form than the key it refers to, on either side: the
// model that has the relation knows both.
func (k kind) strays(dialect string, field *schema.Field) string {
	if field.Schema == nil { // made by hand, and so of no model
		return ""
	}
	for _, rel := range field.Schema.Relationships.Relations {
		for _, ref := range rel.References {
			if ref.PrimaryKey == nil || ref.PrimaryKey != field && ref.ForeignKey != field {
				continue
			}
			key, ok := kindOf(ref.PrimaryKey.IndirectFieldType)
			foreign, own := kindOf(ref.ForeignKey.IndirectFieldType)
			switch {
			case !ok:
			case own && foreign.form(dialect) == key.form(dialect) && foreign.native(dialect) == key.native(dialect):
			case !own && key.form(dialect) == formText:
			default:
				return fmt.Sprintf("%s NOT 'use gormtype.%s for %s.%s, as for its key'",
					key.dataType(), key, ref.ForeignKey.Schema.Name, ref.ForeignKey.Name)
			}
		}
	}
	return ""
}

// hides returns what makes AutoMigrate fail, as misfit does, if another field of
// the model is a sql.Null[UUID], which GORM writes as text.
func (k kind) hides(db *gorm.DB, field *schema.Field) string {
	if field.Schema == nil {
		return ""
	}
	_, plugin := db.Plugins[Plugin{}.Name()]
	for _, f := range field.Schema.Fields {
		hidden, ok := hiddenIn(f.IndirectFieldType)
		tag := f.TagSettings["TYPE"]
		if !ok || hidden.form(db.Name()) != formBytes || plugin && classOf(tag) == classBytes {
			continue
		}
		return fmt.Sprintf("%s NOT 'use gormtype.Null%s for %s.%s'", k.dataType(), hidden.instead(tag), f.Schema.Name, f.Name)
	}
	return ""
}

// hiddenIn returns the kind of the type in a struct such as sql.Null, which has
// not the methods that GORM asks for a column and a value.
func hiddenIn(t reflect.Type) (k kind, ok bool) {
	if t.Kind() != reflect.Struct || !isUUID(t) {
		return "", false
	}
	v := reflect.New(t).Elem()
	v.Field(1).SetBool(true)
	k, ok = kindOf(t.Field(0).Type)
	return k, ok && !givesBytes(v.Interface())
}

// instead returns the kind whose Null type is for a column of the type tag.
func (k kind) instead(tag string) kind {
	switch f, known := formOfColumn(tag); {
	case !known:
		return k
	case f == formBytes:
		return uuidKind
	case f == formGUID:
		return guidKind
	}
	return textKind
}

// scanned makes an error of package sqlx one of this package.
func scanned(typ string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("gormtype: scan %s: %w", typ, errors.Unwrap(err))
}

// null and unmarshal are the way to the methods of uuid.NullUUID and back. The
// Null types are not of its form, whose field GORM would take for an id but not
// write as the column stores it.

func null[T ~[16]byte](u T, valid bool) uuid.NullUUID {
	return uuid.NullUUID{UUID: uuid.UUID(u), Valid: valid}
}

func unmarshal[T ~[16]byte](u *T, valid *bool, into func(*uuid.NullUUID, []byte) error, b []byte) error {
	var n uuid.NullUUID
	if err := into(&n, b); err != nil {
		return err
	}
	*u, *valid = T(n.UUID), n.Valid
	return nil
}
