package sqlx

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
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
// [sql.DB.Driver] returns the new driver. A library that logs or traces what it does keeps
// the conversion if it forwards [driver.NamedValueChecker], as most do. It is always kept if
// driverName is that library's driver. The base driver, with its own methods, is
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

// open opens the base driver's database, whose connections are closed when they are no more in
// use. There is no other way from a name to a connector: [sql.DB.Driver] is what the connector
// names, which may be another driver than the one of this name.
func (d registered) open(dsn string) (*sql.DB, error) {
	db, err := sql.Open(d.base, dsn)
	if err == nil {
		db.SetMaxIdleConns(-1)
	}
	return db, err
}

// take takes a connection from db, and puts it back when it is closed. If it is alone, db is
// closed with it.
func (d registered) take(ctx context.Context, db *sql.DB, alone bool) (c driver.Conn, err error) {
	lent, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	back := lent.Close
	if alone {
		back = func() error { return errors.Join(lent.Close(), db.Close()) }
	}
	err = lent.Raw(func(base any) error {
		c = newConn(base.(driver.Conn), back, d.form)
		return nil
	})
	return c, err
}

func (d registered) OpenConnector(dsn string) (driver.Connector, error) {
	db, err := d.open(dsn)
	if err != nil {
		return nil, err
	}
	return &dbConnector{db, d}, nil
}

// Open is for others than database/sql, which calls OpenConnector. Nobody would close a
// connector.
func (d registered) Open(dsn string) (driver.Conn, error) {
	db, err := d.open(dsn)
	if err != nil {
		return nil, err
	}
	c, err := d.take(context.Background(), db, true)
	if err != nil {
		db.Close()
	}
	return c, err
}

// A dbConnector takes connections from the base driver's database.
type dbConnector struct {
	db     *sql.DB
	driver registered
}

func (c *dbConnector) Connect(ctx context.Context) (driver.Conn, error) {
	return c.driver.take(ctx, c.db, false)
}
func (c *dbConnector) Driver() driver.Driver { return wrapped{c.driver, c.db.Driver()} }
func (c *dbConnector) Close() error          { return c.db.Close() }

// A wrapped driver is what [sql.DB.Driver] returns. Libraries that wrap drivers by name
// take it from there, as the driver of a dbConnector does.
type wrapped struct {
	registered
	base driver.Driver
}

// Unwrap returns the base driver.
func (d wrapped) Unwrap() driver.Driver { return d.base }
