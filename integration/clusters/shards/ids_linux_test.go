package main

import (
	"bytes"
	"slices"
	"testing"
)

// TestKinds looks at ids of each kind: their length, whether they sort by their time, and that none is there twice.
func TestKinds(t *testing.T) {
	sorts := []string{"v7", "v6", "ULID", "Snowflake"} // ObjectIds do by the second
	for _, k := range kinds {
		ids := k.stream(1_000_000, writers).next(20_000) // of half an hour: version 1 begins again every seven minutes
		want := map[form]int{asUUID: 16, asBytes: 12, asNumber: 8}[k.form]
		seen := map[string]bool{}
		for _, id := range ids {
			if seen[string(id)] || len(id) != want {
				t.Errorf("%s: got %x, want %d bytes, and each id once", k.name, id, want)
				break
			}
			seen[string(id)] = true
		}
		if slices.Contains(sorts, k.name) != slices.IsSortedFunc(ids, bytes.Compare) {
			t.Errorf("%s: got ids that sort by time %t, want %t", k.name, slices.IsSortedFunc(ids, bytes.Compare), slices.Contains(sorts, k.name))
		}
		if id := k.stream(1000, 1).next(1000)[999]; prefix(id) < 0 || prefix(id) > 255 {
			t.Errorf("%s: got the prefix %d", k.name, prefix(id))
		}
	}
}
