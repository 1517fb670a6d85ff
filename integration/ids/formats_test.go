package ids_test

import (
	"bytes"
	"encoding"
	"encoding/hex"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/redis/go-redis/v9"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/uuid/ids"
)

// TestBinaryFormats: MessagePack and CBOR have the bytes of MarshalBinary, and give back
// the identifier. So does a hash of Redis.
func TestBinaryFormats(t *testing.T) {
	inFormats(t, ids.NewObjectID())
	inFormats(t, ids.NewULID())
	inFormats(t, ids.NewKSUID())
	inFormats(t, ids.NewPushID())
	inFormats(t, ids.NewXID())
	inFormats(t, ids.Snowflake(1541815603606036480))
	inFormats(t, ids.ShardingID(-1))
	inFormats(t, ids.Sonyflake(395989512058044415))

	// fxamacker/cbor asks no method about an integer: docs/identifiers.md says so.
	var negative ids.Snowflake
	if err := cbor.Unmarshal([]byte{0x24}, &negative); err != nil || negative != -5 {
		t.Errorf("CBOR's -5 is %d, %v: change the documentation", negative, err)
	}
	var short ids.ULID
	if err := cbor.Unmarshal([]byte{0x83, 1, 2, 3}, &short); err != nil || short != (ids.ULID{1, 2, 3}) {
		t.Errorf("CBOR's [1, 2, 3] is %v, %v: change the documentation", short, err)
	}
}

func inFormats[T interface {
	comparable
	encoding.BinaryMarshaler
}](t *testing.T, id T) {
	raw, err := id.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]struct {
		marshal   func(any) ([]byte, error)
		unmarshal func([]byte, any) error
		head      []byte
	}{
		"MessagePack": {msgpack.Marshal, msgpack.Unmarshal, []byte{0xc4, byte(len(raw))}},
		"CBOR":        {cbor.Marshal, cbor.Unmarshal, []byte{0x40 + byte(len(raw))}},
	} {
		b, err := f.marshal(id)
		if want := append(f.head, raw...); err != nil || !bytes.Equal(b, want) {
			t.Errorf("%s of %T: %s, %v, want %x", name, id, hex.EncodeToString(b), err, want)
		}
		var got T
		if err := f.unmarshal(b, &got); err != nil || got != id {
			t.Errorf("%s of %T: %v, %v, want %v", name, id, got, err, id)
		}
	}
	var hash struct {
		ID T `redis:"id"`
	}
	err = redis.NewMapStringStringResult(map[string]string{"id": string(raw)}, nil).Scan(&hash)
	if err != nil || hash.ID != id {
		t.Errorf("Redis of %T: %v, %v, want %v", id, hash.ID, err, id)
	}
}
