package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// A silent is what went wrong without an error.
type silent string

func (s silent) Error() string { return string(s) }

// A conversion is what a program does to a T where its queries are.
type conversion[T ~[16]byte] struct {
	arg         func(T) any
	scan        func(id *T, into func(dst any) error) error
	literal     string // how the database's own language writes an id, for fmt
	placeholder string
	null        string
}

// inBinary and inText are uuidkit's, and asItIs is that of a program without it.
func inBinary[T ~[16]byte]() conversion[T] { return through[T, sqlx.Binary]("x'%x'") }
func inText[T ~[16]byte]() conversion[T]   { return through[T, sqlx.Text]("'%s'") }

func asItIs[T ~[16]byte](literal string) conversion[T] { return through[T, T](literal) }

func through[T, C ~[16]byte](literal string) conversion[T] {
	return conversion[T]{
		func(id T) any { return C(id) },
		func(id *T, into func(dst any) error) error {
			c := C(*id)
			err := into(&c)
			*id = T(c)
			return err
		},
		literal, "?", "NULL"}
}

// insert is the statement by which another program, in any language, stores two ids.
func (c conversion[T]) insert(table string, id T) string {
	return fmt.Sprintf("INSERT INTO "+table+" (id) VALUES ("+c.literal+"), ("+c.literal+")", uuid.UUID(id), uuid.UUID(neighbour(id)))
}

// neighbour is another id than id. MariaDB refuses some UUIDs by their variant, and so it
// differs from id at the end only.
func neighbour[T ~[16]byte](id T) T {
	id[15] ^= 0xff
	return id
}

// probe does in an empty table what programs do to rows that others have stored: it
// deletes one of two rows, and it reads NULL. Then it stores id itself, and reads that
// into back. The first thing that goes wrong without an error is the silent it returns.
func probe[T ~[16]byte](ctx context.Context, db *sql.DB, table string, with conversion[T], id T, back *T) error {
	if _, err := db.ExecContext(ctx, with.insert(table, id)); err != nil {
		return err
	}
	result, err := db.ExecContext(ctx, `DELETE FROM `+table+` WHERE id = `+with.placeholder, with.arg(id))
	if err == nil {
		var n int64
		if n, err = result.RowsAffected(); err == nil {
			err = deleted(n)
		}
	}
	if err := errors.Join(err, emptied(db.ExecContext(ctx, `DELETE FROM `+table))); err != nil && !errors.As(err, new(silent)) {
		return err
	}
	if err == nil {
		err = readNull(id, func(dst *T) error {
			return with.scan(dst, func(dst any) error { return db.QueryRowContext(ctx, `SELECT `+with.null).Scan(dst) })
		})
	}
	if _, err := db.ExecContext(ctx, `INSERT INTO `+table+` (id) VALUES (`+with.placeholder+`)`, with.arg(id)); err != nil {
		return err
	}
	if err := with.scan(back, func(dst any) error { return db.QueryRowContext(ctx, `SELECT id FROM `+table).Scan(dst) }); err != nil {
		return err
	}
	return err
}

func emptied(_ sql.Result, err error) error { return err }

// deleted says what is wrong if n rows went where one should have gone.
func deleted(n int64) error {
	switch n {
	case 0:
		return silent("deletes no row by its id")
	case 1:
		return nil
	}
	return silent(fmt.Sprintf("deletes %d rows by the id of one", n))
}

// readNull reads NULL into a variable that holds the id of the row before.
func readNull[T ~[16]byte](id T, scan func(*T) error) error {
	before := id
	if err := scan(&id); err == nil && id == before {
		return silent("reads NULL as the id of the row before")
	}
	return nil
}

// heldThen returns what is stored, and err, unless err is another than a silent.
func heldThen(err error, inspect func() (held, error)) (held, error) {
	if err != nil && !errors.As(err, new(silent)) {
		return held{}, err
	}
	h, inspectErr := inspect()
	if inspectErr != nil {
		return h, inspectErr
	}
	return h, err
}
