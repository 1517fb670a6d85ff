package typed_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

func TestScan(t *testing.T) {
	other := typed.ID[user](vectors.Other)
	for _, src := range []any{
		nil, 1, "", []byte{}, true, [15]byte{}, []byte(hexText[:16]), []byte("order_01h455vb4pex5vsknk084sn02q"), []string{userText},
		// 16 characters are never the bytes of a UUID if they come as a string.
		userText[:16], "order_2x4y6z8a0b", "User_01h455vb4pe", string(vectors.U[:]),
		// A column of 16 characters has cut these, of whatever kind.
		[]byte(userText[:16]), []byte("order_2x4y6z8a0b"), []byte("user_0000000000z"), []byte("a_prefix_without"), []byte(userText[5:21]), []byte("____zzzz00009999"),
		[]byte("USER_01H455VB4PE"), []byte("F81D4FAE7DEC11D0"), []byte("{f81d4fae-7dec-1"), []byte("urn:uuid:f81d4fa"),
		// Ids of other kinds.
		typed.ID[order](id), &other, typed.ID[plain](id), typed.NullID[user]{UUID: id, Valid: true},
	} {
		got, null := other, typed.NullID[user]{UUID: other, Valid: true}
		if err := got.Scan(src); err == nil || got != other || !strings.HasPrefix(err.Error(), "typed.Scan") || strings.Contains(err.Error(), "uuid.Scan") {
			t.Errorf("Scan(%v): %v, %v; want an error of typed, and no change", src, got, err)
		}
		if err := null.Scan(src); src != nil && (err == nil || null.UUID != other || !null.Valid) {
			t.Errorf("NullID.Scan(%v): %v, %v; want an error, and no change", src, null, err)
		}
	}
	// 16 bytes with another byte than TypeIDs have are a UUID.
	for i := range 16 {
		for c := range 256 {
			src := []byte("user_01h455vb4pe")
			src[i] = byte(c)
			text := strings.IndexByte("_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", byte(c)) >= 0
			got := other
			if err := got.Scan(src); (err != nil) != text || text && got != other || !text && string(got[:]) != string(src) {
				t.Errorf("Scan(%q): %x, %v; want an error: %v", src, got, err, text)
			}
		}
	}
	for digit := range 16 { // 77777777-7777-7777-7777-777777777777 is a UUID
		src := bytes.Repeat([]byte{byte(digit * 0x11)}, 16)
		if got := other; got.Scan(src) != nil || string(got[:]) != string(src) {
			t.Errorf("Scan(%q): %x", src, got)
		}
	}
	// Nobody cuts TypeIDs where there are none.
	var none typed.ID[plain]
	if err := none.Scan([]byte("order_2x4y6z8a0b")); string(none[:]) != "order_2x4y6z8a0b" || err != nil {
		t.Errorf("an ID without a prefix: %x, %v", none, err)
	}

	// A column of 32 characters has cut TypeIDs whose prefix is hexadecimal.
	for _, src := range []any{facadeText[:32], []byte(facadeText[:32])} {
		want := typed.ID[facade](vectors.Other)
		if got := want; got.Scan(src) == nil || got != want {
			t.Errorf("Scan(%q): %v; want an error, and no change", src, got)
		}
	}

	var null typed.NullID[user]
	if err := null.Scan(userText); null.UUID != id || !null.Valid || err != nil {
		t.Errorf("NullID.Scan: %v, %v", null, err)
	}
	if err := null.Scan(nil); null != (typed.NullID[user]{}) || err != nil {
		t.Errorf("NullID.Scan(nil): %v, %v", null, err)
	}
	var sqlNull sql.Null[typed.ID[user]]
	if err := sqlNull.Scan(hexText); sqlNull.V != id || err != nil {
		t.Errorf("sql.Null: %v, %v", sqlNull, err)
	}
	if v, err := driver.DefaultParameterConverter.ConvertValue(id); v != hexText || err != nil {
		t.Errorf("database/sql sends %v, %v; want %s", v, err, hexText)
	}
}

type facade struct{}

const facadeText = "facadefacadefacadefacadefacadefacade_01h455vb4pex5vsknk084sn02q"

func (facade) Prefix() string { return facadeText[:36] }
