package pgxtype

import (
	"database/sql"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// Register makes T a native UUID type of the connection that m belongs to.
// After it, pgx reads and writes these Go types in columns of type uuid, text,
// varchar, char, json and jsonb:
//
//	T  *T  **T  sql.Null[T]  uuid.NullUUID  and the NullUUID of T's package
//
// and slices of all but **T as arrays, with up to PostgreSQL's six dimensions. A []T can
// also be a JSON array. If T's JSON is a text that is not canonical, encoding/json writes the
// array, and elements of both texts are read. The NullUUID of T's package, such as google's and gofrs's, is a
// struct of the fields UUID T and Valid bool that has the methods Value and Scan. This Scan reads
// a type that pgx does not know, such as citext, unless you add the line of the guide.
//
// You can register several types. An any that reads a uuid becomes a value of
// the type registered last. Registering a type again is harmless.
//
// Register wraps the codecs that m has. If you bring your own, for json say,
// register it first.
func Register[T ~[16]byte](m *pgtype.Map) {
	registerCodecs(m, newOf[T]())
	registerNulls[T](m)
	registerElement[T](m)
	registerElement[*T](m)
	registerElement[sql.Null[T]](m)
	registerElement[uuid.NullUUID](m)
	// One sqlx.Binary needs no help, because it is a driver.Valuer. Slices of it do.
	registerDefaults(m, "_bytea", []sqlx.Binary(nil), (*[]sqlx.Binary)(nil))
}

// Registered reports whether m has all that [Register] of T adds: pgx has a Map for each
// connection, and a model of a type that was never registered is slow, or an error, only
// where it is used. Ask when the program starts, or in a test:
//
//	err := pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
//		if !pgxtype.Registered[google.UUID](c.Conn().TypeMap()) {
//			return errors.New("google.UUID is not registered")
//		}
//		return nil
//	})
//
// It is false, too, after a codec of yours or pgx.Conn.LoadTypes has replaced one of Register's.
func Registered[T ~[16]byte](m *pgtype.Map) bool {
	for _, col := range columns {
		typ, _ := m.TypeForOID(col.oid)
		if c, ok := typ.Codec.(*codec); !ok || !slices.ContainsFunc(c.types, isOf[T]) {
			return false
		}
	}
	return wrapsSlices[T](m)
}

func isOf[T ~[16]byte](t goType) bool {
	_, ok := t.(of[T])
	return ok
}

// columns are the column types that Register wraps. After Register they are all
// that a new connection's Map holds: pgx searches it for every value, and Go
// searches a map of up to eight entries the fastest.
var columns = [8]struct {
	oid          uint32
	text, binary wire
}{
	{pgtype.UUIDOID, wireText, wireUUID},
	{pgtype.TextOID, wireText, wireText},
	{pgtype.VarcharOID, wireText, wireText},
	{pgtype.BPCharOID, wireText, wireText},
	{pgtype.JSONOID, wireJSON, wireJSON},
	{pgtype.JSONBOID, wireJSON, wireJSONB},
	{pgtype.ByteaOID, wireByteaHex, wireBytea},
	{pgtype.UUIDArrayOID, wireArrayText, wireArray},
}

// registerCodecs puts a codec for t in front of pgx's codec of each column.
func registerCodecs(m *pgtype.Map, t goType) {
	var types [len(columns)]*pgtype.Type
	pointer, plan := t.pointer()
	for i, col := range columns {
		old, _ := m.TypeForOID(col.oid) // pgx knows these OIDs in every Map
		c := &codec{Codec: old.Codec, text: col.text, binary: col.binary, types: []goType{t}, pointer: pointer, plan: plan}
		if ours, ok := old.Codec.(*codec); ok {
			c.Codec, c.types = ours.Codec, prefer(t, ours.types)
		}
		types[i] = &pgtype.Type{Name: old.Name, OID: old.OID, Codec: c}
		// The elements that pgx's codec of uuid[] reads are to be ours, too: its own codec of uuid asks
		// a T's ScanUUID, which may take NULL.
		if list, ok := c.Codec.(*pgtype.ArrayCodec); ok {
			switch list.ElementType.Codec.(type) {
			case pgtype.UUIDCodec, *codec:
				c.Codec = &pgtype.ArrayCodec{ElementType: types[0]}
			}
		}
	}
	registerGuesses(m, *types[0].Codec.(*codec), *types[len(types)-1].Codec.(*codec))
	for _, typ := range types {
		m.RegisterType(typ)
	}
}

// prefer returns types with t at its beginning, and only there.
func prefer(t goType, types []goType) []goType {
	others := slices.DeleteFunc(slices.Clone(types), func(o goType) bool { return o == t })
	return append([]goType{t}, others...)
}

// guess and guessList are the names of the types that a T and a []T have for pgx where the
// column's type is unknown: in the exec and simple protocol modes, and for a type that was
// not loaded. They have no OIDs of their own. docs/postgresql.md names the first.
const (
	guess     = "uuid or text"
	guessList = "uuid[] or text[]"
)

// registerGuesses adds these types to m, given the codecs of uuid and uuid[].
//
// pgx finds the types by their names, but registers no type without an OID. These borrow
// those of uuid and uuid[]. The caller registers the two next, which takes the OIDs back.
func registerGuesses(m *pgtype.Map, one, list codec) {
	// In binary, which COPY always uses, a column of an unknown type holds text, such as
	// citext: PostgreSQL reports a domain over uuid as uuid. An array may be of either. Text is
	// an error for uuid, but 16 bytes may be stored as 16 characters of text.
	one.text, one.binary = wireUnknownText, wireUnknown
	list.binary = wireUnknownArray
	m.RegisterType(&pgtype.Type{Name: guess, OID: pgtype.UUIDOID, Codec: &one})
	m.RegisterType(&pgtype.Type{Name: guessList, OID: pgtype.UUIDArrayOID, Codec: &list})
}

// registerElement makes m find the way from slices of E to its array codecs,
// and names the types of E and its slices for the exec and simple protocol
// modes, in which pgx knows no OID.
func registerElement[E any](m *pgtype.Map) {
	if !wrapsSlices[E](m) {
		// In front, because pgx's own functions take every slice.
		m.TryWrapEncodePlanFuncs = slices.Insert(m.TryWrapEncodePlanFuncs, 0, wrapEncode[E])
		m.TryWrapScanPlanFuncs = slices.Insert(m.TryWrapScanPlanFuncs, 0, wrapScan[E])
	}
	registerDefaults(m, guess, *new(E), (*E)(nil))
	registerDefaults(m, guessList,
		(*slice[E])(nil), []E(nil), pgtype.Array[E]{},
		// What [pgtype.Map.SQLScanner] may be asked for:
		(*[]E)(nil), (*[][]E)(nil), (*[][][]E)(nil), (*pgtype.Array[E])(nil), (*pgtype.FlatArray[E])(nil))
}

// registerNulls makes m find the way from slices of nullables to those of sql.Null.
func registerNulls[T ~[16]byte](m *pgtype.Map) {
	if !wrapsSlices[T](m) { // not registered yet
		m.TryWrapEncodePlanFuncs = slices.Insert(m.TryWrapEncodePlanFuncs, 0, wrapEncodeNulls[T])
		m.TryWrapScanPlanFuncs = slices.Insert(m.TryWrapScanPlanFuncs, 0, wrapScanNulls[T])
	}
}

// registerDefaults tells m that values of these Go types are of the PostgreSQL
// type called name where pgx knows no OID.
func registerDefaults(m *pgtype.Map, name string, values ...any) {
	for _, v := range values {
		m.RegisterDefaultPgType(v, name)
	}
}
