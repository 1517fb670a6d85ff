// Package config measures libraries that read configuration into structs.
//
// To add a library, add a row to rows in config_test.go.
package config

import (
	"encoding"
	"fmt"
	"reflect"
	"testing"

	"github.com/go-viper/mapstructure/v2"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/v2"
	"github.com/spf13/viper"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestConfig(t *testing.T) { ecosystem.Run(t, rows()) }

// UUIDHook is a decode hook that reads text, and nothing else, into a UUID of any package:
// copy it. mapstructure itself copies text and lists into an array byte by byte.
func UUIDHook(from, to reflect.Value) (any, error) {
	t := to.Type()
	if t.Kind() == reflect.Pointer || from.Type() == t {
		return from.Interface(), nil
	}
	text, ok := reflect.New(t).Interface().(encoding.TextUnmarshaler)
	isUUID := t.Kind() == reflect.Array && t.Len() == 16 && t.Elem().Kind() == reflect.Uint8
	switch {
	case !ok || !isUUID && from.Kind() != reflect.String:
		return from.Interface(), nil
	case from.Kind() != reflect.String:
		return nil, fmt.Errorf("a %s is no %s", from.Type(), t)
	}
	if err := text.UnmarshalText([]byte(from.String())); err != nil {
		return nil, err
	}
	return reflect.ValueOf(text).Elem().Interface(), nil
}

// A document is what has been read of a file: v is a UUID's text, or another value.
type document struct{ v any }

type settings[V any] struct {
	V V `mapstructure:"v" koanf:"v"`
}

// value reads v into a struct that has a default.
func value[V any](doc *document, text func(V) any, decode func(map[string]any, any) error) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		doc.v = text(v)
		return fmt.Sprint(doc.v), nil
	}, Read: func(v *V) error {
		s := settings[V]{*v}
		err := decode(map[string]any{"v": doc.v}, &s)
		*v = s.V
		return err
	}}
}

func ops[T ~[16]byte, N any](decode func(map[string]any, any) error) ecosystem.Ops[T, N] {
	doc := &document{}
	one := func(u T) any { return uuid.UUID(u).String() }
	o := ecosystem.Ops[T, N]{
		Native: uuid.UUID.String, None: "<nil>", Keeps: true,
		Seed: func(us ...uuid.UUID) error { doc.v = us[0].String(); return nil },
		One:  value(doc, one, decode),
		Ptr: value(doc, func(u *T) any {
			if u == nil {
				return nil
			}
			return one(*u)
		}, decode),
		Null: value(doc, func(n N) any {
			v := reflect.ValueOf(n)
			if !v.FieldByName("Valid").Bool() {
				return nil
			}
			return fmt.Sprint(v.Field(0).Interface())
		}, decode),
		List: value(doc, func(us []T) any { return []any{one(us[0]), one(us[1])} }, decode),
		Nested: value(doc, func(m map[string]T) any {
			doc := map[string]any{}
			for k, u := range m {
				doc[k] = one(u)
			}
			return doc
		}, decode),
		Bad: map[string]func() error{},
	}
	o.One.Write = nil // these libraries only read
	for name, v := range map[string]any{"xyz": "xyz", "empty": "", "16 letters": "0123456789abcdef", "a list": []any{1, 2}, "a number": 7} {
		o.Bad[name] = func() error { doc.v = v; return nil }
	}
	return o
}

func plain(doc map[string]any, v any) error { return mapstructure.Decode(doc, v) }

func hooked(doc map[string]any, v any) error {
	d, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{Result: v, DecodeHook: UUIDHook})
	if err != nil {
		return err
	}
	return d.Decode(doc)
}

func viperPlain(doc map[string]any, v any) error {
	c := viper.New()
	c.Set("v", doc["v"])
	return c.Unmarshal(v)
}

// WithUUIDs has viper call UUIDHook before its own hooks: copy it. viper.DecodeHook would replace them.
func WithUUIDs(c *mapstructure.DecoderConfig) {
	c.DecodeHook = mapstructure.ComposeDecodeHookFunc(UUIDHook, c.DecodeHook)
}

func viperHooked(doc map[string]any, v any) error {
	c := viper.New()
	c.Set("v", doc["v"])
	return c.Unmarshal(v, WithUUIDs)
}

func load(doc map[string]any) (*koanf.Koanf, error) {
	k := koanf.New(".")
	return k, k.Load(confmap.Provider(doc, "."), nil)
}

func koanfPlain(doc map[string]any, v any) error {
	k, err := load(doc)
	if err != nil {
		return err
	}
	return k.Unmarshal("", v)
}

// UUIDs has koanf call UUIDHook, and reads all else as koanf does without a configuration,
// but for days in a duration: copy it.
func UUIDs() koanf.UnmarshalConf {
	return koanf.UnmarshalConf{DecoderConfig: &mapstructure.DecoderConfig{
		DecodeHook:       mapstructure.ComposeDecodeHookFunc(UUIDHook, mapstructure.StringToTimeDurationHookFunc()),
		WeaklyTypedInput: true,
	}}
}

func koanfHooked(doc map[string]any, v any) error {
	k, err := load(doc)
	if err != nil {
		return err
	}
	return k.UnmarshalWithConf("", v, UUIDs())
}

// types are ops with a way to decode.
func types(decode func(map[string]any, any) error) ecosystem.Types {
	return ecosystem.Of(
		func(testing.TB) ecosystem.Ops[S, SN] { return ops[S, SN](decode) }, func(testing.TB) ecosystem.Ops[G, GN] { return ops[G, GN](decode) },
		func(testing.TB) ecosystem.Ops[F, FN] { return ops[F, FN](decode) }, func(testing.TB) ecosystem.Ops[U, UN] { return ops[U, UN](decode) },
	)
}

func rows() []ecosystem.Row {
	const link = "../integration/ecosystem/config/config_test.go"
	const say = "`uuid.UUID` as the field's type; or, for all types, copy "
	noNull := []ecosystem.Excuse{{Types: "std, gofrs", Ops: "NullUUID", Reason: "sql.Null and gofrs's NullUUID read no text: write a pointer."}}
	return []ecosystem.Row{
		{Library: "mapstructure", Module: "github.com/go-viper/mapstructure/v2", Link: link, Say: say + "`UUIDHook`, and write `DecodeHook: UUIDHook`", Today: types(plain), With: types(hooked), Excuses: noNull},
		{Library: "viper", Module: "github.com/spf13/viper", Link: link, Say: say + "`UUIDHook` and `WithUUIDs`, and write `viper.Unmarshal(&v, WithUUIDs)`", Today: types(viperPlain), With: types(viperHooked), Excuses: noNull},
		{Library: "koanf", Module: "github.com/knadh/koanf/v2", Link: link, Say: say + "`UUIDHook` and `UUIDs`, and write `k.UnmarshalWithConf(\"\", &v, UUIDs())`", Today: types(koanfPlain), With: types(koanfHooked), Excuses: noNull},
	}
}
