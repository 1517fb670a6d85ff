package gormtype

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// readable lets GORM read the UUIDs of fields whose type has no Scan, or the wrong one for
// SQL Server's order of bytes, and know those of a null type without a Value apart.
//
// A field's pool has what rows are scanned into, and its Set converts to the field's type.
// The field is changed once, before anybody uses it: only ScanRows does not come here.
func (p *plugin) readable(s *schema.Schema) {
	if p.reads[s] {
		return
	}
	p.reads[s] = true
	for _, f := range s.Fields {
		k, id := p.kindOf(f.IndirectFieldType)
		if id == nil || own[id] != "" || f.Serializer != nil {
			continue
		}
		if !reflect.PointerTo(id).Implements(reflect.TypeFor[sql.Scanner]()) {
			f.NewValuePool = pool(p.reader)
		} else if k == guidKind && p.dialect == "sqlserver" {
			f.NewValuePool = pool(reflect.TypeFor[GUID]())
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

// pool gives pointers to pointers, as GORM's own: NULL is a nil pointer.
func pool(t reflect.Type) schema.FieldNewValuePool {
	return &sync.Pool{New: func() any { return reflect.New(reflect.PointerTo(t)).Interface() }}
}

// A reader reads a column as Form does. GORM assigns its Value to a field.
type reader[Form UUID | Text | GUID] struct {
	id          Form
	valid, read bool
}

// Scan implements [sql.Scanner].
func (r *reader[Form]) Scan(src any) error {
	r.valid, r.read = src != nil, true
	if !r.valid {
		return nil
	}
	return any(&r.id).(sql.Scanner).Scan(src)
}

// Value implements [driver.Valuer].
func (r reader[Form]) Value() (driver.Value, error) {
	switch {
	case !r.read:
		return nil, errors.New("gormtype: cannot scan several columns into one UUID")
	case !r.valid:
		return nil, nil
	}
	return [16]byte(r.id), nil
}

// aside is the key of a statement's destination while there is another one.
const aside = pluginName + ":dest"

// lend gives a query another destination, if the statement's is one UUID, which GORM takes
// for a list of numbers, or a list of UUIDs, as Pluck has, which may have no Scan.
func (p *plugin) lend(db *gorm.DB) {
	dest := reflect.ValueOf(db.Statement.Dest)
	if dest.Kind() != reflect.Pointer || dest.IsNil() {
		return
	}
	t := dest.Type().Elem()
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	} else if t.Kind() != reflect.Array && !nullable(t) {
		return
	}
	if _, id := p.kindOf(t); id == nil || own[id] != "" {
		return
	}
	db.Statement.Settings.Store(aside, db.Statement.Dest)
	db.Statement.Dest = reflect.New(reflect.SliceOf(p.reader)).Interface()
	db.Statement.ReflectValue = reflect.ValueOf(db.Statement.Dest).Elem()
}

// deliver gives the statement its destination back.
func (p *plugin) deliver(db *gorm.DB) {
	dest, ok := db.Statement.Settings.LoadAndDelete(aside)
	if !ok {
		return
	}
	from, to := db.Statement.ReflectValue, reflect.ValueOf(dest).Elem()
	db.Statement.Dest, db.Statement.ReflectValue = dest, to
	switch {
	case db.Error != nil || db.DryRun:
	case to.Kind() == reflect.Slice:
		list := reflect.MakeSlice(to.Type(), from.Len(), from.Len())
		for i := range from.Len() {
			db.AddError(assign(list.Index(i), from.Index(i)))
		}
		to.Set(list)
	case from.Len() > 0: // of more than one GORM reads the last
		db.AddError(assign(to, from.Index(from.Len()-1)))
	}
}

// assign sets to, which is zero, to what a reader has read.
func assign(to, reader reflect.Value) error {
	v, err := reader.Interface().(driver.Valuer).Value()
	switch {
	case err != nil:
		return err
	case v != nil:
		set(to, v.([16]byte))
	case to.Kind() == reflect.Array:
		return fmt.Errorf("gormtype: scan %s: cannot scan NULL", to.Type())
	}
	return nil
}
