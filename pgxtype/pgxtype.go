package pgxtype

import (
	"database/sql"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// Register makes T a native uuid type of the connection that m belongs to.
// From then on these Go types are read from and written to columns of type
// uuid, text, varchar, char, json and jsonb:
//
//	T  *T  **T  sql.Null[T]  uuid.NullUUID
//
// and slices of them, of as many dimensions as PostgreSQL has, as arrays of the
// first four; a []T also as a JSON array. See the package documentation for what
// happens to each.
//
// Several types can be registered side by side; a uuid that is read into an
// any becomes the type registered last. To register a type again is harmless.
// Register wraps the codecs that m has, so a program that brings its own, for
// json say, registers it first.
func Register[T ~[16]byte](m *pgtype.Map) {
	// These eight are all that m holds then: a Go map of no more than eight is
	// searched the fastest, and pgx searches it for every value.
	columns := [8]struct {
		oid          uint32
		text, binary wire
	}{
		{pgtype.UUIDOID, text, native},
		{pgtype.TextOID, text, text},
		{pgtype.VarcharOID, text, text},
		{pgtype.BPCharOID, text, text},
		{pgtype.JSONOID, json, json},
		{pgtype.JSONBOID, json, jsonb},
		{pgtype.ByteaOID, byteaHex, bytea},
		{pgtype.UUIDArrayOID, arrayText, array},
	}
	codecs, types := new([len(columns)]codec), new([len(columns)]pgtype.Type)
	for i, col := range columns {
		old, _ := m.TypeForOID(col.oid) // pgx knows these OIDs in every Map
		c := &codecs[i]
		*c = codec{Codec: old.Codec, text: col.text, binary: col.binary}
		if ours, ok := old.Codec.(*codec); ok {
			c.Codec, c.types = ours.Codec, ours.types
		}
		c.types = prefer(of[T]{}, c.types)
		if col.oid == pgtype.UUIDOID {
			// Where pgx has no OID, or one that it does not know, a T is this type.
			// COPY, which has only binary, must not write 16 bytes there: it may be
			// citext. A type needs an OID to be registered: this borrows uuid's, which
			// uuid takes back below. After the loop it would make the full map grow.
			guess := *c
			guess.binary = unknown
			m.RegisterType(&pgtype.Type{Name: guessed, OID: col.oid, Codec: &guess})
		}
		types[i] = pgtype.Type{Name: old.Name, OID: old.OID, Codec: c}
		m.RegisterType(&types[i])
	}

	registerShapes[T](m)
	registerShapes[*T](m)
	registerShapes[sql.Null[T]](m)
	registerShapes[uuid.NullUUID](m)

	// What a bytea takes is a Valuer, which needs no help; lists of it do, where
	// no OID says what they are.
	for _, v := range []any{[]sqlx.Binary(nil), (*[]sqlx.Binary)(nil)} {
		m.RegisterDefaultPgType(v, "_bytea")
	}
}

// guessed is the name of the type that has no OID of its own.
const guessed = "uuid or text"

// prefer returns types with t at its beginning, and only there.
func prefer(t goType, types []goType) []goType {
	others := slices.DeleteFunc(slices.Clone(types), func(o goType) bool { return o == t })
	return append([]goType{t}, others...)
}

// registerShapes makes m find the way from slices of E to its array codecs,
// and tells it what E and its slices are where no OID does: in the exec and
// simple protocol modes.
func registerShapes[E any](m *pgtype.Map) {
	if !wrapsSlices[E](m) {
		// In front, because pgx's own functions take every slice.
		m.TryWrapEncodePlanFuncs = slices.Insert(m.TryWrapEncodePlanFuncs, 0, wrapEncode[E])
		m.TryWrapScanPlanFuncs = slices.Insert(m.TryWrapScanPlanFuncs, 0, wrapScan[E])
	}
	for _, v := range []any{*new(E), (*E)(nil)} {
		m.RegisterDefaultPgType(v, guessed)
	}
	for _, v := range []any{
		(*slice[E])(nil), []E(nil), pgtype.Array[E]{},
		// What [pgtype.Map.SQLScanner] may be asked for.
		(*[]E)(nil), (*[][]E)(nil), (*[][][]E)(nil), (*pgtype.Array[E])(nil), (*pgtype.FlatArray[E])(nil),
	} {
		m.RegisterDefaultPgType(v, "_uuid")
	}
}
