//go:build go1.27

package main

import (
	"encoding/json/v2"
	"uuid"

	"github.com/uuidkit/uuidkit/msgpackx"
)

func stdFormats(f format) []formatPeer { return []formatPeer{newFormatPeer[uuid.UUID]("std", f)} }

// A registeredStd is the standard library's type, which itself stays as it is.
type registeredStd uuid.UUID

func stdMsgpack(f format) []formatPeer {
	register(msgpackx.Register[registeredStd])
	return []formatPeer{newFormatPeer[registeredStd]("std + uuidkit", f)}
}

func jsonV2() []operation {
	return jsonOperations("v2: ", format{
		func(v any) ([]byte, error) { return json.Marshal(v) },
		func(data []byte, v any) error { return json.Unmarshal(data, v) },
	})
}
