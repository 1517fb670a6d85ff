// Package texts has bytes, texts and formats.
package texts

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

// BoxID has no String.
type BoxID uuid.UUID

// CrateID has one.
type CrateID uuid.UUID

func (c CrateID) String() string { return uuid.UUID(c).String() }

type header struct {
	Magic [4]byte
	ID    uuid.UUID
}

func (h *header) set(text string) {
	copy(h.ID[:], text) // WRONG(uuidcopy): the codes of characters
}

func (h *header) setRight(text string) (err error) {
	h.ID, err = uuid.Parse(text)
	return err
}

func convert(line []byte) gofrs.UUID {
	text := string(bytes.TrimSpace(line))
	return gofrs.UUID([]byte(text)[:16]) // WRONG(uuidcopy): the codes of characters
}

func convertRight(line []byte) (gofrs.UUID, error) {
	text := string(bytes.TrimSpace(line))
	return gofrs.FromString(text)
}

func env(get func(string) string) (uuid.UUID, error) {
	return uuid.FromBytes([]byte(get("INSTANCE_ID"))) // WRONG(uuidcopy): always an error
}

func envRight(get func(string) string) (uuid.UUID, error) {
	return uuid.ParseBytes([]byte(get("INSTANCE_ID")))
}

func clone(id uuid.UUID) (to [16]byte) {
	src := []byte(id.String())
	copy(to[:], src) // WRONG(uuidcopy): half of the text
	return to
}

func cloneRight(id uuid.UUID) (to [16]byte) {
	copy(to[:], id[:])
	return to
}

func fromHex(s string) (id uuid.UUID, err error) {
	b, err := hex.DecodeString(s)
	if err != nil {
		return id, err
	}
	if len(b) != len(id) {
		return id, errors.New("not 16 bytes")
	}
	copy(id[:], b)
	return id, nil
}

func read(r io.Reader) (h header, err error) {
	_, err = io.ReadFull(r, h.ID[:])
	return h, err
}

func key(id uuid.UUID) string {
	return fmt.Sprintf("user:%x", id) // WRONG(uuidprintf): 72 digits
}

func keyRight(id uuid.UUID) string {
	return fmt.Sprintf("user:%x", id[:])
}

func describe(id BoxID) error {
	return fmt.Errorf("no box %v", id) // WRONG(uuidprintf): 16 numbers
}

func describeRight(id CrateID) error {
	return fmt.Errorf("no crate %v", id)
}

type logger struct{ *log.Logger }

func (l logger) infof(format string, args ...any) { l.Printf("info: "+format, args...) }

func (l logger) boxed(id BoxID, n int) {
	l.infof("box %s has %d", id, n) // WRONG(uuidprintf): through a wrapper
}

func (l logger) boxedRight(id BoxID, n int) {
	l.infof("box %s has %d", uuid.UUID(id), n)
}

func upper(w io.Writer, ids ...uuid.UUID) {
	for _, id := range ids {
		fmt.Fprintf(w, "%X\n", id) // WRONG(uuidprintf): the hex of text
	}
}

func upperRight(w io.Writer, ids ...gofrs.UUID) {
	for _, id := range ids {
		fmt.Fprintf(w, "%X\n", id)
	}
}

func print(box *BoxID) {
	fmt.Println("box", *box) // WRONG(uuidprintf): 16 numbers
}

func printRight(box *BoxID) {
	fmt.Println("box", (*uuid.UUID)(box))
}

func ordered() (uuid.UUID, error) {
	make := uuid.NewV6
	return make() // WRONG(googlev6): years from 1606
}

func orderedRight() (uuid.UUID, error) {
	make := uuid.NewV7
	return make()
}

type options struct {
	newID func() (uuid.UUID, error)
}

func defaults() options {
	return options{newID: uuid.NewV6} // WRONG(googlev6): as a value
}

func defaultsRight() options {
	return options{newID: uuid.NewRandom}
}
