package msgpackx

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

const size = len(uuid.UUID{})

// A codec writes and reads the UUIDs of one registered type. It never changes.
type codec struct{ Option }

func (c *codec) encode(e *msgpack.Encoder, u uuid.UUID) error {
	head := [2]byte{msgpcode.Bin8, byte(size)}
	switch c.form {
	case formText:
		// Not raw bytes: if the encoder interns strings, it must hear of this
		// one, as the decoder at the other end will.
		return e.EncodeString(u.String())
	case formExt:
		head = [2]byte{msgpcode.FixExt16, byte(c.ext)}
	case formDotNet:
		u = u.GUIDBytes()
	}
	// Encoder.EncodeBytes needs a slice that outlives this call, an allocation
	// for each UUID that has no address, such as a map's key. The room that is
	// left in the buffer is such a slice already.
	w := e.Writer()
	var b []byte
	switch w := w.(type) {
	case *bytes.Buffer:
		w.Grow(len(head) + size)
		b = w.AvailableBuffer()
	case *bufio.Writer:
		b = w.AvailableBuffer()
	}
	_, err := w.Write(append(append(b, head[:]...), u[:]...))
	return err
}

// read makes u the next value, which begins with code, or leaves it alone.
func (c *codec) read(d *msgpack.Decoder, code byte, u *uuid.UUID) error {
	switch {
	case msgpcode.IsBin(code), code == msgpcode.Str16, code == msgpcode.Str32:
		return c.readBytes(d, u)
	case msgpcode.IsFixedString(code), code == msgpcode.Str8,
		// An encoder that interns strings writes a known one as a short ext.
		code == msgpcode.FixExt1, code == msgpcode.FixExt2, code == msgpcode.FixExt4:
		return c.readString(d, u)
	case msgpcode.IsExt(code):
		return c.readExt(d, u)
	case isArray(code):
		return c.readArray(d, u)
	case code == msgpcode.Nil:
		*u = uuid.UUID{}
		return d.DecodeNil()
	}
	return &codeError{c, code}
}

func isArray(code byte) bool {
	return code == msgpcode.Array16 || code == msgpcode.Array32 || msgpcode.IsFixedArray(code)
}

// A codeError is the error for a value that can't be a UUID. It is a type of
// its own for codecOf.
type codeError struct {
	codec *codec
	code  byte
}

func (e *codeError) Error() string {
	return fmt.Sprintf("got code 0x%02x, want bin, str, ext or array", e.code)
}

// readBytes reads bin, and str with a length of more than a byte. That is no
// work for Decoder.DecodeString: each time it is told of gigabytes that do not
// follow, its buffer grows by a megabyte, and stays.
func (c *codec) readBytes(d *msgpack.Decoder, u *uuid.UUID) error {
	n, err := d.DecodeBytesLen()
	if err != nil {
		return err
	}
	if n == size {
		return c.readRaw(d, u)
	}
	if !isText(n) {
		return fmt.Errorf("got %d bytes, want 16 or text", n)
	}
	text := make([]byte, n)
	if err := d.ReadFull(text); err != nil {
		return err
	}
	return u.UnmarshalText(text)
}

// isText reports whether text of a UUID can have n bytes: plain, canonical, in
// braces, as a URN.
func isText(n int) bool { return n == 32 || n == 36 || n == 38 || n == 45 }

// readRaw reads into u itself, because any buffer of ours would be allocated.
func (c *codec) readRaw(d *msgpack.Decoder, u *uuid.UUID) error {
	old := *u
	if err := d.ReadFull(u[:]); err != nil {
		*u = old
		return err
	}
	if c.form == formDotNet {
		*u = u.GUIDBytes()
	}
	return nil
}

// readString reads str through the decoder, so that one which interns strings
// hears of it.
func (c *codec) readString(d *msgpack.Decoder, u *uuid.UUID) error {
	s, err := d.DecodeString()
	if err != nil {
		return err
	}
	if len(s) != size {
		return u.UnmarshalText([]byte(s))
	}
	// Before bin existed, str was bytes; some encoders write it so still.
	copy(u[:], s)
	if c.form == formDotNet {
		*u = u.GUIDBytes()
	}
	return nil
}

func (c *codec) readExt(d *msgpack.Decoder, u *uuid.UUID) error {
	id, n, err := d.DecodeExtHeader()
	switch {
	case err != nil:
		return err
	case c.form != formExt:
		return fmt.Errorf("got ext %d, want bin, str or array", id)
	case id != c.ext || n != size:
		return fmt.Errorf("got ext %d of %d bytes, want ext %d of 16", id, n, c.ext)
	}
	return c.readRaw(d, u)
}

// decodeExt decodes an ext of our id into a value of type any.
func (c *codec) decodeExt(d *msgpack.Decoder, v reflect.Value, n int) error {
	if n != size {
		return fail(v.Type(), fmt.Errorf("got ext %d of %d bytes, want 16", c.ext, n))
	}
	return fail(v.Type(), c.readRaw(d, (*uuid.UUID)(v.Bytes())))
}

func (c *codec) readArray(d *msgpack.Decoder, u *uuid.UUID) error {
	n, err := d.DecodeArrayLen()
	switch {
	case err != nil:
		return err
	case n != size:
		return fmt.Errorf("got array of %d, want 16", n)
	case c.form == formDotNet:
		return errors.New("got array of 16, which does not say the order of its bytes")
	}
	var b uuid.UUID
	for i := range b {
		// DecodeUint8 takes every number, and nil, and cuts it to 8 bits.
		code, err := d.PeekCode()
		if err != nil {
			return err
		}
		if code > msgpcode.PosFixedNumHigh && code != msgpcode.Uint8 {
			return fmt.Errorf("got array with code 0x%02x at %d, want uint 8", code, i)
		}
		if b[i], err = d.DecodeUint8(); err != nil {
			return err
		}
	}
	*u = b
	return nil
}
