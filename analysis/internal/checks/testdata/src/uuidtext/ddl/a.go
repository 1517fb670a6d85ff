// Package ddl has a CREATE TABLE with comments, an ALTER TABLE, and an INSERT that names no columns.
package ddl

import (
	"database/sql"

	"github.com/google/uuid"
)

const schema = `
CREATE TABLE members (
	id BINARY(16), -- it's the member, (not a user)
	team BINARY(16), /* or a blob, */
	note VARCHAR(99) DEFAULT 'a, (b', -- free text
	boss BINARY(16)
);
CREATE TABLE old (ref bytea, tag text, ext text);
ALTER TABLE old ALTER COLUMN ref TYPE uuid USING encode(ref, 'hex')::uuid, ALTER ext SET DATA TYPE bytea USING ext::bytea;
ALTER TABLE old ADD COLUMN IF NOT EXISTS more bytea`

// others have columns that the check cannot read, or another order.
const others = `
CREATE TABLE kinds (n, "a-b" TEXT, ref "uuid", id BLOB);
CREATE TABLE pairs (key CITEXT, id BLOB, KEY k (id));
CREATE TABLE moved (id BLOB);
ALTER TABLE moved ADD COLUMN tag TEXT FIRST`

const codes = "CREATE TABLE codes (id BINARY(36), owner VARBINARY(36), raw VARBINARY(16))"

const notes = `CREATE TABLE notes (note VARCHAR(99) COMMENT 'the user\'s, (or', id BLOB, tag TEXT)`

func wrong(db *sql.DB, id uuid.UUID) {
	db.Exec("INSERT INTO members VALUES (?, ?, ?, ?)", id[:], id.String(), "x", id[:]) // want `text`
	db.Query("SELECT 1 FROM members WHERE team = ?", id.String())                      // want `text`
	db.Query("SELECT 1 FROM members WHERE boss = ?", id.String())                      // want `text`
	db.Query("SELECT 1 FROM old WHERE more = ?", id.String())                          // want `text`
	db.Exec("INSERT INTO kinds VALUES (?, ?, ?, ?)", 1, "x", "y", id.String())         // want `text`
	db.Query("SELECT 1 FROM codes WHERE raw = ?", id.String())                         // want `text`
	db.Exec("INSERT INTO notes VALUES (?, ?, ?)", "x", id.String(), "y")               // want `text`
}

func right(db *sql.DB, id uuid.UUID) {
	db.Exec("INSERT INTO members VALUES (?, ?, ?, ?)", id[:], id[:], id.String(), id[:])
	db.Exec("INSERT INTO others VALUES (?, ?)", id.String(), id.String())
	db.Query("SELECT 1 FROM members WHERE team = ? AND boss = ? AND note = ?", id[:], id[:], id.String())
	db.Query("SELECT 1 FROM old WHERE ref = ?", id.String())
	db.Query("SELECT 1 FROM old WHERE ext = ?", id.String()) // nobody says if before or after the change
	db.Exec("INSERT INTO kinds VALUES (?, ?, ?, ?)", id.String(), id.String(), id.String(), id[:])
	db.Exec("INSERT INTO pairs VALUES (?, ?)", id.String(), id[:])
	db.Query("SELECT 1 FROM codes WHERE id = ? AND owner = ?", id.String(), id.String())
	db.Exec("INSERT INTO moved VALUES (?, ?)", id.String(), id[:])
}
