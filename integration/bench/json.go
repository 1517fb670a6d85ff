package main

import (
	"encoding/json"
	"slices"

	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/uuid"
)

// jsonSection is package uuid in encoding/json, and in encoding/json/v2 where the
// toolchain has it.
func jsonSection() section {
	operations := func(prefix string, f format) []operation {
		list := &list[prepared]{prepared{must(f.marshal(slices.Repeat([]uuid.UUID{id}, batch)))}}
		peers := append([]formatPeer{
			newFormatPeer[uuid.UUID]("uuidkit", f),
			newListPeer[uuid.UUIDs]("UUIDs", f),
			newFormatPeer[nothing]("nothing", f),
			{"prepared", f, []document{{}, reused(list)}},
		}, theirs(f)...)
		most := promises{{"uuidkit", "google"}: 0.8}
		return formatOperations(prefix, formatShapes(most, nil, most, promises{{"UUIDs", "uuidkit"}: 0.67}), peers)
	}
	s := section{
		name: "JSON",
		note: `Most of the time is encoding/json's and encoding/json/v2's own: nothing is a type whose methods do nothing. Prepared is a list whose
MarshalJSON returns a text made before and whose UnmarshalJSON does nothing: with methods a list could not be faster than that. uuid.UUIDs has
only the second: the packages check every byte that MarshalJSON returns, so that writing would gain little. Of the time of reading
UUIDs, its own part is about a tenth.`,
		columns:    []string{"uuidkit", "UUIDs", "std", "google", "gofrs", "nothing", "prepared"},
		ratios:     []ratio{{"uuidkit", "google"}, {"uuidkit", "std"}, {"uuidkit", "nothing"}, {"UUIDs", "uuidkit"}, {"prepared", "uuidkit"}},
		operations: operations("v1: ", format{json.Marshal, json.Unmarshal}),
	}
	if std.Present {
		s.operations = append(s.operations, operations("v2: ", format{std.MarshalJSON, std.UnmarshalJSON})...)
	}
	return s
}
