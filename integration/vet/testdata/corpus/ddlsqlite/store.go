// Package ddlsqlite has stores in SQLite, over database/sql and jmoiron/sqlx, without a connector.
package ddlsqlite

import (
	"context"
	"database/sql"
	"fmt"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	_ "modernc.org/sqlite"

	uuidsql "github.com/uuidkit/uuidkit/sqlx"
)

const ddl = `
CREATE TABLE IF NOT EXISTS docs (
	id     BLOB PRIMARY KEY,
	parent BLOB,
	slug   TEXT NOT NULL,
	share  TEXT
);
CREATE TABLE IF NOT EXISTS revisions (
	doc  BLOB NOT NULL REFERENCES docs (id),
	n    INTEGER NOT NULL,
	hash TEXT NOT NULL,
	PRIMARY KEY (doc, n)
);`

// Open opens the database.
func Open(file string) (*sqlx.DB, error) {
	db, err := sqlx.Open("sqlite", file)
	if err != nil {
		return nil, err
	}
	if _, err := db.Exec(ddl); err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	return db, nil
}

// Doc has google's types.
type Doc struct {
	ID     uuid.UUID     `db:"id"`
	Parent uuid.NullUUID `db:"parent"`
	Slug   string        `db:"slug"`
}

// Save stores a document.
func Save(db *sqlx.DB, d Doc) error {
	_, err := db.NamedExec(`INSERT INTO docs (id, parent, slug) VALUES (:id, :parent, :slug)`, d) // WRONG(uuidtext): id and parent are stored as text in BLOB columns, without an error
	return err
}

// Row has the column types.
type Row struct {
	ID     uuidsql.Binary           `db:"id"`
	Parent sql.Null[uuidsql.Binary] `db:"parent"`
	Slug   string                   `db:"slug"`
}

// Store stores a document.
func Store(db *sqlx.DB, r Row) error {
	_, err := db.NamedExec(`INSERT INTO docs (id, parent, slug) VALUES (:id, :parent, :slug)`, r)
	return err
}

// Slug reads one.
func Slug(db *sqlx.DB, id uuid.UUID) (slug string, err error) {
	err = db.Get(&slug, `SELECT slug FROM docs WHERE id = ?`, id) // WRONG(uuidtext): text finds no BLOB
	return slug, err
}

// SlugOf reads one.
func SlugOf(db *sqlx.DB, id uuid.UUID) (slug string, err error) {
	err = db.Get(&slug, `SELECT slug FROM docs WHERE id = ?`, uuidsql.Binary(id))
	return slug, err
}

// Revise writes a revision.
func Revise(ctx context.Context, db *sql.DB, doc gofrs.UUID, n int, hash string) error {
	_, err := db.ExecContext(ctx, `INSERT INTO revisions (doc, n, hash) VALUES (?, ?, ?)`, doc, n, hash) // WRONG(uuidtext): gofrs's Value is text, and doc is a BLOB
	return err
}

// Append writes a revision.
func Append(ctx context.Context, db *sql.DB, doc gofrs.UUID, n int, hash string) error {
	_, err := db.ExecContext(ctx, `INSERT INTO revisions (doc, n, hash) VALUES (?, ?, ?)`, doc.Bytes(), n, hash)
	return err
}

// Last is the number of the last revision.
func Last(ctx context.Context, db *sql.DB, doc string) (n int, err error) {
	if _, err := uuid.Parse(doc); err != nil {
		return 0, err
	}
	err = db.QueryRowContext(ctx, `SELECT coalesce(max(n), 0) FROM revisions WHERE doc = ?`, doc).Scan(&n) // WRONG(uuidtext): the text is checked, but still text; doc is a BLOB
	return n, err
}

// Latest is the number of the last revision.
func Latest(ctx context.Context, db *sql.DB, doc string) (n int, err error) {
	id, err := uuid.Parse(doc)
	if err != nil {
		return 0, err
	}
	err = db.QueryRowContext(ctx, `SELECT coalesce(max(n), 0) FROM revisions WHERE doc = ?`, id[:]).Scan(&n)
	return n, err
}

// Attach sets the parent, or clears it.
func Attach(ctx context.Context, db *sql.DB, doc uuid.UUID, parent *uuid.UUID) error {
	_, err := db.ExecContext(ctx, `UPDATE docs SET parent = ? WHERE id = ?`, parent, uuidsql.Binary(doc)) // WRONG(uuidtext): *uuid.UUID is sent as text, into a BLOB
	return err
}

// Hang sets the parent, or clears it.
func Hang(ctx context.Context, db *sql.DB, doc uuid.UUID, parent *uuid.UUID) error {
	_, err := db.ExecContext(ctx, `UPDATE docs SET parent = ? WHERE id = ?`, (*uuidsql.Binary)(parent), uuidsql.Binary(doc))
	return err
}

// Shared finds what is shared by a link.
func Shared(ctx context.Context, db *sql.DB, link uuid.UUID) (slug string, err error) {
	err = db.QueryRowContext(ctx, `SELECT slug FROM docs WHERE share = ?`, uuidsql.Binary(link)).Scan(&slug) // WRONG(uuidtext): bytes find no TEXT
	return slug, err
}

// SharedBy finds what is shared by a link.
func SharedBy(ctx context.Context, db *sql.DB, link uuid.UUID) (slug string, err error) {
	err = db.QueryRowContext(ctx, `SELECT slug FROM docs WHERE share = ?`, uuidsql.Text(link)).Scan(&slug)
	return slug, err
}

// Children expands a list.
func Children(db *sqlx.DB, parents []uuid.UUID) (slugs []string, err error) {
	query, args, err := sqlx.In(`SELECT slug FROM docs WHERE parent IN (?)`, parents) // WRONG-ALSO(Children)
	if err != nil {
		return nil, err
	}
	err = db.Select(&slugs, db.Rebind(query), args...) // WRONG(uuidtext): each element is sent as text, parent is a BLOB
	return slugs, err
}

// Kids expands a list.
func Kids(db *sqlx.DB, parents []uuidsql.Binary) (slugs []string, err error) {
	query, args, err := sqlx.In(`SELECT slug FROM docs WHERE parent IN (?)`, parents)
	if err != nil {
		return nil, err
	}
	err = db.Select(&slugs, db.Rebind(query), args...)
	return slugs, err
}

// Forget deletes with a named argument.
func Forget(ctx context.Context, db *sql.DB, id uuid.UUID) error {
	_, err := db.ExecContext(ctx, `DELETE FROM docs WHERE id = @id`, sql.Named("id", id.String())) // WRONG(uuidtext): the named argument is text
	return err
}

// Erase deletes with a named argument.
func Erase(ctx context.Context, db *sql.DB, id uuid.UUID) error {
	_, err := db.ExecContext(ctx, `DELETE FROM docs WHERE id = @id`, sql.Named("id", id[:]))
	return err
}

// ---- What looks like the above, and is right ----

// Unhexed gives text, and SQLite makes bytes of it.
func Unhexed(ctx context.Context, db *sql.DB, id uuid.UUID) (slug string, err error) {
	err = db.QueryRowContext(ctx, `SELECT slug FROM docs WHERE id = unhex(?, '-')`, id).Scan(&slug)
	return slug, err
}

// Share writes text to the column of text.
func Share(ctx context.Context, db *sql.DB, id uuid.UUID) (link uuid.UUID, err error) {
	link = uuid.New()
	_, err = db.ExecContext(ctx, `UPDATE docs SET share = ? WHERE id = ?`, link, uuidsql.Binary(id))
	return link, err
}

// Titles maps columns of another table, which this package does not declare.
func Titles(ctx context.Context, db *sql.DB, id uuid.UUID) (title string, err error) {
	err = db.QueryRowContext(ctx, `SELECT title FROM legacy_titles WHERE id = ?`, id).Scan(&title)
	return title, err
}

// Find reads into google's type, which takes 16 bytes.
func Find(ctx context.Context, db *sql.DB, slug string) (id uuid.UUID, err error) {
	err = db.QueryRowContext(ctx, `SELECT id FROM docs WHERE slug = ?`, slug).Scan(&id)
	return id, err
}

// BySlug has a slug that is the text of a UUID.
func BySlug(ctx context.Context, db *sql.DB, name uuid.UUID) (n int, err error) {
	err = db.QueryRowContext(ctx, `SELECT count(*) FROM docs WHERE slug = ?`, name.String()).Scan(&n)
	return n, err
}
