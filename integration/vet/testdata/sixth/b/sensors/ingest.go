// Package sensors takes the CBOR messages that sensors in the field send.
package sensors

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/cborx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

// SensorID and GatewayID are types of their own, without methods.
type (
	SensorID  uuid.UUID
	GatewayID [16]byte
)

// StationID checks the length itself.
type StationID uuid.UUID

func (s *StationID) UnmarshalBinary(b []byte) error {
	if len(b) != len(s) {
		return fmt.Errorf("station id of %d bytes", len(b))
	}
	copy(s[:], b)
	return nil
}

func (s StationID) MarshalBinary() ([]byte, error) { return s[:], nil }

type Sample struct {
	Sensor SensorID `cbor:"1,keyasint"`
	Value  float64  `cbor:"2,keyasint"`
}

type SampleRight struct {
	Sensor kit.UUID `cbor:"1,keyasint"`
	Value  float64  `cbor:"2,keyasint"`
}

type Sink interface {
	Add(sensor uuid.UUID, value float64) error
}

type Ingest struct {
	sink Sink
	mode cbor.DecMode
}

func New(sink Sink) (*Ingest, error) {
	mode, err := cbor.DecOptions{MaxArrayElements: 4096, DupMapKey: cbor.DupMapKeyEnforcedAPF}.DecMode()
	if err != nil {
		return nil, err
	}
	return &Ingest{sink: sink, mode: mode}, nil
}

func body(r *http.Request) ([]byte, error) {
	return io.ReadAll(io.LimitReader(r.Body, 1<<16))
}

func (in *Ingest) ping(w http.ResponseWriter, r *http.Request) {
	data, err := body(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var id SensorID
	if err := cbor.Unmarshal(data, &id); err != nil { // WRONG(uuidlength): reads any length into SensorID
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	in.answer(w, in.sink.Add(uuid.UUID(id), 0))
}

func (in *Ingest) pingRight(w http.ResponseWriter, r *http.Request) {
	data, err := body(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var id cborx.Bare
	if err := cbor.Unmarshal(data, &id); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	in.answer(w, in.sink.Add(uuid.UUID(id), 0))
}

func (in *Ingest) answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

func (in *Ingest) stream(w http.ResponseWriter, r *http.Request) {
	dec := cbor.NewDecoder(r.Body)
	for {
		var s Sample
		err := dec.Decode(&s) // WRONG(uuidlength): Sample has a SensorID
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil {
			err = in.sink.Add(uuid.UUID(s.Sensor), s.Value)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
	}
}

func (in *Ingest) streamRight(w http.ResponseWriter, r *http.Request) {
	dec := cbor.NewDecoder(r.Body)
	for {
		var s SampleRight
		err := dec.Decode(&s)
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil {
			err = in.sink.Add(uuid.UUID(s.Sensor), s.Value)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
	}
}

func (in *Ingest) routes(data []byte) (map[GatewayID][]string, error) {
	out := map[GatewayID][]string{}
	err := in.mode.Unmarshal(data, &out) // WRONG(uuidlength): the keys may be of any length
	return out, err
}

func (in *Ingest) routesRight(data []byte) (map[kit.UUID][]string, error) {
	out := map[kit.UUID][]string{}
	err := in.mode.Unmarshal(data, &out)
	return out, err
}

func (in *Ingest) batch(data []byte) (rest []byte, list []Sample, err error) {
	rest, err = cbor.UnmarshalFirst(data, &list) // WRONG(uuidlength): a list of such structs
	return rest, list, err
}

func (in *Ingest) batchRight(data []byte) (rest []byte, list []SampleRight, err error) {
	rest, err = cbor.UnmarshalFirst(data, &list)
	return rest, list, err
}

// station has a method that checks, and google's type has one, too.
func (in *Ingest) station(data []byte) (uuid.UUID, error) {
	var msg struct {
		Station StationID   `cbor:"station"`
		Owner   uuid.UUID   `cbor:"owner"`
		Peers   []uuid.UUID `cbor:"peers"`
	}
	if err := in.mode.Unmarshal(data, &msg); err != nil {
		return uuid.Nil, err
	}
	return uuid.UUID(msg.Station), nil
}

// state is written, never read.
func (in *Ingest) state(gateway GatewayID, n int) ([]byte, error) {
	return cbor.Marshal(struct {
		Gateway GatewayID
		N       int
	}{gateway, n})
}

// raw reads bytes, and checks them.
func raw(data []byte) (id SensorID, err error) {
	var b []byte
	if err := cbor.Unmarshal(data, &b); err != nil {
		return id, err
	}
	u, err := uuid.FromBytes(b)
	return SensorID(u), err
}

func (in *Ingest) Routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /ping", in.ping)
	mux.HandleFunc("POST /v2/ping", in.pingRight)
	mux.HandleFunc("POST /stream", in.stream)
	mux.HandleFunc("POST /v2/stream", in.streamRight)
}
