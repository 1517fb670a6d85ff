package gormtype

import "github.com/uuidkit/uuidkit/uuid"

// The methods of this file are for gin, echo, mapstructure and YAML, as those of [uuid.UUID].
// Without them these libraries read a list of numbers, and a map into the fields of a
// Null. No library is imported.

// UnmarshalParam is [uuid.UUID.UnmarshalParam].
func (u *UUID) UnmarshalParam(s string) error { return (*uuid.UUID)(u).UnmarshalParam(s) }

// UnmarshalMapstructure is [uuid.UUID.UnmarshalMapstructure].
func (u *UUID) UnmarshalMapstructure(v any) error {
	return (*uuid.UUID)(u).UnmarshalMapstructure(v)
}

// UnmarshalYAML is [uuid.UUID.UnmarshalYAML].
func (u *UUID) UnmarshalYAML(unmarshal func(any) error) error {
	return (*uuid.UUID)(u).UnmarshalYAML(unmarshal)
}

// UnmarshalParam is [uuid.UUID.UnmarshalParam].
func (t *Text) UnmarshalParam(s string) error { return (*uuid.UUID)(t).UnmarshalParam(s) }

// UnmarshalMapstructure is [uuid.UUID.UnmarshalMapstructure].
func (t *Text) UnmarshalMapstructure(v any) error {
	return (*uuid.UUID)(t).UnmarshalMapstructure(v)
}

// UnmarshalYAML is [uuid.UUID.UnmarshalYAML].
func (t *Text) UnmarshalYAML(unmarshal func(any) error) error {
	return (*uuid.UUID)(t).UnmarshalYAML(unmarshal)
}

// UnmarshalParam is [uuid.UUID.UnmarshalParam].
func (g *GUID) UnmarshalParam(s string) error { return (*uuid.UUID)(g).UnmarshalParam(s) }

// UnmarshalMapstructure is [uuid.UUID.UnmarshalMapstructure].
func (g *GUID) UnmarshalMapstructure(v any) error {
	return (*uuid.UUID)(g).UnmarshalMapstructure(v)
}

// UnmarshalYAML is [uuid.UUID.UnmarshalYAML].
func (g *GUID) UnmarshalYAML(unmarshal func(any) error) error {
	return (*uuid.UUID)(g).UnmarshalYAML(unmarshal)
}

// UnmarshalParam is [uuid.NullUUID.UnmarshalParam].
func (n *Null[T]) UnmarshalParam(s string) error {
	return unmarshal(n, (*uuid.NullUUID).UnmarshalParam, s)
}

// UnmarshalMapstructure is [uuid.NullUUID.UnmarshalMapstructure].
func (n *Null[T]) UnmarshalMapstructure(v any) error {
	return unmarshal(n, (*uuid.NullUUID).UnmarshalMapstructure, v)
}

// UnmarshalYAML is [uuid.NullUUID.UnmarshalYAML].
func (n *Null[T]) UnmarshalYAML(from func(any) error) error {
	return unmarshal(n, (*uuid.NullUUID).UnmarshalYAML, from)
}
