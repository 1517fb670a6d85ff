package main

import (
	"github.com/fxamacker/cbor/v2"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/uuid"
)

// cborSection is packages uuid and cborx beside what their users have without them.
func cborSection() section {
	f := format{cbor.Marshal, cbor.Unmarshal}
	tags := cbor.NewTagSet()
	check(cborx.Register[google.UUID](tags))
	tagged := format{must(cbor.EncOptions{}.EncModeWithTags(tags)).Marshal, must(cbor.DecOptions{}.DecModeWithTags(tags)).Unmarshal}
	ours, uuids, bare := ratio{"uuidkit", "google"}, ratio{"UUIDs", "google"}, ratio{"Bare", "google"}
	shapes := formatShapes(nil, promises{ours: 1 / 2.4, bare: 1 / 2.4},
		promises{uuids: 0.5}, promises{ours: 1 / 2.4, bare: 1 / 2.4, uuids: 1. / 7})
	return section{
		name:    "CBOR",
		note:    "fxamacker/cbor's Marshal and Unmarshal. uuidkit and UUIDs write tag 37, as google + uuidkit does with a TagSet; Bare and the others write 16 bytes that do not say what they are. A tag takes MarshalCBOR or a TagSet, and the library reads again what MarshalCBOR returns. Nothing has methods that do nothing, and writes the tag: the library's own time, to which a UUID adds an allocation of 19 bytes.",
		columns: []string{"uuidkit", "UUIDs", "Bare", "google + uuidkit", "std", "google", "gofrs", "nothing"},
		ratios:  []ratio{ours, bare, uuids, {"uuidkit", "google + uuidkit"}, {"uuidkit", "nothing"}, {"nothing", "google"}},
		operations: formatOperations("", shapes, append([]formatPeer{
			newFormatPeer[uuid.UUID]("uuidkit", f),
			newListPeer[uuid.UUIDs]("UUIDs", f),
			newFormatPeer[cborx.Bare]("Bare", f),
			newFormatPeer[google.UUID]("google + uuidkit", tagged),
			newFormatPeer[nothing]("nothing", f),
		}, theirs(f)...)),
	}
}
