package uuid

import (
	"encoding/binary"
	"fmt"
	"math"
)

// What of MessagePack is used here.
const (
	msgpackNil     = 0xc0
	msgpackArray   = 0x90 // and the length, below 16
	msgpackArray16 = 0xdc // and the length in 2 bytes
	msgpackArray32 = 0xdd // and the length in 4 bytes

	msgpackBin16 = "\xc4\x10" // bin 8 of 16 bytes
	msgpackSize  = len(msgpackBin16) + len(UUID{})
)

// MarshalMsgpack implements the Marshaler of vmihailenco/msgpack: nil, or bin 8 of 16
// bytes. For a [UUID] that library calls [UUID.MarshalBinary].
func (n NullUUID) MarshalMsgpack() ([]byte, error) {
	if !n.Valid {
		return []byte{msgpackNil}, nil
	}
	return append(append(make([]byte, 0, msgpackSize), msgpackBin16...), n.UUID[:]...), nil
}

// UnmarshalMsgpack implements the Unmarshaler of vmihailenco/msgpack: nil, or 16 bytes
// of bin or str.
func (n *NullUUID) UnmarshalMsgpack(data []byte) error {
	if len(data) == 1 && data[0] == msgpackNil {
		*n = NullUUID{}
		return nil
	}
	u, rest, err := readMsgpack(data)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("got %d bytes after the UUID", len(rest))
	}
	return n.set("uuid.NullUUID.UnmarshalMsgpack", u, err)
}

// MarshalMsgpack implements the Marshaler of vmihailenco/msgpack: nil, or an array of
// bin 8. More than 4294967295 UUIDs are an error.
func (us UUIDs) MarshalMsgpack() ([]byte, error) {
	if us == nil {
		return []byte{msgpackNil}, nil
	}
	b := make([]byte, 0, 5+len(us)*msgpackSize)
	switch n := uint64(len(us)); { // the shortest head
	case n < 16:
		b = append(b, msgpackArray|byte(n))
	case n <= math.MaxUint16:
		b = binary.BigEndian.AppendUint16(append(b, msgpackArray16), uint16(n))
	case n <= math.MaxUint32:
		b = binary.BigEndian.AppendUint32(append(b, msgpackArray32), uint32(n))
	default:
		return nil, fmt.Errorf("uuid.UUIDs.MarshalMsgpack: %d UUIDs are too many for a MessagePack array", n)
	}
	for i := range us {
		b = append(b, msgpackBin16...)
		b = append(b, us[i][:]...)
	}
	return b, nil
}

// UnmarshalMsgpack implements the Unmarshaler of vmihailenco/msgpack: nil, or an array
// of 16 bytes of bin or str.
func (us *UUIDs) UnmarshalMsgpack(data []byte) error {
	if len(data) == 1 && data[0] == msgpackNil {
		*us = nil
		return nil
	}
	list, err := listFromMsgpack(data)
	return us.set("uuid.UUIDs.UnmarshalMsgpack", list, err)
}

// isPlainMsgpack reports whether b begins with a UUID as bin 8.
func isPlainMsgpack(b []byte) bool {
	return len(b) >= msgpackSize && string(b[:len(msgpackBin16)]) == msgpackBin16
}

// readMsgpack reads the UUID at the beginning of b and returns what follows it.
func readMsgpack(b []byte) (u UUID, rest []byte, err error) {
	for _, head := range [...]string{
		msgpackBin16, "\xc5\x00\x10", "\xc6\x00\x00\x00\x10", // bin 8, 16 and 32
		// Older encoders write bytes as str: MessagePack had no bin.
		"\xb0", "\xd9\x10", "\xda\x00\x10", "\xdb\x00\x00\x00\x10",
	} {
		if n := len(head) + len(u); len(b) >= n && string(b[:len(head)]) == head {
			return UUID(b[len(head):n]), b[n:], nil
		}
	}
	return UUID{}, nil, fmt.Errorf("got % x, want bin or str of 16 bytes", b[:min(len(b), 24)])
}

func listFromMsgpack(data []byte) (UUIDs, error) {
	var n uint64
	b := data
	switch {
	case len(b) >= 1 && b[0]&^15 == msgpackArray:
		n, b = uint64(b[0]&15), b[1:]
	case len(b) >= 3 && b[0] == msgpackArray16:
		n, b = uint64(binary.BigEndian.Uint16(b[1:])), b[3:]
	case len(b) >= 5 && b[0] == msgpackArray32:
		n, b = uint64(binary.BigEndian.Uint32(b[1:])), b[5:]
	default:
		return nil, fmt.Errorf("got % x, want an array", b[:min(len(b), 24)])
	}
	list := make(UUIDs, min(n, uint64(len(b)/(msgpackSize-1))))
	plain := 0
	for ; plain < len(list) && isPlainMsgpack(b); plain++ {
		list[plain], b = UUID(b[len(msgpackBin16):]), b[msgpackSize:]
	}
	list = list[:plain]
	for uint64(len(list)) < n {
		u, rest, err := readMsgpack(b)
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", len(list), err)
		}
		list, b = append(list, u), rest
	}
	if len(b) > 0 {
		return nil, fmt.Errorf("got %d bytes after an array of %d", len(b), n)
	}
	return list, nil
}
