package sqlx

import (
	"context"
	"database/sql/driver"
	"io"
)

// NewConnector returns a connector to base's database, for [sql.OpenDB]. It sends every
// argument of type [uuid.UUID], and of the types that you list, as a Form, with no
// conversion in the query or the model. It cannot know where the SQL expects text: write
// id.String() or [Text] there, and remove functions such as UNHEX and UUID_TO_BIN.
//
//	base, err := mysql.NewConnector(config)
//	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[google.UUID]()))
//	db.Exec(`INSERT INTO users (id) VALUES (?)`, user.ID) // 16 bytes
//
// Form is [Binary] for a database with columns of BINARY(16), BLOB, bytea or RAW(16).
// It may also be [Text], [Swapped], [GUID] or a type of your own. For a column of
// another form convert the argument to the type for that column: the connector passes
// on unchanged whatever is not of its types.
//
// List every UUID type of the program. A type that is not listed is sent as the text
// that its Value returns. A query builder that calls Value itself gives the connector
// only that text: give it a [Binary].
//
// Rows are not converted. Each destination scans what the driver returns: [uuid.UUID]
// and google's and gofrs's types read bytes and text. Scan a column of a [Swapped] into
// a Swapped, also in models: to other types its bytes are another UUID, without an error.
// So it is with a [GUID], unless the driver's option "guid conversion" is true: then scan
// into any type but GUID.
//
// With [Binary] an id is an error if its type's own Scan would not read the bytes back: see
// [UUIDType.CheckBytes]. Do not list a type whose own Value and Scan use another order. For a
// column of text do not list a type whose own text is not a UUID's, such as that of a ULID: a
// connector sends the text of a UUID, which finds none of its rows.
//
// A library that logs or traces goes below: base is then its connector. Around this
// connector it must forward [driver.NamedValueChecker], as most do. Otherwise UUIDs are
// sent as text, without an error.
//
// Code that asserts the type of the driver's connection in [sql.Conn.Raw], such as
// driverConn.(*stdlib.Conn), an interface of it, or the type of its statements, finds it with
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
	return newConn(base, base.Close, c.form), nil
}

// Close is what [sql.DB.Close] calls if there is one.
func (c *connector) Close() error {
	if closer, ok := c.Connector.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}
