package ids

import (
	"github.com/uuidkit/uuidkit/internal/mapstruct"
	"github.com/uuidkit/uuidkit/internal/yaml"
)

// The methods of this file are for gin, echo and mapstructure, which know none of the others,
// and for YAML. gin, mapstructure and yaml.v3 would take an identifier for a list of bytes or
// any number. No library is imported.

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [ParseULID].
func (id *ULID) UnmarshalParam(s string) error { return set(id, s, ParseULID) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later. It reads what
// [ULID.Scan] does, and pointers to it.
func (id *ULID) UnmarshalMapstructure(v any) error { return id.Scan(mapstruct.Value(v)) }

// UnmarshalYAML implements the Unmarshaler of YAML libraries: a scalar for [ParseULID].
func (id *ULID) UnmarshalYAML(unmarshal func(any) error) error { return yaml.Text(id, unmarshal) }

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [ParseKSUID].
func (id *KSUID) UnmarshalParam(s string) error { return set(id, s, ParseKSUID) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later. It reads what
// [KSUID.Scan] does, and pointers to it.
func (id *KSUID) UnmarshalMapstructure(v any) error { return id.Scan(mapstruct.Value(v)) }

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
// [PushID.Scan] does, and pointers to it.
func (id *PushID) UnmarshalMapstructure(v any) error { return id.Scan(mapstruct.Value(v)) }

// UnmarshalYAML implements the Unmarshaler of YAML libraries: a scalar for [ParsePushID].
func (id *PushID) UnmarshalYAML(unmarshal func(any) error) error { return yaml.Text(id, unmarshal) }

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [ParseXID].
func (id *XID) UnmarshalParam(s string) error { return set(id, s, ParseXID) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later. It reads what
// [XID.Scan] does, and pointers to it.
func (id *XID) UnmarshalMapstructure(v any) error { return id.Scan(mapstruct.Value(v)) }

// UnmarshalYAML implements the Unmarshaler of YAML libraries: a scalar for [ParseXID].
func (id *XID) UnmarshalYAML(unmarshal func(any) error) error { return yaml.Text(id, unmarshal) }

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [ParseObjectID].
func (id *ObjectID) UnmarshalParam(s string) error { return set(id, s, ParseObjectID) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later. It reads what
// [ObjectID.Scan] does, and pointers to it.
func (id *ObjectID) UnmarshalMapstructure(v any) error { return id.Scan(mapstruct.Value(v)) }

// UnmarshalYAML implements the Unmarshaler of YAML libraries: a scalar for [ParseObjectID].
func (id *ObjectID) UnmarshalYAML(unmarshal func(any) error) error { return yaml.Text(id, unmarshal) }
