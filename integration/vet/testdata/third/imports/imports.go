// Package imports reads the files of partners into PostgreSQL.
package imports

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/csv"
	"encoding/gob"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/google/uuid"
	_ "github.com/lib/pq"
)

// Importer has the database.
type Importer struct {
	db  *sql.DB
	log *log.Logger
}

// New opens the database.
func New(dsn string) (*Importer, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	return &Importer{db, log.New(os.Stderr, "imports: ", log.LstdFlags)}, nil
}

// People reads a file of ids and names.
func (im *Importer) People(ctx context.Context, r io.Reader) error {
	records, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return err
	}
	for _, rec := range records {
		id, _ := uuid.Parse(rec[0])
		if _, err := im.db.ExecContext(ctx, `INSERT INTO people (id, name) VALUES ($1, $2)`, id, rec[1]); err != nil { // WRONG(uuiderror): the header of the file is a Nil UUID
			return err
		}
	}
	return nil
}

// PeopleRight reads a file of ids and names.
func (im *Importer) PeopleRight(ctx context.Context, r io.Reader) error {
	records, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return err
	}
	for line, rec := range records {
		id, err := uuid.Parse(rec[0])
		if err != nil {
			return fmt.Errorf("line %d: %w", line+1, err)
		}
		if _, err := im.db.ExecContext(ctx, `INSERT INTO people (id, name) VALUES ($1, $2)`, id, rec[1]); err != nil {
			return err
		}
	}
	return nil
}

// PeopleOrSkipRight drops the error, and compares with Nil instead.
func (im *Importer) PeopleOrSkipRight(ctx context.Context, records [][]string) error {
	for _, rec := range records {
		id, _ := uuid.Parse(rec[0])
		if id == uuid.Nil {
			continue
		}
		if _, err := im.db.ExecContext(ctx, `INSERT INTO people (id, name) VALUES ($1, $2)`, id, rec[1]); err != nil {
			return err
		}
	}
	return nil
}

// Teams reads a file of people and teams.
func (im *Importer) Teams(ctx context.Context, records [][]string) error {
	parse := func(text string) uuid.UUID {
		id, err := uuid.Parse(strings.TrimSpace(text))
		if err != nil {
			im.log.Printf("%q: %v", text, err)
		}
		return id
	}
	stmt, err := im.db.PrepareContext(ctx, `UPDATE people SET team = $1 WHERE id = $2`)
	if err != nil {
		return err
	}
	defer stmt.Close()
	for _, rec := range records {
		if _, err := stmt.ExecContext(ctx, parse(rec[1]), parse(rec[0])); err != nil { // WRONG(uuiderror): what is no UUID is logged, and becomes Nil
			return err
		}
	}
	return nil
}

// TeamsRight reads a file of people and teams.
func (im *Importer) TeamsRight(ctx context.Context, records [][]string) error {
	var errs []error
	parse := func(text string) uuid.UUID {
		id, err := uuid.Parse(strings.TrimSpace(text))
		if err != nil {
			errs = append(errs, fmt.Errorf("%q: %w", text, err))
		}
		return id
	}
	type change struct{ person, team uuid.UUID }
	var changes []change
	for _, rec := range records {
		changes = append(changes, change{parse(rec[0]), parse(rec[1])})
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, c := range changes {
		if _, err := im.db.ExecContext(ctx, `UPDATE people SET team = $1 WHERE id = $2`, c.team, c.person); err != nil {
			return err
		}
	}
	return nil
}

// A Card is a row of a file of fixed columns.
type Card struct {
	ID     uuid.UUID
	Holder uuid.UUID
	Name   string
}

// ParseCard reads a line.
func ParseCard(line string) (c Card, err error) {
	if len(line) < 80 {
		return c, io.ErrUnexpectedEOF
	}
	copy(c.ID[:], line[:36]) // WRONG(uuidcopy): 16 of 36 characters
	c.Name = strings.TrimSpace(line[72:])
	return c, nil
}

// ParseCardRight reads a line.
func ParseCardRight(line string) (c Card, err error) {
	if len(line) < 80 {
		return c, io.ErrUnexpectedEOF
	}
	if c.ID, err = uuid.Parse(line[:36]); err != nil {
		return c, err
	}
	c.Name = strings.TrimSpace(line[72:])
	return c, nil
}

// Holder returns the holder of a card that a CSV file names.
func Holder(rec []string) uuid.UUID {
	if len(rec) < 3 || len(rec[2]) != 36 {
		return uuid.Nil
	}
	return uuid.UUID([]byte(rec[2])) // WRONG(uuidcopy): the bytes of the text
}

// HolderRight returns the holder of a card that a CSV file names.
func HolderRight(rec []string) (uuid.UUID, error) {
	if len(rec) < 3 {
		return uuid.Nil, io.ErrUnexpectedEOF
	}
	return uuid.Parse(rec[2])
}

// Token reads an id at the end of a URL.
func Token(url string) (uuid.UUID, error) {
	text := url[strings.LastIndexByte(url, '/')+1:]
	if len(text) != 36 {
		return uuid.Nil, io.ErrUnexpectedEOF
	}
	return uuid.FromBytes([]byte(text)) // WRONG(uuidcopy): 36 characters are never 16 bytes
}

// TokenRight reads an id at the end of a URL.
func TokenRight(url string) (uuid.UUID, error) {
	return uuid.ParseBytes([]byte(url[strings.LastIndexByte(url, '/')+1:]))
}

// Short reads 22 characters of base64, which are 16 bytes.
func Short(text string) (id uuid.UUID, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return id, err
	}
	if len(raw) != len(id) {
		return id, io.ErrUnexpectedEOF
	}
	copy(id[:], raw)
	return id, nil
}

// Digits reads 32 digits.
func Digits(text string) (id uuid.UUID, err error) {
	if len(text) != hex.EncodedLen(len(id)) {
		return id, io.ErrUnexpectedEOF
	}
	_, err = hex.Decode(id[:], []byte(text))
	return id, err
}

// State is where an import has stopped.
type State struct {
	Last uuid.UUID
	Rows int
}

// Resume counts what is left.
func (im *Importer) Resume(ctx context.Context, file io.Reader) (n int, err error) {
	var state State
	gob.NewDecoder(file).Decode(&state)
	err = im.db.QueryRowContext(ctx, `SELECT count(*) FROM people WHERE id > $1`, state.Last).Scan(&n) // WRONG(uuiderror): after a dropped error Last is Nil
	return n, err
}

// ResumeRight counts what is left.
func (im *Importer) ResumeRight(ctx context.Context, file io.Reader) (n int, err error) {
	var state State
	if err := gob.NewDecoder(file).Decode(&state); err != nil {
		return 0, err
	}
	err = im.db.QueryRowContext(ctx, `SELECT count(*) FROM people WHERE id > $1`, state.Last).Scan(&n)
	return n, err
}

// Offer is an XML document of a partner.
type Offer struct {
	ID    uuid.UUID `xml:"id,attr"`
	Title string    `xml:"title"`
}

// Offer stores a document.
func (im *Importer) Offer(ctx context.Context, data []byte) error {
	var o Offer
	if err := xml.Unmarshal(data, &o); err != nil {
		im.log.Println("offer:", err)
	}
	_, err := im.db.ExecContext(ctx, `INSERT INTO offers (id, title) VALUES ($1, $2)`, o.ID, o.Title) // WRONG(uuiderror): the id may be Nil
	return err
}

// OfferRight stores a document.
func (im *Importer) OfferRight(ctx context.Context, data []byte) error {
	var o Offer
	if err := xml.Unmarshal(data, &o); err != nil {
		im.log.Println("offer:", err)
		return err
	}
	_, err := im.db.ExecContext(ctx, `INSERT INTO offers (id, title) VALUES ($1, $2)`, o.ID, o.Title)
	return err
}
