package sqlx_test

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"testing"

	google "github.com/google/uuid"
	mssql "github.com/microsoft/go-mssqldb"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// SQL Server's driver has a UUID type, which is what tells without a server that
// GUID reads and writes what the server does.
func TestGUIDAsMSSQL(t *testing.T) {
	for _, s := range vectors.All {
		u := uuid.MustParse(s)
		wire := kit.Must(mssql.UniqueIdentifier(u).Value())(t) // the server's order
		got := other
		if err := (*sqlx.GUID)(&got).Scan(wire); err != nil || got != u {
			t.Errorf("GUID of the driver's %x: got %v, %v; want %v", wire, got, err, u)
		}
		mixed := u.GUIDBytes()
		if !bytes.Equal(mixed[:], wire.([]byte)) {
			t.Errorf("%v: the driver has %x, GUIDBytes %x", u, wire, mixed)
		}
		var theirs mssql.UniqueIdentifier
		if err := theirs.Scan(mixed[:]); err != nil || uuid.UUID(theirs) != u {
			t.Errorf("the driver's of %x: got %v, %v; want %v", mixed, theirs, err, u)
		}
		// What GUID sends is text.
		text := kit.Must(sqlx.GUID(u).Value())(t)
		if err := theirs.Scan(text); err != nil || uuid.UUID(theirs) != u {
			t.Errorf("the driver's of %s: got %v, %v; want %v", text, theirs, err, u)
		}
		// The trap: into any other type those bytes are another UUID.
		ours, googles := uuid.UUID{}, google.UUID{}
		if err := ours.Scan(wire); err != nil || ours == u && mixed != u {
			t.Errorf("uuid.UUID of %x: got %v, %v: change the documentation", wire, ours, err)
		}
		if err := googles.Scan(wire); err != nil || uuid.UUID(googles) == u && mixed != u {
			t.Errorf("google's of %x: got %v, %v: change the documentation", wire, googles, err)
		}
	}
}

// SQL Server's driver prepares every query, and its connections check arguments
// with effects: those must not come twice. It is used as far as it goes without
// a server.
func TestConnectorMSSQL(t *testing.T) {
	conn := kit.Must(sqlx.NewConnector[sqlx.GUID](mssqlConnector{}, types()...).Connect(context.Background()))(t)
	status := mssql.ReturnStatus(7)
	for _, arg := range []any{&status, sql.Out{}, google.UUID(id)} {
		nv := driver.NamedValue{Ordinal: 1, Value: arg}
		if err := conn.(driver.NamedValueChecker).CheckNamedValue(&nv); err != nil || nv.Value != arg || status != 7 {
			t.Errorf("%T: got %v, %v; want it untouched until the statement has it", arg, nv.Value, err)
		}
	}
	if _, err := conn.(driver.ExecerContext).ExecContext(context.Background(), "", nil); err != driver.ErrSkip {
		t.Errorf("ExecContext: got %v, want %v", err, driver.ErrSkip)
	}
	if _, err := conn.(driver.QueryerContext).QueryContext(context.Background(), "", nil); err != driver.ErrSkip {
		t.Errorf("QueryContext: got %v, want %v", err, driver.ErrSkip)
	}
	if _, err := conn.(driver.ConnPrepareContext).PrepareContext(context.Background(), ""); err != driver.ErrBadConn {
		t.Errorf("PrepareContext: got %v, want the driver's %v", err, driver.ErrBadConn)
	}
}

// An mssqlConnector returns connections of the real driver that are not
// connected.
type mssqlConnector struct{}

func (mssqlConnector) Connect(context.Context) (driver.Conn, error) { return &mssql.Conn{}, nil }
func (mssqlConnector) Driver() driver.Driver                        { return &mssql.Driver{} }
