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

// An unregistered has all methods of uuid.UUID, and is another type than the one that is
// registered.
type unregistered struct{ uuid.UUID }

// msgpackSection is package msgpackx beside what its users have without it.
func msgpackSection() section {
	f := format{msgpack.Marshal, msgpack.Unmarshal}
	check(msgpackx.Register[uuid.UUID]())
	check(msgpackx.Register[registeredGoogle]())
	check(msgpackx.Register[registeredStd]())
	ours, uuids := ratio{"uuidkit", "google"}, ratio{"UUIDs", "google"}
	methods := ratio{"uuidkit, methods", "google"}
	four, list := promises{ours: 1 / 1.4}, promises{ours: 0.4, uuids: 0.4, methods: 1.05}
	return section{
		name:    "MessagePack",
		note:    "vmihailenco/msgpack's Marshal and Unmarshal. uuidkit is registered, + uuidkit is the type registered with msgpackx; methods is without. std's own form is text, all others are bin. The library knows [16]byte, and calls the methods of all other types that are not registered. Nothing has methods that do nothing: what these calls take.",
		columns: []string{"uuidkit", "uuidkit, methods", "UUIDs", "google + uuidkit", "std + uuidkit", "std", "google", "gofrs", "[16]byte", "nothing"},
		ratios:  []ratio{ours, methods, uuids, {"std + uuidkit", "std"}, {"uuidkit", "[16]byte"}, {"uuidkit, methods", "[16]byte"}, {"nothing", "[16]byte"}},
		operations: formatOperations("", formatShapes(four, four, list, list), append([]formatPeer{
			newFormatPeer[uuid.UUID]("uuidkit", f),
			newElementPeer(methods.of, f, unregistered{id}),
			newFormatPeer[[16]byte]("[16]byte", f),
			newFormatPeer[nothing]("nothing", f),
			newListPeer[uuid.UUIDs]("UUIDs", f),
			newFormatPeer[registeredGoogle]("google + uuidkit", f),
			newFormatPeer[registeredStd]("std + uuidkit", f),
		}, theirs(f)...)),
	}
}
