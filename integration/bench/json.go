package main

import (
	"encoding/json"

	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/uuid"
)

// jsonSection is package uuid in encoding/json, and in encoding/json/v2 where the
// toolchain has it.
func jsonSection() section {
	operations := func(prefix string, f format) []operation {
		peers := append([]formatPeer{newFormatPeer[uuid.UUID]("uuidkit", f), newFormatPeer[nothing]("nothing", f)}, theirs(f)...)
		most := promises{{"uuidkit", "google"}: 0.8}
		return formatOperations(prefix, formatShapes(most, nil, most, nil), peers)
	}
	s := section{
		name:       "JSON",
		note:       "Most of the time is encoding/json's and encoding/json/v2's own: nothing is a type whose methods do nothing.",
		columns:    []string{"uuidkit", "std", "google", "gofrs", "nothing"},
		ratios:     []ratio{{"uuidkit", "google"}, {"uuidkit", "std"}, {"uuidkit", "nothing"}},
		operations: operations("v1: ", format{json.Marshal, json.Unmarshal}),
	}
	if std.Present {
		s.operations = append(s.operations, operations("v2: ", format{std.MarshalJSON, std.UnmarshalJSON})...)
	}
	return s
}
