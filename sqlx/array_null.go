package sqlx

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"
	"strings"

	"github.com/uuidkit/uuidkit/internal/invalid"
	"github.com/uuidkit/uuidkit/uuid"
)

// NullArray is a PostgreSQL array of UUIDs whose elements may be NULL. N is a nullable
// type with the methods Value and Scan: google's or gofrs's NullUUID, [uuid.NullUUID],
// or a [database/sql.Null] of a type that has them, or a pointer to one. A nil pointer is
// NULL. As an [Array], it is wrong for a column of bytea.
//
//	db.Exec(`UPDATE … SET parents = $1`, sqlx.NullArray[google.NullUUID](parents))
//	row.Scan((*sqlx.NullArray[google.NullUUID])(&parents))
//
// A nil slice is NULL, as with [Array].
type NullArray[N driver.Valuer] []N

const null = "NULL" // in the literal of an array

// Value implements [driver.Valuer] with the array's literal, "{a,NULL}". It asks each
// element for its Value, which must be text. A nil a is NULL.
func (a NullArray[N]) Value() (driver.Value, error) {
	if a == nil {
		return nil, nil
	}
	lit := append(make([]byte, 0, len("{}")+len(a)*(canonicalLen+len(","))), '{')
	for i, n := range a {
		if i > 0 {
			lit = append(lit, ',')
		}
		u, err := elementOf(n)
		switch {
		case err != nil:
			return string(lit), fmt.Errorf("sqlx: value of NullArray: element %d: %w", i, err)
		case u.Valid:
			lit, _ = u.UUID.AppendText(lit)
		default:
			lit = append(lit, null...)
		}
	}
	return string(append(lit, '}')), nil
}

// elementOf returns the UUID that the Value of n is, or NULL.
func elementOf[N driver.Valuer](n N) (u uuid.NullUUID, err error) {
	if k := reflect.TypeFor[N]().Kind(); k == reflect.Pointer || k == reflect.Interface {
		if r := reflect.ValueOf(n); !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil() {
			return u, nil // its Value would panic
		}
	}
	v, err := n.Value()
	if err != nil || v == nil {
		return u, err
	}
	if b, ok := v.([]byte); ok && len(b) == len(u.UUID) {
		return u, bytesInArray(reflect.TypeOf(n))
	}
	err = u.UUID.Scan(v)
	u.Valid = err == nil
	return u, err
}

// Scan implements [database/sql.Scanner]. It takes what the Scan of an [Array] takes, and
// elements that are NULL. Each element scans its text or nil. On error the slice is
// unchanged.
func (a *NullArray[N]) Scan(src any) error { return scanArray("NullArray", a, src, parseNullArray[N]) }

func parseNullArray[N driver.Valuer](lit string) (NullArray[N], error) {
	if len(lit) < len("{}") || lit[0] != '{' || lit[len(lit)-1] != '}' {
		return nil, invalid.Errorf("not an array of UUIDs: %q", lit[:min(len(lit), 64)])
	}
	v := NullArray[N]{}
	if len(lit) == len("{}") {
		return v, nil
	}
	for elem := range strings.SplitSeq(lit[1:len(lit)-1], ",") {
		var n N
		scanner, ok := any(&n).(sql.Scanner)
		if t := reflect.TypeFor[N](); t.Kind() == reflect.Pointer {
			if elem == null {
				v = append(v, n)
				continue
			}
			n = reflect.New(t.Elem()).Interface().(N)
			scanner, ok = any(n).(sql.Scanner)
		}
		if !ok {
			return nil, fmt.Errorf("%T has no method Scan", &n)
		}
		var src any
		if elem != null {
			if len(elem) != canonicalLen {
				return nil, invalid.Errorf("element %d: got %q, want NULL or a UUID of 36 characters", len(v), elem[:min(len(elem), 64)])
			}
			src = elem
		}
		if err := scanner.Scan(src); err != nil {
			return nil, invalid.Errorf("element %d: %w", len(v), err)
		}
		if src == nil { // google's UUID ignores NULL
			if u, err := elementOf(n); err != nil || u.Valid {
				return nil, invalid.Errorf("element %d: got NULL, and %T has none: use a NullArray[*%T]", len(v), n, n)
			}
		}
		v = append(v, n)
	}
	return v, nil
}
