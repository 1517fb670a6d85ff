package cborx_test

import (
	"database/sql"
	"errors"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestLimits pins what the documentation says of the cbor package. Once one of them
// fails, so that it is gone, the words can go too.
func TestLimits(t *testing.T) {
	_, std := modes[vectors.Std](t)
	_, google := modes[vectors.Google](t)
	// A byte string for an array is cut or filled up, an array is taken, and no
	// length is checked.
	for in, want := range map[string]string{
		"d82544deadbeef":       "deadbeef-0000-0000-0000-000000000000",
		"d82540":               "00000000-0000-0000-0000-000000000000",
		"d82551" + rawU + "00": vectors.Text,
	} {
		testReadAs[vectors.Std](t, std, in, uuid.MustParse(want), true)
		// What the documentation says to use instead.
		testRead[uuid.UUID](t, plainDec, in, false)
		testRead[cborx.Tagged](t, plainDec, in, false)
		testRead[cborx.Bare](t, plainDec, in, false)
		testRead[vectors.Google](t, plainDec, in, false)
	}
	for in, want := range map[string]uuid.UUID{
		"80":           {},
		"83010203":     {1, 2, 3},
		"d82583010203": {1, 2, 3},
		"d825f6":       vectors.Other,
	} {
		testReadAs[vectors.Google](t, google, in, want, true)
	}

	// Null in tag 37, also with Strict, and a null key.
	_, strictGoogle := modes[vectors.Google](t, cborx.Strict)
	for _, dec := range []cbor.DecMode{google, strictGoogle} {
		var v any
		var p *vectors.Google
		keys := map[vectors.Google]string{}
		if err := errors.Join(dec.Unmarshal(unhex("d825f6"), &v), dec.Unmarshal(unhex("d825f6"), &p), dec.Unmarshal(unhex("a1d825f66178"), &keys)); err != nil {
			t.Error(err)
		}
		if v != (vectors.Google{}) || p == nil || *p != (vectors.Google{}) || keys[vectors.Google{}] != "x" {
			t.Errorf("null in tag 37: %v, %v, %v", v, p, keys)
		}
	}
	keys := map[uuid.UUID]string{}
	if err := cbor.Unmarshal(unhex("a1f66178"), &keys); err != nil || keys[uuid.Nil()] != "x" {
		t.Errorf("a null key: %v, %v", keys, err)
	}
	nullKeys := map[uuid.NullUUID]string{}
	if err := cbor.Unmarshal(unhex("a1f66178"), &nullKeys); err != nil || nullKeys[uuid.NullUUID{}] != "x" {
		t.Errorf("a null key: %v, %v", nullKeys, err)
	}

	// No option checks lengths either. The one path of a byte string to UnmarshalText
	// hands it the bytes, and so refuses good ones as well.
	strict := tagSet[vectors.Std](t, cborx.Strict)
	testReadAs[vectors.Std](t, must(cbor.DecOptions{
		BinaryUnmarshaler: cbor.BinaryUnmarshalerNone,
		TextUnmarshaler:   cbor.TextUnmarshalerTextString,
	}.DecModeWithTags(strict)), "d82544deadbeef", uuid.UUID{0xde, 0xad, 0xbe, 0xef}, true)
	testRead[vectors.Std](t, must(cbor.DecOptions{
		TextUnmarshaler:    cbor.TextUnmarshalerTextString,
		ByteStringToString: cbor.ByteStringToStringAllowed,
	}.DecModeWithTags(strict)), taggedU, false)

	// With TextMarshaler the tag is around text.
	testWrite(t, must(cbor.EncOptions{TextMarshaler: cbor.TextMarshalerTextString}.EncModeWithTags(strict)), []written{
		{vectors.Std(vectors.U), "d825" + textU},
		{vectors.U, taggedU},
		{cborx.Bare(vectors.U), bareU},
		{vectors.Google(vectors.U), bareU},
	}...)

	// Default modes know no TagSet, and ignore tags.
	testWrite(t, plainEnc, written{vectors.Google(vectors.U), bareU})
	testRead[vectors.Google](t, plainDec, "d903e7"+bareU, true)

	// A sql.Null is a map, and a struct that embeds a UUID is that UUID.
	type embedding struct {
		uuid.UUID
		Name string
	}
	testBoth(t, plainEnc, plainDec, []written{
		{sql.Null[uuid.UUID]{V: vectors.U, Valid: true}, "a26156" + taggedU + "6556616c6964f5"},
		{embedding{UUID: vectors.U}, taggedU},
	}...)
	testWrite(t, plainEnc, written{embedding{vectors.U, "lost"}, taggedU})
}
