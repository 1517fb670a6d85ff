package upstream_test

import (
	"database/sql"
	"fmt"
	"testing"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/integration/upstream"
)

// connect opens a connection to an empty database, and runs the setup there.
func connect(t testing.TB, setup string) *pgx.Conn {
	conn := kit.Must(pgx.Connect(t.Context(), stores.Postgres(t)))(t)
	t.Cleanup(func() { conn.Close(t.Context()) })
	kit.Must(conn.Exec(t.Context(), setup))(t)
	return conn
}

// asText has the method of Go 1.27's UUID that encoding/json calls.
type asText [16]byte

func (u asText) MarshalText() ([]byte, error) { return []byte(google.UUID(u).String()), nil }

// An ownCodec is a codec that a program has registered.
type ownCodec struct{ pgtype.ArrayCodec }

var pgxPrograms = map[string]upstream.Program{
	"pgx-bytes": func(t testing.TB) string {
		conn := connect(t, "")
		var got string
		err := conn.QueryRow(t.Context(), "select $1::uuid::text", []byte(text)).Scan(&got)
		return upstream.Outcome(got, err)
	},
	"pgx-json-text": func(t testing.TB) string {
		conn := connect(t, "")
		var got string
		err := conn.QueryRow(t.Context(), "select $1::jsonb::text", asText(id)).Scan(&got)
		return upstream.Outcome(got, err)
	},
	"pgx-sql-text-column": func(t testing.TB) string {
		db := kit.Must(sql.Open("pgx", stores.Postgres(t)))(t)
		defer db.Close()
		var got std.UUID
		err := db.QueryRow("select $1::text", text).Scan(&got)
		return upstream.Outcome(google.UUID(got), err)
	},
	"pgx-load-range": func(t testing.TB) string {
		conn := connect(t, "create type uuidrange as range (subtype = uuid)")
		_, err := conn.LoadTypes(t.Context(), []string{"uuidrange", "uuidmultirange"})
		return upstream.Outcome(nil, err)
	},
	"pgx-load-array": func(t testing.TB) string {
		conn := connect(t, "create type tagged as (id uuid, tags uuid[])")
		m := conn.TypeMap()
		element, _ := m.TypeForOID(pgtype.UUIDOID)
		m.RegisterType(&pgtype.Type{Name: "_uuid", OID: pgtype.UUIDArrayOID, Codec: &ownCodec{pgtype.ArrayCodec{ElementType: element}}})
		kit.Must(conn.LoadTypes(t.Context(), []string{"tagged"}))(t)
		typ, _ := m.TypeForOID(pgtype.UUIDArrayOID)
		return fmt.Sprintf("%T", typ.Codec)
	},
	"pgx-domain": func(t testing.TB) string {
		conn := connect(t, "create domain digest as bytea")
		var got int
		err := conn.QueryRow(t.Context(), "select length($1::digest)", google.UUID(id)).Scan(&got)
		return upstream.Outcome(fmt.Sprint(got, " bytes"), err)
	},
}
