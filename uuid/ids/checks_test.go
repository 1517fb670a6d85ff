package ids_test

import (
	"cmp"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/uuid"
)

func TestVectors(t *testing.T)   { each(t, system.testVectors) }
func TestEveryByte(t *testing.T) { each(t, system.testEveryByte) }
func TestBad(t *testing.T)       { each(t, system.testBad) }
func TestLengths(t *testing.T)   { each(t, system.testLengths) }
func TestRandom(t *testing.T)    { each(t, system.testRandom) }
func TestUnchanged(t *testing.T) { each(t, system.testUnchanged) }
func TestJSON(t *testing.T)      { each(t, system.testJSON) }
func TestSQL(t *testing.T)       { each(t, system.testSQL) }
func TestBinary(t *testing.T)    { each(t, system.testBinary) }
func TestBSON(t *testing.T)      { each(t, system.testBSON) }
func TestUUID(t *testing.T)      { each(t, system.testUUID) }
func TestFound(t *testing.T)     { each(t, system.testGuess) }
func TestAllocs(t *testing.T)    { each(t, system.testAllocs) }

func each(t *testing.T, test func(system, *testing.T)) {
	for _, s := range systems {
		t.Run(s.Name(), func(t *testing.T) { test(s, t) })
	}
}

func (s of[T]) testJSON(t *testing.T) {
	id, err := s.parse(s.valid())
	if err != nil {
		t.Fatal(err)
	}
	type document struct {
		ID   T
		Maps map[T]*T
	}
	want := document{id, map[T]*T{id: &id}}
	b, err := json.Marshal(want)
	valid := s.canonical(s.valid())
	if text := `{"ID":"` + valid + `","Maps":{"` + valid + `":"` + valid + `"}}`; string(b) != text || err != nil {
		t.Errorf("Marshal = %s, %v, want %s", b, err, text)
	}
	var got document
	if err := json.Unmarshal(b, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Unmarshal(%s) = %v, %v", b, got, err)
	}
	if err := json.Unmarshal([]byte(`{"ID":12}`), &got); err == nil {
		t.Error("a JSON number is read")
	}
}

type sqlForm int

const (
	noSQL       sqlForm = iota
	sqlText             // writes text, reads text and bytes
	sqlTextOnly         // writes and reads text
	sqlInt              // an int64 that is not negative
	sqlSigned           // an int64
)

func (s of[T]) testSQL(t *testing.T) {
	var zero T
	if z, ok := any(zero).(interface{ IsZero() bool }); ok != (s.sql == sqlText || s.sql == sqlTextOnly) || ok && !z.IsZero() {
		t.Errorf("IsZero: there is one: %t", ok)
	}
	_, writes := any(zero).(driver.Valuer)
	_, reads := any(&zero).(sql.Scanner)
	if want := s.sql != noSQL; writes != want || reads != want {
		t.Fatalf("Value: %t, Scan: %t, want %t", writes, reads, want)
	}
	if s.sql == noSQL {
		t.Skip("has no SQL form")
	}
	all, numbers := s.random(100)
	for i, id := range all {
		value, err := any(id).(driver.Valuer).Value()
		want := any(id.String())
		if s.number() {
			want = reflect.ValueOf(id).Int()
		}
		if value != want || err != nil {
			t.Fatalf("Value of %v = %#v, %v, want %#v", id, value, err, want)
		}
		sources := []any{value, id, id.String(), []byte(id.String())}
		if n, ok := value.(int64); ok && n >= 0 {
			sources = append(sources, uint64(n))
		}
		if s.sql == sqlText {
			sources = append(sources, numbers[i])
		}
		for _, src := range sources {
			var got sql.Null[T]
			if err := got.Scan(src); err != nil || got.V != id {
				t.Errorf("Scan(%#v) = %v, %v, want %v", src, got.V, err, id)
			}
		}
		if s.sql == sqlText || s.sql == sqlTextOnly {
			// What a column of the bytes' length keeps of the text.
			if err := any(&zero).(sql.Scanner).Scan([]byte(id.String()[:len(numbers[i])])); err == nil {
				t.Errorf("Scan reads a part of the text %v as bytes", id)
			}
		}
	}
	if s.number() {
		if err := any(&zero).(sql.Scanner).Scan(int64(-1)); (err == nil) != (s.sql == sqlSigned) {
			t.Errorf("Scan(-1): %v", err)
		}
		if err := any(&zero).(sql.Scanner).Scan(uint64(1 << 63)); err == nil {
			t.Error("Scan reads 2^63, which has 64 bits")
		}
	}
}

// number reports whether the system is in use, and its ids are numbers.
func (s of[T]) number() bool { return s.sql == sqlInt || s.sql == sqlSigned }

func (s of[T]) testUUID(t *testing.T) {
	all, numbers := s.random(2000)
	for i, id := range all {
		u, err := s.toUUID(id)
		if err != nil {
			t.Fatalf("UUID of %v: %v", id, err)
		}
		if !s.anyUUID && (u.Version() != cmp.Or(s.version, 8) || u.Variant() != uuid.VariantRFC9562) {
			t.Fatalf("UUID of %v = %v, want version 8", id, u)
		}
		if s.ofUUID == nil {
			again, _ := s.toUUID(id)
			if next, _ := s.toUUID(all[(i+1)%len(all)]); again != u || next == u {
				t.Fatalf("UUIDs of %v: %v and %v, and %v of another", id, u, again, next)
			}
			continue
		}
		if back, err := s.ofUUID(u); err != nil || back != id {
			t.Fatalf("%v in %v: read as %v, %v", id, u, back, err)
		}
		j := (i + 1) % len(all)
		next, _ := s.toUUID(all[j])
		if got, want := u.Compare(next), cmp.Compare(string(numbers[i]), string(numbers[j])); got != want {
			t.Fatalf("%v and %v compare as %d, want %d", u, next, got, want)
		}
	}
	if s.ofUUID == nil || s.anyUUID {
		return
	}
	// Every other bit pattern is an error, or an id that has this UUID.
	r, n := random(), 20_000
	if testing.Short() {
		n = 2000 // long with the race detector
	}
	for i := range n {
		u, _ := s.toUUID(all[i%len(all)])
		if i%2 == 0 {
			u[r.Intn(16)] ^= 1 << r.Intn(8)
		} else {
			u = uuid.NewV8([16]byte(uuid.New()))
		}
		id, err := s.ofUUID(u)
		if err != nil {
			var zero T
			if id != zero || !strings.HasPrefix(err.Error(), "ids."+s.name+"FromUUID("+u.String()+"): ") {
				t.Fatalf("%v: %v", id, err)
			}
			continue
		}
		if back, err := s.toUUID(id); back != u || err != nil {
			t.Fatalf("%v is read as %v, whose UUID is %v, %v", u, id, back, err)
		}
	}
	for i := range 16 {
		for c := range 256 {
			u, _ := s.toUUID(all[2])
			u[i] = byte(c)
			if id, err := s.ofUUID(u); err == nil {
				if back, err := s.toUUID(id); back != u || err != nil {
					t.Fatalf("%v is read as %v, whose UUID is %v, %v", u, id, back, err)
				}
			}
		}
	}
	for _, u := range []uuid.UUID{uuid.Nil(), uuid.Max(), uuid.NewV6(), uuid.NewV7()} {
		if id, err := s.ofUUID(u); err == nil {
			t.Errorf("%v is read as %v", u, id)
		}
	}
}

func (s of[T]) testAllocs(t *testing.T) {
	text := s.valid()
	id, err := s.parse(text)
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 0, 64)
	if n := testing.AllocsPerRun(100, func() { _, err = s.parse(text); b, _ = id.AppendText(b[:0]) }); n > 0 {
		t.Errorf("Parse and AppendText allocate %v times", n)
	}
}
