package telemetry

import (
	"io"

	"github.com/fxamacker/cbor/v2"
	"github.com/gofrs/uuid/v5"

	"github.com/uuidkit/uuidkit/cborx"
)

type Reading struct {
	Sensor uuid.UUID
	Value  float64
}

type Summary struct {
	Count int
	Mean  float64
}

var tags = cbor.NewTagSet()

func init() {
	if err := cborx.Register[uuid.UUID](tags); err != nil {
		panic(err)
	}
}

type marshalFunc func(any) ([]byte, error)

type Publisher struct {
	marshal marshalFunc
	out     io.Writer
}

func (p *Publisher) Publish(r Reading) error {
	b, err := p.marshal(r) // WRONG-ALSO(cbortags)
	if err != nil {
		return err
	}
	_, err = p.out.Write(b)
	return err
}

func NewPublisher(out io.Writer) *Publisher {
	return &Publisher{marshal: cbor.Marshal, out: out} // WRONG(cbortags): Publish writes readings without the tag
}

func NewPublisherRight(out io.Writer) (*Publisher, error) {
	mode, err := cbor.EncOptions{}.EncModeWithTags(tags)
	if err != nil {
		return nil, err
	}
	return &Publisher{marshal: mode.Marshal, out: out}, nil
}

func frame[T any](kind byte, v T) ([]byte, error) {
	b, err := cbor.Marshal(v) // WRONG-ALSO(cbortags)
	if err != nil {
		return nil, err
	}
	return append([]byte{kind}, b...), nil
}

func frameWith[T any](mode cbor.EncMode, kind byte, v T) ([]byte, error) {
	b, err := mode.Marshal(v)
	if err != nil {
		return nil, err
	}
	return append([]byte{kind}, b...), nil
}

func SensorFrame(ids map[string]uuid.UUID) ([]byte, error) {
	return frame(1, ids) // WRONG(cbortags): frame has no tags
}

func SensorFrameRight(mode cbor.EncMode, ids map[string]uuid.UUID) ([]byte, error) {
	return frameWith(mode, 1, ids)
}

func (r Reading) Key() ([]byte, error) {
	return cbor.Marshal(r.Sensor) // WRONG(cbortags): without tag 37
}

func (r Reading) KeyRight(mode cbor.EncMode) ([]byte, error) {
	return mode.Marshal(r.Sensor)
}

// Flush writes readings one after the other.
func Flush(w io.Writer, ch <-chan *Reading) error {
	enc := cbor.NewEncoder(w) // WRONG(cbortags): an encoder without the TagSet
	for r := range ch {
		if err := enc.Encode(r); err != nil { // WRONG-ALSO(cbortags)
			return err
		}
	}
	return nil
}

func FlushRight(w io.Writer, mode cbor.EncMode, ch <-chan *Reading) error {
	enc := mode.NewEncoder(w)
	for r := range ch {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

func Summarize(values []float64) ([]byte, error) {
	s := Summary{Count: len(values)}
	for _, v := range values {
		s.Mean += v / float64(len(values))
	}
	return cbor.Marshal(s)
}

// Bare ids never have a tag.
func Credential(id uuid.UUID) ([]byte, error) {
	return cbor.Marshal(cborx.Bare(id))
}
