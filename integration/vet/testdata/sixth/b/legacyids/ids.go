// Package legacyids converts the ids of the old mainframe export.
package legacyids

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

type Contract struct {
	ID     uuid.UUID
	Parent uuid.UUID
	Number string
}

func parseID(text string) uuid.UUID {
	var id uuid.UUID
	copy(id[:], text) // WRONG(uuidcopy): copies the first 16 of 36 characters
	return id
}

func parseIDRight(text string) (uuid.UUID, error) {
	return uuid.Parse(text)
}

// readLine reads "id;parent;number".
func readLine(line string) (c Contract, err error) {
	fields := strings.Split(line, ";")
	if len(fields) != 3 {
		return c, fmt.Errorf("%d fields", len(fields))
	}
	if c.ID, err = uuid.Parse(fields[0]); err != nil {
		return c, err
	}
	copy(c.Parent[:], fields[1]) // WRONG(uuidcopy): the field holds text
	c.Number = fields[2]
	return c, nil
}

func readLineRight(line string) (c Contract, err error) {
	fields := strings.Split(line, ";")
	if len(fields) != 3 {
		return c, fmt.Errorf("%d fields", len(fields))
	}
	if c.ID, err = uuid.Parse(fields[0]); err != nil {
		return c, err
	}
	if c.Parent, err = uuid.Parse(fields[1]); err != nil {
		return c, err
	}
	c.Number = fields[2]
	return c, nil
}

func ReadAll(r io.Reader) ([]Contract, error) {
	var list []Contract
	s := bufio.NewScanner(r)
	for s.Scan() {
		c, err := readLine(s.Text())
		if err != nil {
			return nil, err
		}
		right, err := readLineRight(s.Text())
		if err != nil {
			return nil, err
		}
		list = append(list, c, right)
	}
	return list, s.Err()
}

// convert turns google's UUID of the API into gofrs's of the database.
func convert(id uuid.UUID) gofrs.UUID {
	var out gofrs.UUID
	copy(out[:], id.String()) // WRONG(uuidcopy): String has 36 characters
	return out
}

func convertRight(id uuid.UUID) gofrs.UUID {
	var out gofrs.UUID
	copy(out[:], id[:])
	return out
}

func fromEnv(lookup func(string) (string, bool)) (uuid.UUID, error) {
	v, ok := lookup("TENANT_ID")
	if !ok || len(v) < 36 {
		return uuid.Nil, errors.New("TENANT_ID is not set")
	}
	return uuid.UUID([]byte(v)[:16]), nil // WRONG(uuidcopy): 16 characters of the text
}

func fromEnvRight(lookup func(string) (string, bool)) (uuid.UUID, error) {
	v, ok := lookup("TENANT_ID")
	if !ok || len(v) < 36 {
		return uuid.Nil, errors.New("TENANT_ID is not set")
	}
	return uuid.Parse(v)
}

// fill is the generic form for all id types of the program.
func fill[T ~[16]byte](texts []string) []T {
	out := make([]T, len(texts))
	for i, s := range texts {
		copy(out[i][:], s) // WRONG(uuidcopy): s is the text of an id
	}
	return out
}

func fillRight[T ~[16]byte](texts []string) ([]T, error) {
	out := make([]T, len(texts))
	for i, s := range texts {
		id, err := uuid.Parse(s)
		if err != nil {
			return nil, err
		}
		out[i] = T(id)
	}
	return out, nil
}

var (
	_ = fill[uuid.UUID]
	_ = fillRight[gofrs.UUID]
)

// derive makes an id of the number, as the mainframe does.
func derive(number string) uuid.UUID {
	var id uuid.UUID
	sum := sha256.Sum256([]byte(number))
	copy(id[:], sum[:])
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return id
}

func fromHex(digits string) (id uuid.UUID, err error) {
	raw, err := hex.DecodeString(digits)
	if err != nil {
		return id, err
	}
	if len(raw) != len(id) {
		return id, fmt.Errorf("%d bytes", len(raw))
	}
	copy(id[:], raw)
	return id, nil
}

func appendText(buf []byte, id uuid.UUID) []byte {
	var text [36]byte
	copy(text[:], id.String())
	return append(buf, text[:]...)
}

func node(id uuid.UUID) [6]byte {
	return [6]byte(id[10:])
}
