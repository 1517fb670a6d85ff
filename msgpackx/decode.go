package msgpackx

import (
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// read reads the next value into u, and reports whether it was nil, which makes u zero.
// After an error u is unchanged. The error is io.EOF only where there is no next value.
func (f Option) read(d *msgpack.Decoder, u *uuid.UUID) (null bool, err error) {
	if readBin8(d, u) {
		f.reorder(u)
		return false, nil
	}
	code, err := d.PeekCode()
	if err != nil {
		return false, err
	}
	switch {
	case msgpcode.IsBin(code), code == msgpcode.Str16, code == msgpcode.Str32:
		err = f.readBytes(d, u)
	case msgpcode.IsFixedString(code), code == msgpcode.Str8,
		// An encoder that interns strings writes a known one as a short ext.
		code == msgpcode.FixExt1, code == msgpcode.FixExt2, code == msgpcode.FixExt4:
		err = f.readString(d, u)
	case msgpcode.IsExt(code):
		err = f.readExt(d, u)
	case isArray(code):
		err = f.readArray(d, u)
	case code == msgpcode.Nil:
		*u, null = uuid.UUID{}, true
		err = d.DecodeNil()
	default:
		err = &codeError{f, code}
	}
	return null, unexpected(err)
}

// unexpected returns err for input that has begun: its end is unexpected.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func isArray(code byte) bool {
	return code == msgpcode.Array16 || code == msgpcode.Array32 || msgpcode.IsFixedArray(code)
}

// A codeError is the error for a value that can't be a UUID. formOf asks it for the
// form.
type codeError struct {
	form Option
	code byte
}

func (e *codeError) Error() string {
	return fmt.Sprintf("got code 0x%02x, want bin, str, ext or array", e.code)
}

func (e *codeError) Is(target error) bool { return target == uuid.ErrInvalid }

// A rejection is the error of a value that is not a UUID, which is [uuid.ErrInvalid].
type rejection string

func (e rejection) Error() string        { return string(e) }
func (e rejection) Is(target error) bool { return target == uuid.ErrInvalid }

func reject(format string, args ...any) error { return rejection(fmt.Sprintf(format, args...)) }

// readBytes reads bin, and str with a length of more than a byte. Decoder.DecodeString
// would grow the Decoder's buffer by a megabyte, for good, each time that such a length
// claims gigabytes that do not follow.
func (f Option) readBytes(d *msgpack.Decoder, u *uuid.UUID) error {
	n, err := d.DecodeBytesLen()
	if err != nil {
		return err
	}
	if n == size {
		return f.readRaw(d, u)
	}
	if !isText(n) {
		return reject("got %d bytes, want 16 or text", n)
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

// readRaw reads into u itself, because a buffer of ours would be an allocation.
func (f Option) readRaw(d *msgpack.Decoder, u *uuid.UUID) error {
	old := *u
	if err := d.ReadFull(u[:]); err != nil {
		*u = old
		return err
	}
	f.reorder(u)
	return nil
}

// reorder puts raw bytes into network byte order.
func (f Option) reorder(u *uuid.UUID) {
	if f == DotNet {
		*u = u.GUIDBytes()
	}
}

// readString reads str with the Decoder's own method, because a Decoder that interns
// strings must see this one.
func (f Option) readString(d *msgpack.Decoder, u *uuid.UUID) error {
	s, err := d.DecodeString()
	if err != nil {
		// The Decoder's own errors are about the bytes, others are the reader's.
		if strings.HasPrefix(err.Error(), "msgpack: ") {
			return rejection(err.Error())
		}
		return err
	}
	if len(s) != size {
		return u.UnmarshalText([]byte(s))
	}
	// Old MessagePack had no bin. Some encoders still write bytes as str.
	copy(u[:], s)
	f.reorder(u)
	return nil
}

func (f Option) readExt(d *msgpack.Decoder, u *uuid.UUID) error {
	id, n, err := d.DecodeExtHeader()
	if err != nil {
		return err
	}
	switch want, ok := f.ext(); {
	case !ok:
		return reject("got ext %d, want bin, str or array", id)
	case id != want || n != size:
		return reject("got ext %d of %d bytes, want ext %d of 16", id, n, want)
	}
	return f.readRaw(d, u)
}

// decodeExt reads ext with our id for a value of type any, without its header.
func (f Option) decodeExt(d *msgpack.Decoder, v reflect.Value, n int) error {
	if n != size {
		return fail(v.Type(), reject("got %s of %d bytes, want 16", f.name(), n))
	}
	return fail(v.Type(), unexpected(f.readRaw(d, (*uuid.UUID)(v.Bytes()))))
}

func (f Option) readArray(d *msgpack.Decoder, u *uuid.UUID) error {
	n, err := d.DecodeArrayLen()
	switch {
	case err != nil:
		return err
	case n != size:
		return reject("got array of %d, want 16", n)
	case f == DotNet:
		return reject("got array of 16, which does not say the order of its bytes")
	}
	var b uuid.UUID
	for i := range b {
		// DecodeUint8 reads any number, and nil, and cuts it to 8 bits.
		code, err := d.PeekCode()
		if err != nil {
			return err
		}
		if code > msgpcode.PosFixedNumHigh && code != msgpcode.Uint8 {
			return reject("got array with code 0x%02x at %d, want uint 8", code, i)
		}
		if b[i], err = d.DecodeUint8(); err != nil {
			return err
		}
	}
	*u = b
	return nil
}
