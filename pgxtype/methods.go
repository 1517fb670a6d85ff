package pgxtype

import (
	"encoding/json"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// zeroIsNull reports whether the zero T is NULL by its own Value, or by the method that pgx
// asks instead.
func zeroIsNull[T ~[16]byte]() (null bool) {
	if sqlx.Native[T]().ZeroIsNull() {
		return true
	}
	valuer, ok := any(new(T)).(pgtype.UUIDValuer)
	if !ok {
		return false
	}
	defer func() {
		if recover() != nil {
			null = false // as sqlx does it
		}
	}()
	u, err := valuer.UUIDValue()
	return err == nil && !u.Valid
}

// ownJSON reports whether encoding/json writes a T as something else than the canonical text,
// such as a TypeID, or null for the zero T. An array of numbers is what it makes of a T without
// methods, and is no form that anybody chose.
func ownJSON[T ~[16]byte]() bool {
	for version := byte(0); version <= 8; version++ { // T may have a text for one of them only
		u := uuid.UUID{0xab, 6: version << 4, 8: 0x80, 15: 0xcd} // with letters: T's may be upper case
		if version == 0 {
			u = uuid.Nil() // may be null
		}
		if text := marshalled(T(u)); text != "" && text != `["`+u.String()+`"]` && text[1] != '[' {
			return true
		}
	}
	return false
}

// nullJSON reports whether encoding/json writes the zero T as null.
func nullJSON[T ~[16]byte]() bool { return marshalled(T{}) == "[null]" }

// marshalled returns a list of v in JSON, whose elements also have the methods of *T, or "". A
// method may panic for a UUID that the program never has, as for zeroIsNull.
func marshalled[T ~[16]byte](v T) string {
	defer func() { recover() }()
	b, _ := json.Marshal([]T{v})
	return string(b)
}
