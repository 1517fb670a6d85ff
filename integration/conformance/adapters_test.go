// Package conformance proves what RFC 9562 asks of an adapter: what it writes, and that it rejects everything else with
// [uuid.ErrInvalid] and leaves the receiver unchanged. It needs no server.
//
// To add a type or a function that reads UUIDs, add a row to readers in invalid_test.go. To add a requirement, add a part to
// TestAdapters in adapters_test.go, and a line that names it to report/tests.tsv.
package conformance_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
	"gorm.io/gorm/utils/tests"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestAdapters proves the rows of CONFORMANCE.md about stores and formats, each in the
// fewest lines that do. It needs no server. The packages' own tests go into every
// corner, and integration/MATRIX.md has the real servers.
func TestAdapters(t *testing.T) {
	u := vectors.U
	equal := func(t *testing.T, what string, got, want any) {
		t.Helper()
		if fmt.Sprintf("%x", got) != fmt.Sprintf("%x", want) {
			t.Errorf("%s: got %x, want %x", what, got, want)
		}
	}
	value := func(t *testing.T, v driver.Valuer) driver.Value {
		t.Helper()
		got, err := v.Value()
		if err != nil {
			t.Fatal(err)
		}
		return got
	}

	t.Run("text or the 16 bytes, and NULL is not Nil", func(t *testing.T) {
		equal(t, "text", value(t, u), vectors.Text)
		equal(t, "binary", value(t, sqlx.Binary(u)), u[:])
		got := vectors.Other
		if err := got.Scan(nil); err == nil || got != vectors.Other {
			t.Errorf("NULL: got %v, %v, want an error", got, err)
		}
		var n sql.Null[sqlx.Binary]
		if err := n.Scan(nil); err != nil || n.Valid {
			t.Errorf("NULL: got %v, %v, want an invalid Null", n, err)
		}
		if err := (*sqlx.Binary)(&got).Scan(u[:]); err != nil || got != u {
			t.Errorf("got %v, %v, want %v", got, err, u)
		}
	})
	t.Run("pgx", func(t *testing.T) {
		m := pgtype.NewMap()
		pgxtype.Register[uuid.UUID](m)
		for format, want := range map[int16][]byte{pgtype.BinaryFormatCode: u[:], pgtype.TextFormatCode: []byte(vectors.Text)} {
			b, err := m.Encode(pgtype.UUIDOID, format, u, nil)
			var got uuid.UUID
			if err == nil {
				err = m.Scan(pgtype.UUIDOID, format, b, &got)
			}
			if err != nil || !bytes.Equal(b, want) || got != u {
				t.Errorf("format %d: got %x and back %v, %v, want %x", format, b, got, err, want)
			}
			var list []*uuid.UUID // with a NULL
			b, err = m.Encode(pgtype.UUIDArrayOID, format, []*uuid.UUID{&u, nil}, nil)
			if err == nil {
				err = m.Scan(pgtype.UUIDArrayOID, format, b, &list)
			}
			if err != nil || len(list) != 2 || *list[0] != u || list[1] != nil {
				t.Errorf("format %d: an array comes back as %v, %v", format, list, err)
			}
			if err := m.Scan(pgtype.UUIDOID, format, nil, &got); err == nil {
				t.Errorf("format %d: NULL is %v, want an error", format, got)
			}
		}
	})
	t.Run("GORM", func(t *testing.T) {
		for dialect, want := range map[string]string{"postgres": "", "mysql": "binary(16)", "sqlite": "blob"} {
			db := &gorm.DB{Config: &gorm.Config{Dialector: dialector{name: dialect}}}
			got := gormtype.UUID{}.GormDBDataType(db, &schema.Field{DataType: "uuid"})
			equal(t, dialect, got, want)
		}
		equal(t, "where it is empty", gormtype.UUID{}.GormDataType(), "uuid")
		db := &gorm.DB{Config: &gorm.Config{Dialector: dialector{name: "sqlserver"}}}
		equal(t, "sqlserver", gormtype.GUID{}.GormDBDataType(db, &schema.Field{DataType: "uuid"}), "uniqueidentifier")
		equal(t, "value", value(t, gormtype.UUID(u)), vectors.Text)
	})
	t.Run("MySQL's UUID_TO_BIN(x, 1)", func(t *testing.T) {
		v1 := uuid.MustParse("c232ab00-9414-11ec-b3c8-9f6bdeced846")
		equal(t, "swapped", value(t, sqlx.Swapped(v1)), []byte("\x11\xec\x94\x14\xc2\x32\xab\x00\xb3\xc8\x9f\x6b\xde\xce\xd8\x46"))
	})
	t.Run("SQL Server's bytes", func(t *testing.T) {
		var got sqlx.GUID
		if err := got.Scan([]byte("\x33\x22\x11\x00\x55\x44\x77\x66\x88\x99\xaa\xbb\xcc\xdd\xee\xff")); err != nil {
			t.Fatal(err)
		}
		equal(t, "read", uuid.UUID(got), u)
	})
	t.Run("BSON subtype 4, and 3 in a named order only", func(t *testing.T) {
		doc, err := bson.Marshal(bson.D{{Key: "x", Value: u}})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "document", doc, append([]byte("\x1d\x00\x00\x00\x05x\x00\x10\x00\x00\x00\x04"), append(u[:], 0)...))
		old := bson.Binary{Subtype: 3, Data: u[:]}
		if got, err := bsonx.FromBinary[uuid.UUID](old); err == nil {
			t.Errorf("subtype 3: got %v, want an error", got)
		}
		if got, err := bsonx.FromBinary[uuid.UUID](old, bsonx.PythonLegacy); err != nil || got != u {
			t.Errorf("subtype 3: got %v, %v, want %v", got, err, u)
		}
	})
	t.Run("MessagePack", func(t *testing.T) {
		got, err := msgpack.Marshal(u)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "bin", got, append([]byte("\xc4\x10"), u[:]...))
	})
	t.Run("CBOR", func(t *testing.T) {
		got, err := cbor.Marshal(u)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "tag 37", got, append([]byte("\xd8\x25\x50"), u[:]...))
	})
	t.Run("JSON and XML", func(t *testing.T) {
		got, err := json.Marshal(map[uuid.UUID]uuid.NullUUID{u: {}})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "map", got, `{"`+vectors.Text+`":null}`)
		if got, err = json.Marshal([]uuid.UUID{{}}); err != nil {
			t.Fatal(err)
		}
		equal(t, "Nil", got, `["00000000-0000-0000-0000-000000000000"]`)
		if got, err = xml.Marshal(u); err != nil {
			t.Fatal(err)
		}
		equal(t, "XML", got, `<UUID>`+vectors.Text+`</UUID>`)
	})
	t.Run("every version and variant in every codec", func(t *testing.T) {
		for _, text := range vectors.All {
			u := uuid.MustParse(text)
			for name, c := range map[string]struct {
				marshal   func(any) ([]byte, error)
				unmarshal func([]byte, any) error
			}{
				"JSON":        {json.Marshal, json.Unmarshal},
				"CBOR":        {cbor.Marshal, cbor.Unmarshal},
				"MessagePack": {msgpack.Marshal, msgpack.Unmarshal},
				"BSON":        {bson.Marshal, bson.Unmarshal},
			} {
				type doc struct{ X uuid.UUID }
				b, err := c.marshal(doc{u})
				var got doc
				if err == nil {
					err = c.unmarshal(b, &got)
				}
				if err != nil || got.X != u {
					t.Errorf("%s: got %v, %v, want %v", name, got.X, err, u)
				}
			}
		}
	})
}

// A dialector has a name.
type dialector struct {
	tests.DummyDialector
	name string
}

func (d dialector) Name() string { return d.name }
