// Package devices has the messages between the hub and its devices.
package devices

import (
	"encoding/xml"
	"fmt"
	"io"
	"time"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// Hello is the first message of a device.
type Hello struct {
	kit.UUID // WRONG(uuidembed): CBOR writes the id alone
	Firmware string
	Uptime   time.Duration
}

type HelloRight struct {
	ID       kit.UUID
	Firmware string
	Uptime   time.Duration
}

// Reading is one measurement.
type Reading struct {
	*uuid.UUID `msgpack:"sensor"` // WRONG(uuidembed): a pointer passes the methods on, too
	Value      float64            `msgpack:"value"`
	Unit       string             `msgpack:"unit"`
}

type ReadingRight struct {
	Sensor *uuid.UUID `msgpack:"sensor"`
	Value  float64    `msgpack:"value"`
	Unit   string     `msgpack:"unit"`
}

// Labeled adds labels to any id.
type Labeled[T any] struct {
	uuid.UUID // WRONG(uuidembed): Labels and Payload are lost
	Labels    []string
	Payload   T
}

type LabeledRight[T any] struct {
	Key     uuid.UUID
	Labels  []string
	Payload T
}

// Site is exchanged as XML with the planning tool.
type Site struct {
	XMLName   xml.Name        `xml:"site"`
	uuid.UUID `xml:"id,attr"` // WRONG(uuidembed): XML writes the text of the id
	City      string          `xml:"city"`
}

type SiteRight struct {
	XMLName xml.Name  `xml:"site"`
	ID      uuid.UUID `xml:"id,attr"`
	City    string    `xml:"city"`
}

// Alarm embeds a struct that has a named id: that is right.
type Alarm struct {
	Header
	Level int
}

type Header struct {
	Device uuid.UUID
	At     time.Time
}

// DeviceRef is a UUID with methods of its own, and nothing else.
type DeviceRef struct{ uuid.UUID }

func (d DeviceRef) Topic() string { return "devices/" + d.String() }

func SendHello(w io.Writer, h Hello) error {
	return cbor.NewEncoder(w).Encode(h)
}

func SendHelloRight(w io.Writer, h HelloRight) error {
	return cbor.NewEncoder(w).Encode(h)
}

func pack[T any](list []T) ([]byte, error) {
	b, err := msgpack.Marshal(list)
	if err != nil {
		return nil, fmt.Errorf("pack %d: %w", len(list), err)
	}
	return b, nil
}

func Readings(a []Reading, b []ReadingRight) error {
	if _, err := pack(a); err != nil {
		return err
	}
	_, err := pack(b)
	return err
}

func Labels(w io.Writer, a Labeled[int], b LabeledRight[int]) error {
	enc := msgpack.NewEncoder(w)
	if err := enc.Encode(a); err != nil {
		return err
	}
	return enc.Encode(b)
}

func SendAlarm(w io.Writer, level int, ref DeviceRef) error {
	a := Alarm{Header: Header{Device: ref.UUID, At: time.Now()}, Level: level}
	if err := cbor.NewEncoder(w).Encode(a); err != nil {
		return fmt.Errorf("%s: %w", ref.Topic(), err)
	}
	return nil
}

func WriteSites(w io.Writer, sites []SiteRight, old []Site) error {
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	for _, s := range sites {
		if err := enc.Encode(s); err != nil {
			return err
		}
	}
	return enc.Encode(old)
}
