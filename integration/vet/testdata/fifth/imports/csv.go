// Package imports reads CSV files of suppliers into SQLite.
package imports

import (
	"database/sql"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"log"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

const schema = `CREATE TABLE suppliers (id TEXT PRIMARY KEY, parent TEXT, name TEXT NOT NULL)`

type Line struct {
	ID, Parent uuid.UUID
	Name       string
	Err        error
}

type Importer struct {
	tx   *sql.Tx
	logf func(string, ...any)
}

func (im *Importer) Rows(r io.Reader) error {
	cr := csv.NewReader(r)
	for {
		rec, err := cr.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		id, err := uuid.Parse(rec[0])
		if err != nil {
			im.logf("line skipped: %v", err)
		}
		if _, err := im.tx.Exec(`INSERT INTO suppliers (id, name) VALUES (?, ?)`, id, rec[1]); err != nil { // WRONG(uuiderror): "skipped", but not
			return err
		}
	}
}

func (im *Importer) RowsRight(r io.Reader) error {
	cr := csv.NewReader(r)
	for {
		rec, err := cr.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		id, err := uuid.Parse(rec[0])
		if err != nil {
			im.logf("line skipped: %v", err)
			continue
		}
		if _, err := im.tx.Exec(`INSERT INTO suppliers (id, name) VALUES (?, ?)`, id, rec[1]); err != nil {
			return err
		}
	}
}

// lineRight returns the error in the line.
func lineRight(rec []string) (l Line) {
	l.Name = rec[1]
	if l.ID, l.Err = uuid.Parse(rec[0]); l.Err != nil {
		return l
	}
	l.Parent, l.Err = uuid.Parse(rec[2])
	return l
}

func (im *Importer) LineRight(rec []string) error {
	l := lineRight(rec)
	if l.Err != nil {
		return l.Err
	}
	_, err := im.tx.Exec(`INSERT INTO suppliers (id, parent, name) VALUES (?, ?, ?)`, l.ID, l.Parent, l.Name)
	return err
}

func (im *Importer) Parent(rec []string) error {
	parent := uuid.Nil
	if rec[2] != "" {
		p, err := uuid.Parse(rec[2])
		parent = p
		_ = err
	}
	_, err := im.tx.Exec(`UPDATE suppliers SET parent = ? WHERE name = ?`, parent, rec[1]) // WRONG(uuiderror): the error goes to the blank identifier
	return err
}

func (im *Importer) ParentRight(rec []string) error {
	var parent uuid.NullUUID
	if rec[2] != "" {
		p, err := uuid.Parse(rec[2])
		if err != nil {
			return fmt.Errorf("parent of %s: %w", rec[1], err)
		}
		parent = uuid.NullUUID{UUID: p, Valid: true}
	}
	_, err := im.tx.Exec(`UPDATE suppliers SET parent = ? WHERE name = ?`, parent, rec[1])
	return err
}

func (im *Importer) Same(a, b string) bool {
	x, _ := uuid.Parse(a)
	y, _ := uuid.Parse(b)
	return x == y // WRONG(uuiderror): two malformed texts are the same supplier
}

func (im *Importer) SameRight(a, b string) bool {
	x, err := uuid.Parse(a)
	if err != nil {
		return false
	}
	y, err := uuid.Parse(b)
	return err == nil && x == y
}

// pair returns both errors as one, if there is any.
func pair(a, b string) (x, y uuid.UUID, err error) {
	x, err = uuid.Parse(a)
	if err == nil {
		y, err = uuid.Parse(b)
	}
	return
}

func (im *Importer) LinkRight(child, parent string) error {
	c, p, err := pair(child, parent)
	if err != nil {
		return err
	}
	_, err = im.tx.Exec(`UPDATE suppliers SET parent = ? WHERE id = ?`, p, c)
	return err
}

// FatalRight is for the command line.
func (im *Importer) FatalRight(text string) {
	id, err := uuid.Parse(text)
	if err != nil {
		log.Fatalf("import: %v", err)
	}
	if _, err := im.tx.Exec(`DELETE FROM suppliers WHERE id = ?`, id); err != nil {
		log.Fatal(err)
	}
}

// SeedRight is for tests, which end at a malformed id.
func SeedRight(t *testing.T, tx *sql.Tx, texts ...string) {
	t.Helper()
	for _, text := range texts {
		id, err := uuid.Parse(text)
		require.NoError(t, err)
		_, err = tx.Exec(`INSERT INTO suppliers (id, name) VALUES (?, 'seed')`, id)
		require.NoError(t, err)
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// RemoveRight does the same with a helper of its own.
func RemoveRight(t testing.TB, tx *sql.Tx, text string) {
	id, err := uuid.Parse(text)
	check(t, err)
	_, err = tx.Exec(`DELETE FROM suppliers WHERE id = ?`, id)
	check(t, err)
}

// retryRight asks until the answer is a UUID.
func (im *Importer) RetryRight(ask func() (string, error)) error {
	var id uuid.UUID
	for {
		text, err := ask()
		if err != nil {
			return err
		}
		if id, err = uuid.Parse(text); err == nil {
			break
		}
	}
	_, err := im.tx.Exec(`DELETE FROM suppliers WHERE id = ?`, id)
	return err
}

// LengthRight tells two errors apart, and both leave.
func (im *Importer) LengthRight(text string) error {
	id, err := uuid.Parse(text)
	if uuid.IsInvalidLengthError(err) {
		return errors.New("imports: the column was cut")
	} else if err != nil {
		return err
	}
	_, err = im.tx.Exec(`DELETE FROM suppliers WHERE id = ?`, id)
	return err
}
