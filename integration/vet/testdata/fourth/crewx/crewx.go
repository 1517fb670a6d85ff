// Package crewx has the loans of the book market's library.
package crewx

import (
	"context"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
)

var migrations = []string{
	`CREATE TABLE book (book_id uuid NOT NULL PRIMARY KEY, title text)`,
	`CREATE TABLE lending (lending_no bigint NOT NULL, book_id uuid NOT NULL, reader_id uuid, returned_to uuid DEFAULT NULL)`,
}

func Migrate(db *sqlx.DB) error {
	for _, m := range migrations {
		if _, err := db.Exec(m); err != nil {
			return err
		}
	}
	return nil
}

type lending struct {
	No     int64     `db:"lending_no"`
	Book   uuid.UUID `db:"book_id"`
	Reader uuid.UUID `db:"reader_id"` // WRONG-ALSO(uuidscan)
}

type lendingRight struct {
	No     int64         `db:"lending_no"`
	Book   uuid.UUID     `db:"book_id"`
	Reader uuid.NullUUID `db:"reader_id"`
}

type returned struct {
	No int64     `db:"lending_no"`
	To uuid.UUID `db:"returned_to"` // WRONG-ALSO(uuidscan)
}

type returnedRight struct {
	No int64      `db:"lending_no"`
	To *uuid.UUID `db:"returned_to"`
}

func get(ctx context.Context, db *sqlx.DB, no int64) (l lending, err error) {
	err = db.GetContext(ctx, &l, `SELECT lending_no, book_id, reader_id FROM lending WHERE lending_no = $1`, no) // WRONG(uuidscan): reader_id may be NULL
	return l, err
}

func getRight(ctx context.Context, db *sqlx.DB, no int64) (l lendingRight, err error) {
	err = db.GetContext(ctx, &l, `SELECT lending_no, book_id, reader_id FROM lending WHERE lending_no = $1`, no)
	return l, err
}

func back(db *sqlx.DB) (list []returned, err error) {
	err = db.Select(&list, `SELECT lending_no, returned_to FROM lending`) // WRONG(uuidscan): returned_to may be NULL
	return list, err
}

func backRight(db *sqlx.DB) (list []returnedRight, err error) {
	err = db.Select(&list, `SELECT lending_no, returned_to FROM lending`)
	return list, err
}

func reader(db *sqlx.DB, no int64) (id uuid.UUID, err error) {
	err = db.Get(&id, `SELECT reader_id FROM lending WHERE lending_no = $1`, no) // WRONG(uuidscan): reader_id may be NULL
	return id, err
}

func readerRight(db *sqlx.DB, no int64) (id uuid.NullUUID, err error) {
	err = db.Get(&id, `SELECT reader_id FROM lending WHERE lending_no = $1`, no)
	return id, err
}

func book(db *sqlx.DB, no int64) (id uuid.UUID, err error) {
	err = db.Get(&id, `SELECT book_id FROM lending WHERE lending_no = $1`, no)
	return id, err
}

func books(db *sqlx.DB) (ids []uuid.UUID, err error) {
	err = db.Select(&ids, `SELECT book_id FROM book`)
	return ids, err
}

var _ = []any{get, getRight, back, backRight, reader, readerRight, book, books}
