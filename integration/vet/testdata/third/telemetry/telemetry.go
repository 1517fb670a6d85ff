// Package telemetry reads and writes the CBOR of the sensors.
package telemetry

import (
	"bytes"
	"database/sql"
	"io"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/cborx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

// ProbeID is burnt into a probe. It has no methods.
type ProbeID [16]byte

// Digest is a checksum, and no UUID.
type Digest [32]byte

// A Reading is what a sensor sends.
type Reading struct {
	Sensor uuid.UUID           `cbor:"1,keyasint"`
	Site   uuid.NullUUID       `cbor:"2,keyasint"`           // WRONG(cbornull): null is an empty byte string
	Zone   sql.Null[uuid.UUID] `cbor:"3,keyasint"`           // WRONG(cbornull): a map of two fields
	Batch  uuid.UUID           `cbor:"4,keyasint,omitempty"` // WRONG(uuidomit): a UUID is never empty
	Value  float64             `cbor:"5,keyasint"`
}

// A ReadingRight is what a sensor sends.
type ReadingRight struct {
	Sensor uuid.UUID               `cbor:"1,keyasint"`
	Site   cborx.Null[uuid.UUID]   `cbor:"2,keyasint"`
	Zone   *uuid.UUID              `cbor:"3,keyasint"`
	Batch  uuid.UUID               `cbor:"4,keyasint,omitzero"`
	Origin kit.NullUUID            `cbor:"6,keyasint"`
	Value  float64                 `cbor:"5,keyasint"`
	Tags   map[string]kit.NullUUID `cbor:"7,keyasint,omitempty"`
}

var mode = func() cbor.EncMode {
	m, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		panic(err)
	}
	return m
}()

// Where writes the site of a sensor.
func Where(site uuid.NullUUID) ([]byte, error) {
	return mode.Marshal(site) // WRONG(cbornull): null is an empty byte string
}

// WhereRight writes the site of a sensor.
func WhereRight(site uuid.NullUUID) ([]byte, error) {
	return mode.Marshal(cborx.Null[uuid.UUID](site))
}

// Sites writes the sites of many sensors.
func Sites(w io.Writer, sites map[string]uuid.NullUUID) error {
	enc := mode.NewEncoder(w)
	if err := enc.Encode("sites"); err != nil {
		return err
	}
	return enc.Encode(sites) // WRONG(cbornull): null is an empty byte string
}

// SitesRight writes the sites of many sensors.
func SitesRight(w io.Writer, sites map[string]uuid.NullUUID) error {
	enc := mode.NewEncoder(w)
	if err := enc.Encode("sites"); err != nil {
		return err
	}
	out := make(map[string]*uuid.UUID, len(sites))
	for name, site := range sites {
		if site.Valid {
			id := site.UUID
			out[name] = &id
		} else {
			out[name] = nil
		}
	}
	return enc.Encode(out)
}

// Probe reads the id of a probe that somebody connects.
func Probe(body []byte) (id ProbeID, err error) {
	err = cbor.Unmarshal(body, &id) // WRONG(uuidlength): other lengths are cut or filled
	return id, err
}

// ProbeRight reads the id of a probe that somebody connects.
func ProbeRight(body []byte) (ProbeID, error) {
	var id cborx.Bare
	err := cbor.Unmarshal(body, &id)
	return ProbeID(id), err
}

// A Frame has the samples of some probes.
type Frame struct {
	Probes []ProbeID `cbor:"probes"`
	Sum    Digest    `cbor:"sum"`
}

// A FrameRight has the samples of some probes.
type FrameRight struct {
	Probes []kit.UUID `cbor:"probes"`
	Sum    Digest     `cbor:"sum"`
}

// Frames reads frames until the end.
func Frames(r io.Reader, f func(Frame) error) error {
	dec := cbor.NewDecoder(r)
	for {
		var frame Frame
		switch err := dec.Decode(&frame); err { // WRONG(uuidlength): the ids are cut or filled
		case nil:
		case io.EOF:
			return nil
		default:
			return err
		}
		if err := f(frame); err != nil {
			return err
		}
	}
}

// FramesRight reads frames until the end.
func FramesRight(r io.Reader, f func(FrameRight) error) error {
	dec := cbor.NewDecoder(r)
	for {
		var frame FrameRight
		switch err := dec.Decode(&frame); err {
		case nil:
		case io.EOF:
			return nil
		default:
			return err
		}
		if err := f(frame); err != nil {
			return err
		}
	}
}

// Copy returns a reading that shares nothing with r.
func Copy(r ReadingRight) (c ReadingRight, err error) {
	var b bytes.Buffer
	if err := mode.NewEncoder(&b).Encode(r); err != nil {
		return c, err
	}
	err = cbor.NewDecoder(&b).Decode(&c)
	return c, err
}

// An Alarm is raised by a sensor.
type Alarm struct {
	uuid.UUID        // WRONG(uuidembed): CBOR writes the UUID alone
	Level     int    `cbor:"level"`
	Text      string `cbor:"text"`
}

// An AlarmRight is raised by a sensor.
type AlarmRight struct {
	ID    uuid.UUID `cbor:"id"`
	Level int       `cbor:"level"`
	Text  string    `cbor:"text"`
}
