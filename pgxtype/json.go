package pgxtype

import (
	"encoding/json"
	"fmt"

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

// scanJSON is the plan that reads a []T from a JSON array.
type scanJSON[T ~[16]byte] wire

func (p scanJSON[T]) Scan(src []byte, dst any) error {
	list, err := parseJSON[T](wire(p), src)
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

// parseJSON returns nil for NULL and for JSON's null.
func parseJSON[T ~[16]byte](w wire, src []byte) ([]T, error) {
	if src == nil {
		return nil, nil
	}
	src, err := w.document(src)
	if err != nil {
		return nil, err
	}
	var elems []uuid.NullUUID
	if err := json.Unmarshal(src, &elems); err != nil || elems == nil {
		return nil, err
	}
	list := make([]T, len(elems))
	for i, n := range elems {
		if !n.Valid {
			return nil, fmt.Errorf("element %d: %w", i, errNull)
		}
		list[i] = T(n.UUID)
	}
	return list, nil
}
