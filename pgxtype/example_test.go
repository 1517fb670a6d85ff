package pgxtype_test

import (
	"fmt"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
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

// PostgreSQL makes such a range with
//
//	create type uuidrange as range (subtype = uuid)
//
// and pgx learns of it with conn.LoadType.
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
