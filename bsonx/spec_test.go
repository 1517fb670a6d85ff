package bsonx_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// The prose tests of the MongoDB specification "BSON Binary UUID", each by its
// number there. Those of implicit encoding and decoding are of a client: here
// they are of what it does with a registry, in the integration tests of a client
// and a server. The specification's "unspecified" is KeepAny, as far as it is of
// values without a type; there is no form that is neither written nor read.
// https://github.com/mongodb/specifications/blob/master/source/bson-binary-uuid/uuid.md#test-plan

func TestSpecExplicitEncoding(t *testing.T) {
	for _, test := range []struct {
		number  string
		opts    opts
		subtype byte
		data    string
	}{
		{"1", nil, 4, standardHex},
		{"2", opts{bsonx.Standard}, 4, standardHex},
		{"3", opts{bsonx.JavaLegacy}, 3, javaHex},
		{"4", opts{bsonx.CSharpLegacy}, 3, csharpHex},
		{"5", opts{bsonx.PythonLegacy}, 3, standardHex},
	} {
		t.Run(test.number, func(t *testing.T) {
			got, err := bsonx.ToBinary(vectors.Std(vectors.U), test.opts...)
			if err != nil || got.Subtype != test.subtype || hex.EncodeToString(got.Data) != test.data {
				t.Errorf("ToBinary(U, %v) = subtype %d %x, %v, want subtype %d %s",
					test.opts, got.Subtype, got.Data, err, test.subtype, test.data)
			}
		})
	}
}

func TestSpecExplicitDecoding(t *testing.T) {
	for _, test := range []struct {
		number  string
		subtype byte
		data    string
		opts    opts
		ok      bool
	}{
		{"1.1", 4, standardHex, nil, true},
		{"1.2", 4, standardHex, opts{bsonx.Standard}, true},
		{"1.4", 4, standardHex, opts{bsonx.JavaLegacy}, false},
		{"1.5", 4, standardHex, opts{bsonx.CSharpLegacy}, false},
		{"1.6", 4, standardHex, opts{bsonx.PythonLegacy}, false},
		{"2.1", 3, javaHex, nil, false},
		{"2.2", 3, javaHex, opts{bsonx.Standard}, false},
		{"2.4", 3, javaHex, opts{bsonx.JavaLegacy}, true},
		{"3.1", 3, csharpHex, nil, false},
		{"3.2", 3, csharpHex, opts{bsonx.Standard}, false},
		{"3.4", 3, csharpHex, opts{bsonx.CSharpLegacy}, true},
		{"4.1", 3, standardHex, nil, false},
		{"4.2", 3, standardHex, opts{bsonx.Standard}, false},
		{"4.4", 3, standardHex, opts{bsonx.PythonLegacy}, true},
		// The specification says nothing of subtype 0, of other lengths, nor of
		// several forms at once.
		{"subtype 0", 0, standardHex, nil, true},
		{"subtype 0, strict", 0, standardHex, opts{bsonx.Strict}, false},
		{"subtype 0, legacy", 0, standardHex, opts{bsonx.PythonLegacy}, false},
		{"subtype 0, tolerant", 0, standardHex, opts{bsonx.PythonLegacy, bsonx.Standard}, true},
		{"subtype 3, tolerant", 3, javaHex, opts{bsonx.Standard, bsonx.JavaLegacy}, true},
		{"subtype 4, tolerant", 4, standardHex, opts{bsonx.JavaLegacy, bsonx.Standard}, true},
		{"subtype 3, two orders", 3, javaHex, opts{bsonx.JavaLegacy, bsonx.CSharpLegacy}, false},
		{"subtype 5", 5, standardHex, nil, false},
		{"15 bytes", 4, standardHex[2:], nil, false},
		{"17 bytes", 4, standardHex + "00", nil, false},
		{"no bytes", 4, "", nil, false},
	} {
		t.Run(test.number, func(t *testing.T) {
			want := vectors.Std{}
			if test.ok {
				want = vectors.Std(vectors.U)
			}
			got, err := bsonx.FromBinary[vectors.Std](bson.Binary{Subtype: test.subtype, Data: unhex(test.data)}, test.opts...)
			if (err == nil) != test.ok || got != want {
				t.Errorf("FromBinary(subtype %d %s, %v) = %v, %v, want ok %t", test.subtype, test.data, test.opts, got, err, test.ok)
			}
		})
	}
}

func TestSpecImplicitEncoding(t *testing.T) {
	for _, test := range []struct {
		number string
		opt    bsonx.Option
		want   string
	}{
		{"1", bsonx.JavaLegacy, doc(elem("_id", bin(3, javaHex)))},
		{"2", bsonx.CSharpLegacy, doc(elem("_id", bin(3, csharpHex)))},
		{"3", bsonx.PythonLegacy, doc(elem("_id", bin(3, standardHex)))},
		{"4", bsonx.Standard, doc(elem("_id", bin(4, standardHex)))},
	} {
		t.Run(test.number, func(t *testing.T) {
			encodes(t, registry(test.opt), bson.M{"_id": vectors.U}, test.want)
		})
	}
}

func TestSpecImplicitDecoding(t *testing.T) {
	for _, test := range []struct {
		number           string
		client, legacy   bsonx.Option
		standard4, uuid3 bool // which of the fields is a UUID
	}{
		{"1 javaLegacy", bsonx.JavaLegacy, bsonx.JavaLegacy, false, true},
		{"1 csharpLegacy", bsonx.CSharpLegacy, bsonx.CSharpLegacy, false, true},
		{"1 pythonLegacy", bsonx.PythonLegacy, bsonx.PythonLegacy, false, true},
		{"2", bsonx.Standard, bsonx.PythonLegacy, true, false},
		{"3", bsonx.KeepAny, bsonx.PythonLegacy, false, false},
		{"3 csharpLegacy", bsonx.KeepAny, bsonx.CSharpLegacy, false, false},
		{"3 javaLegacy", bsonx.KeepAny, bsonx.JavaLegacy, false, false},
	} {
		t.Run(test.number, func(t *testing.T) {
			four, err4 := bsonx.ToBinary(vectors.U, bsonx.Standard)
			three, err3 := bsonx.ToBinary(vectors.U, test.legacy)
			if err3 != nil || err4 != nil {
				t.Fatal(err3, err4)
			}
			reg := registry(test.client)
			in, err := marshal(reg, bson.D{{Key: "standard", Value: four}, {Key: "legacy", Value: three}})
			if err != nil {
				t.Fatal(err)
			}
			want := bson.D{{Key: "standard", Value: four}, {Key: "legacy", Value: three}}
			if test.standard4 {
				want[0].Value = vectors.U
			}
			if test.uuid3 {
				want[1].Value = vectors.U
			}
			decodes(t, reg, hex.EncodeToString(in), new(bson.D), want)
			// Into a type, the other field is an error instead.
			var typed struct{ Standard, Legacy uuid.UUID }
			err = unmarshal(reg, in, &typed)
			if err == nil || (test.standard4 || test.client == bsonx.KeepAny) != (typed.Standard == vectors.U) {
				t.Errorf("unmarshal into UUIDs = %v, %v, want an error", typed, err)
			}
		})
	}
}

// TestCorpus runs the UUIDs of the BSON corpus,
// https://github.com/mongodb/specifications/blob/master/source/bson-corpus/tests/binary.json
func TestCorpus(t *testing.T) {
	id := uuid.MustParse("73ffd264-44b3-4c69-90e8-e7d1dfc035d4")
	type document struct{ X vectors.Std }
	for _, test := range []struct {
		name, bson, json string
		degenerate       bool // is read, but not written
		opt              bsonx.Option
	}{
		{
			"subtype 0x03", "1D000000057800100000000373FFD26444B34C6990E8E7D1DFC035D400",
			`{"x":{"$binary":{"base64":"c//SZESzTGmQ6OfR38A11A==","subType":"03"}}}`, false, bsonx.PythonLegacy,
		},
		{
			"subtype 0x04", "1D000000057800100000000473FFD26444B34C6990E8E7D1DFC035D400",
			`{"x":{"$binary":{"base64":"c//SZESzTGmQ6OfR38A11A==","subType":"04"}}}`, false, bsonx.Standard,
		},
		{
			"subtype 0x04 UUID", "1D000000057800100000000473FFD26444B34C6990E8E7D1DFC035D400",
			`{"x":{"$uuid":"73ffd264-44b3-4c69-90e8-e7d1dfc035d4"}}`, true, bsonx.Standard,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			reg := registry(test.opt)
			want := document{vectors.Std(id)}
			var fromJSON document
			decodes(t, reg, test.bson, new(document), want)
			if err := unmarshalJSON(reg, test.json, &fromJSON); err != nil || fromJSON != want {
				t.Errorf("unmarshalJSON(%s) = %v, %v, want %v", test.json, fromJSON, err, want)
			}
			encodes(t, reg, want, strings.ToLower(test.bson))
			if got := marshalJSON(t, reg, want); got != test.json && !test.degenerate {
				t.Errorf("marshalJSON = %s, want %s", got, test.json)
			}
		})
	}

	reg := registry()
	for name, in := range map[string]string{
		"Length longer than document":      "1D000000057800FF0000000573FFD26444B34C6990E8E7D1DFC035D400",
		"Negative length":                  "0D000000057800FFFFFFFF0000",
		"subtype 0x02 length too long":     "13000000057800060000000203000000FFFF00",
		"subtype 0x02 length too short":    "13000000057800060000000201000000FFFF00",
		"subtype 0x02 length negative one": "130000000578000600000002FFFFFFFFFFFF00",
		"subtype 0x04, longer":             "1D000000057800110000000473FFD26444B34C6990E8E7D1DFC035D400",
		"subtype 0x04, shorter":            "1D0000000578000F0000000473FFD26444B34C6990E8E7D1DFC035D400",
	} {
		t.Run(name, func(t *testing.T) {
			refuses(t, reg, in, &document{vectors.Std(vectors.Other)}, document{vectors.Std(vectors.Other)})
		})
	}
	for name, in := range map[string]string{
		"$uuid missing hyphens": `{"x":{"$uuid":"73ffd26444b34c6990e8e7d1dfc035d4"}}`,
		"$uuid wrong type":      `{"x":{"$uuid":{"data":"73ffd264-44b3-4c69-90e8-e7d1dfc035d4"}}}`,
		"$uuid invalid value":   `{"x":{"$uuid":"73ffd264-44b3-90e8-e7d1dfc035d4"}}`,
	} {
		got := document{vectors.Std(vectors.Other)}
		if err := unmarshalJSON(reg, in, &got); err == nil || got.X != vectors.Std(vectors.Other) {
			t.Errorf("%s: unmarshalJSON = %v, %v, want an error", name, got, err)
		}
	}
}
