package msgpackx

import (
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

const size = len(uuid.UUID{})

// encode writes u in the form f.
func (f Option) encode(e *msgpack.Encoder, u uuid.UUID) error {
	b := [2 + size]byte{msgpcode.Bin8, byte(size)}
	if f == Text {
		// Not raw bytes: an encoder that interns strings must see this one, because
		// the decoder at the other end will.
		return e.EncodeString(u.String())
	} else if f == DotNet {
		u = u.GUIDBytes()
	} else if id, ok := f.ext(); ok {
		b[0], b[1] = msgpcode.FixExt16, byte(id)
	}
	copy(b[2:], u[:])
	return write(e, &b)
}
