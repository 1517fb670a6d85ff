package main

import (
	google "github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
)

// The registry is for the whole process and by exact type: google's and std's own
// types stay as they are.
type (
	registeredGoogle google.UUID
	registeredStd    std.UUID
)

// msgpackSection is package msgpackx beside what its users have without it.
func msgpackSection() section {
	f := format{msgpack.Marshal, msgpack.Unmarshal}
	register(msgpackx.Register[uuid.UUID])
	register(msgpackx.Register[registeredGoogle])
	peers := []formatPeer{
		newFormatPeer[uuid.UUID]("uuidkit", f),
		newListPeer[uuid.UUIDs]("UUIDs", f),
		newFormatPeer[registeredGoogle]("google + uuidkit", f),
	}
	if std.Present {
		register(msgpackx.Register[registeredStd])
		peers = append(peers, newFormatPeer[registeredStd]("std + uuidkit", f))
	}
	peers = append(peers, theirs(f)...)
	return section{
		name:    "MessagePack",
		note:    "vmihailenco/msgpack's Marshal and Unmarshal. uuidkit is registered, + uuidkit is the type registered with msgpackx. std's own form is text, all others are bin.",
		columns: []string{"uuidkit", "UUIDs", "google + uuidkit", "std + uuidkit", "std", "google", "gofrs"},
		ratios:  []ratio{{"uuidkit", "google"}, {"UUIDs", "google"}, {"std + uuidkit", "std"}},
		operations: formatOperations("", peers, [4]map[ratio]float64{
			toGoogle(1/1.4, 0), toGoogle(1/1.4, 0), toGoogle(0.4, 0.4), toGoogle(0.4, 0.4),
		}),
	}
}

func register(f func(...msgpackx.Option) error) {
	if err := f(); err != nil {
		panic(err)
	}
}
