package ids_test

import (
	"bytes"
	"cmp"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/binary"
	"encoding/gob"
	"reflect"
	"strconv"
	"testing"

	"github.com/uuidkit/uuidkit/uuid/ids"
)

// testBinary: MarshalBinary is the number of testRandom, most significant byte first.
// ScanRedis reads it, and the text. Compare is its order, or that of a signed number.
func (s of[T]) testBinary(t *testing.T) {
	var zero T
	if _, ok := any(zero).(encoding.BinaryMarshaler); ok != (s.sql != noSQL) {
		t.Fatalf("MarshalBinary: %t, want %t", ok, !ok)
	}
	if s.sql == noSQL {
		t.Skip("is a system of old data")
	}
	type comparer interface{ Compare(T) int }
	all, numbers := s.random(1000)
	for i, id := range all {
		b, err := any(id).(encoding.BinaryMarshaler).MarshalBinary()
		if err != nil || !bytes.Equal(b, numbers[i]) {
			t.Fatalf("MarshalBinary of %v = %x, %v, want %x", id, b, err, numbers[i])
		}
		got := all[(i+1)%len(all)]
		for n := range 2 * len(b) {
			if n == len(b) {
				continue
			}
			if err := any(&got).(encoding.BinaryUnmarshaler).UnmarshalBinary(make([]byte, n)); err == nil || got != all[(i+1)%len(all)] {
				t.Fatalf("UnmarshalBinary of %d bytes: %v, %v, want an error and no change", n, got, err)
			}
		}
		if err := any(&got).(encoding.BinaryUnmarshaler).UnmarshalBinary(b); err != nil || got != id {
			t.Fatalf("UnmarshalBinary(%x) = %v, %v, want %v", b, got, err, id)
		}
		other := all[(i+1)%len(all)]
		for _, text := range []string{string(b), id.String()} {
			got := other
			scan := any(&got).(interface{ ScanRedis(string) error }).ScanRedis
			if err := scan(string(b[1:])); err == nil || got != other {
				t.Fatalf("ScanRedis(%q): %v, %v, want an error and no change", b[1:], got, err)
			}
			if err := scan(text); err != nil || got != id {
				t.Fatalf("ScanRedis(%q) = %v, %v, want %v", text, got, err, id)
			}
		}
		want := bytes.Compare(numbers[i], numbers[(i+1)%len(all)])
		if s.number() {
			want = cmp.Compare(reflect.ValueOf(id).Int(), reflect.ValueOf(other).Int())
		}
		if got := any(id).(comparer).Compare(other); got != want || any(id).(comparer).Compare(id) != 0 {
			t.Fatalf("%v, %v: Compare = %d, want %d", id, other, got, want)
		}
	}
	var stream bytes.Buffer
	var got []T
	if err := gob.NewEncoder(&stream).Encode(all[:3]); err != nil {
		t.Fatal(err)
	}
	if err := gob.NewDecoder(&stream).Decode(&got); err != nil || !reflect.DeepEqual(got, all[:3]) {
		t.Errorf("gob: %v, %v, want %v", got, err, all[:3])
	}
}

// A bsonForm is the type that an id has in BSON.
type bsonForm byte

const (
	bsonText     bsonForm = 0x02
	bsonObjectID bsonForm = 0x07
	bsonInt      bsonForm = 0x12
)

type bsonValue interface {
	MarshalBSONValue() (byte, []byte, error)
}

type bsonReader interface {
	UnmarshalBSONValue(byte, []byte) error
}

func (s of[T]) testBSON(t *testing.T) {
	var zero T
	if _, ok := any(zero).(bsonValue); ok != (s.bson != 0) {
		t.Fatalf("MarshalBSONValue: %t, want %t", ok, !ok)
	}
	if s.bson == 0 {
		t.Skip("is a system of old data")
	}
	all, numbers := s.random(100)
	for i, id := range all {
		text := bsonString(id.String())
		raw := append(binary.LittleEndian.AppendUint32(nil, uint32(len(numbers[i]))), 0)
		raw = append(raw, numbers[i]...)
		want := text
		switch s.bson {
		case bsonObjectID:
			want = numbers[i]
		case bsonInt:
			want = binary.LittleEndian.AppendUint64(nil, uint64(reflect.ValueOf(id).Int()))
		}
		typ, data, err := any(id).(bsonValue).MarshalBSONValue()
		if typ != byte(s.bson) || !bytes.Equal(data, want) || err != nil {
			t.Fatalf("MarshalBSONValue of %v = %#x, %x, %v, want %#x, %x", id, typ, data, err, s.bson, want)
		}
		reads := map[byte][]byte{byte(s.bson): want, 0x02: text}
		if !s.number() {
			reads[0x05] = raw
		}
		for typ, data := range reads {
			got := all[(i+1)%len(all)]
			if err := any(&got).(bsonReader).UnmarshalBSONValue(typ, data); err != nil || got != id {
				t.Fatalf("UnmarshalBSONValue(%#x, %x) = %v, %v, want %v", typ, data, got, err, id)
			}
			// Whatever is cut, too long or of another type is an error, and so is a wrong length, subtype or last zero.
			bad := [][]byte{data[:len(data)-1], append(bytes.Clone(data), 0), nil}
			wrong := map[byte][]int{0x02: {0, 1, 2, 3, len(data) - 1}, 0x05: {0, 1, 2, 3, 4}}[typ]
			for _, at := range wrong {
				other := bytes.Clone(data)
				other[at] += 4
				bad = append(bad, other)
			}
			for _, data := range bad {
				checkBSONError(t, all[(i+1)%len(all)], typ, data)
			}
		}
		for _, typ := range []byte{0x01, 0x03, 0x06, 0x0a, 0x11, byte(s.bson) ^ 0x10} {
			checkBSONError(t, id, typ, want)
		}
	}
	if s.number() {
		got := all[0]
		if err := any(&got).(bsonReader).UnmarshalBSONValue(0x10, []byte{1, 2, 0, 0}); err != nil || got.String() != "513" {
			t.Errorf("a 32-bit integer: %v, %v, want 513", got, err)
		}
		err := any(&got).(bsonReader).UnmarshalBSONValue(0x10, []byte{0xff, 0xff, 0xff, 0xff})
		if (err == nil) != (s.sql == sqlSigned) {
			t.Errorf("-1: %v, %v", got, err)
		}
	}
}

// testDecode: what a decoder reads is a text that parses, or the bytes that MarshalBinary writes. On an error the
// id stays as it was.
func (s of[T]) testDecode(t *testing.T, typ byte, data []byte) {
	was, err := s.parse(s.valid())
	if err != nil {
		t.Fatal(err)
	}
	is := func(id T, part []byte) bool {
		if parsed, err := s.parse(string(part)); err == nil && parsed == id {
			return true
		}
		b, err := any(id).(encoding.BinaryMarshaler).MarshalBinary()
		return err == nil && bytes.Equal(b, part)
	}
	for name, decode := range map[string]func(id any) error{
		"Scan":               func(id any) error { return id.(sql.Scanner).Scan(data) },
		"ScanRedis":          func(id any) error { return id.(interface{ ScanRedis(string) error }).ScanRedis(string(data)) },
		"UnmarshalBSONValue": func(id any) error { return id.(bsonReader).UnmarshalBSONValue(typ, data) },
	} {
		id, part := was, data
		if s.sql == noSQL || name == "UnmarshalBSONValue" && s.bson == 0 {
			continue
		}
		if err := decode(&id); err != nil {
			if id != was {
				t.Errorf("%s: %s(%#x, %x) changes the id to %v: %v", s.name, name, typ, data, id, err)
			}
			continue
		}
		if name == "UnmarshalBSONValue" {
			switch typ {
			case 0x02:
				part = data[4 : len(data)-1]
				if !bytes.Equal(bsonString(string(part)), data) {
					part = nil
				}
			case 0x05:
				part = data[5:]
				if !bytes.Equal(append(binary.LittleEndian.AppendUint32(nil, uint32(len(part))), 0), data[:5]) {
					part = nil
				}
			case 0x07:
			case 0x10:
				part = strconv.AppendInt(nil, int64(int32(binary.LittleEndian.Uint32(data))), 10)
			case 0x12:
				part = strconv.AppendInt(nil, int64(binary.LittleEndian.Uint64(data)), 10)
			default:
				part = nil
			}
		}
		if !is(id, part) {
			t.Errorf("%s: %s(%#x, %x) = %v", s.name, name, typ, data, id)
		}
	}
}

func checkBSONError[T comparable](t *testing.T, id T, typ byte, data []byte) {
	t.Helper()
	got := id
	if err := any(&got).(bsonReader).UnmarshalBSONValue(typ, data); err == nil || got != id {
		t.Errorf("%T: UnmarshalBSONValue(%#x, %x) = %v, %v, want an error and no change", id, typ, data, got, err)
	}
}

func bsonString(s string) []byte {
	return append(append(binary.LittleEndian.AppendUint32(nil, uint32(len(s)+1)), s...), 0)
}

// TestNegative: a negative number is no Snowflake and no Sonyflake, in any form.
func TestNegative(t *testing.T) {
	for _, id := range []interface {
		encoding.BinaryMarshaler
		bsonValue
		driver.Valuer
	}{ids.Snowflake(-1), ids.Sonyflake(-1)} {
		if b, err := id.MarshalBinary(); err == nil {
			t.Errorf("%T: MarshalBinary = %x, want an error", id, b)
		}
		if _, b, err := id.MarshalBSONValue(); err == nil {
			t.Errorf("%T: MarshalBSONValue = %x, want an error", id, b)
		}
		// GORM drops the error of a value in a map or a struct, and writes IS NULL for nil.
		if v, err := id.Value(); err == nil || v != int64(-1) {
			t.Errorf("%T: Value = %v, %v, want -1 and an error", id, v, err)
		}
	}
	snowflake, sonyflake := ids.Snowflake(1), ids.Sonyflake(1)
	minus := bytes.Repeat([]byte{0xff}, 8)
	if snowflake.UnmarshalBinary(minus) == nil || sonyflake.UnmarshalBinary(minus) == nil || snowflake != 1 || sonyflake != 1 {
		t.Errorf("UnmarshalBinary of -1 makes %d, %d", snowflake, sonyflake)
	}
	if snowflake.ScanRedis(string(minus)) == nil || sonyflake.ScanRedis(string(minus)) == nil || snowflake != 1 || sonyflake != 1 {
		t.Errorf("ScanRedis of -1 makes %d, %d", snowflake, sonyflake)
	}
}
