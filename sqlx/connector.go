package sqlx

import (
	"context"
	"database/sql/driver"
	"io"
)

// NewConnector returns a connector to base's database, for [sql.OpenDB], that
// makes [uuid.UUID] and the types native: an argument of one of them is sent as a
// Form, with no conversion in the query or the model.
//
//	base, err := mysql.NewConnector(config)
//	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[google.UUID]()))
//	db.Exec(`INSERT INTO users (id) VALUES (?)`, user.ID) // 16 bytes
//
// Form is [Binary] for a database of BINARY(16), BLOB, bytea or RAW(16)
// columns, [Text], [Swapped], [GUID] or a type of your own. For a column of
// another form convert the argument to an edge type: those, and all else that is
// not of the types, pass through unchanged.
//
// Rows are not converted: the package's documentation, under Connectors, says
// what scans them. What a Swapped has written must be scanned into a Swapped, also
// in models.
//
// Code that asserts the driver's type in [sql.Conn.Raw], as
// driverConn.(*stdlib.Conn), no longer finds it there, but in
//
//	driverConn.(interface{ Unwrap() driver.Conn }).Unwrap()
func NewConnector[Form interface {
	~[16]byte
	driver.Valuer
}](base driver.Connector, types ...UUIDType) driver.Connector {
	return &connector{base, newForm[Form](types)}
}

type connector struct {
	driver.Connector
	form *form
}

func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	base, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return newConn(base, c.form), nil
}

// Close is what [sql.DB.Close] calls if there is one.
func (c *connector) Close() error {
	if closer, ok := c.Connector.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}
