package pgxtype

import (
	"encoding/json"

	"github.com/uuidkit/uuidkit/uuid"
)

// ownJSON reports whether encoding/json writes a T as something else than the canonical text,
// such as a TypeID. An array of numbers is what it makes of a T without methods, and is no
// form that anybody chose.
func ownJSON[T ~[16]byte]() bool {
	u := uuid.UUID{1, 6: 0x70, 8: 0x80, 15: 2} // of version 7, for types that check it
	got, err := json.Marshal([]T{T(u)})        // whose elements also have methods of *T
	return err == nil && string(got) != `["`+u.String()+`"]` && got[1] != '['
}
