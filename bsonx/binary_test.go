package bsonx_test

import (
	"encoding/hex"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
)

func TestIn(t *testing.T) {
	u, other := vectors.Google(vectors.U), vectors.Google(vectors.Other)
	otherHex := hex.EncodeToString(other[:])
	for _, test := range []struct {
		ids  []vectors.Google
		opts opts
		want []string
	}{
		{[]vectors.Google{u}, nil, []string{bin(4, standardHex), bin(0, standardHex)}},
		{[]vectors.Google{u}, opts{bsonx.Strict}, []string{bin(4, standardHex)}},
		{[]vectors.Google{u}, opts{bsonx.Strict, bsonx.JavaLegacy}, []string{bin(4, standardHex), bin(3, javaHex)}},
		{[]vectors.Google{u}, opts{bsonx.Standard, bsonx.JavaLegacy}, []string{bin(4, standardHex), bin(0, standardHex), bin(3, javaHex)}},
		{[]vectors.Google{u}, opts{bsonx.JavaLegacy}, []string{bin(3, javaHex)}},
		{[]vectors.Google{u}, opts{bsonx.JavaLegacy, bsonx.Strict, bsonx.Standard}, []string{bin(3, javaHex), bin(4, standardHex)}},
		{[]vectors.Google{u}, opts{bsonx.CSharpLegacy, bsonx.JavaLegacy}, []string{bin(3, csharpHex), bin(3, javaHex)}},
		{[]vectors.Google{u}, opts{bsonx.JavaLegacy, bsonx.CSharpLegacy, bsonx.PythonLegacy}, []string{bin(3, javaHex), bin(3, csharpHex), bin(3, standardHex)}},
		{[]vectors.Google{u, other}, nil, []string{bin(4, standardHex), bin(0, standardHex), bin(4, otherHex), bin(0, otherHex)}},
		{[]vectors.Google{u, other}, opts{bsonx.PythonLegacy}, []string{bin(3, standardHex), bin(3, otherHex)}},
		{nil, nil, nil},
		{[]vectors.Google{u}, opts{bsonx.KeepAny, bsonx.JavaLegacy}, []string{bin(3, javaHex)}},
	} {
		want := doc(elem("_id", object(elem("$in", array(test.want...)))))
		filter := bson.M{"_id": bsonx.In(test.ids, test.opts...)}
		// It is the same without a registry, and with one of another form.
		for _, reg := range []*bson.Registry{bson.NewRegistry(), registry(), registry(bsonx.JavaLegacy)} {
			encodes(t, reg, filter, want)
		}
	}
}
