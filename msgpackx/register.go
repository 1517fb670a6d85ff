package msgpackx

import (
	"database/sql"
	"errors"
	"fmt"
	"reflect"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// Register makes package msgpack write T, *T, [database/sql.Null] of T, and what
// contains them, as a UUID of the given form, of which there is at most one, and
// read it from all forms that the package documentation lists. For [uuid.UUID]
// it does the same to [uuid.NullUUID] and [uuid.UUIDs].
//
// The registry is one for the whole process and can't be undone. Register
// every type in main, before msgpack is first used: a struct type that it has
// seen keeps what it knew of its fields' types, and claims of ext ids are not
// safe for concurrent use.
//
// Register returns an error, and changes nothing, if T has been registered
// with another form, or if anything else has claimed the ext id. To register
// a type again with the same form does nothing.
func Register[T ~[16]byte](opts ...Option) error {
	c, typ := new(codec), reflect.TypeFor[T]()
	switch len(opts) {
	case 0:
	case 1:
		c.form = opts[0]
	default:
		return fmt.Errorf("msgpackx.Register: %v can have one form, got %d", typ, len(opts))
	}
	if !c.form.valid() {
		return fmt.Errorf("msgpackx.Register: %v: there is no Option(%d)", typ, c.form)
	}
	if old := codecOf(new(T)); old != nil {
		if old.form != c.form {
			return fmt.Errorf("msgpackx.Register: %v is already registered as %s, not %s", typ, old.form.name(), c.form.name())
		}
		return nil
	}
	if id, ok := c.form.ext(); ok {
		if err := claimed(id); err != nil {
			return fmt.Errorf("msgpackx.Register: ext id %d of %v is taken: %w", id, typ, err)
		}
		msgpack.RegisterExtDecoder(id, *new(T), c.decodeExt)
	}
	// This must come second: RegisterExtDecoder makes T read nothing but ext.
	register(
		func(e *msgpack.Encoder, u T) error { return c.encode(e, uuid.UUID(u)) },
		func(d *msgpack.Decoder, u *T) error {
			_, err := c.read(d, (*uuid.UUID)((*u)[:]))
			return err
		},
	)
	registerNull(c,
		func(n sql.Null[T]) (uuid.UUID, bool) { return uuid.UUID(n.V), n.Valid },
		func(n *sql.Null[T]) (*uuid.UUID, *bool) { return (*uuid.UUID)(n.V[:]), &n.Valid },
	)
	registerPointers[T](c)
	if typ == reflect.TypeFor[uuid.UUID]() {
		// Their own methods know only bin.
		registerNull(c,
			func(n uuid.NullUUID) (uuid.UUID, bool) { return n.UUID, n.Valid },
			func(n *uuid.NullUUID) (*uuid.UUID, *bool) { return &n.UUID, &n.Valid },
		)
		registerList[uuid.UUIDs](c.encode, c.readNotNil)
	}
	return nil
}

// Package msgpack shows its registry to nobody. A record of our own would not
// know what others have registered, and would be one more piece of state to
// keep in step. But the registry can be asked, by decoding what only the right
// answer refuses in the right words.

// codecOf returns the codec of the type that ptr points to, if it is one of
// ours. No MessagePack value begins with the byte 0xc1, so every decoder
// refuses it, and ours say in their error who they are.
func codecOf(ptr any) *codec {
	var bad *codeError
	if errors.As(msgpack.Unmarshal([]byte{0xc1}, ptr), &bad) {
		return bad.codec
	}
	return nil
}

// claimed returns an error that says who decodes the ext id into a value of
// type any, and nil if nobody does. It asks for an ext of no bytes, to which
// the decoders of most types have but an error to say, or a panic.
func claimed(id int8) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("its decoder panics: %v", r)
		}
	}()
	var v any
	err = msgpack.Unmarshal([]byte{msgpcode.Ext8, 0, byte(id)}, &v)
	switch {
	case err == nil:
		return fmt.Errorf("it decodes to %T", v)
	case err.Error() == fmt.Sprintf("msgpack: unknown ext id=%d", id):
		// If another version words this in another way, then no id is free,
		// and no claim is evicted.
		return nil
	}
	return err
}
