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
