package sqlx_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

var errNull = errors.New("null")

// refuses is a form that cannot be made of some UUIDs.
type refuses [16]byte

func (refuses) Value() (driver.Value, error) { return nil, errNull }

func TestConnectorErrors(t *testing.T) {
	db := sql.OpenDB(sqlx.NewConnector[refuses](fake("nothing"), sqlx.Native[uuid.UUID]()))
	defer db.Close()
	if _, err := db.Exec("?", vectors.U); !errors.Is(err, errNull) {
		t.Errorf("a form's error: got %v, want %v", err, errNull)
	}
	// Value returning a type that is listed is the driver's matter, which
	// refuses it as ever. A struct with a UUID's own Value is text.
	for _, test := range []struct {
		arg     any
		refused bool
	}{
		{returns{vectors.U}, true},
		{&returns{vectors.U}, true},
		{[]uuid.UUID{vectors.U}, true},
		{struct{ uuid.UUID }{vectors.U}, false},
	} {
		if _, err := db.Exec("?", test.arg); (err != nil) != test.refused || errors.Is(err, errNull) {
			t.Errorf("%T: got %v, want an error of the driver: %t", test.arg, err, test.refused)
		}
	}
	wrapped := sqlx.NewConnector[sqlx.Binary](failing{})
	if c, err := wrapped.Connect(context.Background()); c != nil || err != driver.ErrBadConn {
		t.Errorf("Connect: got %v, %v; want %v", c, err, driver.ErrBadConn)
	}
	if err := wrapped.(io.Closer).Close(); err != nil {
		t.Errorf("Close without a Close: %v", err)
	}
	if err := sqlx.NewConnector[sqlx.Binary](failingCloser{}).(io.Closer).Close(); err != errNull {
		t.Errorf("Close: got %v, want %v", err, errNull)
	}
	if got := wrapped.Driver(); got != nil {
		t.Errorf("Driver: got %v, want the connector's", got)
	}
}

type returns struct{ id uuid.UUID }

func (r returns) Value() (driver.Value, error) { return r.id, nil }

type failing struct{}

func (failing) Connect(context.Context) (driver.Conn, error) { return nil, driver.ErrBadConn }
func (failing) Driver() driver.Driver                        { return nil }

type failingCloser struct{ failing }

func (failingCloser) Close() error { return errNull }

func TestConnectorUnwrap(t *testing.T) {
	for _, s := range shapes {
		d := fake(s.name)
		db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](d))
		defer db.Close()
		c, err := db.Conn(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		var got driver.Conn
		if err := c.Raw(func(dc any) error {
			got = dc.(interface{ Unwrap() driver.Conn }).Unwrap()
			// Another wrapper may use what Go had before contexts.
			s, err := dc.(driver.Conn).Prepare("?")
			if err != nil {
				return err
			}
			return s.Close()
		}); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
		if want := s.conn(&fakeConn{}); reflect.TypeOf(got) != reflect.TypeOf(want) {
			t.Errorf("%s: Unwrap: got %T, want %T", s.name, got, want)
		}
	}
}

// github.com/DATA-DOG/go-txdb has one connection check the arguments of all, with no lock: the
// drivers' checkers have no state.
func TestConnectorChecksTogether(t *testing.T) {
	checker := checkerOf(t)
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			args := make([]driver.NamedValue, 10000)
			for i := range args {
				args[i].Value = uuid.UUID{0: byte(n), 1: byte(i), 2: byte(i >> 8), 15: 1}
				if err := checker.CheckNamedValue(&args[i]); err != nil {
					t.Error(err)
				}
			}
			for i, arg := range args {
				want := uuid.UUID{0: byte(n), 1: byte(i), 2: byte(i >> 8), 15: 1}
				if got := uuid.UUID(arg.Value.([]byte)); got != want {
					t.Errorf("got %v, want %v", got, want)
					break
				}
			}
		}()
	}
	wg.Wait()
}

// The arguments that most queries have cost nothing, and a UUID what its column
// type costs.
func TestConnectorAllocs(t *testing.T) {
	checker := checkerOf(t, sqlx.Native[vectors.Std]())
	for _, test := range []struct {
		arg  any
		want float64
	}{
		{"x", 0}, {7, 0}, {[]byte("x"), 0}, {time.Now(), 0}, {nil, 0}, {int32(7), 0}, {new(int), 0}, {vectors.Ptr("x"), 0},
		{sql.NullString{}, 0}, {sql.Null[int]{}, 0}, {valuer{}, 0}, {sqlx.Binary{}, 0}, {sqlx.Array[uuid.UUID]{}, 0},
		{uuid.NullUUID{}, 0}, {[]uuid.UUID{}, 0}, {hidden{}, 0}, {vectors.Plain{}, 0},
		{vectors.U, 2}, {vectors.Std{}, 2}, {&uuid.UUID{}, 3}, {uuid.NullUUID{Valid: true}, 3},
	} {
		nv := new(driver.NamedValue)
		if got := testing.AllocsPerRun(100, func() {
			nv.Value = test.arg
			if err := checker.CheckNamedValue(nv); err != leaves(nv.Value) {
				panic(fmt.Sprint(nv.Value, err))
			}
		}); got > test.want {
			t.Errorf("%T: %v allocations, want %v", test.arg, got, test.want)
		}
	}
}

// What a connector costs where no argument is of its types: nothing, and for each
// statement that the driver prepares its wrapper.
func TestConnectorCost(t *testing.T) {
	type cost struct{ exec, prepared float64 }
	costs := map[string]cost{
		"nothing":                            {2, 1},
		"old":                                {0, 2}, // one is of database/sql, between a checker and a ColumnConverter
		"new":                                {0, 1},
		"statements only, as SQL Server's":   {2, 1},
		"statements only, which convert":     {3, 2},
		"connection checks":                  {0, 1},
		"connection checks, columns convert": {0, 1},
		"statements check":                   {0, 1},
		"queries are prepared":               {0, 1},
		"statements are prepared":            {2, 1},
	}
	for _, s := range shapes {
		measure := func(wrap func(driver.Connector) driver.Connector) cost {
			db := sql.OpenDB(wrap(fakeDriver{&journal{off: true}, s}))
			defer db.Close()
			run := func(err error) {
				if err != nil {
					t.Fatal(err)
				}
			}
			return cost{
				testing.AllocsPerRun(100, func() {
					_, err := db.Exec("one ?", "x")
					run(err)
				}),
				testing.AllocsPerRun(100, func() {
					s, err := db.Prepare("one ?")
					run(err)
					_, err = s.Exec("x")
					run(err)
					run(s.Close())
				}),
			}
		}
		bare := measure(func(c driver.Connector) driver.Connector { return c })
		wrapped := measure(func(c driver.Connector) driver.Connector { return sqlx.NewConnector[sqlx.Binary](c) })
		if got, want := (cost{wrapped.exec - bare.exec, wrapped.prepared - bare.prepared}), costs[s.name]; got != want {
			t.Errorf("%s: got %+v, want %+v", s.name, got, want)
		}
	}
}

// hidden looks like a nullable, and reflection may not read its UUID.
type hidden struct {
	id    uuid.UUID
	valid bool
}
