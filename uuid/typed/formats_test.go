package typed_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

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
