package gormtype

import (
	"database/sql/driver"
	"fmt"
	"reflect"
	"strings"

	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/uuid"
)

// uuidOf returns the UUID that v is, points to or, if it can be NULL, has. The
// error is that of its Value.
func (p *plugin) uuidOf(v any) (u uuid.NullUUID, ok bool, err error) {
	rv := reflect.ValueOf(v)
	if !rv.IsValid() || !p.isUUID(indirect(rv.Type())) {
		return u, false, nil
	}
	for rv.Kind() == reflect.Pointer {
		if rv.IsNil() {
			return u, true, nil
		}
		rv = rv.Elem()
	}
	u.Valid = true
	if rv.Kind() == reflect.Struct {
		rv, u.Valid = rv.Field(0), rv.Field(1).Bool()
	}
	if valuer, ok := rv.Interface().(driver.Valuer); ok && u.Valid {
		// A type may write the Nil UUID as NULL, and refuse others.
		value, err := valuer.Value()
		if err != nil {
			return u, false, fmt.Errorf("gormtype.Plugin: %w", err)
		}
		u.Valid = value != nil
	}
	u.UUID = rv.Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID)
	return u, true, nil
}

func indirect(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// isUUID reports whether t is a UUID of another package, or a struct of a UUID
// and Valid.
func (p *plugin) isUUID(t reflect.Type) bool {
	if t.Kind() != reflect.Array && t.Kind() != reflect.Struct {
		return false
	}
	if is, ok := p.uuids.Load(t); ok {
		return is.(bool)
	}
	is := isUUID(t)
	p.uuids.Store(t, is)
	return is
}

// isUUID reports whether t is a [16]byte, or a struct of one and Valid, whose
// methods, if it has any, make a UUID of it, in network order and canonical: an
// ULID or a hash is none, nor is a UUID of package sqlx in another order.
func isUUID(t reflect.Type) bool {
	if _, own := kindOf(t); own {
		return false
	}
	sample := uuid.UUID{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	v := reflect.New(t)
	id := v.Elem()
	if t.Kind() == reflect.Struct {
		if t.NumField() != 2 || !t.Field(0).IsExported() || t.Field(1).Name != "Valid" || t.Field(1).Type.Kind() != reflect.Bool {
			return false
		}
		id = v.Elem().Field(0)
		// sql.Null of a type of this package hides how to write it.
		if _, own := kindOf(id.Type()); !own && !isUUID(id.Type()) {
			return false
		}
		v.Elem().Field(1).SetBool(true)
	}
	if id.Kind() != reflect.Array || !id.CanConvert(reflect.TypeOf(sample)) {
		return false
	}
	if _, ok := v.Interface().(gorm.Valuer); ok {
		return false // it knows itself how to be written
	}
	id.Set(reflect.ValueOf(sample).Convert(id.Type()))
	s, hasString := v.Interface().(fmt.Stringer)
	if hasString && !strings.EqualFold(s.String(), sample.String()) {
		return false
	}
	if valuer, ok := v.Interface().(driver.Valuer); ok {
		value, err := valuer.Value()
		if err != nil {
			// sql.Null of a type without Value, or a type that refuses the sample.
			return t.Kind() == reflect.Struct || hasString
		}
		switch value := value.(type) {
		case string:
			return value == sample.String()
		case []byte:
			return string(value) == string(sample[:])
		}
		return false
	}
	return true
}

// hasText reports whether a value of type t may have text: a string, a pointer to
// one, or a type with a Value, such as sql.NullString.
func hasText(t reflect.Type) bool {
	return indirect(t).Kind() == reflect.String || t.Implements(reflect.TypeFor[driver.Valuer]())
}

// textOf returns the text that v has, or "".
func textOf(v any) string {
	rv := reflect.ValueOf(v)
	if valuer, ok := v.(driver.Valuer); ok && (rv.Kind() != reflect.Pointer || !rv.IsNil()) {
		value, _ := valuer.Value()
		rv = reflect.ValueOf(value)
	}
	for rv.Kind() == reflect.Pointer {
		rv = rv.Elem()
	}
	if rv.Kind() != reflect.String {
		return ""
	}
	return rv.String()
}

// givesBytes reports whether v is of a type for columns of bytes, as sqlx.Binary.
func givesBytes(v any) bool {
	rv := reflect.ValueOf(v)
	for rv.Kind() == reflect.Pointer && !rv.IsNil() {
		rv = rv.Elem()
	}
	if valuer, ok := rv.Interface().(driver.Valuer); ok && rv.Kind() != reflect.Pointer {
		value, _ := valuer.Value()
		_, ok := value.([]byte)
		return ok
	}
	return false
}

// sixteen returns the UUID whose bytes the values are.
func sixteen(values []any) (u uuid.UUID, ok bool) {
	if len(values) != len(u) {
		return u, false
	}
	for i, v := range values {
		if u[i], ok = v.(uint8); !ok {
			return u, false
		}
	}
	return u, true
}
