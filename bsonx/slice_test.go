package bsonx_test

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestUUIDs shows that uuid.UUIDs has the form that uuid.UUID is registered with.
func TestUUIDs(t *testing.T) {
	type document struct {
		List, Empty, Nil uuid.UUIDs
		P, PNil          *uuid.UUIDs
		Any              any
	}
	for _, form := range forms {
		reg, bin := registry(form.opts...), bin(form.subtype, form.hex)
		list, other := uuid.UUIDs{vectors.U, vectors.U}, uuid.UUIDs{vectors.Other}
		in := document{List: list, Empty: uuid.UUIDs{}, P: &list, Any: list}
		two := array(bin, bin)
		want := doc(elem("list", two), elem("empty", array()), elem("nil", null), elem("p", two), elem("pnil", null), elem("any", two))
		encodes(t, reg, in, want)
		in.Any = bson.A{vectors.U, vectors.U}
		decodes(t, reg, want, &document{List: other, Nil: other, P: &other, PNil: &other}, in)
		for _, bad := range badValues(form.reads) {
			refuses(t, reg, doc(elem("list", array(bin, bad.value))), &document{List: other}, document{List: other}, "element 1: "+bad.want)
		}
	}
}

func TestNilSlice(t *testing.T) {
	type document struct{ X []vectors.Std }
	reg := registry()
	encodes(t, reg, document{}, x(null))
	encodes(t, reg, document{}, x(array()), nilSliceAsEmpty)
	for value, want := range map[string][]vectors.Std{null: nil, "06": nil, array(): {}} {
		decodes(t, reg, x(value), &document{make([]vectors.Std, 1)}, document{want})
	}
}

// TestNewMemory shows that a decoded slice shares nothing with the one before.
func TestNewMemory(t *testing.T) {
	type document struct{ X []vectors.Std }
	before := make([]vectors.Std, 1, 8)
	decodes(t, registry(), x(array(bin(4, standardHex))), &document{before}, document{[]vectors.Std{vectors.Std(vectors.U)}})
	if before[0] != (vectors.Std{}) {
		t.Errorf("unmarshal has changed the slice before: %v", before)
	}
}

// TestLongArrays crosses the lengths at which array keys grow.
func TestLongArrays(t *testing.T) {
	reg := registry()
	for _, n := range []int{1, 9, 10, 11, 99, 100, 101, 1000, 1001, 10001} {
		ids := make([]vectors.Google, n)
		for i := range ids {
			binary.BigEndian.PutUint64(ids[i][:], uint64(i))
		}
		want, err := marshal(reg, bson.D{{Key: "x", Value: driverList(ids)}})
		if err != nil {
			t.Fatal(err)
		}
		b, err := marshal(reg, bson.D{{Key: "x", Value: ids}})
		if err != nil || !bytes.Equal(b, want) {
			t.Fatalf("marshal of %d = %x, %v, want %x", n, b, err, want)
		}
		var got struct{ X []vectors.Google }
		if err := unmarshal(reg, b, &got); err != nil || !reflect.DeepEqual(got.X, ids) || cap(got.X) != n {
			t.Fatalf("unmarshal of %d: %d of capacity %d, %v", n, len(got.X), cap(got.X), err)
		}
	}
}
