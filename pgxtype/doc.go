/*
Package pgxtype makes UUID types native to pgx version 5, the PostgreSQL driver:
[uuid.UUID], google's, gofrs's, Go 1.27's, and any other type over [16]byte.

Call Register for every new connection, here of a pool:

	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		pgxtype.Register[uuid.UUID](conn.TypeMap())
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)

	id := uuid.NewV7()
	_, err = pool.Exec(ctx, "insert into users (id) values ($1)", id)
	err = pool.QueryRow(ctx, "select id from users where id = any($1)", []uuid.UUID{id}).Scan(&id)

Without Register, pgx converts most UUID types to text and back, cannot write a slice
of them in the exec and simple protocol modes, and reads a uuid into an any as [16]byte.

# What goes where

	PostgreSQL                    Go
	uuid                          T, *T, **T, sql.Null[T], uuid.NullUUID, the NullUUID
	                              of T's package (google's, gofrs's); an any reads a T
	uuid[]                        []T, [][]T and so on, the same of *T and the nullable
	                              types, pgtype.Array[T], pgtype.FlatArray[T]
	text, varchar, char           as uuid, in the canonical text; an any reads a string
	text[], varchar[], char[]     as uuid[]
	json, jsonb                   as uuid, as a JSON string; []T, *[]T as a JSON array: of
	                              canonical texts, or T's own JSON if that is another text
	ranges, composites, records   with T or *T inside; see RegisterRange
	bytea                         reads 16 bytes into a T; write sqlx.Binary(id)
	bytea[]                       reads []T; write []sqlx.Binary

NULL is a nil pointer, an invalid sql.Null or NullUUID, or a nil slice. NULL into a T is an
error. Only if T's own Value or UUIDValue makes NULL of the zero T, pgx writes zero as NULL and
reads NULL as zero. A binary value that is not 16 bytes is an error, too, and so is text that
[uuid.Parse] does not accept. After an error the destination has its old value, but not a
pgtype.Array, range or composite, which pgx fills element by element, nor what encoding/json
reads of json, such as a [][]T, which pgx sets to nil before.

# Before you use it

  - Register your own codecs, for json say, before Register. Load domains with
    pgx.Conn.LoadType after it.
  - In the exec and simple protocol modes pgx does not know a column's type. There
    a T for json is an error, and an empty []T for json is stored as the object {}. A T or
    []T for bytea or bytea[] is stored, and compared, as texts of 36 bytes. The same is
    true in all modes of a domain that was not loaded.
  - pgx.Conn.LoadTypes and [pgtype.Map.Copy] undo parts of Register. Call it again.

The guide shows database/sql and GORM, COPY, the five modes, migrations and traps:
https://github.com/uuidkit/uuidkit/blob/main/docs/postgresql.md
*/
package pgxtype

// What is in which file:
//
//	register.go  Register; RegisterRange is in range.go
//	codec.go     the codec in front of pgx's, which plans for the registered types
//	scalar.go    the plans for one UUID
//	array.go     the plans for a []T as an array, in one pass
//	null.go      the plans for the nullable type of T's package, and slices of it
//	json.go      the plans for a []T as a JSON array, in one pass
//	zero.go      the plans for a T whose own method makes NULL of zero
//	slice.go     the plans for all other slices, which use pgx's ArrayCodec
//	methods.go   what Register asks T's own methods
//	nested.go    slices of slices from and to the flat ones of ArrayCodec
//	wire.go      the forms of one UUID in those columns
//	errors.go    the errors, which name a type with the path of its package
//
// For contributors: tests run with each Go type of kinds in helpers_test.go. Text that must be
// rejected is a row of badText in scalar_test.go.
