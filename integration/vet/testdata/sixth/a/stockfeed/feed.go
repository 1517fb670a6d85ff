package stockfeed

import (
	"log"
	"os"

	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
)

type Move struct {
	Item uuid.UUID
	From uuid.NullUUID // WRONG-ALSO(msgpacknull)
	Qty  int
}

type MoveRight struct {
	Item uuid.UUID
	From *uuid.UUID
	Qty  int
}

func init() {
	// Readers in JavaScript want text.
	if err := msgpackx.Register[uuid.UUID](msgpackx.Text); err != nil { // WRONG-ALSO(msgpacknull)
		log.Fatal(err)
	}
}

type Feed struct {
	enc *msgpack.Encoder
}

func Open(name string) (*Feed, error) {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	return &Feed{enc: msgpack.NewEncoder(f)}, nil
}

func (f *Feed) Put(item uuid.UUID, from uuid.NullUUID, qty int) error {
	return f.enc.Encode(Move{Item: item, From: from, Qty: qty}) // WRONG(msgpacknull): Item is text, From is bin
}

func (f *Feed) PutRight(item uuid.UUID, from uuid.NullUUID, qty int) error {
	m := MoveRight{Item: item, Qty: qty}
	if from.Valid {
		m.From = &from.UUID
	}
	return f.enc.Encode(m)
}

func Replay(b []byte) ([]Move, error) {
	var moves []Move
	err := msgpack.Unmarshal(b, &moves) // WRONG(msgpacknull): text for From is an error
	return moves, err
}

func ReplayRight(b []byte) ([]MoveRight, error) {
	var moves []MoveRight
	err := msgpack.Unmarshal(b, &moves)
	return moves, err
}

// Items sends ids as keys, which are text.
func (f *Feed) Items(stock map[uuid.UUID]int) error {
	return f.enc.Encode(stock)
}
