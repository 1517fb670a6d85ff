package typed

import (
	"io"

	"github.com/uuidkit/uuidkit/internal/invalid"
	"github.com/uuidkit/uuidkit/internal/mapstruct"
	"github.com/uuidkit/uuidkit/internal/yaml"
)

// The methods of this file are for go-redis, gin, mapstructure and gqlgen, which know none
// of the others, and for YAML. No library is imported.

// ScanRedis implements the Scanner of go-redis. It reads the texts that [ID.Scan] does, and
// the 16 bytes that go-redis writes, whatever they are.
func (id *ID[K]) ScanRedis(s string) error { return id.scanRedis("ScanRedis", s) }

func (id *ID[K]) scanRedis(caller, s string) error {
	if len(s) == len(id) { // no part of a text: see uuid.UUID.ScanRedis
		copy(id[:], s)
		return nil
	}
	return id.scan(caller, s)
}

// UnmarshalParam implements the BindUnmarshaler of gin and echo with [Parse].
func (id *ID[K]) UnmarshalParam(s string) error { return id.parse("UnmarshalParam", s) }

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later, which
// viper and koanf use if go.mod has it. It reads what [ID.Scan] does, and pointers to it.
func (id *ID[K]) UnmarshalMapstructure(v any) error {
	return id.scan("UnmarshalMapstructure", mapstruct.Value(v))
}

// MarshalGQL implements the Marshaler of gqlgen with the text of String in quotes.
func (id ID[K]) MarshalGQL(w io.Writer) {
	b, _ := id.AppendText([]byte{'"'})
	w.Write(append(b, '"'))
}

// UnmarshalGQL implements the Unmarshaler of gqlgen: a string for [Parse].
func (id *ID[K]) UnmarshalGQL(v any) error { return id.setGQL("UnmarshalGQL", v) }

func (id *ID[K]) setGQL(caller string, v any) error {
	s, ok := v.(string)
	if !ok {
		return invalid.Errorf("typed.%s: got %T, want a string", caller, v)
	}
	return id.parse(caller, s)
}

// UnmarshalYAML implements the Unmarshaler of YAML libraries: a scalar for [Parse].
func (id *ID[K]) UnmarshalYAML(unmarshal func(any) error) error { return yaml.Text(id, unmarshal) }

// ScanRedis implements the Scanner of go-redis: null for the empty string, which
// go-redis writes for null, or [ID.ScanRedis].
func (n *NullID[K]) ScanRedis(s string) error {
	if s == "" {
		*n = NullID[K]{}
		return nil
	}
	err := n.UUID.scanRedis("NullID.ScanRedis", s)
	if err == nil {
		n.Valid = true
	}
	return err
}

// UnmarshalParam implements the BindUnmarshaler of gin and echo: null for the empty
// string, or [Parse].
func (n *NullID[K]) UnmarshalParam(s string) error {
	if s == "" {
		*n = NullID[K]{}
		return nil
	}
	return n.parse("NullID.UnmarshalParam", s)
}

// UnmarshalMapstructure implements the Unmarshaler of mapstructure 2.5 and later: null for
// nil and the empty string, or [ID.UnmarshalMapstructure].
func (n *NullID[K]) UnmarshalMapstructure(v any) error {
	if v = mapstruct.Value(v); v == "" {
		v = nil
	}
	return n.scan("NullID.UnmarshalMapstructure", v)
}

// MarshalGQL implements the Marshaler of gqlgen: null, or [ID.MarshalGQL].
func (n NullID[K]) MarshalGQL(w io.Writer) {
	if !n.Valid {
		io.WriteString(w, "null")
		return
	}
	n.UUID.MarshalGQL(w)
}

// UnmarshalGQL implements the Unmarshaler of gqlgen: null for nil and the empty string,
// or [ID.UnmarshalGQL].
func (n *NullID[K]) UnmarshalGQL(v any) error {
	if v == nil || v == "" {
		*n = NullID[K]{}
		return nil
	}
	var id ID[K]
	if err := id.setGQL("NullID.UnmarshalGQL", v); err != nil {
		return err
	}
	*n = NullID[K]{id, true}
	return nil
}

// UnmarshalYAML implements the Unmarshaler of YAML libraries: a scalar, the empty text for null.
func (n *NullID[K]) UnmarshalYAML(unmarshal func(any) error) error { return yaml.Text(n, unmarshal) }
