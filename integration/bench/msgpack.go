package main

import (
	google "github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
)

// The library has one registry in a process, by exact type. These types are
// registered, so that google.UUID and std.UUID are measured without it.
type (
	registeredGoogle google.UUID
	registeredStd    std.UUID
)

// msgpackSection is package msgpackx beside what its users have without it.
func msgpackSection() section {
	f := format{msgpack.Marshal, msgpack.Unmarshal}
	check(msgpackx.Register[uuid.UUID]())
	check(msgpackx.Register[registeredGoogle]())
	check(msgpackx.Register[registeredStd]())
	ours, uuids := ratio{"uuidkit", "google"}, ratio{"UUIDs", "google"}
	four, list := promises{ours: 1 / 1.4}, promises{ours: 0.4, uuids: 0.4}
	return section{
		name:    "MessagePack",
		note:    "vmihailenco/msgpack's Marshal and Unmarshal. uuidkit is registered, + uuidkit is the type registered with msgpackx. std's own form is text, all others are bin.",
		columns: []string{"uuidkit", "UUIDs", "google + uuidkit", "std + uuidkit", "std", "google", "gofrs"},
		ratios:  []ratio{ours, uuids, {"std + uuidkit", "std"}},
		operations: formatOperations("", formatShapes(four, four, list, list), append([]formatPeer{
			newFormatPeer[uuid.UUID]("uuidkit", f),
			newListPeer[uuid.UUIDs]("UUIDs", f),
			newFormatPeer[registeredGoogle]("google + uuidkit", f),
			newFormatPeer[registeredStd]("std + uuidkit", f),
		}, theirs(f)...)),
	}
}
