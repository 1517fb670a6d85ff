// Package cbormodes has the two modes of a message bus.
package cbormodes

import (
	"io"
	"log"
	"sync"

	"github.com/fxamacker/cbor/v2"
	"github.com/gofrs/uuid/v5"

	"github.com/uuidkit/uuidkit/cborx"
)

type Message struct {
	ID   uuid.UUID
	Body []byte
}

var enc, dec = mustModes()

func mustModes() (cbor.EncMode, cbor.DecMode) {
	e, d, err := cborx.Modes[uuid.UUID](cbor.EncOptions{}, cbor.DecOptions{})
	if err != nil {
		panic(err)
	}
	return e, d
}

func Modes() cbor.EncMode {
	e, _, _ := cborx.Modes[uuid.UUID](cbor.EncOptions{Sort: cbor.SortCanonical}, cbor.DecOptions{}) // WRONG(uuidregister): the error of Modes
	return e
}

// ModesRight returns it once.
var ModesRight = sync.OnceValues(func() (cbor.EncMode, error) {
	e, _, err := cborx.Modes[uuid.UUID](cbor.EncOptions{Sort: cbor.SortCanonical}, cbor.DecOptions{})
	return e, err
})

func ModesLog() cbor.EncMode {
	e, _, err := cborx.Modes[uuid.UUID](cbor.EncOptions{}, cbor.DecOptions{})
	if err != nil {
		log.Println("cbor:", err) // WRONG(uuidregister): only printed
	}
	return e
}

func ModesLogRight() cbor.EncMode {
	e, _, err := cborx.Modes[uuid.UUID](cbor.EncOptions{}, cbor.DecOptions{})
	if err != nil {
		log.Println("cbor:", err)
		return nil
	}
	return e
}

func Publish(w io.Writer, m *Message) error {
	b, err := cbor.Marshal(m) // WRONG(cbortags): cborx.Modes has registered the type
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

func PublishRight(w io.Writer, m *Message) error {
	b, err := enc.Marshal(m)
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

type wire[T any] struct{ w io.Writer }

func (x wire[T]) send(v T) error {
	return cbor.NewEncoder(x.w).Encode(v) // WRONG(cbortags): generic, of Message
}

func (x wire[T]) sendRight(v T) error { return enc.NewEncoder(x.w).Encode(v) }

func Both(w io.Writer, m Message) error {
	x := wire[Message]{w}
	if err := x.send(m); err != nil { // WRONG-ALSO(cbortags)
		return err
	}
	return x.sendRight(m)
}

func SubscribeRight(r io.Reader) (m Message, err error) {
	err = dec.NewDecoder(r).Decode(&m)
	return
}

// SizeRight writes no UUID.
func SizeRight(m Message) ([]byte, error) { return cbor.Marshal(len(m.Body)) }
