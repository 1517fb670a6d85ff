// Package mapstruct reads what mapstructure passes to a type's UnmarshalMapstructure.
package mapstruct

import "reflect"

// Value returns the value that v points to, or nil for a nil pointer. Of a nullable UUID,
// and of the map that mapstructure makes of one, it returns the UUID, or nil for null. One
// that is valid without a UUID is returned as it is, which no type reads.
func Value(v any) any {
	r := target(reflect.ValueOf(v))
	if !r.IsValid() {
		return nil
	}
	var id, valid reflect.Value
	switch {
	case r.Kind() == reflect.Struct:
		id, valid = field(r, "UUID"), field(r, "Valid")
	case r.Kind() == reflect.Map && r.Type().Key().Kind() == reflect.String:
		key := func(name string) reflect.Value {
			return reflect.ValueOf(name).Convert(r.Type().Key())
		}
		id, valid = r.MapIndex(key("UUID")), target(r.MapIndex(key("Valid")))
	}
	if !id.IsValid() || !valid.IsValid() || valid.Kind() != reflect.Bool {
		return r.Interface()
	}
	if !valid.Bool() {
		return nil
	}
	if id = target(id); !id.IsValid() || id.Kind() == reflect.String && id.Len() == 0 {
		return r.Interface()
	}
	return id.Interface()
}

// Number is Value for an identifier that is a number: each integer is an int64 or a uint64, and
// each text a string, such as a json.Number.
func Number(v any) any {
	v = Value(v)
	switch r := reflect.ValueOf(v); {
	case r.CanInt():
		return r.Int()
	case r.CanUint():
		return r.Uint()
	case r.Kind() == reflect.String:
		return r.String()
	}
	return v
}

// target follows pointers and interfaces, but not for ever: one can point to itself.
func target(r reflect.Value) reflect.Value {
	for n := 0; n < 100 && (r.Kind() == reflect.Pointer || r.Kind() == reflect.Interface); n++ {
		r = r.Elem()
	}
	return r
}

// field returns a field of a struct, or no value if it is in an embedded struct that is nil.
func field(r reflect.Value, name string) reflect.Value {
	f, ok := r.Type().FieldByName(name)
	if !ok {
		return reflect.Value{}
	}
	v, err := r.FieldByIndexErr(f.Index)
	if err != nil {
		return reflect.Value{}
	}
	return v
}
