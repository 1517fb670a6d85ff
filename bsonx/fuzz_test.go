package bsonx_test

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"fmt"
	"reflect"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// FuzzValue decodes any bytes into every type that Register knows, and compares
// with what can be said of them more slowly.
func FuzzValue(f *testing.F) {
	for _, value := range otherTypes {
		f.Add(unhex(value)[0], unhex(value)[1:], byte(0))
	}
	for _, subtype := range []byte{0, 2, 3, 4} {
		for opt := range byte(bsonx.KeepAny + 1) {
			f.Add(byte(5), unhex(bin(subtype, standardHex))[1:], opt)
			f.Add(byte(4), unhex(doc(elem("0", bin(subtype, standardHex)), elem("1", bin(subtype, standardHex)))), opt)
		}
		f.Add(byte(5), unhex(bin(subtype, standardHex[2:]))[1:], byte(0))
		f.Add(byte(4), unhex(doc(elem("0", bin(subtype, standardHex)), elem("1", bin(subtype, standardHex[2:])))), byte(0))
	}
	f.Add(byte(4), unhex(doc(elem("", bin(4, standardHex)), elem("long", bin(4, standardHex)))), byte(0))
	f.Add(byte(4), unhex(doc(elem("0", bin(4, standardHex)), elem("1", null))), byte(0))
	f.Add(byte(4), unhex(doc(elem("0", bin(4, standardHex)))+"30"), byte(0)) // and more that is not read
	f.Add(byte(4), unhex(doc()), byte(bsonx.KeepAny))
	other := vectors.Google(vectors.Other)

	f.Fuzz(func(t *testing.T, typ byte, value []byte, opt byte) {
		rv := bson.RawValue{Type: bson.Type(typ), Value: value}
		opt %= byte(bsonx.KeepAny + 1)
		reg := registry(bsonx.Option(opt))
		decode := func(v any) error { return rv.UnmarshalWithRegistry(reg, v) }

		want, ok := slowUUID(rv, bsonx.Option(opt))
		isNull := rv.Type == bson.TypeNull || rv.Type == bson.TypeUndefined

		id := other
		if err := decode(&id); (err == nil) != ok || ok && id != want || !ok && id != other {
			t.Errorf("T = %v, %v, want %v, ok %t", id, err, want, ok)
		}
		pointee := other
		p := &pointee
		if err := decode(&p); (err == nil) != (ok || isNull) || (p == nil) != isNull || ok && *p != want || !ok && pointee != other {
			t.Errorf("*T = %v, %v, want %v, ok %t", p, err, want, ok)
		}
		n := sql.Null[vectors.Google]{V: other, Valid: true}
		if err := decode(&n); (err == nil) != (ok || isNull) || n.Valid == isNull || ok && n.V != want || !ok && !isNull && n.V != other {
			t.Errorf("Null[T] = %v, %v, want %v, ok %t", n, err, want, ok)
		}

		// The driver's own reading of other types panics on some bad values.
		if rv.Type == bson.TypeBinary {
			var got, wantAny any
			err, wantErr := decode(&got), rv.Unmarshal(&wantAny)
			if ok && wantAny.(bson.Binary).Subtype != 0 && bsonx.Option(opt) != bsonx.KeepAny {
				wantAny = uuid.UUID(want)
			}
			if (err == nil) != (wantErr == nil) || !reflect.DeepEqual(got, wantAny) {
				t.Errorf("any = %#v, %v, want %#v, %v", got, err, wantAny, wantErr)
			}
		}

		wantList, ok := slowUUIDs(rv, bsonx.Option(opt))
		list, uuids := []vectors.Google{other}, uuid.UUIDs{vectors.Other}
		err := decode(&list)
		if err2 := decode(&uuids); (err2 == nil) != (err == nil) || fmt.Sprint(uuids) != fmt.Sprint(list) || (uuids == nil) != (list == nil) {
			t.Errorf("UUIDs = %v, %v, but []T = %v, %v", uuids, err2, list, err)
		}
		switch {
		case isNull:
			if err != nil || list != nil {
				t.Errorf("[]T = %v, %v, want nil", list, err)
			}
		case !ok:
			if err == nil || len(list) != 1 || list[0] != other {
				t.Errorf("[]T = %v, %v, want an error and no change", list, err)
			}
		case err != nil || !reflect.DeepEqual(list, wantList):
			t.Errorf("[]T = %v, %v, want %v", list, err, wantList)
		default:
			var driver driverList
			if err := decode(&driver); err != nil || !reflect.DeepEqual([]vectors.Google(driver), list) {
				t.Errorf("[]T = %v, but element by element %v, %v", list, driver, err)
			}
			got, err := marshal(reg, bson.D{{Key: "x", Value: list}})
			want, wantErr := marshal(reg, bson.D{{Key: "x", Value: driverList(list)}})
			if (err == nil) != (wantErr == nil) || err == nil && !bytes.Equal(got, want) {
				t.Errorf("marshal(%v) = %x, %v, but element by element %x, %v", list, got, err, want, wantErr)
			}
		}
	})
}

// FuzzDocument decodes any bytes as a whole document in memory; from a stream,
// the driver makes room for whatever length is claimed. Each UUID is afterwards
// what it was before, or as the document has it: none is made of some bytes of the
// one and some of the other.
func FuzzDocument(f *testing.F) {
	type document struct {
		T     vectors.Google
		P     *vectors.Google
		List  []vectors.Google
		UUIDs uuid.UUIDs
		Array [2]vectors.Google
		Keys  map[vectors.Plain]vectors.Std
		Null  sql.Null[vectors.Gofrs]
		Ours  uuid.NullUUID
	}
	good := bin(4, standardHex)
	list := "04" + doc(elem("0", good), elem("1", good))
	whole := unhex(doc(elem("t", good), elem("p", good), elem("list", list), elem("uuids", list), elem("array", list),
		elem("keys", "03"+doc(elem(vectors.Text, good))), elem("null", good), elem("ours", good)))
	f.Add(whole)
	for n := 0; n < len(whole); n += 11 {
		f.Add(whole[:n])                                      // truncated
		f.Add(append(bytes.Clone(whole[:n]), whole[n+1:]...)) // a byte is missing
	}
	for _, length := range []string{"ffffffff", "ffffff7f", "00000080", "00000000", "11000000"} {
		f.Add(unhex(doc(elem("t", "05"+length+"04"+standardHex))))
		f.Add(unhex(doc(elem("list", "04"+length+list[10:]))))
		f.Add(unhex(doc(elem("uuids", "04"+doc("053000"+length+"04"+standardHex)))))
		f.Add(unhex(length + doc(elem("t", good))[8:]))
	}
	deep := good
	for range 1000 {
		deep = "04" + doc(elem("0", deep))
	}
	f.Add(unhex(doc(elem("list", deep))))
	f.Add(unhex(doc(elem("t", deep))))
	f.Add([]byte("0000\x04\x00000\xff")) // a list of negative length

	f.Fuzz(func(t *testing.T, b []byte) {
		reg := registry()
		pointee := vectors.Google(vectors.Other)
		got := document{
			T: pointee, P: &pointee, List: []vectors.Google{pointee}, UUIDs: uuid.UUIDs{vectors.Other}, Array: [2]vectors.Google{pointee, pointee},
			Keys: map[vectors.Plain]vectors.Std{vectors.Plain(vectors.Other): vectors.Std(vectors.Other)},
			Null: sql.Null[vectors.Gofrs]{V: vectors.Gofrs(vectors.Other)}, Ours: uuid.NullUUID{UUID: vectors.Other},
		}
		_ = guard(func() error {
			return bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: b}.UnmarshalWithRegistry(reg, &got)
		})
		ids := append([]vectors.Google{got.T, pointee, vectors.Google(got.Null.V), vectors.Google(got.Ours.UUID)}, got.List...)
		ids = append(ids, got.Array[:]...)
		for _, id := range got.UUIDs {
			ids = append(ids, vectors.Google(id))
		}
		for _, id := range got.Keys { // a key is text
			ids = append(ids, vectors.Google(id))
		}
		for _, id := range ids {
			if id != vectors.Google(vectors.Other) && id != (vectors.Google{}) && !bytes.Contains(b, id[:]) {
				t.Errorf("%x becomes %v: there is no %x in it", b, got, id)
			}
		}
	})
}

// driverList is a slice that the driver walks through, element by element.
type driverList []vectors.Google

// slowUUID says whether a value is a UUID in the form opt.
func slowUUID(rv bson.RawValue, opt bsonx.Option) (id vectors.Google, ok bool) {
	r := bytes.NewReader(rv.Value)
	var head struct {
		Length  int32
		Subtype byte
		Data    [16]byte
	}
	if rv.Type != bson.TypeBinary || binary.Read(r, binary.LittleEndian, &head) != nil || head.Length != 16 {
		return id, false
	}
	id, err := bsonx.FromBinary[vectors.Google](bson.Binary{Subtype: head.Subtype, Data: head.Data[:]}, opt)
	return id, err == nil
}

// slowUUIDs says whether a value is an array of UUIDs in the form opt.
func slowUUIDs(rv bson.RawValue, opt bsonx.Option) (ids []vectors.Google, ok bool) {
	if rv.Type != bson.TypeArray || len(rv.Value) < 5 {
		return nil, false
	}
	size := int64(binary.LittleEndian.Uint32(rv.Value))
	if size < 5 || size > int64(len(rv.Value)) {
		return nil, false
	}
	ids = []vectors.Google{}
	for b := rv.Value[4:size]; ; {
		if b[0] == 0 {
			return ids, len(b) == 1
		}
		_, value, found := bytes.Cut(b[1:], []byte{0})
		if !found || len(value) < 22 { // a UUID and the end of the array
			return nil, false
		}
		id, ok := slowUUID(bson.RawValue{Type: bson.Type(b[0]), Value: value[:21]}, opt)
		if !ok {
			return nil, false
		}
		ids, b = append(ids, id), value[21:]
	}
}
