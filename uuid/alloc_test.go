package uuid_test

import (
	"crypto/rand"
	"errors"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestAllocs(t *testing.T) {
	must := func(u uuid.UUID, err error) { // a failure may need less
		if err != nil || u != vectors.U {
			panic(err)
		}
	}
	var u uuid.UUID
	text, b := []byte(vectors.Text), make([]byte, 0, 64)
	var srcText, srcBytes, srcRaw any = vectors.Text, text, vectors.U[:]
	// With the race detector, crypto/rand lets its argument escape.
	ofRand := testing.AllocsPerRun(100, func() {
		var b [16]byte
		rand.Read(b[:])
	})
	if !raceDetector() {
		ofRand = 0
	}
	type segment string
	valid := func(ok bool) {
		if !ok {
			panic("Valid")
		}
	}
	rejected := func(err error) {
		if err == nil {
			panic("no error")
		}
	}
	bad, badText := vectors.Text[1:]+"x", []byte(vectors.Text[1:]+"x")
	var srcBad any = badText
	long := strings.Repeat("x", 3000)
	var n uuid.NullUUID
	var sink string
	var sinkAny any
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"Parse", 0, func() { must(uuid.Parse(vectors.Text)) }},
		{"Parse of braces", 0, func() { must(uuid.Parse("{" + vectors.Text + "}")) }},
		{"Parse of a URN", 0, func() { must(uuid.Parse("URN:UUID:" + vectors.Text)) }},
		{"Parse of digits", 0, func() { must(uuid.Parse("00112233445566778899AABBCCDDEEFF")) }},
		{"ParseCanonical", 0, func() { must(uuid.ParseCanonical(vectors.Text)) }},
		{"UnmarshalText", 0, func() { must(u, u.UnmarshalText(text)) }},
		{"AppendText", 0, func() {
			if b, err := vectors.U.AppendText(b); string(b) != vectors.Text {
				panic(err)
			}
		}},
		{"AppendBinary", 0, func() {
			if b, err := vectors.U.AppendBinary(b); uuid.UUID(b) != vectors.U {
				panic(err)
			}
		}},
		{"FromBytes", 0, func() { must(uuid.FromBytes(vectors.U[:])) }},
		{"UnmarshalBinary", 0, func() { must(u, u.UnmarshalBinary(vectors.U[:])) }},
		{"Scan of a string", 0, func() { must(u, u.Scan(srcText)) }},
		{"Scan of text", 0, func() { must(u, u.Scan(srcBytes)) }},
		{"Scan of 16 bytes", 0, func() { must(u, u.Scan(srcRaw)) }},
		{"Valid", 0, func() { valid(uuid.Valid(segment(vectors.Text)) && uuid.Valid(text)) }},
		{"Valid of other text", 0, func() { valid(!uuid.Valid(segment(bad)) && !uuid.Valid(badText) && !uuid.Valid("")) }},
		{"Parse of other text", 1, func() { _, err := uuid.Parse(bad); rejected(err) }},
		{"Parse of 3000 bytes", 1, func() { _, err := uuid.Parse(long); rejected(err) }},
		{"Parse of nothing", 1, func() { _, err := uuid.Parse(""); rejected(err) }},
		{"ParseCanonical of other text", 1, func() { _, err := uuid.ParseCanonical(long); rejected(err) }},
		{"UnmarshalText of other text", 1, func() { rejected(u.UnmarshalText(badText)) }},
		{"Scan of other text", 1, func() { rejected(u.Scan(srcBad)) }},
		{"Scan of other text into NullUUID", 1, func() { rejected(n.Scan(srcBad)) }},
		{"errors.Is", 1, func() { // the error
			_, err := uuid.Parse(bad)
			valid(errors.Is(err, uuid.ErrInvalid))
		}},
		{"Compare", 0, func() {
			if vectors.U.Compare(vectors.Other) >= 0 {
				panic("order")
			}
		}},
		{"NewV4", ofRand, func() { u = uuid.NewV4() }},
		{"NewV7", ofRand, func() { u = uuid.NewV7() }},
		{"NewV1", 0, func() { u = uuid.NewV1() }},
		{"NewV6", ofRand, func() { u = uuid.NewV6() }},
		{"String", 1, func() { sink = vectors.U.String() }},
		{"URN", 1, func() { sink = vectors.U.URN() }},
		{"Value", 2, func() { sinkAny, _ = vectors.U.Value() }}, // the text, and its header
	} {
		if got := testing.AllocsPerRun(100, test.f); got != test.want {
			t.Errorf("%s: %v allocations, want %v", test.name, got, test.want)
		}
	}
	if sink != "urn:uuid:"+vectors.Text || sinkAny != vectors.Text {
		t.Errorf("got %q and %v", sink, sinkAny)
	}
}
