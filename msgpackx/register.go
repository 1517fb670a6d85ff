package msgpackx

import (
	"database/sql"
	"fmt"
	"reflect"
	"sync"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// registering makes one of asking the registry and changing it.
var registering sync.Mutex

// Register makes package msgpack write T, *T, [sql.Null] of T and lists of them in one
// form, and read them from every form that the package overview lists. Without an option
// the form is bin. Register[uuid.UUID] does the same for [uuid.NullUUID] and [uuid.UUIDs].
//
// Call it in main, before the first use of msgpack. There is one registry for the
// process, from which nothing can be removed. A struct type that msgpack has seen keeps
// the codecs of its fields, and msgpack does not lock its list of ext ids.
//
// Register returns an error, and changes nothing, if
//   - T is registered in another form; the same form again is no error
//   - another type has the ext id
//   - there is more than one option, or no such option
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
	registering.Lock()
	defer registering.Unlock()
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
	// After RegisterExtDecoder, which makes T read nothing but ext.
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
		// Their own methods write and read only bin.
		registerStruct[uuid.NullUUID](form)
		registerList[uuid.UUIDs](form.encode, form.readNotNil)
	}
	return nil
}

// RegisterNull makes package msgpack write N and lists of them as nil or in the form of
// their UUID, and read them as [Register] does a [sql.Null]. N is a nullable type such
// as google's or gofrs's NullUUID:
//
//	err := msgpackx.RegisterNull[google.NullUUID]()
//
// Register the UUID's type before. RegisterNull returns an error, and changes nothing,
// if it is not registered. Like Register, call it in main, before the first use of msgpack.
func RegisterNull[N ~struct {
	UUID  T
	Valid bool
}, T ~[16]byte]() error {
	registering.Lock()
	defer registering.Unlock()
	form, ok := formOf(new(T))
	if !ok {
		typ := reflect.TypeFor[T]()
		return fmt.Errorf("msgpackx.RegisterNull: %v has the form of %v, which is not registered: call Register[%[2]v] before", reflect.TypeFor[N](), typ)
	}
	registerStruct[N](form)
	return nil
}

// registerStruct is registerNull for a struct of which the fields are known.
func registerStruct[N ~struct {
	UUID  T
	Valid bool
}, T ~[16]byte](form Option) {
	registerNull(form, func(n N) (uuid.UUID, bool) {
		v := nullable[T](n)
		return uuid.UUID(v.UUID), v.Valid
	}, func(n *N) (*uuid.UUID, *bool) {
		p := fields[N, T](n)
		return (*uuid.UUID)(p.UUID[:]), &p.Valid
	})
}
