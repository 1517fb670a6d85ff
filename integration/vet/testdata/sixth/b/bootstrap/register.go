// Package bootstrap sets up the codecs of the program, once, before anything else.
package bootstrap

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/msgpackx"
)

type Session struct {
	ID   uuid.UUID `bson:"_id" msgpack:"id"`
	User uuid.UUID `bson:"user" msgpack:"user"`
}

func Mongo(uri string) (*mongo.Client, error) {
	reg := bson.NewRegistry()
	bsonx.Register[uuid.UUID](reg) // WRONG(uuidregister): the error is dropped
	return mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg))
}

func MongoRight(uri string) (*mongo.Client, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		return nil, err
	}
	return mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg))
}

func registry() *bson.Registry {
	reg := bson.NewRegistry()
	err := bsonx.Register[uuid.UUID](reg)                // WRONG(uuidregister): overwritten by the next error
	err = bsonx.Register[gofrs.UUID](reg, bsonx.KeepAny) // the other module's type
	if err != nil {
		panic(err)
	}
	return reg
}

func registryRight() *bson.Registry {
	reg := bson.NewRegistry()
	err := errors.Join(
		bsonx.Register[uuid.UUID](reg),
		bsonx.Register[gofrs.UUID](reg, bsonx.KeepAny),
	)
	if err != nil {
		panic(err)
	}
	return reg
}

func Packed() {
	if err := msgpackx.Register[uuid.UUID](msgpackx.Text); err != nil { // WRONG(uuidregister): logged, and the program goes on
		log.Println("msgpack:", err) // WRONG-ALSO(uuidregister)
	}
	log.Println("codecs are ready")
}

func PackedRight() error {
	if err := msgpackx.Register[uuid.UUID](msgpackx.Text); err != nil {
		return fmt.Errorf("msgpack: %w", err)
	}
	if err := msgpackx.RegisterNull[uuid.NullUUID](); err != nil {
		return fmt.Errorf("msgpack: %w", err)
	}
	log.Println("codecs are ready")
	return nil
}

func Tags() (cbor.EncMode, error) {
	tags := cbor.NewTagSet()
	_ = cborx.Register[uuid.UUID](tags) // WRONG(uuidregister): the blank drops the error
	return cbor.CoreDetEncOptions().EncModeWithTags(tags)
}

func TagsRight() (cbor.EncMode, error) {
	tags := cbor.NewTagSet()
	if err := cborx.Register[uuid.UUID](tags); err != nil {
		return nil, err
	}
	return cbor.CoreDetEncOptions().EncModeWithTags(tags)
}

type Codec struct {
	enc cbor.EncMode
	dec cbor.DecMode
}

func NewCodec() *Codec {
	enc, dec, _ := cborx.Modes[uuid.UUID](cbor.EncOptions{}, cbor.DecOptions{}) // WRONG(uuidregister): without the error the modes may be nil
	return &Codec{enc: enc, dec: dec}
}

func NewCodecRight() (*Codec, error) {
	enc, dec, err := cborx.Modes[uuid.UUID](cbor.EncOptions{}, cbor.DecOptions{})
	if err != nil {
		return nil, err
	}
	return &Codec{enc: enc, dec: dec}, nil
}

// must is for calls that cannot go wrong, unless the program is wrong.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func init() {
	must(msgpackx.Register[gofrs.UUID]())
	must(msgpackx.RegisterNull[gofrs.NullUUID]())
}

// Setup does all of it in a list of steps.
func Setup(ctx context.Context, uri string) error {
	for name, step := range map[string]func() error{
		"msgpack": PackedRight,
		"mongo": func() error {
			c, err := mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(registryRight()))
			if err != nil {
				return err
			}
			return c.Ping(ctx, nil)
		},
		"cbor": func() error {
			_, err := NewCodecRight()
			return err
		},
	} {
		if err := step(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// SetupAll collects the errors in a variable.
func SetupAll(uri string) (client *mongo.Client, err error) {
	reg := bson.NewRegistry()
	err = bsonx.Register[uuid.UUID](reg)
	if err == nil {
		client, err = mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg))
	}
	return client, err
}

// SetupOld uses the registry of the old program.
func SetupOld(uri string) (*mongo.Client, error) {
	return mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(registry()))
}
