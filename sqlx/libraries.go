package sqlx

import "github.com/uuidkit/uuidkit/uuid"

// The methods of this file are for gin, echo, mapstructure and YAML, as those of [uuid.UUID].
// Without them these libraries read a list of numbers. No library is imported.

// UnmarshalParam is [uuid.UUID.UnmarshalParam].
func (b *Binary) UnmarshalParam(s string) error { return (*uuid.UUID)(b).UnmarshalParam(s) }

// UnmarshalMapstructure is [uuid.UUID.UnmarshalMapstructure].
func (b *Binary) UnmarshalMapstructure(v any) error {
	return (*uuid.UUID)(b).UnmarshalMapstructure(v)
}

// UnmarshalYAML is [uuid.UUID.UnmarshalYAML].
func (b *Binary) UnmarshalYAML(unmarshal func(any) error) error {
	return (*uuid.UUID)(b).UnmarshalYAML(unmarshal)
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
func (s *Swapped) UnmarshalParam(text string) error { return (*uuid.UUID)(s).UnmarshalParam(text) }

// UnmarshalMapstructure is [uuid.UUID.UnmarshalMapstructure].
func (s *Swapped) UnmarshalMapstructure(v any) error {
	return (*uuid.UUID)(s).UnmarshalMapstructure(v)
}

// UnmarshalYAML is [uuid.UUID.UnmarshalYAML].
func (s *Swapped) UnmarshalYAML(unmarshal func(any) error) error {
	return (*uuid.UUID)(s).UnmarshalYAML(unmarshal)
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
