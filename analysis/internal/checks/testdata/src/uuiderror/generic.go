package uuiderror

import (
	"database/sql"
	"encoding"

	"github.com/google/uuid"
)

type box struct{ ID uuid.UUID }

func storeWrong[P interface{ *box }](db *sql.DB, p P, text string) {
	(*p).ID, _ = uuid.Parse(text)
	db.Exec("INSERT INTO boxes (id) VALUES (?)", (*p).ID) // want `the error of Parse is ignored`
}

type crate struct{ ID uuid.UUID }

type pointer interface{ *crate }

func storeRight[P pointer](db *sql.DB, p P, text string) (err error) {
	if (*p).ID, err = uuid.Parse(text); err != nil {
		return err
	}
	_, err = db.Exec("INSERT INTO crates (id) VALUES (?)", (*p).ID)
	return err
}

func storeMethod[P interface {
	encoding.TextUnmarshaler
	*barrel
}](db *sql.DB, p P, text string) {
	(*p).ID, _ = uuid.Parse(text)
	db.Exec("INSERT INTO barrels (id) VALUES (?)", (*p).ID) // want `the error of Parse is ignored`
}

type barrel struct{ ID uuid.UUID }

func (b *barrel) UnmarshalText([]byte) error { return nil }
