package gormtype

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/uuid"
)

// readable lets GORM read the UUIDs of fields whose type has no Scan, or the wrong one for
// SQL Server's order of bytes. It also lets GORM tell the UUIDs of a null type without a
// Value from each other: as keys, they would all have the same text.
//
// A field's pool has what rows are scanned into, and its Set converts to the field's type.
// The field is changed once, before anybody uses it, but for ScanRows, Association, Save and
// conditions and Attrs of a struct, which GORM reads before it comes here.
func (p *plugin) readable(s *schema.Schema) {
	for _, f := range s.Fields {
		k, id := p.kindOf(f.IndirectFieldType)
		if id == nil && (isText(f) || isBytes(f)) {
			p.settableText(f)
		}
		if id == nil || f.Serializer != nil {
			continue
		}
		p.settable(f)
		if own[id] != "" {
			continue
		}
		as := p.reader
		if reflect.PointerTo(id).Implements(reflect.TypeFor[sql.Scanner]()) {
			as = reflect.TypeFor[GUID]()
		}
		if as == p.reader || k == guidKind && p.dialect == "sqlserver" {
			// It gives pointers to pointers, as GORM's own: NULL is a nil pointer.
			f.NewValuePool = &pool{Pool: sync.Pool{New: func() any { return reflect.New(reflect.PointerTo(as)).Interface() }}, unread: reflect.New(as)}
		}
		if get := f.ValueOf; nullable(f.IndirectFieldType) && !id.Implements(reflect.TypeFor[driver.Valuer]()) {
			f.ValueOf = func(ctx context.Context, model reflect.Value) (any, bool) {
				v, zero := get(ctx, model)
				if u := one(reflect.ValueOf(v)); u.IsValid() {
					v = u.Interface()
				}
				return v, zero
			}
		}
	}
}

// settable lets GORM set a field to what a row, a condition or an assignment may give it: a text,
// bytes, which GORM would cut or point to, a UUID or a null of another type, which the field's own Scan may reject, and a nil pointer, which
// is nil or zero then, as in a field of a number. GORM leaves one that has a Scan as it was, and a field of a
// null type, also of numbers.
//
// A pointer is a new one then: GORM would write into the UUID that it points to, which may be
// another model's key. A UUID of the field's own type is left to GORM, which writes it there as it does a
// number: TestAssociations compares both.
func (p *plugin) settable(f *schema.Field) {
	gorms := f.Set
	f.Set = func(ctx context.Context, model reflect.Value, v any) error {
		if w, ok := v.(whole); ok {
			v = w.v
		}
		switch x := reflect.ValueOf(v); x.Kind() {
		case reflect.String:
			u, err := parse(f, x.String())
			if err == nil {
				set(f.ReflectValueOf(ctx, model), u)
			}
			return err
		case reflect.Slice:
			if x.IsNil() {
				v = nil
			}
			if v == nil || x.Type().Elem().Kind() != reflect.Uint8 {
				break
			}
			u, err := parseBytes(f, x.Bytes())
			if err == nil {
				set(f.ReflectValueOf(ctx, model), u)
			}
			return err
		case reflect.Array, reflect.Struct:
			if _, id := p.kindOf(x.Type()); id == nil || x.Type() == f.IndirectFieldType {
				break
			}
			if u := one(x); u.IsValid() {
				set(f.ReflectValueOf(ctx, model), u.Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID))
				return nil
			}
			v = nil
		case reflect.Pointer:
			// A row's NULL is a pointer to a nil pointer.
			row := !x.IsNil() && x.Elem().Kind() == reflect.Pointer
			null := row && x.Elem().IsNil()
			if row && !null {
				if r, ok := x.Elem().Interface().(interface{ isRead() bool }); ok && !r.isRead() {
					return nil // Scan has failed, and GORM goes on
				}
			}
			if nullable(f.IndirectFieldType) {
				break
			}
			if null && f.FieldType.Kind() != reflect.Pointer && !p.listed[f.FieldType].ZeroIsNull() {
				return nil
			}
			if null || x.IsNil() {
				v = nil
			}
		}
		return gorms(ctx, model, v)
	}
}

// isBytes reports whether a field is a []byte or the like, without a Scan.
func isBytes(f *schema.Field) bool {
	t := f.IndirectFieldType
	return f.Serializer == nil && t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && !reflect.PointerTo(t).Implements(reflect.TypeFor[sql.Scanner]())
}

// settableText lets GORM set a field of text or bytes to a UUID, which is an array for it: to what bind sends
// to the column.
func (p *plugin) settableText(f *schema.Field) {
	gorms := f.Set
	row := reflect.PointerTo(reflect.PointerTo(f.IndirectFieldType))
	f.Set = func(ctx context.Context, model reflect.Value, v any) error {
		if w, ok := v.(whole); ok {
			v = w.v
		}
		if t := reflect.TypeOf(v); t != nil && t != row {
			if k, id := p.kindOf(t); id != nil {
				if one := p.one(v); one.IsValid() {
					u := one.Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID)
					if v = u.String(); k.binary(p.dialect) && (isBytes(f) || !p.stored(f)) {
						v = string(u[:])
					}
				}
			}
		}
		return gorms(ctx, model, v)
	}
}

// A pool has what a field's rows are scanned into. After the first column that is wrong, database/sql scans
// no more of the row: what is not scanned must not have the UUID of another row.
type pool struct {
	sync.Pool
	unread reflect.Value // a pointer to a reader, or to a GUID
}

func (p *pool) Get() any {
	v := p.Pool.Get()
	reflect.ValueOf(v).Elem().Set(p.unread)
	return v
}

// A reader reads a column as Form does. GORM sets a field to its Value, which is of no field's
// type: see settable.
type reader[Form UUID | Text | GUID] struct {
	id          Form
	valid, read bool
}

// Scan implements [sql.Scanner].
func (r *reader[Form]) Scan(src any) error {
	if src != nil {
		if err := any(&r.id).(sql.Scanner).Scan(src); err != nil {
			return err
		}
	}
	r.valid, r.read = src != nil, true
	return nil
}

func (r *reader[Form]) isRead() bool { return r.read }

// Value implements [driver.Valuer].
func (r reader[Form]) Value() (driver.Value, error) {
	switch {
	case !r.read:
		return nil, errors.New("gormtype: cannot scan several columns into one UUID")
	case !r.valid:
		return nil, nil
	}
	return uuid.UUID(r.id), nil
}

// MarshalJSON implements [json.Marshaler], for plugins that keep what a query has read, such as go-gorm/caches.
func (r reader[Form]) MarshalJSON() ([]byte, error) {
	v, err := r.Value()
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (r *reader[Form]) UnmarshalJSON(b []byte) error {
	var n uuid.NullUUID
	err := n.UnmarshalJSON(b)
	*r = reader[Form]{id: Form(n.UUID), valid: n.Valid, read: err == nil}
	return err
}

// aside is the key of what a statement had before lend.
const aside = pluginName + ":dest"

// A lent is what lend takes from a statement. A statement made of another one has the other's Settings.
type lent struct {
	stmt     *gorm.Statement
	dest     any
	preloads map[string][]any
}

// lend gives a query another destination, if the statement's is one UUID, which GORM takes
// for a list of numbers, or a list of UUIDs, as Pluck has: they may have no Scan.
func (p *plugin) lend(db *gorm.DB) {
	dest := reflect.ValueOf(db.Statement.Dest)
	if dest.Kind() != reflect.Pointer || dest.IsNil() {
		return
	}
	t := dest.Type().Elem()
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if _, id := p.kindOf(t); id == nil || own[id] != "" {
		return
	}
	db.Statement.Settings.Store(aside, lent{db.Statement, db.Statement.Dest, db.Statement.Preloads})
	if db.Statement.Schema != nil {
		db.Statement.Preloads = nil // which GORM passes over for UUIDs, but not for readers
	}
	db.Statement.Dest = reflect.New(reflect.SliceOf(p.reader)).Interface()
	db.Statement.ReflectValue = reflect.ValueOf(db.Statement.Dest).Elem()
}

// deliver gives the statement its destination back.
func (p *plugin) deliver(db *gorm.DB) {
	stmt := db.Statement
	v, _ := stmt.Settings.Load(aside)
	was, _ := v.(lent)
	if was.stmt != stmt {
		return
	}
	stmt.Settings.Delete(aside)
	from, to := stmt.ReflectValue, reflect.ValueOf(was.dest).Elem()
	// Last: with go-gorm/caches another statement may take what is there, and its list must not be nil.
	defer func() { stmt.Dest, stmt.ReflectValue, stmt.Preloads = was.dest, to, was.preloads }()
	list, n := to.Type(), from.Len()
	if to.Kind() != reflect.Slice {
		list = reflect.SliceOf(list)
	}
	all := reflect.MakeSlice(list, n, n)
	for i := 0; i < n && db.Error == nil; i++ {
		v, err := from.Index(i).Interface().(driver.Valuer).Value()
		if v != nil {
			set(all.Index(i), v.(uuid.UUID))
		} else if err == nil && list.Elem().Kind() == reflect.Array && !p.listed[list.Elem()].ZeroIsNull() {
			err = fmt.Errorf("gormtype: scan %s: cannot scan NULL", list.Elem())
		}
		db.AddError(err)
	}
	switch {
	case db.Error != nil || db.DryRun:
	case to.Kind() == reflect.Slice:
		to.Set(all)
	case n > 0: // of more than one GORM reads the last
		to.Set(all.Index(n - 1))
	}
}
