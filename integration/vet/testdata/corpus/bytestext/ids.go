// Package bytestext makes ids of bytes and texts.
package bytestext

import (
	"crypto/md5"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"

	kit "github.com/uuidkit/uuidkit/uuid"
)

func fromText(text string) (id uuid.UUID) {
	copy(id[:], text) // WRONG(uuidcopy): the first 16 characters of the text become the bytes
	return id
}

func ofText(text string) (id uuid.UUID, err error) {
	err = id.UnmarshalText([]byte(text))
	return id, err
}

func fromHeader(r *http.Request) *uuid.UUID {
	id := new(uuid.UUID)
	copy(id[:], []byte(r.Header.Get("X-Request-Id"))) // WRONG(uuidcopy): the characters of the header are copied as bytes
	return id
}

func ofHeader(r *http.Request) *uuid.UUID {
	id, err := uuid.Parse(r.Header.Get("X-Request-Id"))
	if err != nil {
		return nil
	}
	return &id
}

func convert(text string) (uuid.UUID, error) {
	if len(text) != 36 {
		return uuid.Nil, errors.New("no UUID")
	}
	return uuid.UUID([]byte(text)), nil // WRONG(uuidcopy): the conversion takes the first 16 of the 36 characters
}

func converted(text string) (uuid.UUID, error) {
	if len(text) != 36 {
		return uuid.Nil, errors.New("no UUID")
	}
	return uuid.Parse(text)
}

func fromJSON(m map[string]any) (id kit.UUID) {
	if s, ok := m["id"].(string); ok {
		copy(id[:], s) // WRONG(uuidcopy): text of a JSON string is copied as bytes
	}
	return id
}

func ofJSON(m map[string]any) (id kit.UUID, err error) {
	if s, ok := m["id"].(string); ok {
		id, err = kit.Parse(s)
	}
	return id, err
}

func fromEnv() (uuid.UUID, error) {
	return uuid.FromBytes([]byte(os.Getenv("TENANT_ID"))) // WRONG(uuidcopy): FromBytes takes 16 bytes, and gets text of 36 characters: always an error
}

func ofEnv() (uuid.UUID, error) {
	return uuid.ParseBytes([]byte(os.Getenv("TENANT_ID")))
}

func path(dir string, id uuid.UUID) string {
	return filepath.Join(dir, fmt.Sprintf("%x.json", id)) // WRONG(uuidprintf): %x of google's type is the hex of its 36 characters
}

func pathOf(dir string, id uuid.UUID) string {
	return filepath.Join(dir, fmt.Sprintf("%x.json", id[:]))
}

func digits(id *uuid.UUID) string {
	return fmt.Sprintf("%X", id) // WRONG(uuidprintf): a pointer has String, too: 72 digits
}

func digitsOf(id *uuid.UUID) string {
	return fmt.Sprintf("%X", id[:])
}

// BoxID has none of the methods of google's type.
type BoxID uuid.UUID

func label(id BoxID) string {
	return fmt.Sprintf("box/%v", id) // WRONG(uuidprintf): a type without String prints 16 numbers
}

func labelOf(id BoxID) string {
	return fmt.Sprintf("box/%v", uuid.UUID(id))
}

// ---- What looks like the above, and is right ----

// 16 bytes of a sum.
func sum(b []byte) (id uuid.UUID) {
	s := sha256.Sum256(b)
	copy(id[:], s[:])
	return id
}

// md5's array is 16 bytes.
func sum5(name string) uuid.UUID { return uuid.UUID(md5.Sum([]byte(name))) }

// 32 digits are decoded first.
func decoded(digits string) (id uuid.UUID, err error) {
	b, err := hex.DecodeString(digits)
	if err != nil || len(b) != 16 {
		return id, errors.New("no UUID")
	}
	copy(id[:], b)
	return id, nil
}

// Two numbers.
func numbers(hi, lo uint64) (id uuid.UUID) {
	binary.BigEndian.PutUint64(id[:8], hi)
	binary.BigEndian.PutUint64(id[8:], lo)
	return id
}

// A conversion of 16 bytes.
func raw(b []byte) (id uuid.UUID, err error) {
	if len(b) != 16 {
		return id, fmt.Errorf("%d bytes", len(b))
	}
	return uuid.UUID(b), nil
}

// The other direction: text of the id into a buffer.
func buffer(id uuid.UUID) (b [36]byte) {
	copy(b[:], id.String())
	return b
}

// gofrs's and uuidkit's types print 32 digits for %x.
func hexes(a gofrs.UUID, b kit.UUID) string { return fmt.Sprintf("%x/%x", a, b) }
