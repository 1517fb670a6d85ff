package cborx_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/internal/decoders"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

type edge interface {
	fmt.Stringer
	IsZero() bool
	MarshalText() ([]byte, error)
	AppendText([]byte) ([]byte, error)
}

// formats are verbs and flags of package fmt.
var formats = []string{"%s", "%v", "%+v", "%#v", "%q", "%x", "%X", "%# x", "%d", "%40s", "%.8s"}

func TestText(t *testing.T) {
	for _, v := range []edge{cborx.Bare(vectors.U), cborx.Tagged(vectors.U)} {
		if got := v.String(); got != vectors.Text {
			t.Errorf("%T: String = %s, want %s", v, got, vectors.Text)
		}
		if got, err := v.MarshalText(); err != nil || string(got) != vectors.Text {
			t.Errorf("%T: MarshalText = %s, %v, want %s", v, got, err, vectors.Text)
		}
		if got, err := v.AppendText([]byte("id=")); err != nil || string(got) != "id="+vectors.Text {
			t.Errorf("%T: AppendText = %s, %v", v, got, err)
		}
		if got, err := json.Marshal(v); err != nil || string(got) != `"`+vectors.Text+`"` {
			t.Errorf("%T: JSON = %s, %v", v, got, err)
		}
		for _, format := range formats {
			if got, want := fmt.Sprintf(format, v), fmt.Sprintf(format, vectors.U); got != want {
				t.Errorf("%T, %s: got %s, want %s", v, format, got, want)
			}
		}
		if v.IsZero() {
			t.Errorf("%T: IsZero(%v) = true", v, v)
		}
	}
	if !(cborx.Bare{}).IsZero() || !(cborx.Tagged{}).IsZero() {
		t.Error("IsZero of zero = false")
	}
	var s struct {
		B cborx.Bare
		T cborx.Tagged
	}
	in := `{"B":"` + strings.ToUpper(vectors.Text) + `","T":"urn:uuid:` + vectors.Text + `"}`
	if err := json.Unmarshal([]byte(in), &s); err != nil || uuid.UUID(s.B) != vectors.U || uuid.UUID(s.T) != vectors.U {
		t.Errorf("JSON = %v, %v", s, err)
	}
	for method, read := range decoders.Libraries {
		for _, into := range []interface {
			fmt.Stringer
			IsZero() bool
		}{new(cborx.Bare), new(cborx.Tagged)} {
			if err := read(into, "x"); err == nil || !into.IsZero() {
				t.Errorf("%T.%s of x: got %v, %v, want an error and it unchanged", into, method, into, err)
			}
			if err := read(into, vectors.Text); err != nil || into.String() != vectors.Text {
				t.Errorf("%T.%s: got %v, %v, want %s", into, method, into, err, vectors.Text)
			}
		}
	}
	old := s
	for _, in := range []string{`{"B":""}`, `{"T":""}`, `{"B":"x"}`, `{"T":17}`} {
		if err := json.Unmarshal([]byte(in), &s); err == nil || s != old {
			t.Errorf("JSON %s = %v, %v, want an error and it unchanged", in, s, err)
		}
	}
}
