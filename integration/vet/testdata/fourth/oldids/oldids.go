// Package oldids imports identifiers from the museum's previous inventory system.
package oldids

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Exhibit struct {
	ID   uuid.UUID
	Wing gofrs.UUID
	Name string
}

func fromColumn(col string) uuid.UUID {
	var id uuid.UUID
	copy(id[:], col) // WRONG(uuidcopy): 16 of 36 characters
	return id
}

func fromColumnRight(col string) (uuid.UUID, error) {
	return uuid.Parse(col)
}

// ReadAll reads lines of id, wing and name.
func ReadAll(r io.Reader) ([]Exhibit, error) {
	var out []Exhibit
	s := bufio.NewScanner(r)
	for s.Scan() {
		f := strings.Split(s.Text(), "\t")
		if len(f) < 3 {
			return nil, errors.New("short line")
		}
		e := Exhibit{ID: fromColumn(f[0]), Name: f[2]}
		copy(e.Wing[:], f[1]) // WRONG(uuidcopy): field of a struct, text of a file
		out = append(out, e)
	}
	return out, s.Err()
}

func ReadAllRight(r io.Reader) ([]Exhibit, error) {
	var out []Exhibit
	s := bufio.NewScanner(r)
	for s.Scan() {
		f := strings.Split(s.Text(), "\t")
		if len(f) < 3 {
			return nil, errors.New("short line")
		}
		id, err := fromColumnRight(f[0])
		if err != nil {
			return nil, err
		}
		wing, err := gofrs.FromString(f[1])
		if err != nil {
			return nil, err
		}
		out = append(out, Exhibit{ID: id, Wing: wing, Name: f[2]})
	}
	return out, s.Err()
}

func cast(text string) gofrs.UUID {
	if len(text) < gofrs.Size {
		return gofrs.Nil
	}
	return gofrs.UUID([]byte(text)) // WRONG(uuidcopy): conversion of text
}

func castRight(text string) gofrs.UUID {
	return gofrs.FromStringOrNil(text)
}

func fromLabel(label string) (uuid.UUID, error) {
	if len(label) != 36 {
		return uuid.Nil, fmt.Errorf("label of %d characters", len(label))
	}
	return uuid.FromBytes([]byte(label)) // WRONG(uuidcopy): 36 characters are never 16 bytes
}

func fromLabelRight(label string) (uuid.UUID, error) {
	if len(label) != 36 {
		return uuid.Nil, fmt.Errorf("label of %d characters", len(label))
	}
	return uuid.ParseBytes([]byte(label))
}

// Stamp is a 16 byte mark on the back of a picture.
type Stamp [16]byte

func stampOf(u uuid.UUID) (s Stamp) {
	copy(s[:], u.String()) // WRONG(uuidcopy): the text of a UUID
	return s
}

func stampOfRight(u uuid.UUID) (s Stamp) {
	copy(s[:], u[:])
	return s
}

func kitID(parts []string) kit.UUID {
	var id kit.UUID
	joined := strings.Join(parts, "-")
	n := copy(id[:], joined) // WRONG(uuidcopy): joined text
	if n < 16 {
		return kit.Nil()
	}
	return id
}

func kitIDRight(parts []string) kit.UUID {
	id, err := kit.Parse(strings.Join(parts, "-"))
	if err != nil {
		return kit.Nil()
	}
	return id
}

func rawBytes(b []byte) (id uuid.UUID, err error) {
	if len(b) != 16 {
		return id, errors.New("not 16 bytes")
	}
	copy(id[:], b)
	return id, nil
}

func fromHex(s string) (id uuid.UUID, err error) {
	b, err := hex.DecodeString(strings.ReplaceAll(s, "-", ""))
	if err != nil {
		return id, err
	}
	if len(b) != len(id) {
		return id, errors.New("length")
	}
	copy(id[:], b)
	return id, nil
}

func sliceToID(b []byte) gofrs.UUID {
	if len(b) < 16 {
		return gofrs.Nil
	}
	return gofrs.UUID(b[:16])
}

func rawKey(k string) (id uuid.UUID, ok bool) {
	if len(k) != 16 {
		return id, false
	}
	return id, copy(id[:], k) == 16
}

func nameField(name string) (f [32]byte) {
	copy(f[:], name)
	return f
}

var _ = []any{cast, castRight, fromLabel, fromLabelRight, stampOf, stampOfRight, kitID, kitIDRight, rawBytes, fromHex, sliceToID, rawKey, nameField}
