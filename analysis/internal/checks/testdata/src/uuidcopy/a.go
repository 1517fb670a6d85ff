package uuidcopy

import (
	"os"

	"github.com/google/uuid"
)

func wrong(text string, row []any) (id uuid.UUID) {
	copy(id[:], text)            // want `these are the first characters of a text, not the bytes of a UUID: use Parse`
	copy(id[:], []byte(text))    // want `first characters`
	copy(id[:], row[1].(string)) // want `first characters`
	b := []byte(text)
	copy(id[:], b)                          // want `first characters`
	id = uuid.UUID([]byte(text))            // want `first characters`
	uuid.FromBytes([]byte(os.Getenv("ID"))) // want `first characters`
	id = uuid.UUID([]byte(text)[:16])       // want `first characters`
	var digest [16]byte
	copy(digest[:], id.String()) // want `first characters`
	copy(digest[:], text)
	p := &id
	copy(p[:], text)   // want `first characters`
	copy(id[:8], text) // want `first characters`
	var u struct{ ID uuid.UUID }
	copy(u.ID[:], text) // want `first characters`
	return id
}

func right(text string, b []byte, buf []byte, row []any) uuid.UUID {
	id, err := uuid.Parse(text)
	if err != nil {
		return uuid.Nil
	}
	copy(id[:], b)
	copy(buf, id[:])
	copy(buf, text)
	copy(id[:], "0123456789abcdef")
	var u struct {
		ID   uuid.UUID
		Name [16]byte
	}
	copy(u.ID[:], id[:])
	copy(u.Name[:], text)
	copy(id[:], string(b))
	if len(text) == 16 {
		copy(id[:], text)
	}
	uuid.FromBytes(b)
	uuid.FromBytes([]byte(row[0].(string)))
	return uuid.UUID(b)
}

type cartID uuid.UUID

type traceID [16]byte // may be other bytes

func typed(text string) (c cartID, t traceID) {
	copy(c[:], text) // want `first characters`
	copy(t[:], text)
	copy(c[:], t[:])
	return c, t
}

func measured(text, other string) (uuid.UUID, error) {
	if len(text) == 36 {
		uuid.FromBytes([]byte(text)) // want `these are the characters of a text, which are never 16 bytes: use Parse`
	}
	if len(text) == 16 {
		uuid.FromBytes([]byte(text))
	}
	if len(other) == 36 {
		return uuid.Parse(other)
	}
	if len(text) != 36 {
		return uuid.FromBytes([]byte(text))
	}
	return uuid.FromBytes([]byte(other))
}

func left(text string) (uuid.UUID, error) {
	if len(text) != 36 {
		return uuid.Nil, os.ErrInvalid
	}
	var id uuid.UUID
	copy(id[:], text)                   // want `first characters`
	_ = uuid.UUID([]byte(text))         // want `first characters`
	return uuid.FromBytes([]byte(text)) // want `never 16 bytes`
}

func tried(text string) (uuid.UUID, error) {
	if id, err := uuid.Parse(text); err == nil {
		return id, nil
	}
	return uuid.FromBytes([]byte(text))
}

// raw is for a string that holds 16 bytes, or text of another length.
func raw(text, other string) (id uuid.UUID, err error) {
	if len(text) == 16 {
		return uuid.FromBytes([]byte(text))
	}
	switch len(other) {
	case 16:
		id = uuid.UUID([]byte(other))
		return
	}
	uuid.FromBytes([]byte(os.Getenv(text))) // want `first characters`
	return uuid.Parse(text)
}

type itemID [16]byte

func item(id uuid.UUID, text string) (i itemID) {
	copy(i[:], text) // want `first characters`
	return itemID(id)
}

// guarded asks only for what the conversion needs.
func guarded(text string, row []string) uuid.UUID {
	if len(text) < 16 {
		return uuid.Nil
	}
	if len(row) < 3 || len(row[2]) != 36 {
		return uuid.UUID([]byte(text)) // want `first characters`
	}
	return uuid.UUID([]byte(row[2])) // want `first characters`
}

func keys(texts map[string]string, sums [][16]byte) (all []uuid.UUID) {
	seen := map[string]bool{}
	for _, sum := range sums {
		seen[string(sum[:])] = true
	}
	for k := range seen {
		var id uuid.UUID
		copy(id[:], k)
		all = append(all, id, uuid.UUID([]byte(k)))
	}
	return all
}
