package pgxtype

import (
	"encoding/binary"
	stdjson "encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/uuid"
)

// encodeList is the plan that writes the elements of a []T at once, many times
// as fast as pgx, which asks for each.
type encodeList[T ~[16]byte] wire

func (p encodeList[T]) Encode(value any, buf []byte) ([]byte, error) {
	var s slice[T]
	switch v := value.(type) {
	case []T:
		s = flat(v)
	case *[]T:
		if v != nil {
			s = flat(*v)
		}
	case *slice[T]:
		s = *v
	default:
		return nil, fmt.Errorf("pgxtype: encode %T: %w", value, errOtherType)
	}
	if s.dims == nil {
		return nil, nil // NULL
	}
	switch wire(p) {
	case array:
		return appendArray(buf, s.elems, s.dims), nil
	case arrayText:
		return appendList(buf, s.elems, s.dims, "{}", false), nil
	case jsonb:
		buf = append(buf, jsonbVersion)
	}
	return appendList(buf, s.elems, s.dims, "[]", true), nil
}

// An array in binary consists of big-endian numbers of 4 bytes: how many
// dimensions it has, whether it has NULLs, the OID of the elements, the length
// and the lower bound of each dimension, and before each element its length.
func appendArray[T ~[16]byte](buf []byte, s []T, dims []pgtype.ArrayDimension) []byte {
	be := binary.BigEndian
	buf = be.AppendUint32(buf, uint32(len(dims)))
	buf = be.AppendUint32(buf, 0)
	buf = be.AppendUint32(buf, pgtype.UUIDOID)
	for _, d := range dims {
		buf = be.AppendUint32(buf, uint32(d.Length))
		buf = be.AppendUint32(buf, uint32(d.LowerBound))
	}
	for _, v := range s {
		buf = append(buf, 0, 0, 0, byte(len(v)))
		buf = append(buf, v[:]...)
	}
	return buf
}

// appendList appends s as text.
func appendList[T ~[16]byte](buf []byte, s []T, dims []pgtype.ArrayDimension, brackets string, quote bool) []byte {
	buf = append(buf, brackets[0])
	size := 1 // of what is between two commas
	if len(dims) > 1 {
		size = len(s) / int(dims[0].Length)
	}
	for i := 0; i < len(s); i += size {
		if i > 0 {
			buf = append(buf, ',')
		}
		switch {
		case len(dims) > 1:
			buf = appendList(buf, s[i:i+size], dims[1:], brackets, quote)
		case quote:
			buf, _ = json.append(buf, uuid.UUID(s[i]))
		default:
			buf, _ = uuid.UUID(s[i]).AppendText(buf)
		}
	}
	return append(buf, brackets[1])
}

// scanArray is the plan that reads the elements of a []T at once.
type scanArray[T ~[16]byte] struct {
	codec  pgtype.Codec // pgx's
	m      *pgtype.Map
	oid    uint32
	format int16
}

func (p *scanArray[T]) Scan(src []byte, dst any) error {
	parse := parseArray[T]
	if p.format == pgtype.TextFormatCode {
		parse = parseArrayText[T]
	}
	if list := parse(src); list != nil {
		switch dst := dst.(type) {
		case *[]T:
			if dst != nil {
				*dst = list
				return nil
			}
		case *slice[T]:
			*dst = flat(list)
			return nil
		}
	}
	// NULL, of other dimensions, or wrong: pgx finds out.
	next := p.codec.PlanScan(p.m, p.oid, p.format, new(slice[T]))
	if dst, ok := dst.(*slice[T]); ok {
		return next.Scan(src, dst)
	}
	return (&scanSlice[T]{next: next}).Scan(src, dst)
}

// parseArray returns nil if src is not an array of one dimension without NULLs:
// pgx finds out then what it is.
func parseArray[T ~[16]byte](src []byte) []T {
	const header, elem = 5 * 4, 4 + len(uuid.UUID{})
	be := binary.BigEndian
	n := (len(src) - header) / elem
	if n <= 0 || len(src) != header+n*elem || be.Uint32(src) != 1 || int64(be.Uint32(src[12:])) != int64(n) {
		return nil
	}
	s := make([]T, n)
	src = src[header:]
	for i := range s {
		e := src[i*elem:][:elem]
		if be.Uint32(e) != uint32(len(s[i])) {
			return nil
		}
		copy(s[i][:], e[4:])
	}
	return s
}

// parseArrayText is parseArray for text.
func parseArrayText[T ~[16]byte](src []byte) []T {
	const elem = len("f81d4fae-7dec-11d0-a765-00a0c91e6bf6,")
	n := (len(src) - 1) / elem
	if n <= 0 || len(src) != 1+n*elem || src[0] != '{' || src[len(src)-1] != '}' {
		return nil
	}
	s := make([]T, n)
	src = src[1:]
	for i := range s {
		e := src[i*elem:][:elem]
		var u uuid.UUID
		if u.UnmarshalText(e[:elem-1]) != nil || e[elem-1] != ',' && i < n-1 {
			return nil
		}
		s[i] = T(u)
	}
	return s
}

// scanJSON is the plan that reads a []T of a JSON array.
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
				p = new(list)
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

// encodeArrayText is the plan that makes a binary array of the text of one.
type encodeArrayText struct {
	m   *pgtype.Map
	oid uint32
}

func (p *encodeArrayText) Encode(value any, buf []byte) ([]byte, error) {
	str, ok := value.(string)
	if !ok {
		return nil, fmt.Errorf("pgxtype: encode %T: %w", value, errOtherType)
	}
	var s slice[uuid.NullUUID]
	if err := p.m.Scan(p.oid, pgtype.TextFormatCode, []byte(str), &s); err != nil {
		return nil, err
	}
	return p.m.Encode(p.oid, pgtype.BinaryFormatCode, &s, buf)
}
