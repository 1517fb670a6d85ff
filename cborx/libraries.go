package cborx

import "github.com/uuidkit/uuidkit/uuid"

// The methods of this file are for gin, echo, mapstructure and YAML, as those of [uuid.UUID].
// Without them these libraries read a list of numbers, and a map into the fields of a
// Null. No library is imported.

// UnmarshalParam is [uuid.UUID.UnmarshalParam].
func (u *Bare) UnmarshalParam(s string) error { return (*uuid.UUID)(u).UnmarshalParam(s) }

// UnmarshalMapstructure is [uuid.UUID.UnmarshalMapstructure].
func (u *Bare) UnmarshalMapstructure(v any) error {
	return (*uuid.UUID)(u).UnmarshalMapstructure(v)
}

// UnmarshalYAML is [uuid.UUID.UnmarshalYAML].
func (u *Bare) UnmarshalYAML(unmarshal func(any) error) error {
	return (*uuid.UUID)(u).UnmarshalYAML(unmarshal)
}

// UnmarshalParam is [uuid.UUID.UnmarshalParam].
func (u *Tagged) UnmarshalParam(s string) error { return (*uuid.UUID)(u).UnmarshalParam(s) }

// UnmarshalMapstructure is [uuid.UUID.UnmarshalMapstructure].
func (u *Tagged) UnmarshalMapstructure(v any) error {
	return (*uuid.UUID)(u).UnmarshalMapstructure(v)
}

// UnmarshalYAML is [uuid.UUID.UnmarshalYAML].
func (u *Tagged) UnmarshalYAML(unmarshal func(any) error) error {
	return (*uuid.UUID)(u).UnmarshalYAML(unmarshal)
}

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [Null.UnmarshalText].
func (n *Null[T]) UnmarshalParam(s string) error { return n.UnmarshalText([]byte(s)) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later: null for nil and
// the empty string, or what T's own method reads, a string for [Null.UnmarshalText], or
// [uuid.NullUUID.UnmarshalMapstructure].
func (n *Null[T]) UnmarshalMapstructure(v any) error {
	var null uuid.NullUUID
	if err := null.UnmarshalMapstructure(v); err == nil && !null.Valid {
		*n = Null[T]{}
		return nil
	}
	id := Null[T]{Valid: true}
	if u, ok := any(&id.UUID).(interface{ UnmarshalMapstructure(any) error }); ok { // a typed.ID refuses the id of another kind
		return n.set(id, u.UnmarshalMapstructure(v))
	}
	if s, ok := v.(string); ok {
		return n.UnmarshalText([]byte(s))
	}
	return read(n, (*uuid.NullUUID).UnmarshalMapstructure, v)
}

// UnmarshalYAML implements the Unmarshaler of YAML libraries: a scalar for [Null.UnmarshalText].
func (n *Null[T]) UnmarshalYAML(unmarshal func(any) error) error {
	var s string
	if err := unmarshal(&s); err != nil {
		return err
	}
	return n.UnmarshalText([]byte(s))
}
