package typed_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// Kinds of ids. Their methods are on a value and on a pointer.
type (
	user   struct{ Name string } // not empty, as a model
	pre    struct{}
	preFix struct{}
	my     struct{}
	empty  struct{}
	plain  struct{}
	order  struct{}
)

func (*user) Prefix() string  { return "user" }
func (pre) Prefix() string    { return "prefix" }
func (preFix) Prefix() string { return "pre_fix" }
func (my) Prefix() string     { return "my__type" }
func (empty) Prefix() string  { return "" }
func (order) Prefix() string  { return "order" }

const (
	userText = "user_01h455vb4pex5vsknk084sn02q"
	hexText  = "01890a5d-ac96-774b-bcce-b302099a8057"
)

var id = typed.ID[user](uuid.MustParse(hexText))

// TestValid has the valid vectors of the TypeID specification 0.3.0, and more.
func TestValid(t *testing.T) {
	zeros := strings.Repeat("0", 26)
	valid[empty](t, zeros, "00000000-0000-0000-0000-000000000000")
	valid[empty](t, zeros[:25]+"1", "00000000-0000-0000-0000-000000000001")
	valid[empty](t, zeros[:25]+"a", "00000000-0000-0000-0000-00000000000a")
	valid[empty](t, zeros[:25]+"g", "00000000-0000-0000-0000-000000000010")
	valid[empty](t, zeros[:24]+"10", "00000000-0000-0000-0000-000000000020")
	valid[empty](t, "7"+strings.Repeat("z", 25), "ffffffff-ffff-ffff-ffff-ffffffffffff")
	valid[pre](t, "prefix_0123456789abcdefghjkmnpqrs", "0110c853-1d09-52d8-d73e-1194e95b5f19")
	valid[pre](t, "prefix_01h455vb4pex5vsknk084sn02q", hexText)
	valid[preFix](t, "pre_fix_"+zeros, "00000000-0000-0000-0000-000000000000")
	valid[my](t, "my__type_01h5fskfsk4fpeqwnsyz5hj55t", "01895f99-bf33-23ec-ebf2-b9f7cb1914ba")
	valid[user](t, userText, hexText)
	valid[plain](t, hexText, hexText)
}

func valid[K any](t *testing.T, text, canonical string) {
	t.Helper()
	u := uuid.MustParse(canonical)
	id, err := typed.Parse[K](text)
	if uuid.UUID(id) != u || err != nil {
		t.Errorf("Parse(%q) = %v, %v; want %v", text, id, err, u)
	}
	if got := typed.MustParse[K](text); got != id {
		t.Errorf("MustParse(%q) = %v", text, got)
	}
	if got := typed.ID[K](u).String(); got != text {
		t.Errorf("String() = %q, want %q", got, text)
	}
	var scanned typed.ID[K]
	for _, src := range []any{text, []byte(text), canonical, []byte(canonical), "urn:uuid:" + canonical, u[:], [16]byte(u), u, id} {
		if err := scanned.Scan(src); scanned != id || err != nil {
			t.Errorf("Scan(%v) = %v, %v; want %v", src, scanned, err, id)
		}
	}
}

// invalid are the invalid vectors of the specification, and more.
var invalid = []string{
	"", "_", "prefix_", "_00000000000000000000000000",
	"PREFIX_00000000000000000000000000",
	"12345_00000000000000000000000000",
	"pre.fix_00000000000000000000000000",
	"préfix_00000000000000000000000000",
	"  prefix_00000000000000000000000000",
	"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl_00000000000000000000000000",
	"prefix_1234567890123456789012345",
	"prefix_123456789012345678901234567",
	"prefix_1234567890123456789012345 ",
	"prefix_0123456789ABCDEFGHJKMNPQRS",
	"prefix_123456789-123456789-123456",
	"prefix_ooooooiiiiiiuuuuuuulllllll",
	"prefix_i23456789ol23456789oi23456",
	"prefix_123456789-0123456789-0123456",
	"prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz",
	"_prefix_00000000000000000000000000",
	"prefix__00000000000000000000000000",
	"prefix00000000000000000000000000",
	"01h455vb4pex5vsknk084sn02",
	"01h455vb4pex5vsknk084sn02q_",
	"prefix_01h455vb4pex5vsknk084sn02q ",
	"{01890a5d-ac96-774b-bcce-b302099a8057}",
	"prefix_" + hexText,
}

func TestInvalid(t *testing.T) {
	for _, s := range invalid {
		reject[pre](t, s)
		reject[preFix](t, s)
		reject[empty](t, s)
		if s != "{"+hexText+"}" {
			reject[plain](t, s)
		}
	}
	reject[pre](t, userText)
	reject[empty](t, userText)
	reject[plain](t, userText)
	reject[user](t, hexText)

	for _, test := range []struct {
		in   string
		want string
	}{
		{"order_01h455vb4pex5vsknk084sn02q", `typed.Parse("order_01h455vb4pex5vsknk084sn02q"): want the prefix "user_" at byte 0`},
		{"users_01h455vb4pex5vsknk084sn02q", `typed.Parse("users_01h455vb4pex5vsknk084sn02q"): want the prefix "user_" at byte 4`},
		{"us_01h455vb4pex5vsknk084sn02q", `typed.Parse("us_01h455vb4pex5vsknk084sn02q"): want the prefix "user_" at byte 2`},
		{"user_81h455vb4pex5vsknk084sn02q", `typed.Parse("user_81h455vb4pex5vsknk084sn02q"): more than 128 bits at byte 5`},
		{"user_01h455vb4pex5vsknk084sn02u", `typed.Parse("user_01h455vb4pex5vsknk084sn02u"): want a lower-case Crockford base32 digit at byte 30`},
		{"user_01h455vb4pex5vsknk084sn02", `typed.Parse("user_01h455vb4pex5vsknk084sn02"): want 26 characters: 30 bytes`},
		{hexText, `typed.Parse("` + hexText + `"): want the prefix "user_" at byte 0`},
	} {
		if _, err := typed.Parse[user](test.in); fmt.Sprint(err) != test.want {
			t.Errorf("error is\n%v, want\n%s", err, test.want)
		}
	}
}

// reject demands an error of everything that reads text, and that it changes nothing.
func reject[K any](t *testing.T, s string) {
	t.Helper()
	var e *uuid.ParseError
	if got, err := typed.Parse[K](s); !got.IsZero() || !errors.As(err, &e) || e.Offset > len(s) || e.Reason == "" || len(e.Input) > 90 {
		t.Errorf("Parse(%q) = %v, %v; want a *ParseError", s, got, err)
	}
	other := typed.ID[K](vectors.Other)
	nullOther := typed.NullID[K]{UUID: other, Valid: true}
	got, null := other, nullOther
	if err := got.UnmarshalText([]byte(s)); err == nil || got != other {
		t.Errorf("UnmarshalText(%q): %v, %v; want an error and no change", s, got, err)
	}
	if err := null.UnmarshalText([]byte(s)); (err == nil) != (s == "") || s != "" && null != nullOther {
		t.Errorf("NullID.UnmarshalText(%q): %v, %v; want an error and no change", s, null, err)
	}
	null = nullOther
	quoted, _ := json.Marshal(s)
	if err := null.UnmarshalJSON(quoted); err == nil || null != nullOther {
		t.Errorf("NullID.UnmarshalJSON(%q): %v, %v; want an error and no change", quoted, null, err)
	}
	if (&uuid.UUID{}).Scan(s) == nil {
		return // Scan reads this as every UUID does
	}
	for _, src := range []any{s, []byte(s)} {
		if err := got.Scan(src); err == nil || got != other || !strings.HasPrefix(err.Error(), "typed.Scan") {
			t.Errorf("Scan(%q): %v, %v; want an error and no change", src, got, err)
		}
		if err := null.Scan(src); err == nil || null != nullOther || !strings.HasPrefix(err.Error(), "typed.NullID.Scan") {
			t.Errorf("NullID.Scan(%q): %v, %v; want an error and no change", src, null, err)
		}
	}
}

func TestMustParsePanics(t *testing.T) {
	defer func() {
		if _, ok := recover().(*uuid.ParseError); !ok {
			t.Error("MustParse of an order's id does not panic with a *ParseError")
		}
	}()
	typed.MustParse[user]("order_01h455vb4pex5vsknk084sn02q")
}

// bad is a kind whose prefix the test sets.
type bad struct{}

var badPrefix string

func (bad) Prefix() string { return badPrefix }

func TestPrefixPanics(t *testing.T) {
	for _, prefix := range []string{"PREFIX", "12345", "pre.fix", "préfix", " prefix", strings.Repeat("a", 64), "_", "_a", "a_", "prefix_", "a-b", "\xff"} {
		badPrefix = prefix
		for name, f := range map[string]func(){
			"String": func() { _ = typed.ID[bad]{}.String() },
			"Parse":  func() { typed.Parse[bad](prefix + "_01h455vb4pex5vsknk084sn02q") },
			"Scan":   func() { new(typed.ID[bad]).Scan(hexText) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s with the prefix %q does not panic", name, prefix)
					}
				}()
				f()
			}()
		}
	}
	for _, prefix := range []string{"", "a", "a_b", "a__b", strings.Repeat("a", 63)} {
		badPrefix = prefix
		s := typed.ID[bad](id).String()
		if got, err := typed.Parse[bad](s); got != typed.ID[bad](id) || err != nil {
			t.Errorf("Parse(%q) = %v, %v", s, got, err)
		}
	}
}

func TestKindsDiffer(t *testing.T) {
	if reflect.TypeFor[typed.ID[user]]().AssignableTo(reflect.TypeFor[typed.ID[order]]()) {
		t.Error("a user's id can be assigned to an order's")
	}
	a, b := typed.New[user](), typed.New[user]()
	if a.Compare(b) >= 0 || a.String() >= b.String() || uuid.UUID(a).Version() != 7 || b.Compare(b) != 0 {
		t.Errorf("New() = %v, then %v", a, b)
	}
	if !(typed.ID[user]{}).IsZero() || a.IsZero() {
		t.Error("IsZero")
	}
}

// TestSameAsUUID compares all that is no text with what a uuid.UUID and a NullUUID
// write and read.
func TestSameAsUUID(t *testing.T) {
	u := uuid.UUID(id)
	for _, valid := range []bool{true, false} {
		ours, theirs := typed.NullID[user]{UUID: id, Valid: valid}, uuid.NullUUID{UUID: u, Valid: valid}
		if !valid {
			ours, theirs = typed.NullID[user]{}, uuid.NullUUID{}
		}
		same(t, "NullID.Value", fmt.Sprint(ours.Value()), fmt.Sprint(theirs.Value()))
		for name, data := range write(t, ours, theirs) {
			var back typed.NullID[user]
			read(t, name, data, &back)
			if back != ours {
				t.Errorf("%s: NullID reads %v, want %v", name, back, ours)
			}
		}
	}
	same(t, "Value", fmt.Sprint(id.Value()), fmt.Sprint(u.Value()))
	for name, data := range write(t, id, u) {
		var back typed.ID[user]
		read(t, name, data, &back)
		if back != id {
			t.Errorf("%s: ID reads %v, want %v", name, back, id)
		}
	}
	if got, err := id.AppendBinary([]byte{1}); !bytes.Equal(got, append([]byte{1}, u[:]...)) || err != nil {
		t.Errorf("AppendBinary: %x, %v", got, err)
	}
}

func same(t *testing.T, name string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %v, want %v", name, got, want)
	}
}

type (
	binaryMarshaler interface{ MarshalBinary() ([]byte, error) }
	cborMarshaler   interface{ MarshalCBOR() ([]byte, error) }
	bsonMarshaler   interface {
		MarshalBSONValue() (byte, []byte, error)
	}
	msgpackMarshaler interface{ MarshalMsgpack() ([]byte, error) }
)

// write returns what ours writes in each binary format, and demands that theirs writes
// the same.
func write(t *testing.T, ours, theirs any) map[string][]byte {
	t.Helper()
	all := make(map[string][]byte)
	for name, marshal := range map[string]func(v any) ([]byte, error){
		"binary": func(v any) ([]byte, error) { return v.(binaryMarshaler).MarshalBinary() },
		"CBOR":   func(v any) ([]byte, error) { return v.(cborMarshaler).MarshalCBOR() },
		"BSON": func(v any) ([]byte, error) {
			typ, data, err := v.(bsonMarshaler).MarshalBSONValue()
			return append([]byte{typ}, data...), err
		},
		"MessagePack": func(v any) ([]byte, error) {
			if m, ok := v.(msgpackMarshaler); ok {
				return m.MarshalMsgpack()
			}
			return nil, nil
		},
	} {
		got, err := marshal(ours)
		want, _ := marshal(theirs)
		if !bytes.Equal(got, want) || err != nil {
			t.Errorf("%s: %T writes %x, %v; want %x as %T", name, ours, got, err, want, theirs)
		}
		if got != nil {
			all[name] = got
		}
	}
	return all
}

// read reads data into back. It demands that data which is no UUID is an error, and
// changes nothing.
func read(t *testing.T, name string, data []byte, back any) {
	t.Helper()
	unmarshal := map[string]func(data []byte) error{
		"binary": func(data []byte) error {
			return back.(interface{ UnmarshalBinary([]byte) error }).UnmarshalBinary(data)
		},
		"CBOR": func(data []byte) error {
			return back.(interface{ UnmarshalCBOR([]byte) error }).UnmarshalCBOR(data)
		},
		"BSON": func(data []byte) error {
			return back.(interface {
				UnmarshalBSONValue(byte, []byte) error
			}).UnmarshalBSONValue(data[0], data[1:])
		},
		"MessagePack": func(data []byte) error {
			return back.(interface{ UnmarshalMsgpack([]byte) error }).UnmarshalMsgpack(data)
		},
	}[name]
	if err := unmarshal(data); err != nil {
		t.Errorf("%s: %x into %T: %v", name, data, back, err)
	}
	before := fmt.Sprint(back)
	bads := [][]byte{{0x02, 1, 2}, []byte(userText)}
	if len(data) > 1 {
		bads = append(bads, append(bytes.Clone(data), 1))
	}
	for _, bad := range bads {
		if err := unmarshal(bad); err == nil || fmt.Sprint(back) != before {
			t.Errorf("%s: %x into %T: %v, %v; want an error and no change", name, bad, back, back, err)
		}
	}
}

// TestText has the libraries of the standard library that ask for text or gob.
func TestText(t *testing.T) {
	type document struct {
		XMLName xml.Name `json:"-" xml:"document"`
		ID      typed.ID[user]
		Plain   typed.ID[plain]
		Null    typed.NullID[user]
		None    typed.NullID[user]
		Keys    map[typed.ID[user]]int `xml:"-"`
		Omitted typed.NullID[user]     `json:",omitzero" xml:"-"`
		List    []typed.ID[user]       `xml:"-"`
	}
	in := document{ID: id, Plain: typed.ID[plain](id), Null: typed.NullID[user]{UUID: id, Valid: true}, Keys: map[typed.ID[user]]int{id: 1}, List: []typed.ID[user]{id}}
	in.XMLName.Local = "document"
	b, err := json.Marshal(in)
	want := `{"ID":"` + userText + `","Plain":"` + hexText + `","Null":"` + userText + `","None":null,"Keys":{"` + userText + `":1},"List":["` + userText + `"]}`
	if string(b) != want || err != nil {
		t.Errorf("JSON is %s, %v; want %s", b, err, want)
	}
	var out document
	if err := json.Unmarshal(b, &out); err != nil {
		t.Error(err)
	}
	out.XMLName = in.XMLName
	same(t, "JSON", out, in)

	in.Keys, in.List = nil, nil
	b, err = xml.Marshal(in)
	want = `<document><ID>` + userText + `</ID><Plain>` + hexText + `</Plain><Null>` + userText + `</Null><None></None></document>`
	if string(b) != want || err != nil {
		t.Errorf("XML is %s, %v; want %s", b, err, want)
	}
	out = document{}
	if err := xml.Unmarshal(b, &out); err != nil {
		t.Error(err)
	}
	same(t, "XML", out, in)

	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(in); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(buf.Bytes(), id[:]) {
		t.Errorf("gob is %x, without the 16 bytes", buf.Bytes())
	}
	out = document{}
	if err := gob.NewDecoder(&buf).Decode(&out); err != nil {
		t.Error(err)
	}
	same(t, "gob", out, in)
}

func TestNullJSON(t *testing.T) {
	want := typed.NullID[user]{UUID: id, Valid: true}
	for _, s := range []string{`"` + userText + `"`, `"\u0075ser_01h455vb4pex5vsknk084sn02q"`, ` "` + userText + `" `} {
		var got typed.NullID[user]
		if err := got.UnmarshalJSON([]byte(s)); got != want || err != nil {
			t.Errorf("UnmarshalJSON(%s) = %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "1", "{}", `"`, "nul", `""`, `"` + hexText + `"`, "[]", "true", strings.Repeat("x", 1<<16)} {
		got := want
		if err := got.UnmarshalJSON([]byte(s)); err == nil || got != want || len(err.Error()) > 400 {
			t.Errorf("UnmarshalJSON(%.100s): %v, %v; want an error and no change", s, got, err)
		}
	}
	got := want
	if err := got.UnmarshalJSON([]byte("null")); got != (typed.NullID[user]{}) || err != nil {
		t.Errorf("UnmarshalJSON(null) = %v, %v", got, err)
	}
}

func TestScan(t *testing.T) {
	other := typed.ID[user](vectors.Other)
	for _, src := range []any{
		nil, 1, "", []byte{}, true, [15]byte{}, []byte(userText[:16]), userText[:16], []byte("user_0000000000z"),
		[]byte(hexText[:16]), []byte("order_01h455vb4pex5vsknk084sn02q"), []string{userText},
	} {
		got := other
		if err := got.Scan(src); err == nil || got != other || !strings.HasPrefix(err.Error(), "typed.Scan") || strings.Contains(err.Error(), "uuid.") {
			t.Errorf("Scan(%v): %v, %v; want an error of typed, and no change", src, got, err)
		}
	}
	// 16 bytes that are not the beginning of a TypeID are a UUID, underscores or not.
	for _, src := range []string{"user_____________", "userr01h455vb4pe", "User_01h455vb4pe", "________________"} {
		src = src[:16]
		var got typed.ID[user]
		if err := got.Scan([]byte(src)); string(got[:]) != src || err != nil {
			t.Errorf("Scan(%q): %x, %v", src, got, err)
		}
	}
	// A prefix that fills the 16 characters.
	badPrefix = strings.Repeat("a", 63)
	var long typed.ID[bad]
	if err := long.Scan([]byte(badPrefix[:16])); err == nil {
		t.Errorf("Scan of a TypeID that was cut inside of the prefix: %v", long)
	}

	var null typed.NullID[user]
	if err := null.Scan(userText); null.UUID != id || !null.Valid || err != nil {
		t.Errorf("NullID.Scan: %v, %v", null, err)
	}
	if err := null.Scan(nil); null != (typed.NullID[user]{}) || err != nil {
		t.Errorf("NullID.Scan(nil): %v, %v", null, err)
	}
	var sqlNull sql.Null[typed.ID[user]]
	if err := sqlNull.Scan(hexText); sqlNull.V != id || err != nil {
		t.Errorf("sql.Null: %v, %v", sqlNull, err)
	}
	if v, err := driver.DefaultParameterConverter.ConvertValue(id); v != hexText || err != nil {
		t.Errorf("database/sql sends %v, %v; want %s", v, err, hexText)
	}
}

func TestFormat(t *testing.T) {
	for format, want := range map[string]string{
		"%v": userText, "%s": userText, "%+v": userText, "%q": `"` + userText + `"`, "%33s": "  " + userText,
		"%x": strings.ReplaceAll(hexText, "-", ""), "%X": strings.ToUpper(strings.ReplaceAll(hexText, "-", "")),
	} {
		if got := fmt.Sprintf(format, id); got != want {
			t.Errorf("%s: %s, want %s", format, got, want)
		}
	}
	if got := fmt.Sprint(typed.NullID[user]{UUID: id, Valid: true}, typed.NullID[user]{}); got != userText+" " {
		t.Errorf("a NullID prints %q", got)
	}
}

// TestEveryByte has every byte at every place of a TypeID, and TestEveryLength every
// length, beside a grammar.
func TestEveryByte(t *testing.T) {
	b := []byte(userText)
	for i := range b {
		for c := range 256 {
			b[i] = byte(c)
			if e := grammar(t, string(b)); e != nil && e.Offset != i {
				t.Errorf("byte %d of %q is wrong, the error says %v", i, b, e)
			}
		}
		b[i] = userText[i]
	}
}

func TestEveryLength(t *testing.T) {
	for n := range 100 {
		for _, s := range []string{strings.Repeat(userText, 4)[:n], strings.Repeat("0", n), strings.Repeat("_", n), "user_" + strings.Repeat("0", n)} {
			grammar(t, s)
		}
	}
	for i := range userText {
		for _, c := range []string{"ｕ", "０", "о", "＿", "‿", "ı", "\u212a", "\u200b", "\xff"} {
			grammar(t, userText[:i]+c+userText[i+1:])
		}
	}
}

var typeID = regexp.MustCompile(`^user_[0-7][0-9a-hjkmnp-tv-z]{25}\z`)

// grammar compares Parse with the grammar, and returns its error.
func grammar(t *testing.T, s string) *uuid.ParseError {
	t.Helper()
	got, err := typed.Parse[user](s)
	if ok := typeID.MatchString(s); (err == nil) != ok || ok && got.String() != s || !ok && !got.IsZero() {
		t.Errorf("Parse(%q) = %v, %v; want it read: %v", s, got, err, ok)
	}
	var e *uuid.ParseError
	if err != nil && !errors.As(err, &e) {
		t.Errorf("Parse(%q): %v is no *ParseError", s, err)
	}
	return e
}

func TestErrorInput(t *testing.T) {
	s := strings.Repeat("x", 1<<20)
	_, err := typed.Parse[user](s)
	var e *uuid.ParseError
	if !errors.As(err, &e) || len(e.Input) != 90 || unsafe.StringData(e.Input) == unsafe.StringData(s) {
		t.Errorf("the error keeps its input of %d bytes", len(s))
	}
}

func TestAllocs(t *testing.T) {
	orders := typed.ID[order](id)
	text := orders.String()
	b := make([]byte, 0, 64)
	var sink string
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"AppendText", 0, func() { orders.AppendText(b) }},
		{"Parse", 0, func() {
			if got, err := typed.Parse[order](text); got != orders {
				panic(err)
			}
		}},
		{"String", 1, func() { sink = orders.String() }},
	} {
		if got := testing.AllocsPerRun(100, test.f); got != test.want {
			t.Errorf("%s: %v allocations, want %v", test.name, got, test.want)
		}
	}
	_ = sink
}

func FuzzParse(f *testing.F) {
	for _, s := range invalid {
		f.Add(s)
	}
	f.Add(userText)
	f.Add(hexText)
	f.Fuzz(func(t *testing.T, s string) {
		grammar(t, s)
		reads := typeID.MatchString(s) || (&uuid.UUID{}).Scan(s) == nil
		got := typed.ID[user](vectors.Other)
		if err := got.Scan(s); (err == nil) != reads || !reads && got != typed.ID[user](vectors.Other) {
			t.Errorf("Scan(%q) = %v, %v; want it read: %v", s, got, err, reads)
		}
		if u, err := form.TypeIDSuffix.Parse(s); err == nil {
			valid[empty](t, s, u.String())
		}
	})
}
