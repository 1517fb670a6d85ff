package uuid_test

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// A format is one way in which a UUID and a NullUUID leave and come back.
type format struct {
	name      string
	marshal   func(v any) ([]byte, error)
	unmarshal func(data []byte, v any) error

	value   string   // what vectors.U is written as, if it is always the same
	null    string   // what a null is written as
	also    []string // what else is read, the most different first
	rejects []string // what is not

	// read is unmarshal written to be read: it returns what data stands for.
	read func(data []byte) (u uuid.UUID, null, ok bool)

	ofUUID  plain  // what the rows say of a UUID that cannot be null
	noUUID  string // if not empty: a null that is an error for such a UUID
	library bool   // marshal and unmarshal are a library's, and errors may be its own
}

// plain is how a UUID differs from a NullUUID in a format.
type plain int

const (
	nullFails  plain = iota // null is an error
	nullLeaves              // null leaves it as it is
	nullZeroes              // null sets it to Nil
	notItsOwn               // it has no methods of this format
)

// formats are all of them but encoding/json/v2, which not every release has. Each is
// in the test of its own file.
var formats = []format{
	textFormat,
	sqlTextFormat,
	sqlBytesFormat,
	jsonFormat,
	xmlFormat,
	binaryFormat,
	gobFormat,
	bsonFormat,
	cborFormat,
	msgpackFormat,
}

func raw(b []byte) string { return string(b) }

// unhex returns the bytes that digits and spaces stand for.
func unhex(s string) string {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		panic(err)
	}
	return raw(b)
}

// badLengths returns binary of lengths that no decoder takes.
func badLengths(prefix string) (s []string) {
	for _, n := range vectors.BadLengths {
		if n > 0 || prefix != "" {
			s = append(s, prefix+raw(vectors.Bytes(n)))
		}
	}
	return append(s, prefix+raw(vectors.Bytes(1<<16)))
}

// check compares the decoders with f.read, and reports whether data is a UUID
// or null.
func (f format) check(t *testing.T, data []byte) (ok bool) {
	t.Helper()
	u, null, ok := f.read(data)

	got := uuid.NullUUID{UUID: vectors.Other, Valid: true}
	want := got
	if ok {
		want = uuid.NullUUID{UUID: u, Valid: !null}
	}
	err := f.unmarshal(data, &got)
	if got != want || (err == nil) != ok {
		t.Errorf("%.100q into a NullUUID: %v, %v; want %v, ok %v", data, got, err, want, ok)
	}
	f.checkError(t, err)
	if f.ofUUID == notItsOwn {
		return ok
	}

	gotU, wantU, okU := vectors.Other, vectors.Other, ok
	switch {
	case null && (f.ofUUID == nullFails || f.noUUID != "" && string(data) == f.noUUID):
		okU = false
	case null && f.ofUUID == nullZeroes || ok && !null:
		wantU = u
	}
	err = f.unmarshal(data, &gotU)
	if gotU != wantU || (err == nil) != okU {
		t.Errorf("%.100q into a UUID: %v, %v; want %v, ok %v", data, gotU, err, wantU, okU)
	}
	f.checkError(t, err)
	return ok
}

// checkError demands errors that say whose they are and do not flood a log.
func (f format) checkError(t *testing.T, err error) {
	t.Helper()
	if err == nil || f.library {
		return
	}
	if s := err.Error(); !strings.HasPrefix(s, "uuid.") || strings.Contains(s, ": uuid.") || len(s) > 400 {
		t.Errorf("error %.400q, want one that names a function of uuid, once, and is short", s)
	}
}

// roundTrip writes v as want, unless that is empty, and reads it into got.
func roundTrip[T comparable](t *testing.T, f format, v, got T, want string) {
	t.Helper()
	data, err := f.marshal(v)
	if err != nil || data == nil || want != "" && string(data) != want { // some libraries take nil for null
		t.Errorf("%v is written as %q, %v; want %q", v, data, err, want)
	}
	if err := f.unmarshal(data, &got); got != v || err != nil {
		t.Errorf("%v comes back from %q as %v, %v", v, data, got, err)
	}
	again, err := f.marshal(got)
	if err != nil || !bytes.Equal(again, data) {
		t.Errorf("%v is written as %q and then as %q, %v", v, data, again, err)
	}
}

func (f format) roundTrip(t *testing.T, u uuid.UUID) {
	t.Helper()
	if f.ofUUID != notItsOwn {
		roundTrip(t, f, u, vectors.Other, "")
	}
	roundTrip(t, f, uuid.NullUUID{UUID: u, Valid: true}, uuid.NullUUID{}, "")
}

func TestFormats(t *testing.T) {
	for _, f := range formats {
		t.Run(f.name, f.test)
	}
}

func (f format) test(t *testing.T) {
	valid := uuid.NullUUID{UUID: vectors.U, Valid: true}
	if f.ofUUID != notItsOwn {
		roundTrip(t, f, vectors.U, vectors.Other, f.value)
	}
	roundTrip(t, f, valid, uuid.NullUUID{}, f.value)
	roundTrip(t, f, uuid.NullUUID{}, valid, f.null)
	for _, text := range vectors.All {
		f.roundTrip(t, uuid.MustParse(text))
	}

	// A null is null, whatever its UUID field holds. A gob begins with a type.
	data, err := f.marshal(uuid.NullUUID{UUID: vectors.U})
	if err != nil || string(data) != f.null && f.name != "gob" {
		t.Errorf("null is written as %q, %v; want %q", data, err, f.null)
	}
	f.check(t, data)

	// The libraries reuse the bytes that they pass to a decoder.
	var n uuid.NullUUID
	if data, err = f.marshal(valid); err == nil {
		err = f.unmarshal(data, &n)
	}
	clear(data)
	if n != valid || err != nil {
		t.Errorf("got %v, %v after the input changed, want %v", n, err, valid)
	}

	for _, data := range f.also {
		if !f.check(t, []byte(data)) {
			t.Errorf("%q is not read", data)
		}
	}
	for _, data := range f.rejects {
		if f.check(t, []byte(data)) {
			t.Errorf("%.100q is read", data)
		}
	}
	if f.name == "gob" {
		return // half of the stream is gob's own
	}

	if testing.Short() {
		return // every byte, which is long with the race detector
	}
	// Cut, lengthen and change every byte of good input.
	for _, good := range slices.Concat([]string{f.value, f.null}, f.also[:min(1, len(f.also))]) {
		for i := range len(good) {
			f.check(t, []byte(good[:i]))
			b := []byte(good)
			for c := range 256 {
				b[i] = byte(c)
				f.check(t, b)
			}
			if t.Failed() {
				return // before it is a flood
			}
		}
		for c := range 256 {
			f.check(t, append([]byte(good), byte(c)))
		}
	}
}

// fuzz is a fuzz target for the decoders of the format.
func (fm format) fuzz(f *testing.F) {
	for _, data := range slices.Concat(fm.also, fm.rejects, []string{fm.value, fm.null}) {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if fm.check(t, data) {
			u, null, _ := fm.read(data)
			roundTrip(t, fm, uuid.NullUUID{UUID: u, Valid: !null}, uuid.NullUUID{UUID: vectors.Other, Valid: null}, "")
		}
	})
}

// cut removes the first of the prefixes that s has.
func cut(s string, prefixes []string) (rest string, ok bool) {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return s[len(p):], true
		}
	}
	return s, false
}
