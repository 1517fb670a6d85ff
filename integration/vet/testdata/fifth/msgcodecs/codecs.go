// Package msgcodecs has the messages of a game server. Its ids are gofrs's.
package msgcodecs

import (
	"io"
	"log"

	"github.com/gofrs/uuid/v5"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
)

func init() {
	if err := msgpackx.Register[uuid.UUID](msgpackx.Text); err != nil {
		log.Fatal(err)
	}
}

type Move struct {
	Player uuid.UUID     `msgpack:"p"`
	Target uuid.NullUUID `msgpack:"t"`
}

type MoveRight struct {
	Player uuid.UUID  `msgpack:"p"`
	Target *uuid.UUID `msgpack:"t,omitempty"`
	Guild  uuid.UUID  `msgpack:"g,omitempty"`
}

type Turn struct {
	Number int
	Moves  []Move
}

type TurnRight struct {
	Number int
	Moves  []MoveRight
}

func Send(w io.Writer, t Turn) error {
	return msgpack.NewEncoder(w).Encode(t) // WRONG(msgpacknull): a map of two fields, in a list
}

func SendRight(w io.Writer, t TurnRight) error { return msgpack.NewEncoder(w).Encode(t) }

func Receive(r io.Reader) (*Turn, error) {
	t := new(Turn)
	if err := msgpack.NewDecoder(r).Decode(t); err != nil { // WRONG(msgpacknull): another program writes nil or text
		return nil, err
	}
	return t, nil
}

func ReceiveRight(r io.Reader) (*TurnRight, error) {
	t := new(TurnRight)
	if err := msgpack.NewDecoder(r).Decode(t); err != nil {
		return nil, err
	}
	return t, nil
}

type codec interface {
	Marshal(v any) ([]byte, error)
}

type plain struct{}

func (plain) Marshal(v any) ([]byte, error) { return msgpack.Marshal(v) }

func Store(v Move) ([]byte, error) {
	marshal := msgpack.Marshal
	return marshal(map[string]any{"move": v}) // WRONG(msgpacknull): through a variable and a map
}

func StoreRight(v MoveRight) ([]byte, error) {
	var c codec = plain{}
	return c.Marshal(map[string]any{"move": v})
}
