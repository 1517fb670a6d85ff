package pgxtype_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
	otherids "github.com/uuidkit/uuidkit/uuid/ids"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// A []T in JSON is what a T is, elementwise: strings, whatever methods T has.
func TestJSONArrays(t *testing.T) {
	const text = vectors.Text
	three := fmt.Sprintf("[%q,%q,%q]", id(0), id(1), id(2))
	bad := []string{
		"", "[", "{}", "1", `""`, `"` + text + `"`, three + "]", `["x"]`, "[1]", `["` + badText[0] + `"]`,
		`[null]`, `["` + text + `",null]`, "[" + three + "]", "[[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]]",
	}
	each(t, func(t *testing.T, k kind, m *pgtype.Map) {
		list := reflect.SliceOf(k.typ())
		for _, col := range columns {
			if !col.isJSON() {
				continue
			}
			col.wire = col.version() + three
			for n, want := range map[int]string{0: "[]", 1: fmt.Sprintf("[%q]", id(0)), 3: three} {
				v := slice(k.typ(), n)
				encodes(t, m, col, v, col.version()+want)
				encodes(t, m, col, ptr(v), col.version()+want)
				scans(t, m, col, col.version()+want, slice(k.typ(), 2), v)
				scans(t, m, col, col.version()+want, ptr(slice(k.typ(), 2)), ptr(v))
			}
			encodesNull(t, m, col, zero(list))
			encodesNull(t, m, col, ptr(zero(list)))
			encodesNull(t, m, col, zero(reflect.PointerTo(list)))
			for _, src := range []string{null, col.version() + "null"} {
				scans(t, m, col, src, slice(k.typ(), 1), zero(list))
				scans(t, m, col, src, ptr(slice(k.typ(), 1)), zero(reflect.PointerTo(list)))
			}
			for _, src := range bad {
				scansNot(t, m, col, col.version()+src, slice(k.typ(), 1), "")
				scansNot(t, m, col, col.version()+src, ptr(slice(k.typ(), 1)), "")
			}
			if col.version() != "" {
				scansNot(t, m, col, "\x02"+three, slice(k.typ(), 1), "version 1")
			}
			scansNil(t, m, col, list)
			scansNil(t, m, col, reflect.PointerTo(list))
		}
	})
}

// The names of slices are encoding/json's affair, and uuid.UUIDs's own.
func TestJSONNames(t *testing.T) {
	m := newMap()
	var us uuid.UUIDs // which pgx sets to nil before
	if err := m.Scan(inJSON.oid, inJSON.format, []byte("[null]"), &us); err == nil || !strings.Contains(err.Error(), "element 0") {
		t.Errorf("null in a list: got %v, error %v", us, err)
	}
	encodes(t, m, inJSON, namedLine[vectors.Plain]{{15: 1}}, "[[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]]")
}

type user struct{}

func (user) Prefix() string { return "user" }

// A digits has methods behind a pointer only, which encoding/json has to the elements of a list.
type digits [16]byte

func (d *digits) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%X", d[:]), nil }

func (d *digits) UnmarshalText(b []byte) error {
	_, err := hex.Decode(d[:], b)
	return err
}

// An upper has the canonical text in upper case, as go-mssqldb's UniqueIdentifier has it.
type upper uuid.UUID

func (u upper) MarshalText() ([]byte, error) {
	return bytes.ToUpper([]byte(uuid.UUID(u).String())), nil
}
func (u *upper) UnmarshalText(text []byte) error { return (*uuid.UUID)(u).UnmarshalText(text) }

// Lists of a T with a JSON of its own are what encoding/json makes of them, as before Register. Lists of
// canonical texts are read, too.
func TestJSONOfOwn(t *testing.T) {
	t.Run("typed.ID", testOwnJSON[typed.ID[user]])
	t.Run("ids.ULID", testOwnJSON[otherids.ULID])
	t.Run("methods of *T", testOwnJSON[digits])
	t.Run("upper case", testOwnJSON[upper])
}

// An orNull is the JSON null if it is zero, and the canonical text otherwise.
type orNull uuid.UUID

func (o orNull) MarshalJSON() ([]byte, error) {
	return json.Marshal(uuid.NullUUID{UUID: uuid.UUID(o), Valid: o != orNull{}})
}

func (o *orNull) UnmarshalJSON(b []byte) error {
	*o = orNull{}
	return json.Unmarshal(b, (*uuid.UUID)(o))
}

// Such a null is the zero T again, but not in a list of others.
func TestJSONNullOfZero(t *testing.T) {
	m := newMap()
	pgxtype.Register[orNull](m)
	list := []orNull{orNull(vectors.U), {}}
	for _, col := range columns {
		if col.isJSON() {
			text := col.version() + `["` + vectors.Text + `",null]`
			encodes(t, m, col, list, text)
			encodes(t, m, col, &list, text)
			scans(t, m, col, text, []orNull{{1}}, list)
			scansNot(t, m, col, text, []uuid.UUID{{1}}, "element 1")
		}
	}
}

// A token has a text for one version only, which is not the canonical text.
type token [16]byte

var tokenVersion int

func (t token) MarshalText() ([]byte, error) {
	if uuid.UUID(t).Version() != tokenVersion {
		return nil, errors.New("no token")
	}
	return fmt.Appendf(nil, "tok_%x", t[:]), nil
}

func TestJSONOfOneVersion(t *testing.T) {
	for tokenVersion = 1; tokenVersion <= 8; tokenVersion++ {
		m := newMap()
		pgxtype.Register[token](m)
		one := token{6: byte(tokenVersion) << 4, 8: 0x80}
		encodes(t, m, inJSON, []token{one}, fmt.Sprintf(`["tok_%x"]`, one[:]))
	}
}

func testOwnJSON[T ~[16]byte](t *testing.T) {
	m := newMap()
	pgxtype.Register[T](m)
	if !pgxtype.Registered[T](m) {
		t.Error("Registered: got false, want true")
	}
	typ := reflect.TypeFor[T]()
	for _, col := range columns {
		if !col.isJSON() {
			continue
		}
		for _, n := range []int{0, 1, 3} {
			v := slice(typ, n).([]T)
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			encodes(t, m, col, v, col.version()+string(text))
			encodes(t, m, col, &v, col.version()+string(text))
			scans(t, m, col, col.version()+string(text), slice(typ, 2), v)
			scans(t, m, col, col.version()+string(text), ptr(slice(typ, 2)), &v)
			canonical, err := json.Marshal(slice(reflect.TypeFor[uuid.UUID](), n)) // as json_agg makes it
			if err != nil {
				t.Fatal(err)
			}
			scans(t, m, col, col.version()+string(canonical), slice(typ, 2), v)
		}
		encodesNull(t, m, col, (*[]T)(nil))
		encodesNull(t, m, col, new([]T))
		if got, err := m.Encode(col.oid, col.format, []T(nil), nil); err != nil || got != nil {
			t.Errorf("%v: a nil list: got %q, %v, want NULL", col, got, err)
		}
		scans(t, m, col, null, slice(typ, 1), []T(nil))
		for _, bad := range []string{`["x"]`, `[null]`, `[1]`, `{}`} {
			got := slice(typ, 1).([]T)
			if err := m.Scan(col.oid, col.format, []byte(col.version()+bad), &got); err == nil || len(got) != 1 {
				t.Errorf("%v: scan of %s: got %v, %v, want an error", col, bad, got, err)
			}
		}
	}
	for _, col := range arrayIn(3) { // which are of UUIDs, not of texts
		encodes(t, m, col, slice(typ, 3), col.wire)
		scans(t, m, col, col.wire, slice(typ, 2), slice(typ, 3))
	}
}
