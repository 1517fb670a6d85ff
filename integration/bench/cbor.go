package main

import (
	"github.com/fxamacker/cbor/v2"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/uuid"
)

// cborSection is package uuid and package cborx beside what their users have
// without them.
func cborSection() section {
	f := format{cbor.Marshal, cbor.Unmarshal}
	tags := cbor.NewTagSet()
	if err := cborx.Register[google.UUID](tags); err != nil {
		panic(err)
	}
	tagged := format{
		must(cbor.EncOptions{}.EncModeWithTags(tags)).Marshal,
		must(cbor.DecOptions{}.DecModeWithTags(tags)).Unmarshal,
	}
	return section{
		name:    "CBOR",
		note:    "fxamacker/cbor's Marshal and Unmarshal. uuidkit and UUIDs write tag 37, as google + uuidkit does with a TagSet; Bare and the others write 16 bytes that do not say what they are. Nothing has methods that do nothing: the library's own time.",
		columns: []string{"uuidkit", "UUIDs", "Bare", "google + uuidkit", "std", "google", "gofrs", "nothing"},
		ratios:  []ratio{{"uuidkit", "google"}, {"Bare", "google"}, {"UUIDs", "google"}, {"uuidkit", "google + uuidkit"}, {"uuidkit", "nothing"}},
		operations: formatOperations("", append([]formatPeer{
			newFormatPeer[uuid.UUID]("uuidkit", f),
			newListPeer[uuid.UUIDs]("UUIDs", f),
			newFormatPeer[cborx.Bare]("Bare", f),
			newFormatPeer[google.UUID]("google + uuidkit", tagged),
			newFormatPeer[nothing]("nothing", f),
		}, theirs(f)...), [4]map[ratio]float64{
			nil, {{"uuidkit", "google"}: 1 / 2.4, {"Bare", "google"}: 1 / 2.4},
			{{"UUIDs", "google"}: 0.5}, {{"uuidkit", "google"}: 1 / 2.4, {"Bare", "google"}: 1 / 2.4, {"UUIDs", "google"}: 1. / 7},
		}),
	}
}
