// Package outbox keeps events as BSON until they are sent.
package outbox

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Event struct {
	ID      uuid.UUID `bson:"_id"`
	Subject uuid.UUID `bson:"subject"`
	Kind    string    `bson:"kind"`
}

// A Cursor has no ids of google.
type Cursor struct {
	Last kit.UUID `bson:"last"`
	Seen int64    `bson:"seen"`
}

type Outbox struct {
	reg *bson.Registry
	dir string
}

func New(dir string) (*Outbox, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		return nil, fmt.Errorf("outbox: %w", err)
	}
	return &Outbox{reg: reg, dir: dir}, nil
}

func (o *Outbox) file(id uuid.UUID) string { return o.dir + "/" + id.String() + ".bson" }

func (o *Outbox) Put(e Event) error {
	b, err := bson.Marshal(e) // WRONG(bsonmarshal): subtype 0
	if err != nil {
		return err
	}
	return os.WriteFile(o.file(e.ID), b, 0o600)
}

func (o *Outbox) PutRight(e Event) error {
	var buf bytes.Buffer
	enc := bson.NewEncoder(bson.NewDocumentWriter(&buf))
	enc.SetRegistry(o.reg)
	if err := enc.Encode(e); err != nil {
		return err
	}
	return os.WriteFile(o.file(e.ID), buf.Bytes(), 0o600)
}

func (o *Outbox) Get(id uuid.UUID) (*Event, error) {
	b, err := os.ReadFile(o.file(id))
	if err != nil {
		return nil, err
	}
	e := new(Event)
	if err := bson.Unmarshal(b, e); err != nil { // WRONG(bsonmarshal): subtype 4 is an error
		return nil, err
	}
	return e, nil
}

func (o *Outbox) GetRight(id uuid.UUID) (*Event, error) {
	b, err := os.ReadFile(o.file(id))
	if err != nil {
		return nil, err
	}
	e := new(Event)
	dec := bson.NewDecoder(bson.NewDocumentReader(bytes.NewReader(b)))
	dec.SetRegistry(o.reg)
	if err := dec.Decode(e); err != nil {
		return nil, err
	}
	return e, nil
}

func Subject(raw bson.Raw) (id uuid.UUID, err error) {
	v, err := raw.LookupErr("subject")
	if err != nil {
		return id, err
	}
	err = v.Unmarshal(&id) // WRONG(bsonmarshal): subtype 4 is an error
	return id, err
}

func SubjectRight(reg *bson.Registry, raw bson.Raw) (id uuid.UUID, err error) {
	v, err := raw.LookupErr("subject")
	if err != nil {
		return id, err
	}
	err = v.UnmarshalWithRegistry(reg, &id)
	return id, err
}

func Dump(events []Event) ([]byte, error) {
	return bson.MarshalExtJSON(bson.M{"events": events}, false, false) // WRONG(bsonmarshal): subtype 0
}

func DumpRight(reg *bson.Registry, events []Event) ([]byte, error) {
	var buf bytes.Buffer
	enc := bson.NewEncoder(bson.NewExtJSONValueWriter(&buf, false, false))
	enc.SetRegistry(reg)
	err := enc.Encode(bson.M{"events": events})
	return buf.Bytes(), err
}

func Ack(id uuid.UUID, ok bool) ([]byte, error) {
	doc := bson.D{{Key: "ack", Value: id}, {Key: "ok", Value: ok}}
	return bson.Marshal(doc) // WRONG(bsonmarshal): subtype 0
}

func AckRight(id uuid.UUID, ok bool) ([]byte, error) {
	doc := bson.D{{Key: "ack", Value: kit.UUID(id)}, {Key: "ok", Value: ok}}
	return bson.Marshal(doc)
}

func SaveCursor(c Cursor) ([]byte, error) { return bson.Marshal(c) }

func LoadCursor(b []byte) (c Cursor, err error) {
	if len(b) == 0 {
		return c, errors.New("outbox: no cursor")
	}
	err = bson.Unmarshal(b, &c)
	return c, err
}

func Page(size int, kind string) ([]byte, error) {
	return bson.Marshal(bson.M{"limit": size, "kind": kind})
}
