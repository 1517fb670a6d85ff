package main

import (
	"encoding/json"
	"slices"

	"github.com/uuidkit/uuidkit/uuid"
)

// jsonSection is package uuid in encoding/json, and in encoding/json/v2 where the
// toolchain has it.
func jsonSection() section {
	return section{
		name:       "JSON",
		note:       "encoding/json and encoding/json/v2, whose time it is for the most part. Nothing has methods that do nothing.",
		columns:    []string{"uuidkit", "std", "google", "gofrs", "nothing"},
		ratios:     []ratio{{"uuidkit", "google"}, {"uuidkit", "std"}, {"uuidkit", "nothing"}},
		operations: slices.Concat(jsonOperations("v1: ", format{json.Marshal, json.Unmarshal}), jsonV2()),
	}
}

func jsonOperations(prefix string, f format) []operation {
	return formatOperations(prefix, append([]formatPeer{newFormatPeer[uuid.UUID]("uuidkit", f), newFormatPeer[nothing]("nothing", f)}, theirs(f)...),
		[4]map[ratio]float64{toGoogle(0.8, 0), nil, toGoogle(0.8, 0), nil})
}
