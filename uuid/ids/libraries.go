package ids

import (
	"reflect"
	"slices"

	"github.com/uuidkit/uuidkit/internal/mapstruct"
	"github.com/uuidkit/uuidkit/internal/yaml"
)

// The methods of this file are for gin, echo and mapstructure, which know none of the others,
// and for YAML. gin, mapstructure and yaml.v3 would take an identifier for a list of bytes or
// any number. No library is imported.

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [ParseULID].
func (id *ULID) UnmarshalParam(s string) error { return set(id, s, ParseULID) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later. It reads what
// [ULID.Scan] does, its bytes as an array of another package, and pointers to both.
func (id *ULID) UnmarshalMapstructure(v any) error { return id.Scan(own[ULID](v)) }

// UnmarshalYAML implements the Unmarshaler of YAML libraries: a scalar for [ParseULID].
func (id *ULID) UnmarshalYAML(unmarshal func(any) error) error { return yaml.Text(id, unmarshal) }

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [ParseKSUID].
func (id *KSUID) UnmarshalParam(s string) error { return set(id, s, ParseKSUID) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later. It reads what
// [KSUID.Scan] does, its bytes as an array of another package, and pointers to both.
func (id *KSUID) UnmarshalMapstructure(v any) error { return id.Scan(own[KSUID](v)) }

// UnmarshalYAML implements the Unmarshaler of YAML libraries: a scalar for [ParseKSUID].
func (id *KSUID) UnmarshalYAML(unmarshal func(any) error) error { return yaml.Text(id, unmarshal) }

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [ParseSnowflake].
func (id *Snowflake) UnmarshalParam(s string) error { return set(id, s, ParseSnowflake) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later. It reads what
// [Snowflake.Scan] does, other integers too, and pointers to it. A floating-point number is an
// error, since it has lost bits.
func (id *Snowflake) UnmarshalMapstructure(v any) error { return id.Scan(mapstruct.Number(v)) }

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [ParseShardingID].
func (id *ShardingID) UnmarshalParam(s string) error { return set(id, s, ParseShardingID) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later. It reads what
// [ShardingID.Scan] does, other integers too, and pointers to it.
func (id *ShardingID) UnmarshalMapstructure(v any) error { return id.Scan(mapstruct.Number(v)) }

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [ParseSonyflake].
func (id *Sonyflake) UnmarshalParam(s string) error { return set(id, s, ParseSonyflake) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later. It reads what
// [Sonyflake.Scan] does, other integers too, and pointers to it.
func (id *Sonyflake) UnmarshalMapstructure(v any) error { return id.Scan(mapstruct.Number(v)) }

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [ParsePushID].
func (id *PushID) UnmarshalParam(s string) error { return set(id, s, ParsePushID) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later. It reads what
// [PushID.Scan] does, its bytes as an array of another package, and pointers to both.
func (id *PushID) UnmarshalMapstructure(v any) error { return id.Scan(own[PushID](v)) }

// UnmarshalYAML implements the Unmarshaler of YAML libraries: a scalar for [ParsePushID].
func (id *PushID) UnmarshalYAML(unmarshal func(any) error) error { return yaml.Text(id, unmarshal) }

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [ParseXID].
func (id *XID) UnmarshalParam(s string) error { return set(id, s, ParseXID) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later. It reads what
// [XID.Scan] does, its bytes as an array of another package, and pointers to both.
func (id *XID) UnmarshalMapstructure(v any) error { return id.Scan(own[XID](v, "ObjectID")) }

// UnmarshalYAML implements the Unmarshaler of YAML libraries: a scalar for [ParseXID].
func (id *XID) UnmarshalYAML(unmarshal func(any) error) error { return yaml.Text(id, unmarshal) }

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [ParseObjectID].
func (id *ObjectID) UnmarshalParam(s string) error { return set(id, s, ParseObjectID) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later. It reads what
// [ObjectID.Scan] does, its bytes as an array of another package, and pointers to both.
func (id *ObjectID) UnmarshalMapstructure(v any) error { return id.Scan(own[ObjectID](v, "ID")) }

// UnmarshalYAML implements the Unmarshaler of YAML libraries: a scalar for [ParseObjectID].
func (id *ObjectID) UnmarshalYAML(unmarshal func(any) error) error { return yaml.Text(id, unmarshal) }

// own returns the value that v points to, or the T of its bytes if it is an array of another
// package, such as a bson.ObjectID. Another type of this package stays as it is, and so does one
// with a name of others: an ObjectID is no XID, whose package calls it ID, though both have 12 bytes.
func own[T any](v any, others ...string) any {
	v = mapstruct.Value(v)
	r, t := reflect.ValueOf(v), reflect.TypeFor[T]()
	if r.Kind() == reflect.Array && r.CanConvert(t) && r.Type().PkgPath() != t.PkgPath() && !slices.Contains(others, r.Type().Name()) {
		return r.Convert(t).Interface()
	}
	return v
}
