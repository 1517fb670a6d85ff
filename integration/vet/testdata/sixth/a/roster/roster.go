package roster

import (
	"bytes"
	"errors"

	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
)

// A Shift goes to the service of the schedule, which is written in C#.
type Shift struct {
	ID      uuid.UUID     `msgpack:"id"`
	Deputy  uuid.NullUUID `msgpack:"deputy"`
	Workers []uuid.UUID   `msgpack:"workers"`
}

func Setup() error {
	return errors.Join(
		msgpackx.Register[uuid.UUID](msgpackx.DotNet),
		msgpackx.RegisterNull[uuid.NullUUID](),
	)
}

func Encode(s Shift) ([]byte, error) {
	var buf bytes.Buffer
	enc := msgpack.NewEncoder(&buf)
	enc.UseCompactInts(true)
	err := enc.Encode(s)
	return buf.Bytes(), err
}

func Decode(b []byte) (Shift, error) {
	var s Shift
	err := msgpack.Unmarshal(b, &s)
	return s, err
}

// Deputies lists who stands in.
func Deputies(b []byte) ([]uuid.NullUUID, error) {
	var list []uuid.NullUUID
	err := msgpack.Unmarshal(b, &list)
	return list, err
}
