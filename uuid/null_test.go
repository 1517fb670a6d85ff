package uuid_test

import (
	"database/sql"
	"encoding"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

func TestNullUUID(t *testing.T) {
	for _, test := range []struct {
		n      uuid.NullUUID
		text   string
		isZero bool
	}{
		{uuid.NullUUID{}, "", true},
		{uuid.NullUUID{UUID: vectors.U}, "", true},
		{uuid.NullUUID{Valid: true}, "00000000-0000-0000-0000-000000000000", false},
		{uuid.NullUUID{UUID: vectors.U, Valid: true}, vectors.Text, false},
	} {
		if got := test.n.String(); got != test.text {
			t.Errorf("%#v.String() = %q, want %q", test.n, got, test.text)
		}
		if got := test.n.IsZero(); got != test.isZero {
			t.Errorf("%#v.IsZero() = %v, want %v", test.n, got, test.isZero)
		}
	}

	// UnmarshalJSON, called by itself.
	for _, data := range []string{
		``, `"`, `'x'`, `"` + vectors.Text, `"` + vectors.Text + `'`,
		`"\x30` + vectors.Text[1:] + `"`, `"\060` + vectors.Text[1:] + `"`, `"\U00000030` + vectors.Text[1:] + `"`, `"\\u0030` + vectors.Text[1:] + `"`, // escapes of Go's
		`[` + strings.Repeat("0,", 1<<16) + `0]`, `"` + strings.Repeat("x", 1<<16) + `"`,
	} {
		n := uuid.NullUUID{UUID: vectors.Other, Valid: true}
		err := n.UnmarshalJSON([]byte(data))
		if err == nil || n.UUID != vectors.Other || !n.Valid {
			t.Errorf("UnmarshalJSON(%.100q) = %v, %v; want an error", data, n, err)
		}
		format{}.checkError(t, err)
	}
}

// TestEmptyText: the empty text is null only where there is no null.
func TestEmptyText(t *testing.T) {
	type null interface {
		json.Unmarshaler
		encoding.TextUnmarshaler
		sql.Scanner
		UnmarshalBSONValue(typ byte, data []byte) error
		UnmarshalCBOR([]byte) error
		UnmarshalMsgpack([]byte) error
	}
	u, id := uuid.NullUUID{UUID: vectors.U, Valid: true}, typed.NullID[user]{UUID: typed.ID[user](vectors.U), Valid: true}
	for _, n := range []null{&u, &id} {
		for name, err := range map[string]error{
			"JSON":         n.UnmarshalJSON([]byte(`""`)),
			"SQL":          n.Scan(""),
			"bytes of SQL": n.Scan([]byte{}),
			"BSON":         n.UnmarshalBSONValue(2, []byte{1, 0, 0, 0, 0}),
			"CBOR":         n.UnmarshalCBOR([]byte{0x60}),
			"MessagePack":  n.UnmarshalMsgpack([]byte{0xa0}),
		} {
			if !errors.Is(err, uuid.ErrInvalid) {
				t.Errorf("%T of the empty text in %s: %v, want ErrInvalid", n, name, err)
			}
		}
		if !u.Valid || !id.Valid {
			t.Fatalf("%T has changed", n)
		}
	}
	if err := errors.Join(u.UnmarshalText(nil), id.UnmarshalText(nil)); err != nil || u != (uuid.NullUUID{}) || id != (typed.NullID[user]{}) {
		t.Errorf("the empty text is %v and %v, %v; want null", u, id, err)
	}
}
