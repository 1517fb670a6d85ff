package uuid_test

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/internal/decoders"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
	"github.com/uuidkit/uuidkit/uuid/ids"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

type user struct{}

func (user) Prefix() string { return "user" }

// readers are pointers to all types that read something, and all functions that do.
var readers = map[string]any{
	"uuid.UUID": new(uuid.UUID), "uuid.NullUUID": new(uuid.NullUUID), "uuid.UUIDs": new(uuid.UUIDs),
	"uuid.Parse": uuid.Parse, "uuid.ParseCanonical": uuid.ParseCanonical, "uuid.FromBytes": uuid.FromBytes,

	"form.Form.Parse": form.Base58.Parse,

	"typed.ID": new(typed.ID[user]), "typed.NullID": new(typed.NullID[user]), "typed.Parse": typed.Parse[user],

	"sqlx.Array": new(sqlx.Array[uuid.UUID]), "sqlx.NullArray": new(sqlx.NullArray[uuid.NullUUID]),
	"sqlx.Binary": new(sqlx.Binary), "sqlx.GUID": new(sqlx.GUID), "sqlx.Swapped": new(sqlx.Swapped), "sqlx.Text": new(sqlx.Text),

	"ids.COMB": new(ids.COMB), "ids.ParseCOMB": ids.ParseCOMB, "ids.COMBFromUUID": ids.COMBFromUUID,
	"ids.CUID": new(ids.CUID), "ids.ParseCUID": ids.ParseCUID,
	"ids.Elasticflake": new(ids.Elasticflake), "ids.ParseElasticflake": ids.ParseElasticflake, "ids.ElasticflakeFromUUID": ids.ElasticflakeFromUUID,
	"ids.Flake": new(ids.Flake), "ids.ParseFlake": ids.ParseFlake, "ids.FlakeFromUUID": ids.FlakeFromUUID,
	"ids.FlakeID": new(ids.FlakeID), "ids.ParseFlakeID": ids.ParseFlakeID, "ids.FlakeIDFromUUID": of(ids.FlakeIDFromUUID),
	"ids.KSUID": new(ids.KSUID), "ids.ParseKSUID": ids.ParseKSUID,
	"ids.LexicalUUID": new(ids.LexicalUUID), "ids.ParseLexicalUUID": ids.ParseLexicalUUID, "ids.LexicalUUIDFromUUID": ids.LexicalUUIDFromUUID,
	"ids.ObjectID": new(ids.ObjectID), "ids.ParseObjectID": ids.ParseObjectID, "ids.ObjectIDFromUUID": ids.ObjectIDFromUUID,
	"ids.OrderedUUID": new(ids.OrderedUUID), "ids.ParseOrderedUUID": ids.ParseOrderedUUID, "ids.OrderedUUIDFromUUID": ids.OrderedUUIDFromUUID,
	"ids.PushID": new(ids.PushID), "ids.ParsePushID": ids.ParsePushID, "ids.PushIDFromUUID": ids.PushIDFromUUID,
	"ids.SID": new(ids.SID), "ids.ParseSID": ids.ParseSID,
	"ids.ShardingID": new(ids.ShardingID), "ids.ParseShardingID": ids.ParseShardingID, "ids.ShardingIDFromUUID": of(ids.ShardingIDFromUUID),
	"ids.Snowflake": new(ids.Snowflake), "ids.ParseSnowflake": ids.ParseSnowflake, "ids.SnowflakeFromUUID": of(ids.SnowflakeFromUUID),
	"ids.Sonyflake": new(ids.Sonyflake), "ids.ParseSonyflake": ids.ParseSonyflake, "ids.SonyflakeFromUUID": of(ids.SonyflakeFromUUID),
	"ids.ULID": new(ids.ULID), "ids.ParseULID": ids.ParseULID,
	"ids.XID": new(ids.XID), "ids.ParseXID": ids.ParseXID, "ids.XIDFromUUID": ids.XIDFromUUID,
}

// of returns f for ids of an epoch.
func of[T any](f func(uuid.UUID, ids.Epoch) (T, error)) func(uuid.UUID) (T, error) {
	return func(u uuid.UUID) (T, error) { return f(u, 0) }
}

// TestErrInvalid: whatever a decoder rejects is ErrInvalid, says more than that, and leaves
// the receiver unchanged. Those of the adapters are in integration/conformance.
func TestErrInvalid(t *testing.T) {
	for who, decoder := range readers {
		decoders.Check(t, who, decoder)
	}
	got, want := slices.Sorted(maps.Keys(readers)), slices.Sorted(maps.Keys(decoders.Exported(t, ".", "form", "typed", "ids", "../sqlx")))
	if !slices.Equal(got, want) {
		t.Errorf("readers are\n%q, want all that are exported:\n%q", got, want)
	}
	if _, err := uuid.V7At(time.Unix(-1, 0)); err == nil || errors.Is(err, uuid.ErrInvalid) {
		t.Errorf("V7At of 1969: %v, want an error that is not ErrInvalid", err)
	}
}

// TestParseError: what reads a text here and in the packages below has a ParseError in its
// error. Those of sqlx and the adapters reject some texts before they parse them.
func TestParseError(t *testing.T) {
	for who, decoder := range readers {
		if strings.HasPrefix(who, "sqlx.") || who == "uuid.FromBytes" {
			continue
		}
		fn := reflect.ValueOf(decoder)
		if fn.Kind() == reflect.Func {
			readsText(t, who, fn)
			continue
		}
		for i := range fn.NumMethod() {
			switch name := fn.Type().Method(i).Name; name {
			case "Scan", "ScanRedis", "UnmarshalGQL", "UnmarshalJSON", "UnmarshalKey", "UnmarshalMapstructure", "UnmarshalParam", "UnmarshalText", "UnmarshalYAML":
				readsText(t, who+"."+name, decoders.Filled(fn.Type().Elem()).Method(i))
			}
		}
	}
}

// readsText calls fn with texts, if its argument can be one.
func readsText(t *testing.T, who string, fn reflect.Value) {
	for _, text := range []string{"!", "00112233-4455-6677-8899-aabbccddeefx", `00112233-4455-6677-8899-aabbccddeef\n`, strings.Repeat("é", 50)} {
		var arg any = text
		switch fn.Type().In(0) {
		case reflect.TypeFor[[]byte]():
			if strings.HasSuffix(who, "JSON") {
				text = `"` + text + `"`
			}
			if who == "uuid.UUIDs.UnmarshalJSON" {
				text = `["` + vectors.Text + `", ` + text + `]`
			}
			arg = []byte(text)
		case reflect.TypeFor[func(any) error]():
			arg = decoders.YAML(text)
		case reflect.TypeFor[string](), reflect.TypeFor[any]():
		default:
			return
		}
		out := fn.Call([]reflect.Value{reflect.ValueOf(arg)})
		err, _ := out[len(out)-1].Interface().(error)
		if e := (*uuid.ParseError)(nil); !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(text) || e.Reason == "" {
			t.Errorf("%s(%q): %v, want a ParseError of a byte in it", who, text, err)
		}
	}
}
