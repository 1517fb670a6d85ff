package pgxtype

import (
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/uuid"
)

// encodeJSON is the plan that writes a []T as a JSON array of strings.
type encodeJSON[T ~[16]byte] wire

func (p encodeJSON[T]) Encode(value any, buf []byte) ([]byte, error) {
	var list []T
	switch v := value.(type) {
	case []T:
		list = v
	case *[]T:
		if v != nil {
			list = *v
		}
	default:
		return nil, encodeError(value, errOtherType)
	}
	if list == nil {
		return nil, nil // NULL
	}
	if wire(p) == wireJSONB {
		buf = append(buf, jsonbVersion)
	}
	buf = append(buf, '[')
	for i, v := range list {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf, _ = wireJSON.append(buf, uuid.UUID(v))
	}
	return append(buf, ']'), nil
}

// encodeOwn is the plan that writes what a *[]T points to with the plan of the Map's own codec for
// a []T, which makes the JSON null of a nil slice.
type encodeOwn[T ~[16]byte] struct{ next pgtype.EncodePlan }

func (p encodeOwn[T]) Encode(value any, buf []byte) ([]byte, error) {
	list, ok := value.(*[]T)
	switch {
	case !ok:
		return nil, encodeError(value, errOtherType)
	case list == nil || *list == nil:
		return nil, nil // NULL
	}
	return p.next.Encode(*list, buf)
}

// scanJSON is the plan that reads a []T from a JSON array.
type scanJSON[T ~[16]byte] struct {
	wire wire
	own  bool // T has a JSON of its own
}

func (p scanJSON[T]) Scan(src []byte, dst any) error {
	parse := parseJSON[T, uuid.NullUUID]
	if p.own {
		parse = parseJSON[T, ownElem[T]]
	}
	list, err := parse(p.wire, src)
	if err == nil {
		switch dst := dst.(type) {
		case *[]T:
			err = store(dst, list)
		case **[]T:
			var p *[]T
			if list != nil {
				p = new([]T)
				*p = list
			}
			err = store(dst, p)
		default:
			err = errOtherType
		}
	}
	if err != nil {
		return scanError(dst, err)
	}
	return nil
}

// An ownElem is an element of a list of T with a JSON of its own, or with the canonical text,
// which PostgreSQL's json_agg makes of a uuid.
type ownElem[T ~[16]byte] uuid.NullUUID

func (e *ownElem[T]) UnmarshalJSON(b []byte) error {
	var v T
	if string(b) == "null" {
		*e = ownElem[T]{Valid: nullJSON[T]()}
		return nil
	}
	err := json.Unmarshal(b, &v)
	if err != nil && (*uuid.NullUUID)(e).UnmarshalJSON(b) == nil {
		return nil
	}
	*e = ownElem[T]{UUID: uuid.UUID(v), Valid: true}
	return err
}

// parseJSON returns nil for NULL and for JSON's null. An E is an element.
func parseJSON[T ~[16]byte, E ~struct {
	UUID  uuid.UUID
	Valid bool
}](w wire, src []byte) ([]T, error) {
	if src == nil {
		return nil, nil
	}
	src, err := w.document(src)
	if err != nil {
		return nil, err
	}
	var elems []E
	if err := json.Unmarshal(src, &elems); err != nil || elems == nil {
		return nil, err
	}
	list := make([]T, len(elems))
	for i, e := range elems {
		n := uuid.NullUUID(e)
		if !n.Valid {
			return nil, fmt.Errorf("element %d: %w", i, errNull)
		}
		list[i] = T(n.UUID)
	}
	return list, nil
}
