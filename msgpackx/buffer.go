package msgpackx

import (
	"bufio"
	"bytes"
	"io"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// An Encoder has any io.Writer behind it, and a Decoder any reader. The functions of
// this file know those that most programs have, and do better there.

// write writes b. Encoder.EncodeBytes needs a slice that outlives the call, which is
// an allocation for each UUID that has no address, such as a map's key. The writers
// named here don't keep the slice: the second gets it in its own buffer.
func write(e *msgpack.Encoder, b *[2 + size]byte) error {
	var err error
	switch w := e.Writer().(type) {
	case *bytes.Buffer:
		_, err = w.Write(b[:])
	case *bufio.Writer:
		_, err = w.Write(append(w.AvailableBuffer(), b[:]...))
	default:
		_, err = w.Write(bytes.Clone(b[:]))
	}
	return err
}

// grow makes room for n UUIDs at once.
func grow(e *msgpack.Encoder, n int) {
	if w, ok := e.Writer().(*bytes.Buffer); ok {
		w.Grow(n * (2 + size))
	}
}

// readBin8 reads bin 8 of 16 bytes from the bytes.Reader of msgpack.Unmarshal, in
// half of the time that the Decoder's methods take. If it returns false, then it has
// read nothing.
func readBin8(d *msgpack.Decoder, u *uuid.UUID) bool {
	r, ok := d.Buffered().(*bytes.Reader)
	if !ok || r.Len() < 2+size {
		return false
	}
	code, _ := r.ReadByte()
	n, _ := r.ReadByte()
	if code != msgpcode.Bin8 || int(n) != size {
		r.Seek(-2, io.SeekCurrent)
		return false
	}
	r.Read(u[:])
	return true
}

// room returns for how many UUIDs of a list there can be bytes left. A reader that
// does not say how many it has gets room for a few.
func room(d *msgpack.Decoder) int {
	if r, ok := d.Buffered().(interface{ Len() int }); ok {
		return max(r.Len(), 0) / (1 + size)
	}
	return 64
}
