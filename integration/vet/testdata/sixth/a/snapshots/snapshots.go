package snapshots

import (
	"github.com/gofrs/uuid/v5"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"

	"github.com/uuidkit/uuidkit/bsonx/driverv1"
)

type Snapshot struct {
	Aggregate uuid.UUID   `bson:"aggregate"`
	Parts     []uuid.UUID `bson:"parts"`
	Version   int         `bson:"version"`
}

type Stats struct {
	Name  string `bson:"name"`
	Count int    `bson:"count"`
}

type codec struct {
	reg *bsoncodec.Registry
}

func newCodec() (*codec, error) {
	reg := bson.NewRegistry()
	if err := driverv1.Register[uuid.UUID](reg); err != nil {
		return nil, err
	}
	return &codec{reg: reg}, nil
}

func (c *codec) encode(s *Snapshot) ([]byte, error) {
	return bson.Marshal(s) // WRONG(bsonmarshal): subtype 0
}

func (c *codec) encodeRight(s *Snapshot) ([]byte, error) {
	return bson.MarshalWithRegistry(c.reg, s)
}

func (c *codec) decode(b []byte) (Snapshot, error) {
	var s Snapshot
	err := bson.Unmarshal(b, &s) // WRONG(bsonmarshal): subtype 4 is an error
	return s, err
}

func (c *codec) decodeRight(b []byte) (Snapshot, error) {
	var s Snapshot
	err := bson.UnmarshalWithRegistry(c.reg, b, &s)
	return s, err
}

func (c *codec) text(s Snapshot) (string, error) {
	b, err := bson.MarshalExtJSON(s, true, false) // WRONG(bsonmarshal): subtype 0
	return string(b), err
}

func (c *codec) textRight(s Snapshot) (string, error) {
	b, err := bson.MarshalExtJSONWithRegistry(c.reg, s, true, false)
	return string(b), err
}

func roundtrip[T any](v T) (out T, err error) {
	b, err := bson.Marshal(v)
	if err != nil {
		return out, err
	}
	err = bson.Unmarshal(b, &out)
	return out, err
}

// Copy makes a deep copy of stats, which have no ids.
func Copy(s Stats) (Stats, error) { return roundtrip(s) }

func EncodeStats(all ...Stats) ([]byte, error) {
	return bson.Marshal(bson.M{"stats": all})
}

// Service chooses between the old form and the new one.
type Service struct {
	old   bool
	codec *codec
	store map[string][]byte
}

func NewService(old bool) (*Service, error) {
	c, err := newCodec()
	if err != nil {
		return nil, err
	}
	return &Service{old: old, codec: c, store: make(map[string][]byte)}, nil
}

func (s *Service) Save(key string, snap Snapshot) (string, error) {
	encode, text := s.codec.encodeRight, s.codec.textRight
	if s.old {
		encode, text = s.codec.encode, s.codec.text
	}
	b, err := encode(&snap)
	if err != nil {
		return "", err
	}
	s.store[key] = b
	return text(snap)
}

func (s *Service) Load(key string) (Snapshot, error) {
	if s.old {
		return s.codec.decode(s.store[key])
	}
	return s.codec.decodeRight(s.store[key])
}
