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
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// A Type is a Go type for UUIDs, with what only a generic call can make of it.
type Type struct {
	Name, GoName string
	One          reflect.Type // T, which is [16]byte or defined over it
	Null         reflect.Type // the NullUUID of T's package, or nil
	SQLNull      reflect.Type // sql.Null[T]
	Array        reflect.Type // sqlx.Array[T]
	CBORNull     reflect.Type // cborx.Null[T]
	Native       sqlx.UUIDType

	Pgx         func(*pgtype.Map)
	PgxShapes   func(null reflect.Type, kit bool) (func(*pgtype.Map) error, []pgxShape)
	BSON        func(*bson.Registry, ...bsonx.Option) error
	BSONv1      func(*bsoncodec.Registry, ...driverv1.Option) error
	Msgpack     func(...msgpackx.Option) error
	MsgpackNull func() error // registers Null
	CBOR        func(cbor.TagSet, ...cborx.Option) error
}

// typeOf is a Type without a NullUUID.
func typeOf[T ~[16]byte](name, goName string) Type {
	return Type{
		Name: name, GoName: goName,
		One:       reflect.TypeFor[T](),
		SQLNull:   reflect.TypeFor[sql.Null[T]](),
		Array:     reflect.TypeFor[sqlx.Array[T]](),
		CBORNull:  reflect.TypeFor[cborx.Null[T]](),
		Native:    sqlx.Native[T](),
		Pgx:       func(m *pgtype.Map) { pgxtype.Register[T](m) },
		PgxShapes: pgxShapesOf[T],
		BSON:      bsonx.Register[T],
		BSONv1:    driverv1.Register[T],
		Msgpack:   msgpackx.Register[T],
		CBOR:      cborx.Register[T],
	}
}

// withNull is typeOf with the NullUUID of T's package.
func withNull[T ~[16]byte, Null ~struct {
	UUID  T
	Valid bool
}](name, goName string) Type {
	t := typeOf[T](name, goName)
	t.Null, t.MsgpackNull = reflect.TypeFor[Null](), msgpackx.RegisterNull[Null]
	return t
}

// Types are the Go types that are measured: the standard library's only where the
// toolchain has it.
func Types() []Type {
	types := []Type{
		typeOf[std.UUID]("std", "std.UUID"),
		withNull[google.UUID, google.NullUUID]("google", "google.UUID"),
		withNull[gofrs.UUID, gofrs.NullUUID]("gofrs", "gofrs.UUID"),
		typeOf[[16]byte]("[16]byte", "[16]byte"),
	}
	if !std.Present {
		return types[1:]
	}
	return types
}

// Ours are the types of this project. uuid.NullUUID is a shape of every type.
func Ours() []Type {
	return []Type{
		typeOf[uuid.UUID]("uuidkit", "uuid.UUID"),
		withNull[userID, typed.NullID[user]]("typed.ID", "typed.ID[User]"),
	}
}

// ours reports whether T is one of these: it needs no registration for its own form.
func (t Type) ours() bool { return t.Name == "uuidkit" || t.Name == "typed.ID" }

type (
	user   struct{}
	userID = typed.ID[user]
)

func (user) Prefix() string { return "user" }

// A Column is a Go type, without uuidkit or with it.
type Column struct {
	Type
	Kit bool
	// Converted is set with Kit where One is a type of uuidkit to which a T is
	// converted. Such a column needs no registration.
	Converted bool
}

// Columns are those of every row: first what users have today.
func Columns() (cs []Column) {
	for _, t := range Types() {
		cs = append(cs, Column{Type: t})
	}
	for _, t := range append(Ours(), Types()...) {
		cs = append(cs, Column{Type: t, Kit: true})
	}
	return cs
}

// Title is the column's heading.
func (c Column) Title() string {
	if c.Kit && !c.ours() && !strings.HasPrefix(c.Name, "gormtype.") {
		return c.Name + " + uuidkit"
	}
	return c.Name
}
