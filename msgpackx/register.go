package msgpackx

import (
	"database/sql"
	"fmt"
	"reflect"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
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
	typ := reflect.TypeFor[T]()
	var form Option
	switch {
	case len(opts) > 1:
		return fmt.Errorf("msgpackx.Register: %v can have one form, got %d", typ, len(opts))
	case len(opts) == 1:
		form = opts[0]
	}
	if !form.valid() {
		return fmt.Errorf("msgpackx.Register: %v: there is no Option(%d)", typ, form)
	}
	if old, ok := formOf(new(T)); ok {
		if old != form {
			return fmt.Errorf("msgpackx.Register: %v is already registered as %s, not %s", typ, old.name(), form.name())
		}
		return nil
	}
	if id, ok := form.ext(); ok {
		if err := claimed(id); err != nil {
			return fmt.Errorf("msgpackx.Register: ext id %d of %v is taken: %w", id, typ, err)
		}
		msgpack.RegisterExtDecoder(id, *new(T), form.decodeExt)
	}
	// This must come second: RegisterExtDecoder makes T read nothing but ext.
	register(
		func(e *msgpack.Encoder, u T) error { return form.encode(e, uuid.UUID(u)) },
		func(d *msgpack.Decoder, u *T) error {
			_, err := form.read(d, (*uuid.UUID)((*u)[:]))
			return err
		},
	)
	registerNull(form,
		func(n sql.Null[T]) (uuid.UUID, bool) { return uuid.UUID(n.V), n.Valid },
		func(n *sql.Null[T]) (*uuid.UUID, *bool) { return (*uuid.UUID)(n.V[:]), &n.Valid },
	)
	registerPointers[T](form)
	if typ == reflect.TypeFor[uuid.UUID]() {
		// Their own methods know only bin.
		registerNull(form,
			func(n uuid.NullUUID) (uuid.UUID, bool) { return n.UUID, n.Valid },
			func(n *uuid.NullUUID) (*uuid.UUID, *bool) { return &n.UUID, &n.Valid },
		)
		registerList[uuid.UUIDs](form.encode, form.readNotNil)
	}
	return nil
}
