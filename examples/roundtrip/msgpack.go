package main

import (
	"context"
	"fmt"

	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"

	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
)

func msgpackStores[T ~[16]byte]() []store[T] {
	return []store[T]{
		{"MessagePack", "msgpackx.Register[T]()", msgpackBin, throughMsgpack[T], nil, msgpackToday[T]},
	}
}

// msgpackBin is MessagePack's bin 8 with its length, 16.
func msgpackBin(id uuid.UUID) held {
	return held{"bin 8", append([]byte{msgpcode.Bin8, 16}, id[:]...)}
}

// throughMsgpack registers T with the one registry that the library has. A
// program does so in main, before it uses the library; again is no error.
func throughMsgpack[T ~[16]byte](_ context.Context, id T, back *T) (held, error) {
	if err := msgpackx.Register[T](); err != nil {
		return held{}, err
	}
	data, err := msgpack.Marshal(id)
	if err != nil {
		return held{}, err
	}
	return heldMsgpack(data), msgpack.Unmarshal(data, back)
}

// heldMsgpack tells what data is by its first byte.
func heldMsgpack(data []byte) held {
	if data[0] == msgpcode.Bin8 {
		return held{"bin 8", data}
	}
	return held{fmt.Sprintf("code 0x%02x", data[0]), data}
}
