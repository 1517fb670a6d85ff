package pgxtype

import (
	"encoding/binary"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/uuid"
)

// encodeArray is the plan that writes a []T in one pass. It is many times as fast
// as pgx, which plans for each element.
type encodeArray[T ~[16]byte] wire

func (p encodeArray[T]) Encode(value any, buf []byte) ([]byte, error) {
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
		return nil, encodeError(value, errOtherType)
	}
	if s.dims == nil {
		return nil, nil // NULL
	}
	if wire(p) == wireArray {
		return appendArray(buf, s), nil
	}
	return appendArrayText(buf, s.elems, s.dims), nil
}

// appendArray appends s as a binary array. That consists of big-endian numbers of
// 4 bytes: how many dimensions there are, whether there are NULLs, the OID of the
// elements, the length and lower bound of each dimension. Then follow the elements,
// each after its length.
func appendArray[T ~[16]byte](buf []byte, s slice[T]) []byte {
	be := binary.BigEndian
	buf = slices.Grow(buf, 4*(3+2*len(s.dims))+len(s.elems)*(4+len(uuid.UUID{})))
	buf = be.AppendUint32(buf, uint32(len(s.dims)))
	buf = be.AppendUint32(buf, 0)
	buf = be.AppendUint32(buf, pgtype.UUIDOID)
	for _, d := range s.dims {
		buf = be.AppendUint32(buf, uint32(d.Length))
		buf = be.AppendUint32(buf, uint32(d.LowerBound))
	}
	for _, v := range s.elems {
		buf = append(buf, 0, 0, 0, byte(len(v)))
		buf = append(buf, v[:]...)
	}
	return buf
}

// appendArrayText appends elems as an array in text, {{…,…},{…,…}} if there are
// two dimensions.
func appendArrayText[T ~[16]byte](buf []byte, elems []T, dims []pgtype.ArrayDimension) []byte {
	size := 1 // of what is between two commas
	if len(dims) > 1 {
		size = len(elems) / int(dims[0].Length)
	}
	buf = append(slices.Grow(buf, len("{}")+len(elems)*textElem), '{')
	for i := 0; i < len(elems); i += size {
		if i > 0 {
			buf = append(buf, ',')
		}
		if len(dims) > 1 {
			buf = appendArrayText(buf, elems[i:i+size], dims[1:])
		} else {
			buf, _ = uuid.UUID(elems[i]).AppendText(buf)
		}
	}
	return append(buf, '}')
}

// scanArray is the plan that reads a []T in one pass.
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
	if list, ok := parse(src); ok {
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
	// NULL, empty, of several dimensions, or wrong: pgx's codec knows them all.
	next := p.codec.PlanScan(p.m, p.oid, p.format, new(slice[T]))
	if next == nil { // a codec that the program brought
		return scanError(dst, errNoSlices)
	}
	if dst, ok := dst.(*slice[T]); ok {
		return next.Scan(src, dst)
	}
	return (&scanSlice[T]{next: next}).Scan(src, dst)
}

// parseArray reads a binary array of one dimension that has elements and no
// NULLs. It returns false for all else.
func parseArray[T ~[16]byte](src []byte) ([]T, bool) {
	const header, elem = 5 * 4, 4 + len(uuid.UUID{})
	be := binary.BigEndian
	n := (len(src) - header) / elem
	if n <= 0 || len(src) != header+n*elem || be.Uint32(src) != 1 || int64(be.Uint32(src[12:])) != int64(n) {
		return nil, false
	}
	list := make([]T, n)
	src = src[header:]
	for i := range list {
		e := src[i*elem:][:elem]
		if be.Uint32(e) != uint32(len(list[i])) {
			return nil, false
		}
		copy(list[i][:], e[4:])
	}
	return list, true
}

// textElem is the length of an element in text, with what follows it.
const textElem = len("f81d4fae-7dec-11d0-a765-00a0c91e6bf6,")

// parseArrayText is parseArray for text.
func parseArrayText[T ~[16]byte](src []byte) ([]T, bool) {
	n := (len(src) - 1) / textElem
	if n <= 0 || len(src) != 1+n*textElem || src[0] != '{' || src[len(src)-1] != '}' {
		return nil, false
	}
	list := make([]T, n)
	src = src[1:]
	for i := range list {
		e := src[i*textElem:][:textElem]
		var u uuid.UUID
		if u.UnmarshalText(e[:textElem-1]) != nil || e[textElem-1] != ',' && i < n-1 {
			return nil, false
		}
		list[i] = T(u)
	}
	return list, true
}

// encodeArrayLiteral is the plan that writes the text of an array in binary.
type encodeArrayLiteral struct {
	m   *pgtype.Map
	oid uint32
}

func (p *encodeArrayLiteral) Encode(value any, buf []byte) ([]byte, error) {
	var text []byte
	switch v := value.(type) {
	case string:
		text = []byte(v)
	case []byte:
		text = v
	default:
		return nil, encodeError(value, errOtherType)
	}
	var s slice[uuid.NullUUID]
	if err := p.m.Scan(p.oid, pgtype.TextFormatCode, text, &s); err != nil {
		return nil, err
	}
	return p.m.Encode(p.oid, pgtype.BinaryFormatCode, &s, buf)
}
