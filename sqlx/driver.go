package sqlx

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"slices"
)

// RegisterDriver registers the driver of driverName once more, under name, with
// connections as [NewConnector] makes them. It is for programs and libraries that
// open a database by name: call it once, before they do, and after the base driver
// is registered, which importing its package does. It returns an error if name is
// taken or driverName is not registered.
//
//	err := sqlx.RegisterDriver[sqlx.Binary]("mysql+uuid", "mysql", sqlx.Native[google.UUID]())
//	db, err := sql.Open("mysql+uuid", dsn)
//
// A library that tells the dialect by the driver's name, as github.com/jmoiron/sqlx,
// must be told of the new one.
//
// [sql.DB.Driver] then returns the driver that RegisterDriver has registered, so
// that a library that wraps drivers by name wraps this one. It has no methods of
// the base driver's own. They are reached with
//
//	db.Driver().(interface{ Unwrap() driver.Driver }).Unwrap()
//
// A library that looks for such methods itself does not find them, and may go on
// without an error: modernc.org/sqlite's vtab.RegisterModule registers a module
// for all databases of the process then. Use [NewConnector] with such a library:
// there [sql.DB.Driver] is the base driver.
func RegisterDriver[Form interface {
	~[16]byte
	driver.Valuer
}](name, driverName string, types ...UUIDType) (err error) {
	if !slices.Contains(sql.Drivers(), driverName) {
		return fmt.Errorf("sqlx: RegisterDriver(%q, %q): no driver %[2]q; is its package imported?", name, driverName)
	}
	defer func() {
		if taken := recover(); taken != nil {
			err = fmt.Errorf("sqlx: RegisterDriver(%q, %q): %v", name, driverName, taken)
		}
	}()
	sql.Register(name, registered{driverName, newForm[Form](types)})
	return nil
}

// A registered driver wraps the driver that has another name.
type registered struct {
	base string
	form *form
}

// wrapped returns the driver that opens a database with dsn. The only way from a
// name to a driver is a database, which does not connect.
func (d registered) wrapped(dsn string) (wrapped, error) {
	db, err := sql.Open(d.base, dsn)
	if err != nil {
		return wrapped{}, err
	}
	return wrapped{db.Driver(), d.form}, db.Close()
}

func (d registered) Open(dsn string) (driver.Conn, error) {
	w, err := d.wrapped(dsn)
	if err != nil {
		return nil, err
	}
	return w.Open(dsn)
}

func (d registered) OpenConnector(dsn string) (driver.Connector, error) {
	w, err := d.wrapped(dsn)
	if err != nil {
		return nil, err
	}
	return w.OpenConnector(dsn)
}

// A wrapped driver is what [sql.DB.Driver] returns: whoever wraps a driver by its
// name, as RegisterDriver does, takes it from there, and would lose the form with base.
type wrapped struct {
	base driver.Driver
	form *form
}

// Unwrap returns the base driver.
func (d wrapped) Unwrap() driver.Driver { return d.base }

// Open implements [driver.Driver] for others than database/sql, which calls
// OpenConnector. Nobody would close a connector that it opened.
func (d wrapped) Open(dsn string) (driver.Conn, error) {
	c, err := d.base.Open(dsn)
	if err != nil {
		return nil, err
	}
	return newConn(c, d.form), nil
}

// OpenConnector implements [driver.DriverContext] in the way of [sql.Open].
func (d wrapped) OpenConnector(dsn string) (driver.Connector, error) {
	c := driver.Connector(dsnConnector{d.base, dsn})
	if ctx, ok := d.base.(driver.DriverContext); ok {
		var err error
		if c, err = ctx.OpenConnector(dsn); err != nil {
			return nil, err
		}
	}
	return &wrappedConnector{connector{c, d.form}, d}, nil
}

type wrappedConnector struct {
	connector
	driver wrapped
}

func (c *wrappedConnector) Driver() driver.Driver { return c.driver }

// A dsnConnector is of a driver that has none.
type dsnConnector struct {
	driver driver.Driver
	dsn    string
}

func (c dsnConnector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.dsn) }
func (c dsnConnector) Driver() driver.Driver                        { return c.driver }
