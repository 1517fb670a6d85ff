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
		mixed := u.GUIDBytes()
		if !bytes.Equal(mixed[:], wire.([]byte)) {
			t.Errorf("%v: the driver has %x, GUIDBytes %x", u, wire, mixed)
		}
		if err := sqlx.Native[mssql.UniqueIdentifier]().CheckBytes(u); err == nil {
			t.Errorf("%v: a connector with Binary would store bytes that the driver's type reads as another UUID", u)
		}
		var guid, theirs, theirsOfText, ours, googles uuid.UUID
		for _, scan := range []struct {
			into      sql.Scanner
			src       any
			got       *uuid.UUID
			different bool // the trap: those bytes are another UUID
		}{
			{(*sqlx.GUID)(&guid), wire, &guid, false},
			{(*mssql.UniqueIdentifier)(&theirs), mixed[:], &theirs, false},
			{(*mssql.UniqueIdentifier)(&theirsOfText), kit.Must(sqlx.GUID(u).Value())(t), &theirsOfText, false},
			{&ours, wire, &ours, mixed != u},
			{(*google.UUID)(&googles), wire, &googles, mixed != u},
		} {
			if err := scan.into.Scan(scan.src); err != nil || (*scan.got != u) != scan.different {
				t.Errorf("%T of %x: got %v, %v; want %v: %t: see the documentation", scan.into, scan.src, *scan.got, err, u, !scan.different)
			}
		}
	}
}

// SQL Server's driver prepares every query, and its connections check arguments
// with effects: those must not come twice. It is used as far as it goes without
// a server.
func TestConnectorMSSQL(t *testing.T) {
	conn := kit.Must(sqlx.NewConnector[sqlx.GUID](mssqlConnector{}, types()...).Connect(t.Context()))(t)
	status := mssql.ReturnStatus(7)
	for _, arg := range []any{&status, sql.Out{}, google.UUID(id)} {
		nv := driver.NamedValue{Ordinal: 1, Value: arg}
		if err := conn.(driver.NamedValueChecker).CheckNamedValue(&nv); err != nil || nv.Value != arg || status != 7 {
			t.Errorf("%T: got %v, %v; want it untouched until the statement has it", arg, nv.Value, err)
		}
	}
	_, execErr := conn.(driver.ExecerContext).ExecContext(t.Context(), "", nil)
	_, queryErr := conn.(driver.QueryerContext).QueryContext(t.Context(), "", nil)
	_, prepareErr := conn.(driver.ConnPrepareContext).PrepareContext(t.Context(), "")
	if execErr != driver.ErrSkip || queryErr != driver.ErrSkip || prepareErr != driver.ErrBadConn { // the driver's own
		t.Errorf("got %v, %v and %v; want %v twice, and %v", execErr, queryErr, prepareErr, driver.ErrSkip, driver.ErrBadConn)
	}
}

// An mssqlConnector returns connections of the real driver that are not
// connected.
type mssqlConnector struct{}

func (mssqlConnector) Connect(context.Context) (driver.Conn, error) { return &mssql.Conn{}, nil }
func (mssqlConnector) Driver() driver.Driver                        { return &mssql.Driver{} }
