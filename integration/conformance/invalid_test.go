package conformance_test

import (
	"database/sql"
	"errors"
	"io"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/vmihailenco/msgpack/v5"
	bsonv1 "go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsontype"
	"go.mongodb.org/mongo-driver/bson/primitive"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/decoders"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/pgxtype"
	ours "github.com/uuidkit/uuidkit/uuid"
)

// readers are pointers to all types of the adapters that read something, and all functions
// that do.
var readers = map[string]any{
	"gormtype.Array": new(gormtype.Array[uuid.UUID]), "gormtype.GUID": new(gormtype.GUID), "gormtype.Null": new(gormtype.Null[gormtype.UUID]),
	"gormtype.Text": new(gormtype.Text), "gormtype.UUID": new(gormtype.UUID),

	"cborx.Bare": new(cborx.Bare), "cborx.Null": new(cborx.Null[cborx.Tagged]), "cborx.Tagged": new(cborx.Tagged),

	"bsonx.FromBinary": func(b []byte) (uuid.UUID, error) {
		return bsonx.FromBinary[uuid.UUID](bson.Binary{Subtype: 4, Data: b})
	},
	"driverv1.FromBinary": func(b []byte) (uuid.UUID, error) {
		return driverv1.FromBinary[uuid.UUID](primitive.Binary{Subtype: 5, Data: b})
	},
}

// TestErrInvalidOfAdapters: whatever the adapters' types and functions, and the types that
// they have registered, reject is ErrInvalid, and leaves the receiver unchanged. The test
// of the root module is uuid.TestErrInvalid.
func TestErrInvalidOfAdapters(t *testing.T) {
	for who, decoder := range readers {
		decoders.Check(t, who, decoder)
	}
	exported := decoders.Exported(t, "../../pgxtype", "../../gormtype", "../../bsonx", "../../bsonx/driverv1", "../../msgpackx", "../../cborx")
	if got, want := slices.Sorted(maps.Keys(readers)), slices.Sorted(maps.Keys(exported)); !slices.Equal(got, want) {
		t.Errorf("readers are\n%q, want all that are exported:\n%q", got, want)
	}
	t.Run("pgxtype", invalidPgx)
	t.Run("bsonx", invalidBSON)
	t.Run("msgpackx", invalidMsgpack)
}

// receivers are the types that a Register makes a library read. A list of nullable types is
// read by the library itself, which asks for the elements.
var receivers = []any{
	new(uuid.UUID), new(*uuid.UUID), new([]uuid.UUID), new(sql.Null[uuid.UUID]), new(uuid.NullUUID),
	new(ours.UUID), new([]ours.UUID), new(ours.NullUUID), new(ours.UUIDs),
}

// rejected checks the error of read into a full value of the type of each receiver.
func rejected(t *testing.T, what string, read func(into any) error) {
	t.Helper()
	n := 0
	for _, r := range receivers {
		typ := reflect.TypeOf(r).Elem()
		got, want := decoders.Filled(typ), decoders.Filled(typ)
		err := read(got.Interface())
		if err == errOther {
			continue
		}
		n++
		if err == nil || !errors.Is(err, ours.ErrInvalid) {
			t.Errorf("%s into %v: %v, want ErrInvalid", what, typ, err)
		}
		if !reflect.DeepEqual(got.Interface(), want.Interface()) {
			t.Errorf("%s into %v: %v, and it becomes %v", what, typ, err, got.Elem())
		}
	}
	if n < 2 {
		t.Errorf("%s was read into %d types, want more", what, n)
	}
}

// errOther is of a value that is not for this receiver.
var errOther = errors.New("a value for another type")

func invalidPgx(t *testing.T) {
	m := pgtype.NewMap()
	pgxtype.Register[ours.UUID](m)
	pgxtype.Register[uuid.UUID](m)
	array := "\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x0b\x86\x00\x00\x00\x01\x00\x00\x00\x01" // and an element
	for _, tt := range []struct {
		oid    uint32
		format int16
		src    string
		lists  bool
	}{
		{pgtype.UUIDOID, pgtype.BinaryFormatCode, "short", false},
		{pgtype.UUIDOID, pgtype.TextFormatCode, "not text of a UUID", false},
		{pgtype.TextOID, pgtype.TextFormatCode, "", false},
		{pgtype.ByteaOID, pgtype.BinaryFormatCode, "a 17th byte is one too many", false},
		{pgtype.ByteaOID, pgtype.TextFormatCode, `\x00`, false},
		{pgtype.JSONOID, pgtype.TextFormatCode, "17", false},
		{pgtype.JSONBOID, pgtype.BinaryFormatCode, "\x02null", false},
		{pgtype.JSONOID, pgtype.TextFormatCode, `["x"]`, true},
		{pgtype.UUIDArrayOID, pgtype.BinaryFormatCode, array + "\x00\x00\x00\x03abc", true},
		{pgtype.UUIDArrayOID, pgtype.TextFormatCode, "{x}", true},
	} {
		rejected(t, tt.src, func(into any) error {
			if kind := reflect.TypeOf(into).Elem().Kind(); tt.lists != (kind == reflect.Slice) || tt.oid == pgtype.JSONOID && reflect.TypeOf(into) == reflect.TypeFor[*ours.UUIDs]() {
				return errOther // pgx itself empties our UUIDs before it reads JSON
			}
			return m.Scan(tt.oid, tt.format, []byte(tt.src), into)
		})
	}
}

func invalidBSON(t *testing.T) {
	for _, tt := range []struct {
		what string
		typ  byte
		data string
	}{
		{"a string", 0x02, "\x02\x00\x00\x00x\x00"},
		{"15 bytes", 0x05, "\x0f\x00\x00\x00\x04" + "0123456789abcde"},
		{"subtype 3", 0x05, "\x10\x00\x00\x00\x03" + "0123456789abcdef"},
		{"an ObjectId", 0x07, "0123456789ab"},
		{"a list of subtype 3", 0x04, "\x1d\x00\x00\x00\x050\x00\x10\x00\x00\x00\x03" + "0123456789abcdef" + "\x00"},
	} {
		reg := bson.NewRegistry()
		if err := errors.Join(bsonx.Register[uuid.UUID](reg), bsonx.Register[ours.UUID](reg, bsonx.KeepAny)); err != nil {
			t.Fatal(err)
		}
		value := bson.RawValue{Type: bson.Type(tt.typ), Value: []byte(tt.data)}
		rejected(t, tt.what, func(into any) error { return value.UnmarshalWithRegistry(reg, into) })

		regv1 := bsonv1.NewRegistry()
		if err := errors.Join(driverv1.Register[uuid.UUID](regv1), driverv1.Register[ours.UUID](regv1, driverv1.KeepAny)); err != nil {
			t.Fatal(err)
		}
		valuev1 := bsonv1.RawValue{Type: bsontype.Type(tt.typ), Value: []byte(tt.data)}
		rejected(t, tt.what+" in version 1", func(into any) error { return valuev1.UnmarshalWithRegistry(regv1, into) })
	}
}

func invalidMsgpack(t *testing.T) {
	err := errors.Join(msgpackx.Register[uuid.UUID](), msgpackx.RegisterNull[uuid.NullUUID](), msgpackx.Register[ours.UUID]())
	if err != nil {
		t.Fatal(err)
	}
	for _, src := range []string{"\x01", "\xa1x", "\xc4\x0f0123456789abcde", "\xd8\x020123456789abcdef", "\xd4\x01x", "\x91\xa1x", "\x81\x01\x01"} {
		rejected(t, src, func(into any) error {
			err := msgpack.Unmarshal([]byte(src), into)
			if errors.Is(err, io.EOF) {
				t.Errorf("%q: %v", src, err)
			}
			return err
		})
	}
}
