// Package mapstruct reads what mapstructure passes to a type's UnmarshalMapstructure.
package mapstruct

import "reflect"

// Value returns the value that v points to, or nil for a nil pointer. Of a nullable UUID,
// and of the map that mapstructure makes of one, it returns the UUID, or nil for null.
func Value(v any) any {
	r := reflect.ValueOf(v)
	for r.Kind() == reflect.Pointer || r.Kind() == reflect.Interface {
		r = r.Elem()
	}
	var id, valid reflect.Value
	switch {
	case !r.IsValid():
		return nil
	case r.Kind() == reflect.Struct:
		id, valid = r.FieldByName("UUID"), r.FieldByName("Valid")
	case r.Kind() == reflect.Map && r.Type().Key().Kind() == reflect.String:
		key := func(name string) reflect.Value {
			return reflect.ValueOf(name).Convert(r.Type().Key())
		}
		if id, valid = r.MapIndex(key("UUID")), r.MapIndex(key("Valid")); valid.IsValid() && valid.Kind() == reflect.Interface {
			valid = valid.Elem()
		}
	}
	if !id.IsValid() || !valid.IsValid() || valid.Kind() != reflect.Bool {
		return r.Interface()
	}
	if !valid.Bool() {
		return nil
	}
	return Value(id.Interface())
}
