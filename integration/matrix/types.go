package matrix

import (
	"database/sql"
	"reflect"
	"strings"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// A Type is a Go type for UUIDs, with what only a generic call can make of it.
type Type struct {
	Name    string
	Forms                // as its users have them
	SQLNull reflect.Type // sql.Null[T]
	Array   reflect.Type // sqlx.Array[T]
	Native  sqlx.UUIDType

	Pgx       func(*pgtype.Map)
	PgxShapes func(kit bool) (func(*pgtype.Map) error, []pgxShape)
	BSON      func(*bson.Registry, ...bsonx.Option) error
	BSONv1    func(*bsoncodec.Registry, ...driverv1.Option) error
	Msgpack   func() error
	CBOR      func(cbor.TagSet) error
}

// Forms are the Go types in which values go into a store and come back.
type Forms struct {
	One  reflect.Type // [16]byte or defined over it
	Null reflect.Type // a struct whose first field is such a type, and a field Valid
	Many reflect.Type // a slice
}

// names are the types' names in a program that imports all packages.
func (f Forms) names() (names [3]string) {
	for i, t := range []reflect.Type{f.One, f.Null, f.Many} {
		if t != nil {
			names[i] = packages.Replace(full(t))
		}
	}
	return names
}

var packages = strings.NewReplacer(
	"github.com/google/uuid.", "google.", "github.com/gofrs/uuid/v5.", "gofrs.", "database/sql.", "sql.",
	"github.com/uuidkit/uuidkit/uuid.", "uuid.", "github.com/uuidkit/uuidkit/integration/matrix.", "", "github.com/uuidkit/uuidkit/", "", "uuid.", "std.",
	"[16]uint8", "[16]byte", "gorm.io/", "")

// full is t's name with the path of its package.
func full(t reflect.Type) string {
	if t.Name() == "" && t.Kind() == reflect.Slice {
		return "[]" + full(t.Elem())
	}
	if t.Name() == "" || t.PkgPath() == "" {
		return t.String()
	}
	return t.PkgPath() + "." + t.Name()
}

func typeOf[T ~[16]byte, Null any](name string) Type {
	return Type{
		Name:      name,
		Forms:     Forms{reflect.TypeFor[T](), reflect.TypeFor[Null](), reflect.TypeFor[[]T]()},
		SQLNull:   reflect.TypeFor[sql.Null[T]](),
		Array:     reflect.TypeFor[sqlx.Array[T]](),
		Native:    sqlx.Native[T](),
		Pgx:       func(m *pgtype.Map) { pgxtype.Register[T](m) },
		PgxShapes: pgxShapesOf[T, Null],
		BSON:      bsonx.Register[T],
		BSONv1:    driverv1.Register[T],
		Msgpack:   func() error { return msgpackx.Register[T]() },
		CBOR:      func(tags cbor.TagSet) error { return cborx.Register[T](tags) },
	}
}

// Types are the Go types that are measured: the standard library's only where the
// toolchain has it.
func Types() []Type {
	types := []Type{
		typeOf[std.UUID, sql.Null[std.UUID]]("std"),
		typeOf[google.UUID, google.NullUUID]("google"),
		typeOf[gofrs.UUID, gofrs.NullUUID]("gofrs"),
		typeOf[[16]byte, sql.Null[[16]byte]]("[16]byte"),
	}
	if !std.Present {
		return types[1:]
	}
	return types
}

// Ours is the type of this project.
func Ours() Type { return typeOf[uuid.UUID, uuid.NullUUID]("uuidkit") }

// A Column is a Go type, without uuidkit or with it.
type Column struct {
	Type
	Kit bool
}

// Columns are those of every row: first what users have today.
func Columns() (cs []Column) {
	for _, t := range Types() {
		cs = append(cs, Column{t, false})
	}
	for _, t := range append([]Type{Ours()}, Types()...) {
		cs = append(cs, Column{t, true})
	}
	return cs
}

// Title is the column's heading.
func (c Column) Title() string {
	if c.Kit && c.Name != "uuidkit" {
		return c.Name + " + uuidkit"
	}
	return c.Name
}

// The following are Row.Kit.

// registered stores a T as it is, and its null as sql.Null[T]: our own type has
// NullUUID.
func registered(t Type) Forms {
	if t.Name == "uuidkit" {
		return t.Forms
	}
	return Forms{t.One, t.SQLNull, t.Many}
}

// inDocument stores a T as it is, and its null as NullUUID. Our own type has lists
// of its own.
func inDocument(t Type) Forms {
	if t.Name == "uuidkit" {
		t.Many = reflect.TypeFor[uuid.UUIDs]()
	}
	return Forms{t.One, reflect.TypeFor[uuid.NullUUID](), t.Many}
}

// converted converts every type to One.
func converted[One, Null any](Type) Forms { return convertedTo[One, Null, []One](Type{}) }

// convertedTo is converted with another type for lists.
func convertedTo[One, Null, Many any](Type) Forms {
	return Forms{reflect.TypeFor[One](), reflect.TypeFor[Null](), reflect.TypeFor[Many]()}
}
