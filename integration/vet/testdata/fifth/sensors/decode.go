// Package sensors reads what devices of customers send, in CBOR and MessagePack.
package sensors

import (
	"errors"
	"io"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/msgpackx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

// DeviceID has none of the methods of its UUID.
type DeviceID uuid.UUID

// ZoneID is registered.
type ZoneID uuid.UUID

// RoomID checks the length itself.
type RoomID uuid.UUID

func (r *RoomID) UnmarshalBinary(b []byte) error {
	if len(b) != 16 {
		return errors.New("sensors: a room has 16 bytes")
	}
	copy(r[:], b)
	return nil
}

func (r RoomID) MarshalBinary() ([]byte, error) { return r[:], nil }

func Setup() error { return msgpackx.Register[ZoneID]() }

type Reading struct {
	Device DeviceID
	Value  float64
}

type ReadingRight struct {
	Device uuid.UUID
	Gofrs  gofrs.UUID
	Kit    kit.UUID
	Bare   cborx.Bare
	Room   RoomID
	Value  float64
}

func CBOR(b []byte) (id DeviceID, err error) {
	err = cbor.Unmarshal(b, &id) // WRONG(uuidlength): cut or filled
	return
}

func CBORRight(b []byte) (id DeviceID, err error) {
	err = cbor.Unmarshal(b, (*uuid.UUID)(&id))
	return
}

func CBORReading(b []byte) (*Reading, error) {
	r := new(Reading)
	if err := cbor.Unmarshal(b, r); err != nil { // WRONG(uuidlength): a field
		return nil, err
	}
	return r, nil
}

func CBORReadingRight(b []byte) (*ReadingRight, error) {
	r := new(ReadingRight)
	if err := cbor.Unmarshal(b, r); err != nil {
		return nil, err
	}
	return r, nil
}

func CBORList(r io.Reader) (ids []DeviceID, err error) {
	err = cbor.NewDecoder(r).Decode(&ids) // WRONG(uuidlength): a list
	return
}

func CBORListRight(r io.Reader) (ids []cborx.Bare, err error) {
	err = cbor.NewDecoder(r).Decode(&ids)
	return
}

// CBORCheckedRight reads bytes, and checks their length.
func CBORCheckedRight(data []byte) (id DeviceID, err error) {
	var b []byte
	if err = cbor.Unmarshal(data, &b); err != nil {
		return
	}
	if len(b) != len(id) {
		return id, errors.New("sensors: no device")
	}
	return DeviceID(b), nil
}

func Pack(b []byte) (r Reading, err error) {
	err = msgpack.Unmarshal(b, &r) // WRONG(uuidlength): shorter bytes leave the rest
	return
}

func PackRight(b []byte) (r ReadingRight, err error) {
	var v struct{ Device uuid.UUID }
	err = msgpack.Unmarshal(b, &v)
	r.Device = v.Device
	return
}

func PackMap(r io.Reader) (m map[string]DeviceID, err error) {
	dec := msgpack.NewDecoder(r)
	err = dec.Decode(&m) // WRONG(uuidlength): the values of a map
	return
}

func PackMapRight(r io.Reader) (m map[string]ZoneID, err error) {
	dec := msgpack.NewDecoder(r)
	err = dec.Decode(&m)
	return
}

func read[T any](b []byte) (v T, err error) {
	err = cbor.Unmarshal(b, &v) // WRONG-ALSO(uuidlength)
	return
}

func Generic(b []byte) (DeviceID, error) {
	return read[DeviceID](b) // WRONG(uuidlength): in a generic function
}

func readRight[T any](b []byte) (v T, err error) {
	err = cbor.Unmarshal(b, &v)
	return
}

func GenericRight(b []byte) (RoomID, error) { return readRight[RoomID](b) }

func GenericTextRight(b []byte) (string, error) { return readRight[string](b) }

// WriteRight writes, which is always 16 bytes.
func WriteRight(r Reading) ([]byte, error) { return cbor.Marshal(r) }
