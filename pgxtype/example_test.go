package pgxtype_test

import (
	"context"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// Variables of the examples that need a server.
var (
	ctx  = context.Background()
	conn *pgx.Conn // with the type registered, as in the example Pgxpool
)

// A Map is what a connection encodes and decodes with: conn.TypeMap().
func ExampleRegister() {
	m := pgtype.NewMap()
	pgxtype.Register[uuid.UUID](m)

	id := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	wire, err := m.Encode(pgtype.UUIDOID, pgtype.BinaryFormatCode, id, nil)
	fmt.Printf("%x %v\n", wire, err)

	var v any
	err = m.Scan(pgtype.UUIDOID, pgtype.BinaryFormatCode, wire, &v)
	fmt.Printf("%T %v %v\n", v, v, err)

	err = m.Scan(pgtype.UUIDOID, pgtype.BinaryFormatCode, nil, &id)
	fmt.Println(err)
	// Output:
	// f81d4fae7dec11d0a76500a0c91e6bf6 <nil>
	// uuid.UUID f81d4fae-7dec-11d0-a765-00a0c91e6bf6 <nil>
	// pgxtype: scan *github.com/uuidkit/uuidkit/uuid.UUID: cannot scan NULL
}

// A model may have another type than the pool's AfterConnect registers.
func ExampleRegistered() {
	m := pgtype.NewMap() // of a connection: conn.TypeMap()
	pgxtype.Register[uuid.UUID](m)

	type otherUUID [16]byte
	fmt.Println(pgxtype.Registered[uuid.UUID](m), pgxtype.Registered[otherUUID](m))
	// Output: true false
}

// AfterConnect registers the type for every connection of a pool.
func ExampleRegister_pgxpool() {
	config, err := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	if err != nil {
		panic(err)
	}
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		pgxtype.Register[uuid.UUID](conn.TypeMap())
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		panic(err)
	}
	defer pool.Close()

	var id uuid.UUID
	err = pool.QueryRow(ctx, "select $1::uuid", uuid.NewV7()).Scan(&id)
	fmt.Println(id, err)
}

// COPY inserts many rows at once.
func ExampleRegister_copyFrom() {
	names := []string{"Ada", "Grace"}
	n, err := conn.CopyFrom(ctx, pgx.Identifier{"users"}, []string{"id", "name"},
		pgx.CopyFromSlice(len(names), func(i int) ([]any, error) {
			return []any{uuid.NewV7(), names[i]}, nil
		}))
	fmt.Println(n, err)
}

// A slice is one argument, for = any($1) instead of in (...).
func ExampleRegister_equalAny() {
	var ids []uuid.UUID
	rows, err := conn.Query(ctx, "select name from users where id = any($1)", ids)
	if err != nil {
		panic(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	fmt.Println(names, err)
}

// A type of your own needs no methods.
func ExampleRegister_anyType() {
	type OrderID [16]byte
	m := pgtype.NewMap()
	pgxtype.Register[uuid.UUID](m)
	pgxtype.Register[OrderID](m)

	orders := []OrderID{{15: 1}, {15: 2}}
	wire, err := m.Encode(pgtype.UUIDArrayOID, pgtype.TextFormatCode, orders, nil)
	fmt.Printf("%s %v\n", wire, err)
	// Output:
	// {00000000-0000-0000-0000-000000000001,00000000-0000-0000-0000-000000000002} <nil>
}

// PostgreSQL makes a range of uuid, and its multirange, with
//
//	create type uuidrange as range (subtype = uuid)
//
// LoadType asks the server for them. The range comes first.
func ExampleRegisterRange_loadType() {
	config, err := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	if err != nil {
		panic(err)
	}
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		m := conn.TypeMap()
		pgxtype.Register[uuid.UUID](m)
		for _, name := range []string{"uuidrange", "uuidmultirange"} {
			typ, err := conn.LoadType(ctx, name)
			if err != nil {
				return err
			}
			m.RegisterType(typ)
		}
		return pgxtype.RegisterRange[uuid.UUID](m, "uuidrange", "uuidmultirange")
	}
}

// After RegisterRange a range is encoded without an OID, as the exec and simple
// protocol modes need it.
func ExampleRegisterRange() {
	m := pgtype.NewMap()
	pgxtype.Register[uuid.UUID](m)
	elem, _ := m.TypeForName("uuid")
	const oid = 16400 // in one database; LoadType asks for it
	m.RegisterType(&pgtype.Type{Name: "uuidrange", OID: oid, Codec: &pgtype.RangeCodec{ElementType: elem}})
	fmt.Println(pgxtype.RegisterRange[uuid.UUID](m, "uuidrange", ""))

	from := pgtype.Range[uuid.UUID]{
		Lower:     uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
		LowerType: pgtype.Inclusive,
		UpperType: pgtype.Unbounded,
		Valid:     true,
	}
	wire, err := m.Encode(0, pgtype.TextFormatCode, from, nil)
	fmt.Printf("%s %v\n", wire, err)
	// Output:
	// <nil>
	// [f81d4fae-7dec-11d0-a765-00a0c91e6bf6,) <nil>
}
