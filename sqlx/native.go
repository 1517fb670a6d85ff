package sqlx

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/uuidkit/uuidkit/internal/bytes16"
	"github.com/uuidkit/uuidkit/internal/invalid"
	"github.com/uuidkit/uuidkit/uuid"
)

// A UUIDType is a Go type that holds UUIDs. [Native] returns one. The zero UUIDType is
// no type.
type UUIDType struct {
	t          reflect.Type
	id         func(t any) [16]byte
	zeroIsNull bool
	scan       func(src []byte) error // of a new T; nil if that takes no bytes, or refuses no more than a Binary
	misreads   bool                   // scan reads another UUID than a Binary
}

// Native returns the UUIDType of T. It includes everything that is one T or NULL:
// pointers to T, its [database/sql.Null], the nullable type of its package, and
// combinations of them. The nullable type is a struct of the fields UUID T and Valid
// bool that has the methods Value and Scan, such as google's and gofrs's NullUUID. Native
// does not include slices: use [Array] or [In].
//
// A connector does not ask T's own Value. But if that is NULL for the zero T, which Native
// finds out, the connector sends NULL for a zero T, too.
func Native[T ~[16]byte]() UUIDType {
	scan, misreads := scanOf[T]()
	return UUIDType{
		t:          reflect.TypeFor[T](),
		id:         func(t any) [16]byte { return t.(T) },
		zeroIsNull: zeroIsNull(new(T)),
		scan:       scan,
		misreads:   misreads,
	}
}

// zeroIsNull reports whether zero, a pointer to the zero value of a type, is NULL by its own
// Value.
func zeroIsNull(zero any) (null bool) {
	valuer, ok := zero.(driver.Valuer)
	if !ok {
		return false
	}
	defer func() {
		if recover() != nil {
			null = false // a Value that panics is for whoever calls it with an argument
		}
	}()
	v, err := valuer.Value()
	return v == nil && err == nil
}

// CheckBytes returns an error for a UUID that Scan would not read back from a column of
// bytes: the beginning of a UUID's text, as [Binary] does, and ASCII characters that the
// type's own Scan rejects, because they may be text that was cut. If that Scan reads bytes in
// another order, as that of go-mssqldb's UniqueIdentifier does, every UUID is an error. A type
// whose Scan takes no bytes at all is read by other means, so its own Scan is not asked.
func (t UUIDType) CheckBytes(id [16]byte) error {
	if t.misreads {
		return fmt.Errorf("sqlx: value of %v: its Scan reads another UUID from the bytes of a Binary", t.t)
	}
	if bytes16.IsCutText(id[:]) {
		_, err := binaryColumn.value(id)
		return err
	}
	ascii := !slices.ContainsFunc(id[:], func(b byte) bool { return b >= 0x80 })
	if t.scan == nil || !ascii {
		return nil
	}
	src := id // a copy, so that id itself stays on the stack
	if err := t.scan(src[:]); err != nil {
		return invalid.Errorf("sqlx: value of %v: its Scan would not read these bytes: %w", t.t, err)
	}
	return nil
}

// scanOf returns the Scan of a new T for CheckBytes, or nil, and whether it misreads.
func scanOf[T ~[16]byte]() (scan func(src []byte) error, misreads bool) {
	_, ours := any(new(T)).(*uuid.UUID)
	if _, ok := any(new(T)).(sql.Scanner); !ok || ours {
		return nil, false
	}
	ask := func(v *T, src []byte) error { return any(v).(sql.Scanner).Scan(src) }
	// A Scan that panics is for whoever calls it.
	defer func() { _ = recover() }()
	for _, version := range []byte{7, 4, 1, 2, 3, 5, 6, 8} { // T may take one of them only
		u := uuid.UUID{1, 6: version << 4, 8: 0x80, 15: 2}
		for _, src := range [][16]byte{u, u.GUIDBytes()} { // a T of another order takes its own
			v := new(T)
			if ask(v, slices.Clone(src[:])) == nil {
				return func(src []byte) error { return ask(new(T), src) }, *v != src
			}
		}
	}
	return nil, false
}

// Type returns the Go type, or nil for no type.
func (t UUIDType) Type() reflect.Type { return t.t }

// ZeroIsNull reports whether the type's own Value makes NULL of its zero value.
func (t UUIDType) ZeroIsNull() bool { return t.zeroIsNull }

// A form says which types are converted, and to what.
type form struct {
	types  []UUIDType // a few: a map would find one more slowly
	value  func([16]byte) (driver.Value, error)
	binary bool // value is that of Binary
}

func newForm[Form interface {
	~[16]byte
	driver.Valuer
}](types []UUIDType) *form {
	return &form{
		types:  append(types[:len(types):len(types)], Native[uuid.UUID]()),
		value:  func(id [16]byte) (driver.Value, error) { return Form(id).Value() },
		binary: reflect.TypeFor[Form]() == reflect.TypeFor[Binary](),
	}
}

// listed returns the UUIDType of t, or nil.
func (f *form) listed(t reflect.Type) *UUIDType {
	for i := range f.types {
		if f.types[i].t == t {
			return &f.types[i]
		}
	}
	return nil
}

// apply converts an argument of a listed type, and leaves others alone. A nil pointer
// to a listed type becomes NULL here, because not every driver survives a nil behind a
// pointer to a Valuer. Other Go forms of NULL are the driver's business.
func (f *form) apply(nv *driver.NamedValue, r *room) error {
	switch nv.Value.(type) {
	case nil, bool, int, int64, float64, string, []byte, time.Time:
		return nil // most arguments, without reflection
	}
	if t := f.listed(reflect.TypeOf(nv.Value)); t != nil { // most others
		return f.set(nv, t, t.id(nv.Value), r)
	}
	return f.applyInside(nv, r)
}

// applyInside is apply for what has a UUID inside: pointers, interfaces and nullable
// types. It is apart because apply, with less on its stack, is faster.
func (f *form) applyInside(nv *driver.NamedValue, r *room) error {
	v := reflect.ValueOf(nv.Value)
	for {
		if one, ok := nullable(v); ok {
			v = one
			continue
		}
		if k := v.Kind(); k != reflect.Pointer && k != reflect.Interface {
			break
		}
		if v.IsNil() {
			t := v.Type()
			for t.Kind() == reflect.Pointer {
				t = t.Elem()
			}
			if f.listed(t) != nil {
				nv.Value = nil
			}
			return nil
		}
		v = v.Elem()
	}
	t := f.listed(v.Type())
	if t == nil {
		return nil
	}
	return f.set(nv, t, t.id(v.Interface()), r)
}

// set makes id of type t the argument, unless it is an error.
func (f *form) set(nv *driver.NamedValue, t *UUIDType, id [16]byte, r *room) error {
	if t.zeroIsNull && id == [16]byte{} {
		nv.Value = nil
		return nil
	}
	if f.binary {
		if id[8] < 0x80 || t.misreads { // of RFC 9562 only Nil
			if err := t.CheckBytes(id); err != nil {
				return err
			}
		}
		nv.Value = r.put(id)
		return nil
	}
	value, err := f.value(id)
	if err == nil {
		nv.Value = value
	}
	return err
}

// A room is memory for arguments of 16 bytes: one allocation for many. No byte is used
// twice, because a driver may keep its arguments.
type room struct {
	mu   sync.Mutex // go-txdb has one connection check the arguments of all
	free []byte
}

func (r *room) put(id [16]byte) []byte {
	r.mu.Lock()
	if len(r.free) < len(id) {
		r.free = make([]byte, 16*len(id))
	}
	b := r.free[:len(id):len(id)]
	r.free = r.free[len(id):]
	r.mu.Unlock()
	copy(b, id[:])
	return b
}

// nullable returns the value inside of v, if v is a sql.Null or the nullable type of a
// UUID's package, and not NULL.
func nullable(v reflect.Value) (one reflect.Value, ok bool) {
	if v.Kind() != reflect.Struct || v.NumField() != 2 || v.Field(1).Kind() != reflect.Bool || !v.Field(1).Bool() {
		return
	}
	return v.Field(0), v.Type().PkgPath() == "database/sql" || isNullable(v.Type())
}
