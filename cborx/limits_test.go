package cborx_test

import (
	"database/sql"
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
