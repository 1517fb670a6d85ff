package pgxtype

import (
	stdjson "encoding/json"
	"fmt"

	"github.com/uuidkit/uuidkit/uuid"
)

// encodeJSON is the plan that writes a []T or a *[]T as a JSON array of strings,
// which it would not be to encoding/json if T has no methods.
type encodeJSON[T ~[16]byte] wire

func (p encodeJSON[T]) Encode(value any, buf []byte) ([]byte, error) {
	var s []T
	switch v := value.(type) {
	case []T:
		s = v
	case *[]T:
		if v != nil {
			s = *v
		}
	default:
		return nil, fmt.Errorf("pgxtype: encode %T: %w", value, errOtherType)
	}
	if s == nil {
		return nil, nil // NULL
	}
	if wire(p) == jsonb {
		buf = append(buf, jsonbVersion)
	}
	buf = append(buf, '[')
	for i, v := range s {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf, _ = json.append(buf, uuid.UUID(v))
	}
	return append(buf, ']'), nil
}

// scanJSON is the plan that reads a []T or a *[]T.
type scanJSON[T ~[16]byte] wire

func (p scanJSON[T]) Scan(src []byte, dst any) error {
	s, err := scanJSONLine[T](wire(p), src)
	if err == nil {
		switch dst := dst.(type) {
		case *[]T:
			err = store(dst, s)
		case **[]T:
			var p *[]T
			if s != nil {
				p = new(s)
			}
			err = store(dst, p)
		default:
			err = errOtherType
		}
	}
	if err != nil {
		return fmt.Errorf("pgxtype: scan %T: %w", dst, err)
	}
	return nil
}

func scanJSONLine[T ~[16]byte](w wire, src []byte) ([]T, error) {
	if src == nil {
		return nil, nil
	}
	src, err := w.document(src)
	if err != nil {
		return nil, err
	}
	var elems []uuid.NullUUID
	if err := stdjson.Unmarshal(src, &elems); err != nil || elems == nil {
		return nil, err
	}
	s := make([]T, len(elems))
	for i, n := range elems {
		if !n.Valid {
			return nil, fmt.Errorf("element %d: %w", i, errNull)
		}
		s[i] = T(n.UUID)
	}
	return s, nil
}
