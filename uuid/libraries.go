package uuid

import (
	"fmt"
	"io"

	"github.com/uuidkit/uuidkit/internal/mapstruct"
	"github.com/uuidkit/uuidkit/internal/yaml"
)

// The methods of this file are for libraries that know none of the others: go-redis, gin,
// mapstructure and gqlgen; and for YAML, whose libraries also read lists and maps.
// No library is imported.

// ScanRedis implements the Scanner of go-redis, for a field of a struct that a hash is
// read into. It reads text in the forms of [Parse], and the 16 bytes that go-redis writes,
// whatever they are: Redis keeps every text whole, so 16 bytes are no part of one.
func (u *UUID) ScanRedis(s string) error { return u.scanRedis(byRedis, s) }

func (u *UUID) scanRedis(by caller, s string) error {
	if len(s) == len(u) {
		copy(u[:], s)
		return nil
	}
	return parse(u, s, by)
}

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [Parse], for a UUID
// in a form, a query, a path or a header.
func (u *UUID) UnmarshalParam(s string) error { return parse(u, s, byParam) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later, which
// viper and koanf use if go.mod has it. It reads what [UUID.Scan] does, and pointers to it.
func (u *UUID) UnmarshalMapstructure(v any) error {
	return u.scan(byMapstructure, mapstruct.Value(v))
}

// MarshalGQL implements the Marshaler of gqlgen with the canonical text in quotes.
func (u UUID) MarshalGQL(w io.Writer) {
	b := append(make([]byte, 0, textLen+len(`""`)), '"')
	b, _ = u.AppendText(b)
	w.Write(append(b, '"'))
}

// UnmarshalGQL implements the Unmarshaler of gqlgen: a string for [Parse].
func (u *UUID) UnmarshalGQL(v any) error { return u.setGQL(byGQL, v) }

func (u *UUID) setGQL(by caller, v any) error {
	s, ok := v.(string)
	if !ok {
		return errorOf(callers[by], fmt.Errorf("got %T, want a string", v))
	}
	return parse(u, s, by)
}

// UnmarshalYAML implements the Unmarshaler of yaml.v2, yaml.v3 and goccy/go-yaml: a scalar for
// [Parse]. Without it yaml.v3 reads a list of numbers.
func (u *UUID) UnmarshalYAML(unmarshal func(any) error) error { return yaml.Text(u, unmarshal) }

// ScanRedis implements the Scanner of go-redis: null for the empty string, which
// go-redis writes for null, or [UUID.ScanRedis].
func (n *NullUUID) ScanRedis(s string) error {
	if s == "" {
		*n = NullUUID{}
		return nil
	}
	err := n.UUID.scanRedis(byNullRedis, s)
	if err == nil {
		n.Valid = true
	}
	return err
}

// UnmarshalParam implements the BindUnmarshaler of gin and echo: null for the empty
// string, or [Parse].
func (n *NullUUID) UnmarshalParam(s string) error {
	if s == "" {
		*n = NullUUID{}
		return nil
	}
	return n.parse([]byte(s), byNullParam)
}

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later: null for
// nil and the empty string, or [UUID.UnmarshalMapstructure].
func (n *NullUUID) UnmarshalMapstructure(v any) error {
	if v = mapstruct.Value(v); v == "" {
		v = nil
	}
	return n.scan(byNullMapstructure, v)
}

// MarshalGQL implements the Marshaler of gqlgen: null, or [UUID.MarshalGQL].
func (n NullUUID) MarshalGQL(w io.Writer) {
	if !n.Valid {
		io.WriteString(w, "null")
		return
	}
	n.UUID.MarshalGQL(w)
}

// UnmarshalGQL implements the Unmarshaler of gqlgen: null for nil and the empty string,
// or [UUID.UnmarshalGQL].
func (n *NullUUID) UnmarshalGQL(v any) error {
	if v == nil || v == "" {
		*n = NullUUID{}
		return nil
	}
	err := n.UUID.setGQL(byNullGQL, v)
	if err == nil {
		n.Valid = true
	}
	return err
}

// UnmarshalYAML implements the Unmarshaler of YAML libraries: a scalar, the empty text for null.
// Without it yaml.v3 sets the two fields from a map.
func (n *NullUUID) UnmarshalYAML(unmarshal func(any) error) error { return yaml.Text(n, unmarshal) }
