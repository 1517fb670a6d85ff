// Package yaml reads what YAML libraries pass to a type's UnmarshalYAML.
package yaml

import "encoding"

// Text passes the text of a scalar on to UnmarshalText. Anything else is the library's error,
// which is returned as it is, because yaml.v3 then reads on and lists all errors.
func Text(into encoding.TextUnmarshaler, unmarshal func(any) error) error {
	var s string
	if err := unmarshal(&s); err != nil {
		return err
	}
	return into.UnmarshalText([]byte(s))
}
