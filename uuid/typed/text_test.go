package typed_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

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
		{"user_01h455vb4pex5vsknk084sn02", `typed.Parse("user_01h455vb4pex5vsknk084sn02"): want 31 characters: 30 bytes`},
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
	type plain typed.NullID[user] // without the methods
	for _, n := range []typed.NullID[user]{{UUID: id, Valid: true}, {}} {
		for _, format := range []string{"%v", "%s", "%+v", "%q", "%33s", "%x", "%X"} {
			want := fmt.Sprintf(format, n.UUID)
			if !n.Valid {
				want = fmt.Sprintf(format, "")
			}
			if got := fmt.Sprintf(format, n); got != want {
				t.Errorf("%s of %#v: %q, want %q", format, n, got, want)
			}
		}
		_, want, _ := strings.Cut(fmt.Sprintf("%#v", plain(n)), "{")
		if got := fmt.Sprintf("%#v", n); got != fmt.Sprintf("%T{", n)+want {
			t.Errorf("%%#v is %s, want the type and %s", got, want)
		}
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
	other := typed.ID[user](vectors.Other)
	if read := other; (read.UnmarshalText([]byte(s)) == nil) != (err == nil) || err == nil && read != got || err != nil && read != other {
		t.Errorf("UnmarshalText(%q): %v after Parse is %v, %v", s, read, got, err)
	}
	var e *uuid.ParseError
	if err != nil && (!errors.As(err, &e) || e.Offset < 0 || e.Offset > len(s) || e.Reason == "") {
		t.Errorf("Parse(%q): %#v is no *ParseError with an offset and a reason", s, err)
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
	t.Run("an empty struct", checkAllocs[order])
	t.Run("a model", checkAllocs[user])
	t.Run("no prefix", checkAllocs[plain])
}

func checkAllocs[K any](t *testing.T) {
	id := typed.ID[K](id)
	text := id.String()
	b := make([]byte, 0, 64)
	var sink string
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"AppendText", 0, func() { id.AppendText(b) }},
		{"Parse", 0, func() {
			if got, err := typed.Parse[K](text); got != id {
				panic(err)
			}
		}},
		{"String", 1, func() { sink = id.String() }},
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
