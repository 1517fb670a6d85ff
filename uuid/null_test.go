package uuid_test

import (
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
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
