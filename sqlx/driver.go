package sqlx

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"slices"
)

// RegisterDriver registers the driver of driverName once more, under name, with
// connections that convert arguments as those of [NewConnector] do. Use it if your
// program, or a library, opens the database by name. Call it once, before that. It
// returns an error if name is taken, or if driverName is not registered.
//
//	err := sqlx.RegisterDriver[sqlx.Binary]("mysql+uuid", "mysql", sqlx.Native[google.UUID]())
//	db, err := sql.Open("mysql+uuid", dsn)
//
// Some libraries choose the SQL dialect by the driver's name, as
// github.com/jmoiron/sqlx does. Tell them the new name.
//
// [sql.DB.Driver] returns the new driver, so that a library that wraps drivers by name
// keeps the conversion. The base driver, with its own methods, is
//
//	db.Driver().(interface{ Unwrap() driver.Driver }).Unwrap()
//
// A library that looks for methods of the base driver does not find them, and may not
// return an error: vtab.RegisterModule of modernc.org/sqlite then registers a module for
// all databases of the process, instead of one driver's. Use [NewConnector] with such a
// library: there [sql.DB.Driver] returns the base driver.
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

// A registered driver knows the base driver by name.
type registered struct {
	base string
	form *form
}

// OpenConnector opens a database to find the base driver, because there is no other
// way from a name to a driver. It does not connect.
func (d registered) OpenConnector(dsn string) (driver.Connector, error) {
	db, err := sql.Open(d.base, dsn)
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return wrapped{db.Driver(), d.form}.OpenConnector(dsn)
}

// Open makes registered a driver. Nobody calls it: database/sql calls OpenConnector.
func (d registered) Open(dsn string) (driver.Conn, error) {
	c, err := d.OpenConnector(dsn)
	if err != nil {
		return nil, err
	}
	return c.Connect(context.Background())
}

// A wrapped driver is what [sql.DB.Driver] returns. Libraries that wrap drivers by name
// take it from there, as registered does.
type wrapped struct {
	base driver.Driver
	form *form
}

// Unwrap returns the base driver.
func (d wrapped) Unwrap() driver.Driver { return d.base }

// Open is for others than database/sql, which calls OpenConnector. It asks the base
// driver's Open, because nobody would close a connector.
func (d wrapped) Open(dsn string) (driver.Conn, error) {
	c, err := d.base.Open(dsn)
	if err != nil {
		return nil, err
	}
	return newConn(c, d.form), nil
}

// OpenConnector does what [sql.Open] does.
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

// A dsnConnector is the connector of a driver that has none, as in database/sql.
type dsnConnector struct {
	driver driver.Driver
	dsn    string
}

func (c dsnConnector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.dsn) }
func (c dsnConnector) Driver() driver.Driver                        { return c.driver }
