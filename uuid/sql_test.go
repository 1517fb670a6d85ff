package uuid_test

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"errors"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestScan(t *testing.T) {
	const upper = "00112233-4455-6677-8899-AABBCCDDEEFF"
	for _, test := range []struct {
		src any
		err string // empty: it is U
	}{
		{vectors.Text, ""},
		{upper, ""},
		{"{" + upper + "}", ""},
		{"urn:uuid:" + vectors.Text, ""},
		{"00112233445566778899aabbccddeeff", ""},
		{[]byte(vectors.Text), ""},
		{[]byte("00112233445566778899aabbccddeeff"), ""},
		{vectors.U[:], ""},
		{vectors.U, ""},
		{[16]byte(vectors.U), ""},
		{vectors.Google(vectors.U), ""},

		{nil, "NULL"},
		{"", `(""): not the length of a UUID: 0 bytes`},
		{[]byte{}, `(""): not the length of a UUID: 0 bytes`},
		{[]byte(nil), `(""): not the length of a UUID: 0 bytes`},
		{string(vectors.U[:]), "not the length of a UUID"},
		{"0123456789abcdef", "not the length of a UUID"},
		{vectors.U[:3], "not the length of a UUID"},
		{vectors.U[:15], "not the length of a UUID"},
		{[]byte(vectors.Text[:16]), "cut to 16 characters"},  // a column that is too short
		{[]byte("0000000000000000"), "cut to 16 characters"}, // Nil without hyphens
		{vectors.Bytes(17), "not the length of a UUID"},
		{vectors.Bytes(36), "want a hexadecimal digit at byte 0"},
		{vectors.Text[:35], "not the length of a UUID"},
		{vectors.Text + " ", "not the length of a UUID"}, // char(37)
		{" " + vectors.Text + " ", "want { at byte 0"},
		{int64(0), "int64"},
		{1.5, "float64"},
		{false, "bool"},
		{time.Time{}, "time.Time"},
		{[15]byte{}, "[15]uint8"},
		{[17]byte{}, "[17]uint8"},
		{[16]int8{}, "[16]int8"},
		{[16]uuid.Variant{}, "[16]uuid.Variant"}, // bytes, but defined as something else
		{[4]uint32{}, "[4]uint32"},
		{sql.RawBytes(vectors.U[:]), "sql.RawBytes"},
		{[]uuid.UUID{vectors.U}, "[]uuid.UUID"},
		{new(uuid.UUID), "*uuid.UUID"},
		{(*uuid.UUID)(nil), "*uuid.UUID"},
		{uuid.NullUUID{UUID: vectors.U, Valid: true}, "uuid.NullUUID"},
	} {
		u, want := vectors.Other, vectors.U
		if test.err != "" {
			want = vectors.Other
		}
		err := u.Scan(test.src)
		if u != want || !isScanError(err, "uuid.Scan", test.err) {
			t.Errorf("Scan(%T %q) = %v, %v; want %v, %q", test.src, test.src, u, err, want, test.err)
		}

		n, wantN := uuid.NullUUID{UUID: vectors.Other, Valid: true}, uuid.NullUUID{UUID: want, Valid: true}
		wantErr := test.err
		if test.src == nil {
			wantN, wantErr = uuid.NullUUID{}, ""
		}
		err = n.Scan(test.src)
		if n != wantN || !isScanError(err, "uuid.NullUUID.Scan", wantErr) {
			t.Errorf("NullUUID.Scan(%T %q) = %v, %v; want %v, %q", test.src, test.src, n, err, wantN, wantErr)
		}
	}
}

func isScanError(err error, prefix, want string) bool {
	if err == nil || want == "" {
		return err == nil && want == ""
	}
	s, ok := strings.CutPrefix(err.Error(), prefix)
	return ok && (s[0] == ':' || s[0] == '(') && strings.Contains(s, want)
}

// TestScanCutText has Scan refuse 16 bytes that are the beginning of a UUID's text, and no
// others.
func TestScanCutText(t *testing.T) {
	const hex = "00112233445566778899aabbccddeeff"
	for _, text := range []string{vectors.Text, hex, "{" + vectors.Text, "{" + hex, "urn:uuid:" + vectors.Text} {
		for _, text := range []string{text[:16], strings.ToUpper(text[:16])} {
			if !isCutText([]byte(text)) {
				t.Errorf("%q is the beginning of a UUID's text", text)
			}
			for i := range text {
				for c := range 256 {
					src := []byte(text)
					src[i] = byte(c)
					checkCutText(t, src)
				}
			}
		}
	}
	for c := range 256 { // 33333333-3333-3333-3333-333333333333 is a UUID, 30303030-… is not
		checkCutText(t, bytes.Repeat([]byte{byte(c)}, 16))
	}
}

func checkCutText(t *testing.T, src []byte) {
	t.Helper()
	got := vectors.Other
	err := got.Scan(src)
	if want := isCutText(src); want != (err != nil) || !want && got != uuid.UUID(src) || want && got != vectors.Other {
		t.Errorf("Scan(%q) = %v, %v; want it refused: %t", src, got, err, want)
	}
}

// An array is no text, whatever its bytes are.
func TestScanArrayLikeText(t *testing.T) {
	want := uuid.UUID([]byte(vectors.Text[:16]))
	for _, src := range []any{want, [16]byte(want), vectors.Plain(want)} {
		if got := vectors.Other; got.Scan(src) != nil || got != want {
			t.Errorf("Scan(%T) = %v, want %v", src, got, want)
		}
	}
}

func TestScanParseError(t *testing.T) {
	for _, dst := range []sql.Scanner{new(uuid.UUID), new(uuid.NullUUID)} {
		var e *uuid.ParseError
		if err := dst.Scan("bad"); !errors.As(err, &e) || e.Input != "bad" {
			t.Errorf("%T.Scan: %v, want a *ParseError inside", dst, err)
		}
	}
}

// TestDatabaseSQL goes through database/sql and back with every type that
// stands for a UUID there.
func TestDatabaseSQL(t *testing.T) {
	u := vectors.U
	var none *uuid.UUID
	db := sql.OpenDB(echo{})
	defer db.Close()
	for _, test := range []struct {
		arg any
		dst any // a pointer to what it is scanned into
	}{
		{u, vectors.Ptr(vectors.Other)},
		{&u, vectors.Ptr(&vectors.Other)},
		{none, vectors.Ptr(&vectors.Other)},
		{sql.Null[uuid.UUID]{V: u, Valid: true}, new(sql.Null[uuid.UUID])},
		{sql.Null[uuid.UUID]{}, &sql.Null[uuid.UUID]{Valid: true}},
		{uuid.NullUUID{UUID: u, Valid: true}, new(uuid.NullUUID)},
		{uuid.NullUUID{}, &uuid.NullUUID{UUID: vectors.Other, Valid: true}},
	} {
		if err := db.QueryRow("", test.arg).Scan(test.dst); err != nil {
			t.Errorf("%T: %v", test.arg, err)
			continue
		}
		if got := reflect.ValueOf(test.dst).Elem().Interface(); !reflect.DeepEqual(got, test.arg) {
			t.Errorf("%T %v comes back as %T %v", test.arg, test.arg, got, got)
		}
	}

	got := vectors.Other
	if err := db.QueryRow("", any(nil)).Scan(&got); err == nil || got != vectors.Other {
		t.Errorf("NULL into a UUID: %v, %v; want an error and %v", got, err, vectors.Other)
	}
	for _, v := range []driver.Valuer{u, uuid.NullUUID{UUID: u, Valid: true}} {
		if got, err := v.Value(); got != vectors.Text || err != nil {
			t.Errorf("%T.Value() = %T %v, %v; want the string %q", v, got, got, err, vectors.Text)
		}
	}
}

// echo is a database that answers each query with a row of its arguments.
type echo struct{}

func (e echo) Connect(context.Context) (driver.Conn, error) { return e, nil }
func (e echo) Driver() driver.Driver                        { return nil }
func (e echo) Prepare(string) (driver.Stmt, error)          { return nil, errors.ErrUnsupported }
func (e echo) Begin() (driver.Tx, error)                    { return nil, errors.ErrUnsupported }
func (e echo) Close() error                                 { return nil }

func (e echo) Query(_ string, args []driver.Value) (driver.Rows, error) {
	return &echoed{row: args}, nil
}

type echoed struct {
	row  []driver.Value
	done bool
}

func (r *echoed) Columns() []string { return slices.Repeat([]string{"id"}, len(r.row)) }
func (r *echoed) Close() error      { return nil }
func (r *echoed) Next(dst []driver.Value) error {
	if r.done {
		return io.EOF
	}
	r.done = true
	copy(dst, r.row)
	return nil
}

func FuzzScanText(f *testing.F)  { sqlTextFormat.fuzz(f) }
func FuzzScanBytes(f *testing.F) { sqlBytesFormat.fuzz(f) }

var sqlTextFormat = format{
	name: "SQL text",
	marshal: func(v any) ([]byte, error) {
		v, err := driver.DefaultParameterConverter.ConvertValue(v)
		if err != nil || v == nil {
			return []byte("NULL"), err
		}
		return []byte(v.(string)), nil // never a []byte
	},
	unmarshal: func(data []byte, v any) error {
		if string(data) == "NULL" {
			return v.(interface{ Scan(any) error }).Scan(nil)
		}
		return v.(interface{ Scan(any) error }).Scan(string(data))
	},
	value:   vectors.Text,
	null:    "NULL",
	also:    texts(""),
	rejects: append(badTexts(""), "", raw(vectors.U[:]), "0123456789abcdef"),
	read: func(data []byte) (u uuid.UUID, null, ok bool) {
		if len(data) == 0 {
			return u, false, false
		} else if string(data) == "NULL" {
			return u, true, true
		}
		return readText(data)
	},
}

var sqlBytesFormat = format{
	name: "SQL bytes",
	marshal: func(v any) ([]byte, error) {
		b, err := v.(encoding.TextMarshaler).MarshalText()
		if len(b) == 0 {
			b = []byte("NULL")
		}
		return b, err
	},
	unmarshal: func(data []byte, v any) error {
		if string(data) == "NULL" {
			return v.(interface{ Scan(any) error }).Scan(nil)
		}
		return v.(interface{ Scan(any) error }).Scan(data)
	},
	value:   vectors.Text,
	null:    "NULL",
	also:    append([]string{raw(vectors.U[:])}, texts("")...),
	rejects: slices.Concat(badTexts(""), []string{"", vectors.Text[:16]}, badLengths("")),
	read: func(data []byte) (u uuid.UUID, null, ok bool) {
		switch {
		case len(data) == 0:
			return u, false, false
		case isCutText(data):
			return u, false, false
		case len(data) == 16:
			return uuid.UUID(data), false, true
		case string(data) == "NULL":
			return u, true, true
		}
		return readText(data)
	},
}

// isCutText reports whether data is what a column of 16 characters keeps of a UUID's text.
func isCutText(data []byte) bool {
	return len(data) == 16 && cutText.Match(data) && (data[0]>>4 != data[0]&15 || bytes.Count(data, data[:1]) < 16)
}

var cutText = regexp.MustCompile(`(?i)^(\{|urn:uuid:)?([0-9a-f]{8}-[0-9a-f]{4}-)?[0-9a-f]+$`)
