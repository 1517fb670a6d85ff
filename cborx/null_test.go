package cborx_test

import (
	"encoding"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/internal/decoders"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// A googleNull has the methods of google's NullUUID that package cbor knows.
type googleNull struct {
	UUID  vectors.Google
	Valid bool
}

func (n googleNull) MarshalBinary() ([]byte, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.UUID.MarshalBinary()
}

func (n *googleNull) UnmarshalBinary(b []byte) error {
	if len(b) != 16 {
		return fmt.Errorf("invalid UUID (got %d bytes)", len(b))
	}
	n.UUID, n.Valid = vectors.Google(b), true
	return nil
}

func (n googleNull) MarshalText() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	return n.UUID.MarshalText()
}

func (n googleNull) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	return json.Marshal(n.UUID)
}

// gofrsNull has the methods of gofrs's NullUUID that package cbor knows.
type gofrsNull struct {
	UUID  vectors.Gofrs
	Valid bool
}

func (n gofrsNull) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	return json.Marshal(n.UUID)
}

func TestNullOf(t *testing.T) {
	em, dm := modes[vectors.Google](t)
	ctap2 := must(cbor.CTAP2EncOptions().EncMode())
	noTags := must(cbor.DecOptions{TagsMd: cbor.TagsForbidden}.DecMode())
	both := "d825d840" + bareU
	t.Run("Google", func(t *testing.T) { testNullOf[vectors.Google](t, plainEnc, plainDec, taggedU, bareU, both, "40") })
	t.Run("registered", func(t *testing.T) { testNullOf[vectors.Google](t, em, dm, taggedU, bareU, both, "40") })
	t.Run("Std", func(t *testing.T) { testNullOf[vectors.Std](t, plainEnc, plainDec, taggedU, bareU, both, "40") })
	t.Run("UUID", func(t *testing.T) { testNullOf[uuid.UUID](t, plainEnc, plainDec, taggedU, bareU, both, "40") })
	t.Run("Tagged", func(t *testing.T) { testNullOf[cborx.Tagged](t, plainEnc, plainDec, taggedU) })
	t.Run("Bare", func(t *testing.T) { testNullOf[cborx.Bare](t, plainEnc, plainDec, bareU) })
	t.Run("Bare, CTAP2", func(t *testing.T) { testNullOf[cborx.Bare](t, ctap2, noTags, bareU) })
	if b, err := ctap2.Marshal(cborx.Null[vectors.Google]{Valid: true}); err == nil {
		t.Errorf("got %x in a mode that forbids tags, want an error", b)
	}
}

// testNullOf checks every shape that holds a Null[T], and that it reads u and also, but
// nothing else.
func testNullOf[T ~[16]byte](t *testing.T, em cbor.EncMode, dm cbor.DecMode, u string, also ...string) {
	t.Helper()
	type N = cborx.Null[T]
	valid := N{T(vectors.U), true}
	testBoth(t, em, dm, []written{
		{valid, u},
		{N{}, "f6"},
		{&valid, u},
		{(*N)(nil), "f6"},
		{[]N{valid, {}}, "82" + u + "f6"},
		{[]N(nil), "f6"},
		{[]*N{&valid, nil}, "82" + u + "f6"},
		{[2]N{valid}, "82" + u + "f6"},
		{map[string]N{"k": valid}, "a1616b" + u},
		{map[string]N{"n": {}}, "a1616ef6"},
		{struct{ N N }{valid}, "a1614e" + u},
		{struct{ N N }{}, "a1614ef6"},
		{struct {
			N N `cbor:",omitzero"`
		}{}, "a0"},
	}...)
	testWrite(t, em, written{N{UUID: T(vectors.U)}, "f6"}) // null, whatever its UUID holds

	ok := map[string]bool{"f6": true, "f7": true, u: true}
	for _, in := range also {
		ok[in] = true
	}
	for _, in := range append(rejects, "f6", "f7", "40", "d82540", "5fff", "5800", bareU, taggedU, "d825d840"+bareU) {
		want := cborx.Null[T]{T(vectors.Other), true}
		if ok[in] && len(in) == 2 {
			want = N{}
		} else if ok[in] {
			want = valid
		}
		got := N{T(vectors.Other), true}
		if err := dm.Unmarshal(unhex(in), &got); (err == nil) != ok[in] || got != want {
			t.Errorf("%T: Unmarshal(%.99s) = %v, %v, want %v, ok %t", got, in, got, err, want, ok[in])
		}
	}
}

// TestNullConverts shows that package cbor's bytes of google's null become google's null
// by way of a Null, and that a pointer converts, too.
func TestNullConverts(t *testing.T) {
	for _, want := range []googleNull{{}, {vectors.Google(vectors.U), true}} {
		b := must(cbor.Marshal(want))
		got := googleNull{vectors.Google(vectors.Other), true}
		if err := cbor.Unmarshal(b, (*cborx.Null[vectors.Google])(&got)); err != nil || got != want {
			t.Errorf("%x = %v, %v, want %v", b, got, err, want)
		}
		b = must(cbor.Marshal(cborx.Null[vectors.Google](want)))
		var n cborx.Null[vectors.Google]
		if err := cbor.Unmarshal(b, &n); err != nil || googleNull(n) != want {
			t.Errorf("%x = %v, %v, want %v", b, n, err, want)
		}
	}
	var theirs gofrsNull
	if err := cbor.Unmarshal(unhex(taggedU), (*cborx.Null[vectors.Gofrs])(&theirs)); err != nil || theirs.UUID != vectors.Gofrs(vectors.U) {
		t.Errorf("got %v, %v", theirs, err)
	}
}

func TestNullFormat(t *testing.T) {
	for _, want := range []uuid.NullUUID{{}, {UUID: vectors.U, Valid: true}} {
		for _, n := range []any{cborx.Null[uuid.UUID](want), cborx.Null[cborx.Bare]{UUID: cborx.Bare(want.UUID), Valid: want.Valid}, cborx.Null[vectors.Plain]{UUID: vectors.Plain(want.UUID), Valid: want.Valid}} {
			for _, format := range formats {
				if got, want := fmt.Sprintf(format, n), fmt.Sprintf(format, want); got != want {
					t.Errorf("%T, %s: got %s, want %s", n, format, got, want)
				}
			}
		}
	}
	// The digits of %x are those of the bytes, whatever the text.
	n := cborx.Null[ids.ULID]{UUID: ids.ULID(vectors.U), Valid: true}
	for format, want := range map[string]string{"%v": "0024H36H2NCSVRH6DAQF6DVVQZ", "%q": `"0024H36H2NCSVRH6DAQF6DVVQZ"`, "%.4s": "0024", "%x": "00112233445566778899aabbccddeeff"} {
		if got := fmt.Sprintf(format, n); got != want {
			t.Errorf("%s of a ULID: got %s, want %s", format, got, want)
		}
	}
}

func TestNullText(t *testing.T) {
	type N = cborx.Null[vectors.Std]
	valid := N{vectors.Std(vectors.U), true}
	for _, tt := range []struct {
		n          N
		text, json string
	}{
		{N{}, "", "null"},
		{N{UUID: vectors.Std(vectors.U)}, "", "null"},
		{valid, vectors.Text, `"` + vectors.Text + `"`},
	} {
		text := string(must(tt.n.MarshalText()))
		appended := string(must(tt.n.AppendText([]byte("x"))))
		if text != tt.text || appended != "x"+tt.text || tt.n.String() != tt.text || tt.n.IsZero() == tt.n.Valid {
			t.Errorf("%v: got %q, %q, %q, zero %t, want %q", tt.n.Valid, text, appended, tt.n, tt.n.IsZero(), tt.text)
		}
		if got := string(must(json.Marshal(tt.n))); got != tt.json {
			t.Errorf("got %s, want %s", got, tt.json)
		}
		want := tt.n
		if !want.Valid {
			want = N{}
		}
		fromText, fromJSON := N{vectors.Std(vectors.Other), true}, N{vectors.Std(vectors.Other), true}
		if err := fromText.UnmarshalText([]byte(text)); err != nil || fromText != want {
			t.Errorf("%q = %v, %v, want %v", text, fromText, err, want)
		}
		if err := json.Unmarshal([]byte(tt.json), &fromJSON); err != nil || fromJSON != want {
			t.Errorf("%s = %v, %v, want %v", tt.json, fromJSON, err, want)
		}
	}
	got := valid
	for _, err := range []error{got.UnmarshalText([]byte("x")), got.UnmarshalText([]byte("null")), json.Unmarshal([]byte(`""x`), &got), got.UnmarshalJSON([]byte("0")), got.UnmarshalJSON([]byte(" null")), got.UnmarshalJSON([]byte(`"x"`))} {
		if err == nil || got != valid {
			t.Errorf("got %v, %v, want an error and it unchanged", got, err)
		}
	}
}

// A digits has methods of its text, which is not canonical, behind a pointer only.
type digits [16]byte

func (d *digits) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%X", d[:]), nil }

func (d *digits) UnmarshalText(b []byte) error {
	if len(b) != 32 {
		return errors.New("want 32 digits")
	}
	_, err := hex.Decode(d[:], b)
	return err
}

type user struct{}

func (user) Prefix() string { return "user" }

// The text and the JSON of a Null are those of its type, of which Plain has none.
func TestNullTextOf(t *testing.T) {
	t.Run("typed", testNullTextOf[typed.ID[user]])
	t.Run("ULID", testNullTextOf[ids.ULID])
	t.Run("digits", testNullTextOf[digits])
	t.Run("Google", testNullTextOf[vectors.Google])
	t.Run("Plain", testNullTextOf[vectors.Plain])
}

func testNullTextOf[T ~[16]byte](t *testing.T) {
	id, other := T(vectors.U), cborx.Null[T]{T(vectors.Other), true}
	n, want := cborx.Null[T]{id, true}, vectors.Text
	if text, ok := any(&id).(encoding.TextMarshaler); ok {
		want = string(must(text.MarshalText()))
	}
	testWrite(t, plainEnc, written{n, taggedU})
	text, wantJSON := must(n.MarshalText()), `"`+want+`"`
	if got := string(must(json.Marshal(n))); string(text) != want || n.String() != want || got != wantJSON {
		t.Errorf("got %s, %s and JSON %s, want %s", text, n, got, want)
	}
	got := other
	if err := got.UnmarshalText(text); err != nil || got != n {
		t.Errorf("UnmarshalText: got %v, %v, want %v", got, err, n)
	}
	got = other
	if err := json.Unmarshal([]byte(wantJSON), &got); err != nil || got != n {
		t.Errorf("UnmarshalJSON: got %v, %v, want %v", got, err, n)
	}
	for method, read := range decoders.Libraries {
		got = other
		if err := read(&got, "x"); !errors.Is(err, uuid.ErrInvalid) || got != other {
			t.Errorf("%s of x: got %v, %v, want uuid.ErrInvalid and it unchanged", method, got, err)
		}
		if err := read(&got, want); err != nil || got != n {
			t.Errorf("%s: got %v, %v, want %v", method, got, err, n)
		}
		if err := read(&got, ""); err != nil || got.Valid {
			t.Errorf("%s of nothing: got %v, %v, want null", method, got, err)
		}
	}
	for _, src := range []any{n, &n, id, &want, map[string]any{"UUID": id, "Valid": true}, map[string]any{"UUID": want, "Valid": true}} {
		got = other
		if err := got.UnmarshalMapstructure(src); err != nil || got != n {
			t.Errorf("UnmarshalMapstructure of %T: got %v, %v, want %v", src, got, err, n)
		}
	}
	for _, null := range []string{"null", ` "" `} {
		got = other
		if err := json.Unmarshal([]byte(null), &got); (err == nil) != (null == "null") || err == nil && got.Valid || err != nil && got != other {
			t.Errorf("UnmarshalJSON of %s: got %v, %v", null, got, err)
		}
	}
	got = other
	for name, err := range map[string]error{
		"UnmarshalText":             got.UnmarshalText([]byte("x")),
		"UnmarshalJSON":             got.UnmarshalJSON([]byte(`"x"`)),
		"UnmarshalJSON of a number": got.UnmarshalJSON([]byte("17")),
	} {
		if !errors.Is(err, uuid.ErrInvalid) || got != other {
			t.Errorf("%s: got %v, %v, want uuid.ErrInvalid and it unchanged", name, got, err)
		}
	}
}

// The id of another kind is an error, as it is for typed.ID.
func TestNullKinds(t *testing.T) {
	type order struct{}
	want := cborx.Null[typed.ID[user]]{typed.ID[user](vectors.Other), true}
	for _, src := range []any{typed.ID[order](vectors.U), typed.ID[order](vectors.U).Null()} {
		got := want
		if err := got.UnmarshalMapstructure(src); err == nil || got != want {
			t.Errorf("%T: got %v, %v, want an error and it unchanged", src, got, err)
		}
	}
}

// transcode writes as CBOR what JSON says.
type transcode struct{}

func (transcode) Transcode(w io.Writer, r io.Reader) error {
	var v any
	if err := json.NewDecoder(r).Decode(&v); err != nil {
		return err
	}
	return cbor.NewEncoder(w).Encode(v)
}

// TestNullLimits proves that no TagSet and no option of package cbor makes it write the
// null of google's or gofrs's NullUUID as null, and their UUID as 16 bytes: only a
// Transcoder writes null, and all that it gets of the value is its JSON. If this test
// fails, there is a way: change the documentation.
func TestNullLimits(t *testing.T) {
	sets := []cbor.TagSet{cbor.NewTagSet(), tagSet[vectors.Google](t), tagSet[vectors.Gofrs](t)}
	for _, typ := range []reflect.Type{reflect.TypeFor[googleNull](), reflect.TypeFor[gofrsNull]()} {
		for _, enc := range []cbor.EncTagMode{cbor.EncTagNone, cbor.EncTagRequired} {
			tags := cbor.NewTagSet()
			if err := tags.Add(cbor.TagOptions{EncTag: enc, DecTag: cbor.DecTagOptional}, typ, 37); err != nil {
				t.Fatal(err)
			}
			sets = append(sets, tags)
		}
	}
	const text, binary = cbor.TextMarshalerTextString, cbor.BinaryMarshalerNone
	nulls := 0
	for _, tags := range sets {
		for _, opts := range []cbor.EncOptions{
			{},
			{BinaryMarshaler: binary},
			{TextMarshaler: text},
			{TextMarshaler: text, BinaryMarshaler: binary},
			{JSONMarshalerTranscoder: transcode{}},
			{JSONMarshalerTranscoder: transcode{}, BinaryMarshaler: binary},
			{NilContainers: cbor.NilContainerAsEmpty},
			{OmitEmpty: cbor.OmitEmptyGoValue},
			{ByteArray: cbor.ByteArrayToArray},
		} {
			em := must(opts.EncModeWithTags(tags))
			for _, pair := range [][2]any{
				{googleNull{}, googleNull{vectors.Google(vectors.U), true}},
				{gofrsNull{}, gofrsNull{vectors.Gofrs(vectors.U), true}},
			} {
				null, value := hex.EncodeToString(must(em.Marshal(pair[0]))), hex.EncodeToString(must(em.Marshal(pair[1])))
				if null != "f6" {
					continue
				}
				nulls++
				if opts.JSONMarshalerTranscoder == nil || value != textU {
					t.Errorf("%+v: %T is null or %s", opts, pair[0], value)
				}
			}
		}
	}
	if nulls == 0 {
		t.Error("not even a Transcoder writes null")
	}

	// Without options google's null is an empty byte string, which its own type does not
	// read. Null leaves the old UUID, as it leaves every struct.
	type N = googleNull
	old := N{vectors.Google(vectors.Other), true}
	testWrite(t, plainEnc, []written{
		{N{}, "40"},
		{N{vectors.Google(vectors.U), true}, bareU},
		{gofrsNull{}, "a2" + "6455554944" + "50" + zero + "6556616c6964" + "f4"},
	}...)
	for in, ok := range map[string]bool{"40": false, "f6": true, "f7": true} {
		got := old
		if err := cbor.Unmarshal(unhex(in), &got); (err == nil) != ok || got != old {
			t.Errorf("Unmarshal(%s) = %v, %v, want it unchanged, ok %t", in, got, err, ok)
		}
	}
	// Of a list of them these are the elements. A list of Null reads what it wrote.
	b := must(cbor.Marshal([]N{{vectors.Google(vectors.U), true}, {}}))
	testWrite(t, plainEnc, written{cbor.RawMessage(b), "82" + bareU + "40"})
	if err := cbor.Unmarshal(b, new([]N)); err == nil {
		t.Errorf("a []%T is read back", N{})
	}
	var list []cborx.Null[vectors.Google]
	if err := cbor.Unmarshal(b, &list); err != nil || len(list) != 2 || N(list[0]).UUID != vectors.Google(vectors.U) || list[1].Valid {
		t.Errorf("Unmarshal(%x) = %v, %v", b, list, err)
	}
	// A *UUID would become Nil, were an empty byte string null for a UUID, too.
	p := new(uuid.UUID)
	if err := cbor.Unmarshal(unhex("40"), &p); err == nil {
		t.Errorf("an empty byte string is read as %v", p)
	}
}
