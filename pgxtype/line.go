package pgxtype

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/uuid"
)

// An arrayCodec is the codec of uuid[]. It reads and writes a []T at once, many
// times as fast as pgx, which asks for each element, and leaves all other shapes
// to pgx. It also refuses to read an array into a T before pgx asks whether that
// is a sql.Scanner: in text the array of one element, {f81d…}, is a UUID in braces
// to many a Scan, and NULL is nothing to google's.
type arrayCodec struct {
	pgtype.ArrayCodec
	types []goType
}

// PlanEncode implements [pgtype.Codec].
func (c *arrayCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	for _, t := range c.types {
		if plan := t.planEncodeLine(format, value); plan != nil {
			return plan
		}
	}
	if _, ok := value.(string); ok && format == pgtype.BinaryFormatCode {
		// COPY, which has only binary, would keep the dimensions of the text if
		// this were pgx's ArrayCodec, which is the one type that it asks for.
		return &encodeText{m, oid}
	}
	return c.ArrayCodec.PlanEncode(m, oid, format, value)
}

// PlanScan implements [pgtype.Codec].
func (c *arrayCodec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	for _, t := range c.types {
		if plan := t.planScanLine(c, m, oid, format, target); plan != nil {
			return plan
		}
		if t.planScan(native, target) != nil {
			return refuseScan{}
		}
	}
	return c.ArrayCodec.PlanScan(m, oid, format, target)
}

type refuseScan struct{}

func (refuseScan) Scan(src []byte, dst any) error {
	return fmt.Errorf("pgxtype: scan %T: %w", dst, errArray)
}

var errArray = errors.New("cannot scan an array into one UUID")

// encodeText is the plan that makes a binary array of the text of one.
type encodeText struct {
	m   *pgtype.Map
	oid uint32
}

func (p *encodeText) Encode(value any, buf []byte) ([]byte, error) {
	s, ok := value.(string)
	if !ok {
		return nil, fmt.Errorf("pgxtype: encode %T: %w", value, errOtherType)
	}
	var a array[uuid.NullUUID]
	if err := p.m.Scan(p.oid, pgtype.TextFormatCode, []byte(s), &a); err != nil {
		return nil, err
	}
	return p.m.Encode(p.oid, pgtype.BinaryFormatCode, &a, buf)
}

func (of[T]) planEncodeLine(format int16, value any) pgtype.EncodePlan {
	if _, ok := value.([]T); ok {
		return encodeLine[T](format)
	}
	return nil
}

func (of[T]) planScanLine(c *arrayCodec, m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	if _, ok := target.(*[]T); ok {
		return &scanLine[T]{c, m, oid, format}
	}
	return nil
}

// The two formats of an array of one dimension, which most are:
//
//	dimensions 1, NULLs 0, the element's OID, the length and the lower bound;
//	then each element after its length, 16: all big-endian numbers of 4 bytes
//
//	{f81d4fae-7dec-11d0-a765-00a0c91e6bf6,f81d4fae-7dec-11d0-a765-00a0c91e6bf6}
const (
	lineHeader   = 5 * 4
	lineElement  = 4 + len(uuid.UUID{})
	lineTextSize = len("f81d4fae-7dec-11d0-a765-00a0c91e6bf6,")
)

// encodeLine is the plan that writes a []T in the format of that number.
type encodeLine[T ~[16]byte] int16

func (p encodeLine[T]) Encode(value any, buf []byte) ([]byte, error) {
	s, ok := value.([]T)
	if !ok {
		return nil, fmt.Errorf("pgxtype: encode %T: %w", value, errOtherType)
	}
	if s == nil {
		return nil, nil // NULL
	}
	be := binary.BigEndian
	switch {
	case p == pgtype.TextFormatCode:
		buf = append(buf, '{')
		for i, v := range s {
			if i > 0 {
				buf = append(buf, ',')
			}
			buf, _ = uuid.UUID(v).AppendText(buf)
		}
		return append(buf, '}'), nil
	case len(s) == 0: // has no dimensions
		buf = append(buf, 0, 0, 0, 0, 0, 0, 0, 0)
		return be.AppendUint32(buf, pgtype.UUIDOID), nil
	}
	buf = append(buf, 0, 0, 0, 1, 0, 0, 0, 0)
	buf = be.AppendUint32(buf, pgtype.UUIDOID)
	buf = be.AppendUint32(buf, uint32(len(s)))
	buf = append(buf, 0, 0, 0, 1)
	for _, v := range s {
		buf = append(buf, 0, 0, 0, byte(len(v)))
		buf = append(buf, v[:]...)
	}
	return buf, nil
}

// scanLine is the plan that reads a []T.
type scanLine[T ~[16]byte] struct {
	codec  *arrayCodec
	m      *pgtype.Map
	oid    uint32
	format int16
}

func (p *scanLine[T]) Scan(src []byte, dst any) error {
	if dst, ok := dst.(*[]T); ok && dst != nil {
		parse := parseLine[T]
		if p.format == pgtype.TextFormatCode {
			parse = parseLineText[T]
		}
		if s, ok := parse(src); ok {
			*dst = s
			return nil
		}
	}
	// NULL, of other dimensions, or wrong: pgx finds out.
	next := p.codec.ArrayCodec.PlanScan(p.m, p.oid, p.format, new(array[T]))
	return (&scanArray[T]{next: next}).Scan(src, dst)
}

// parseLine reports whether src is an array of one dimension.
func parseLine[T ~[16]byte](src []byte) (s []T, ok bool) {
	be := binary.BigEndian
	n := (len(src) - lineHeader) / lineElement
	if n <= 0 || len(src) != lineHeader+n*lineElement || be.Uint32(src) != 1 || int64(be.Uint32(src[12:])) != int64(n) {
		return nil, false
	}
	s = make([]T, n)
	src = src[lineHeader:]
	for i := range s {
		e := src[i*lineElement:][:lineElement]
		if be.Uint32(e) != uint32(len(s[i])) {
			return nil, false
		}
		copy(s[i][:], e[4:])
	}
	return s, true
}

// parseLineText reports whether src is an array of one dimension.
func parseLineText[T ~[16]byte](src []byte) (s []T, ok bool) {
	n := (len(src) - 1) / lineTextSize
	if n <= 0 || len(src) != 1+n*lineTextSize || src[0] != '{' || src[len(src)-1] != '}' {
		return nil, false
	}
	s = make([]T, n)
	src = src[1:]
	for i := range s {
		e := src[i*lineTextSize:][:lineTextSize]
		var u uuid.UUID
		if u.UnmarshalText(e[:lineTextSize-1]) != nil || e[lineTextSize-1] != ',' && i < n-1 {
			return nil, false
		}
		s[i] = T(u)
	}
	return s, true
}
