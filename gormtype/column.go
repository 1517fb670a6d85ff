package gormtype

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
	"gorm.io/gorm/utils"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// A kind is what a type and its Null have in common: their column.
type kind string

const (
	uuidKind kind = "UUID"
	textKind kind = "Text"
	guidKind kind = "GUID"
)

func kindFor[T UUID | Text | GUID]() kind {
	switch any((*T)(nil)).(type) {
	case *Text:
		return textKind
	case *GUID:
		return guidKind
	}
	return uuidKind
}

// own are the types of this package. What a UUID is in their columns is their own
// business, with and without a plugin.
var own = map[reflect.Type]kind{
	reflect.TypeFor[UUID](): uuidKind, reflect.TypeFor[Null[UUID]](): uuidKind,
	reflect.TypeFor[Text](): textKind, reflect.TypeFor[Null[Text]](): textKind,
	reflect.TypeFor[GUID](): guidKind, reflect.TypeFor[Null[GUID]](): guidKind,
}

func pluginOf(db *gorm.DB) *plugin {
	p, _ := db.Plugins[pluginName].(*plugin)
	return p
}

// kindOf returns the kind of columns of a Go type and the type of its UUIDs, if it is one
// of this package or of the database's plugin.
func kindOf(db *gorm.DB, t reflect.Type) (kind, reflect.Type) {
	if p := pluginOf(db); p != nil {
		return p.kindOf(t)
	}
	if k, ok := own[t]; ok {
		return k, t
	}
	return "", nil
}

// dataType is what GORM knows a field by, and what most dialects make the
// column's type.
func (k kind) dataType() string {
	if k == textKind {
		return string(schema.String)
	}
	return "uuid"
}

// A *raw is a UUID's bytes as an argument of a statement. database/sql and the drivers take
// any type of bytes, and a pointer to it, which GORM does not take for a list when it writes the
// condition of a join or a Raw once more. GORM's log prints what String returns, and for a
// driver.Valuer or a plain []byte it would print <binary>.
type raw []byte

// String returns the canonical text, for the log.
func (r raw) String() string {
	if len(r) != 16 {
		return "NULL"
	}
	return uuid.UUID(r).String()
}

// binary reports whether columns of k store a UUID as 16 bytes in network order, and not as
// text, which a uuid and a uniqueidentifier take, too.
func (k kind) binary(dialect string) bool {
	return k == uuidKind && (dialect == "mysql" || dialect == "sqlite" || dialect == "sqlserver")
}

// bind returns the argument for u in a column of k. With an error, which is for a UUID
// that Scan would not read back, it is not nil: GORM drops errors of subqueries, and a
// condition must not become one of NULL.
func (k kind) bind(dialect string, u uuid.UUID) (any, error) {
	switch {
	case k.binary(dialect):
		_, err := sqlx.Binary(u).Value()
		r := raw(u[:])
		return &r, err
	case k == guidKind:
		return sqlx.GUID(u).Value()
	}
	return u.String(), nil
}

// null returns the argument for NULL in a column of k.
func (k kind) null(dialect string) any {
	if dialect == "sqlserver" && k.binary(dialect) {
		// Its driver declares a nil as text, which the server does not convert to bytes.
		return raw(nil)
	}
	return nil
}

// expr writes u as a column of k stores it.
func (k kind) expr(db *gorm.DB, u uuid.UUID) clause.Expr {
	arg, err := k.bind(db.Name(), u)
	db.AddError(err)
	return clause.Expr{SQL: "?", Vars: []any{arg}}
}

// column returns the column's type, or "" to leave it to the dialect, which
// takes the type tag, or else dataType.
//
// GORM asks for a type and takes no error. So for a field that k cannot be stored in it
// is a type that no grammar of SQL has: AutoMigrate fails, and the database quotes the
// reason in its message.
func (k kind) column(db *gorm.DB, field *schema.Field) string {
	if reason := k.problem(db, field); reason != "" {
		return "uuid NOT '" + reason + "'"
	}
	if k.declared(field) != "" {
		return ""
	}
	return k.native(db.Name())
}

// problem returns why a field of one of our own types cannot be stored, or "".
func (k kind) problem(db *gorm.DB, field *schema.Field) string {
	if field.Schema != nil { // not made by hand
		for rel := range relations(field.Schema) {
			for _, ref := range rel.References {
				if ref.PrimaryKey == field || ref.ForeignKey == field {
					if reason := strays(db, ref); reason != "" {
						return reason
					}
				}
			}
		}
		for _, f := range field.Schema.Fields {
			if reason := hides(db, f); reason != "" {
				return reason
			}
		}
	}
	return k.mistagged(db, field)
}

// mistagged returns a reason if the column's type is not one of k, or a serializer writes it.
func (k kind) mistagged(db *gorm.DB, field *schema.Field) string {
	if field.Serializer != nil {
		return fmt.Sprintf("gormtype.%s has a serializer, which conditions do not use: drop it", k)
	}
	if declared := k.declared(field); declared != "" {
		if use := k.misfit(db.Name(), declared); use != "" {
			return fmt.Sprintf("gormtype.%s is not stored as %s: %s", k, firstWord(declared), use)
		}
	}
	return ""
}

// declared returns the column's type that the field's tag has, or that of the key to
// which it refers: GORM copies a key's data type, and with it the key's tag
// (schema.guessRelation).
func (k kind) declared(field *schema.Field) string {
	if _, tagged := field.TagSettings["TYPE"]; tagged || string(field.DataType) != k.dataType() {
		return string(field.DataType)
	}
	return ""
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
	word := strings.ToLower(strings.TrimSpace(declared)) // GORM keeps the blanks of a tag
	if i := strings.IndexFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }); i >= 0 {
		word = word[:i]
	}
	return word
}

// fixed finds the length of a type that holds no more than that; MySQL's binary adds zeros up to it.
var fixed = regexp.MustCompile(`(?i)^\s*\w*(?:char|binary)\w*(?:\s+varying)?\s*\(\s*(\d+)`)

// length returns the length that a declared type has, or 0.
func length(declared string) (n int) {
	if m := fixed.FindStringSubmatch(declared); m != nil {
		n, _ = strconv.Atoi(m[1])
	}
	return n
}

// misfit returns "" if k can be stored in a column of the declared type, or if that is a
// type that it does not know. Otherwise it returns what to do.
func (k kind) misfit(dialect, declared string) string {
	bytes := uuidKind.binary(dialect)
	n := length(declared)
	switch classOf(declared) {
	case classText:
		switch {
		case k == uuidKind:
			return "use gormtype.Text"
		case n > 0 && n < 36:
			return "use 36 characters"
		}
	case classBytes:
		exact := firstWord(declared) == "binary"
		switch {
		case !bytes:
			return "drop the type tag" // all kinds send text
		case k == textKind && dialect == "mysql" && n == 36:
			return "" // for the text, in bytes
		case k != uuidKind:
			return "use gormtype.UUID"
		case dialect == "mysql" && exact && n == 36:
			return "use gormtype.Text"
		case dialect != "sqlite" && n > 0 && (n < 16 || exact && n > 16): // SQLite keeps no length
			return "use 16 bytes"
		}
	case classUUID:
		switch {
		case dialect == "sqlserver" && k != guidKind:
			return "use gormtype.GUID"
		case dialect == "mysql" && k == uuidKind:
			// MariaDB's uuid rejects bytes, and stores some of UNHEX as others:
			// see integration/gormtype.
			return "use gormtype.Text"
		}
	}
	return ""
}

// strays returns a reason if a foreign key is stored in another form than the key to which it
// refers, or GORM does not see that they are equal. The model that has the relation knows both.
func strays(db *gorm.DB, ref *schema.Reference) string {
	if ref.PrimaryKey == nil { // the type of a polymorphic one
		return ""
	}
	dialect := db.Name()
	key, keyID := kindOf(db, ref.PrimaryKey.IndirectFieldType)
	foreign, foreignID := kindOf(db, ref.ForeignKey.IndirectFieldType)
	use := ref.PrimaryKey.IndirectFieldType.String()
	if _, ok := own[ref.PrimaryKey.IndirectFieldType]; ok {
		use = "gormtype." + string(key)
		// GORM copies the key's data type, and no tag changes that: only our types know the column.
		foreign = own[ref.ForeignKey.IndirectFieldType]
	}
	stored := foreign == "" && !key.binary(dialect) ||
		foreign != "" && foreign.binary(dialect) == key.binary(dialect) && foreign.native(dialect) == key.native(dialect)
	if key == "" || stored && (foreignID == nil || sample(keyID) == sample(foreignID)) {
		return ""
	}
	return fmt.Sprintf("use %s for %s.%s, as for its key", use, ref.ForeignKey.Schema.Name, ref.ForeignKey.Name)
}

// sample returns the text of a UUID of type id by which Preload finds the rows of a key.
func sample(id reflect.Type) string {
	v := reflect.New(id).Elem()
	set(v, uuid.Max())
	return utils.ToStringKey(v.Interface())
}

// hides returns a reason if the field has a column and is a sql.Null[UUID] or the like, whose methods are
// not those that GORM asks for a column and a value: it would write text.
func hides(db *gorm.DB, f *schema.Field) string {
	t := f.IndirectFieldType
	if _, ok := own[t]; ok || f.DBName == "" || t.Kind() != reflect.Struct || t.NumField() != 2 || t.Field(1).Name != "Valid" || t.Field(1).Type.Kind() != reflect.Bool {
		return ""
	}
	k, ok := own[t.Field(0).Type]
	if !ok || !k.binary(db.Name()) {
		return ""
	}
	if _, id := kindOf(db, t); id != nil && k.misfit(db.Name(), string(f.DataType)) == "" {
		return "" // the plugin writes it
	}
	v := reflect.New(t).Elem()
	v.Field(1).SetBool(true)
	if valuer, ok := v.Interface().(driver.Valuer); ok {
		if value, _ := valuer.Value(); reflect.TypeOf(value) == reflect.TypeFor[[]byte]() {
			return ""
		}
	}
	return fmt.Sprintf("use gormtype.Null[gormtype.%s] for %s.%s", k.instead(f.TagSettings["TYPE"]), f.Schema.Name, f.Name)
}

// instead returns the kind that a column with the type tag stores.
func (k kind) instead(tag string) kind {
	switch classOf(tag) {
	case classText:
		return textKind
	case classBytes:
		return uuidKind
	case classUUID:
		if firstWord(tag) == "uniqueidentifier" {
			return guidKind
		}
		return textKind
	}
	return k
}

// scanned makes an error of package sqlx, or of another type's Scan, one of this type.
func scanned(typ string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("gormtype: scan %s: %w", typ, errors.Unwrap(err))
}
