// Package connlib opens SQLite with a connector, and uses it with query builders.
package connlib

import (
	"database/sql"

	sq "github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"modernc.org/sqlite"

	uuidsql "github.com/uuidkit/uuidkit/sqlx"
)

func Open(path string) (*sqlx.DB, error) {
	base, err := sqlite.NewConnector(path)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(uuidsql.NewConnector[uuidsql.Binary](base, uuidsql.Native[uuid.UUID]()))
	if _, err := db.Exec(`CREATE TABLE IF NOT EXISTS songs (id BLOB PRIMARY KEY, album BLOB NOT NULL, label TEXT) STRICT`); err != nil {
		return nil, err
	}
	return sqlx.NewDb(db, "sqlite3"), nil
}

type Song struct {
	ID    uuid.UUID
	Album uuid.UUID
	Label *string
}

func Album(db *sqlx.DB, album uuid.UUID) error {
	_, err := sq.Delete("songs").Where(sq.Eq{"album": album}).RunWith(db.DB).Exec() // WRONG(uuidconnector): Eq calls Value, which is text
	return err
}

func AlbumRight(db *sqlx.DB, album uuid.UUID) error {
	_, err := sq.Delete("songs").Where(sq.Eq{"album": uuidsql.Binary(album)}).RunWith(db.DB).Exec()
	return err
}

// AlbumExprRight leaves the id to the connector.
func AlbumExprRight(db *sqlx.DB, album uuid.UUID) error {
	_, err := sq.Delete("songs").Where("album = ?", album).RunWith(db.DB).Exec()
	return err
}

// AlbumsRight: a list in an Eq is right.
func AlbumsRight(db *sqlx.DB, albums []uuid.UUID) error {
	_, err := sq.Delete("songs").Where(sq.Eq{"album": albums}).RunWith(db.DB).Exec()
	return err
}

// InsertRight is right in squirrel.
func InsertRight(db *sqlx.DB, s Song) error {
	_, err := sq.Insert("songs").Columns("id", "album").Values(s.ID, s.Album).RunWith(db.DB).Exec()
	return err
}

func After(db *sqlx.DB, id uuid.UUID) (n int, err error) {
	cond := sq.Gt{"id": id}                                                                  // WRONG-ALSO(uuidconnector)
	err = sq.Select("count(*)").From("songs").Where(cond).RunWith(db.DB).QueryRow().Scan(&n) // WRONG(uuidconnector): Gt sends text
	return
}

func AfterRight(db *sqlx.DB, id uuid.UUID) (n int, err error) {
	cond := sq.Gt{"id": uuidsql.Binary(id)}
	err = sq.Select("count(*)").From("songs").Where(cond).RunWith(db.DB).QueryRow().Scan(&n)
	return
}

var dialect = goqu.Dialect("sqlite3")

func Goqu(id uuid.UUID) (string, []any, error) {
	return dialect.From("songs").Prepared(true).Where(goqu.Ex{"id": id}).ToSQL() // WRONG(uuidconnector): goqu sends text
}

func GoquRight(id uuid.UUID) (string, []any, error) {
	return dialect.From("songs").Prepared(true).Where(goqu.Ex{"id": uuidsql.Binary(id)}).ToSQL()
}

func GoquSet(id, album uuid.UUID) (string, []any, error) {
	return dialect.Update("songs").Prepared(true).
		Set(goqu.Record{"album": album}). // WRONG(uuidconnector): text in a Record
		Where(goqu.C("id").Eq(uuidsql.Binary(id))).ToSQL()
}

func GoquSetRight(id, album uuid.UUID) (string, []any, error) {
	return dialect.Update("songs").Prepared(true).
		Set(goqu.Record{"album": uuidsql.Binary(album), "label": "new"}).
		Where(goqu.C("id").Eq(uuidsql.Binary(id))).ToSQL()
}

func In(db *sqlx.DB, ids []uuid.UUID, album uuid.UUID) (songs []Song, err error) {
	q, args, err := sqlx.In(`SELECT * FROM songs WHERE id IN (?) AND album = ?`, ids, album) // WRONG(uuidconnector): In makes text of what is beside the list
	if err != nil {
		return nil, err
	}
	err = db.Select(&songs, db.Rebind(q), args...)
	return
}

func InRight(db *sqlx.DB, ids []uuid.UUID, album uuid.UUID) (songs []Song, err error) {
	q, args, err := sqlx.In(`SELECT * FROM songs WHERE id IN (?) AND album = ?`, ids, uuidsql.Binary(album))
	if err != nil {
		return nil, err
	}
	err = db.Select(&songs, db.Rebind(q), args...)
	return
}

// InListRight has only the list.
func InListRight(db *sqlx.DB, ids []uuid.UUID, label string) (songs []Song, err error) {
	q, args, err := sqlx.In(`SELECT * FROM songs WHERE id IN (?) AND label = ?`, ids, label)
	if err != nil {
		return nil, err
	}
	err = db.Select(&songs, db.Rebind(q), args...)
	return
}

// NamedRight is right with the connector.
func NamedRight(db *sqlx.DB, s Song) error {
	_, err := db.NamedExec(`INSERT INTO songs (id, album, label) VALUES (:id, :album, :label)`, s)
	return err
}

// GetRight reads bytes into google's type.
func GetRight(db *sqlx.DB, id uuid.UUID) (s Song, err error) {
	err = db.Get(&s, `SELECT id, album, label FROM songs WHERE id = ?`, id)
	return
}

func Label(db *sqlx.DB, id uuid.UUID) (s Song, err error) {
	err = db.Get(&s, `SELECT id, album, label FROM songs WHERE label = 'song:' || ?`, id) // WRONG(uuidconnector): a concatenation of text
	return
}

func LabelRight(db *sqlx.DB, id uuid.UUID) (s Song, err error) {
	err = db.Get(&s, `SELECT id, album, label FROM songs WHERE label = 'song:' || ?`, id.String())
	return
}
