package interop_test

import (
	"encoding/hex"
	"fmt"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// inspected are UUIDs of all kinds, the generators' among them.
func inspected(t *testing.T) (texts []string, ids []uuid.UUID) {
	ids = []uuid.UUID{
		uuid.NewV1(), uuid.NewV4(), uuid.NewV6(), uuid.NewV7(), uuid.NewV8([16]byte(u.bytes())),
		uuid.NewV3(uuid.NamespaceDNS(), "x"), uuid.NewV5(uuid.NamespaceURL(), "x"), uuid.NewV8SHA256(uuid.NamespaceOID(), "x"),
	}
	for _, at := range []func(time.Time) (uuid.UUID, error){uuid.V1At, uuid.V6At, uuid.V7At} {
		for _, year := range []int{1970, 2026, 5236} {
			ids = append(ids, kit.Must(at(time.Date(year, 2, 3, 4, 5, 6, 789_123_400, time.UTC)))(t))
		}
	}
	for _, text := range vectors.All {
		ids = append(ids, uuid.MustParse(text))
	}
	for _, id := range ids {
		texts = append(texts, id.String())
	}
	return texts, ids
}

// isMade fails the test unless an id was made in this version, and since then if the
// version has a time.
func isMade(t *testing.T, by string, id uuid.UUID, version int, since time.Time) {
	t.Helper()
	at, timed := id.Time()
	if id.Version() != version || id.Variant() != uuid.VariantRFC9562 || timed != (version != 4) {
		t.Errorf("%s: %v has version %d, variant %v, a time: %t, want version %d", by, id, id.Version(), id.Variant(), timed, version)
	}
	if timed && (at.Before(since.Add(-time.Second)) || at.After(time.Now().Add(time.Second))) {
		t.Errorf("%s: %v is of %v, not since %v", by, id, at, since)
	}
}

// TestInspectNode compares what is in a UUID with what the package uuid of npm, and
// the class of bson, say.
func TestInspectNode(t *testing.T) {
	texts, ids := inspected(t)
	for i, got := range askAll[any](t, "node", "inspect", texts) {
		id := ids[i]
		want := map[string]any{"bson": id.String(), "valid": false, "version": nil, "hex": nil, "text": nil, "v1ToV6": nil, "v6ToV1": nil}
		// It knows the versions of RFC 9562, Nil and Max, and refuses all else.
		if v := id.Version(); v >= 1 && v <= 8 || id == uuid.Nil() || id == uuid.Max() {
			want["valid"], want["version"], want["hex"], want["text"] = true, v, hex.EncodeToString(id[:]), id.String()
			if id == uuid.Max() {
				want["version"] = 15 // the digit that is there
			}
			if v6, ok := id.ToV6(); ok && v == 1 {
				want["v1ToV6"] = v6
			}
			if v1, ok := id.ToV1(); ok && v == 6 {
				want["v6ToV1"] = v1
			}
		}
		same(t, id.String(), got, want)
	}
}

// TestInspectPython does so with Python's standard library.
func TestInspectPython(t *testing.T) {
	texts, ids := inspected(t)
	type answer struct {
		Text, URN, Hex, Int string
		BytesLE             string `json:"bytes_le"`
		RFC                 bool
		Version             int    // null is 0
		Time                int64  // read as if it were of version 1
		ClockSeq            uint16 `json:"clock_seq"`
		Node                int64
	}
	for i, got := range askAll[answer](t, "python", "inspect", texts) {
		id := ids[i]
		hi, lo := id.Uint128()
		guid := id.GUIDBytes()
		want := answer{
			Text: id.String(), URN: id.URN(), Hex: hex.EncodeToString(id[:]), Int: fmt.Sprintf("%016x%016x", hi, lo),
			BytesLE: hex.EncodeToString(guid[:]),
			RFC:     id.Variant() == uuid.VariantRFC9562, Version: id.Version(),
			Time: got.Time, ClockSeq: got.ClockSeq, Node: got.Node,
		}
		if at, ok := id.Time(); ok && id.Version() == 1 {
			const epoch = -12219292800 // 1582-10-15
			want.Time = (at.Unix()-epoch)*1e7 + int64(at.Nanosecond())/100
		}
		if seq, ok := id.ClockSeq(); ok && id.Version() != 2 { // it takes the domain for the rest
			want.ClockSeq = seq
		}
		if node, ok := id.Node(); ok {
			want.Node = 0
			for _, b := range node {
				want.Node = want.Node<<8 | int64(b)
			}
		}
		if got != want {
			t.Errorf("%v: got %+v, want %+v", id, got, want)
		}
	}
}

// TestMake has the clients make UUIDs and looks into them, and compares those of
// names with ours.
func TestMake(t *testing.T) {
	names := []string{"", "x", "www.example.com", "Zürich", "日本語", "a\x00b"}
	at := time.UnixMilli(1_645_557_742_123).UTC()
	argument := map[string]any{"milliseconds": at.UnixMilli(), "namespace": uuid.NamespaceURL(), "names": names}
	type answer struct {
		V1, V4, V6, V7 uuid.UUID
		V3, V5         []uuid.UUID
	}
	for name := range clientsByName {
		before := time.Now()
		got := ask[answer](t, name, "make", argument)
		for i, n := range names {
			if v3, v5 := uuid.NewV3(uuid.NamespaceURL(), n), uuid.NewV5(uuid.NamespaceURL(), n); got.V3[i] != v3 || got.V5[i] != v5 {
				t.Errorf("%s: of the name %q: got %v and %v, want %v and %v", name, n, got.V3[i], got.V5[i], v3, v5)
			}
		}
		if name == "python" { // Debian's has no newer versions, and makes them of now
			isMade(t, name, got.V1, 1, before)
			isMade(t, name, got.V4, 4, before)
			continue
		}
		isMade(t, name, got.V4, 4, before)
		for version, id := range map[int]uuid.UUID{1: got.V1, 6: got.V6, 7: got.V7} {
			isMade(t, name, id, version, at)
			want := at.Add(123400 * time.Nanosecond)
			if version == 7 {
				want = at
			}
			if made, _ := id.Time(); !made.Equal(want) {
				t.Errorf("%s: %v is of %v, want %v", name, id, made, want)
			}
		}
	}
}
