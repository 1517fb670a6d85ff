package upstream_test

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/go-viper/mapstructure/v2"
	google "github.com/google/uuid"
	"github.com/pelletier/go-toml/v2"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"gopkg.in/yaml.v3"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/upstream"
)

// A short and a long are two types that want the same ext id.
type short struct{}

func (*short) MarshalMsgpack() ([]byte, error) { return []byte{0, 1, 2}, nil }
func (*short) UnmarshalMsgpack([]byte) error   { return nil }

type long struct{ short }

var formatPrograms = map[string]upstream.Program{
	"cbor-length": func(testing.TB) string {
		u := id
		err := cbor.Unmarshal([]byte{0x43, 1, 2, 3}, &u)
		return upstream.Outcome(google.UUID(u), err)
	},
	"msgpack-ext": func(t testing.TB) string {
		defer msgpack.UnregisterExt(100)
		msgpack.RegisterExt(100, new(short))
		before := kit.Must(msgpack.Marshal(new(short)))(t)
		msgpack.RegisterExt(100, new(long))
		after, err := msgpack.Marshal(new(short))
		return upstream.Outcome(fmt.Sprintf("%x, then %x", before, after), err)
	},
	"msgpack-kept": func(t testing.TB) string {
		dec := msgpack.NewDecoder(bytes.NewReader(nil))
		if err := dec.Decode(new(short)); err == nil {
			return "no error"
		}
		dec.Reset(bytes.NewReader(kit.Must(msgpack.Marshal(make([]byte, 1000)))(t)))
		kit.Check(t, dec.Skip())
		return fmt.Sprint(reflect.ValueOf(dec).Elem().FieldByName("rec").Len(), " bytes")
	},
	"bson-short": func(t testing.TB) string {
		b := kit.Must(bson.Marshal(bson.M{"id": bson.Binary{Data: []byte{9, 9}}}))(t)
		v := struct{ ID [16]byte }{id}
		err := bson.Unmarshal(b, &v)
		return upstream.Outcome(google.UUID(v.ID), err)
	},
	"bson-subtype": func(t testing.TB) string {
		b := kit.Must(bson.Marshal(struct{ ID google.UUID }{id}))(t)
		subtype, _ := bson.Raw(b).Lookup("id").Binary()
		return fmt.Sprint("subtype ", subtype)
	},
	"yaml-null": func(testing.TB) string {
		var list []google.UUID
		err := yaml.Unmarshal([]byte("[null, "+text+"]"), &list)
		return upstream.Outcome(len(list), err)
	},
	"toml-array": func(testing.TB) string {
		var v struct{ ID google.UUID }
		err := toml.Unmarshal([]byte("id = [0, 17]"), &v)
		return upstream.Outcome(v.ID, err)
	},
	"mapstructure-text": func(testing.TB) string {
		v := struct{ ID google.UUID }{id}
		err := mapstructure.Decode(map[string]any{"id": "xyz"}, &v)
		return upstream.Outcome(v.ID, err)
	},
}
