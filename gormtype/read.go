package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// readable lets GORM read the UUIDs of fields whose type has no Scan, or the wrong one for
// SQL Server's order of bytes.
//
// A field's pool has what rows are scanned into, and its Set converts to the field's type.
// The pool is changed once, before anybody scans with it: only ScanRows does not come here.
func (p *plugin) readable(s *schema.Schema) {
	if p.reads[s] {
		return
	}
	p.reads[s] = true
	for _, f := range s.Fields {
		k, ok := p.kindOf(f.IndirectFieldType)
		if !ok || own[array(f.IndirectFieldType)] != "" || f.Serializer != nil {
			continue
		}
		if t := array(f.IndirectFieldType); !reflect.PointerTo(t).Implements(reflect.TypeFor[sql.Scanner]()) {
			f.NewValuePool = p.pool()
		} else if k == guidKind && p.dialect == "sqlserver" {
			f.NewValuePool = pool[GUID]()
		}
	}
}

// array returns the type of the UUID that t is, points to or may have.
func array(t reflect.Type) reflect.Type {
	for t.Kind() != reflect.Array {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		} else {
			t = t.Field(0).Type
		}
	}
	return t
}

// pool gives pointers to pointers, as GORM's own: NULL is a nil pointer.
func pool[T any]() schema.FieldNewValuePool {
	return &sync.Pool{New: func() any { return new(*T) }}
}

// A reader reads a column as Form does. GORM assigns its Value to a field.
type reader[Form UUID | Text | GUID] struct {
	id    Form
	valid bool
}

// Scan implements [sql.Scanner].
func (r *reader[Form]) Scan(src any) error {
	r.valid = src != nil
	if !r.valid {
		return nil
	}
	return any(&r.id).(sql.Scanner).Scan(src)
}

// Value implements [driver.Valuer].
func (r reader[Form]) Value() (driver.Value, error) {
	if !r.valid {
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
	} else if t.Kind() != reflect.Array {
		return
	}
	if _, ok := p.kindOf(t); !ok || own[array(t)] != "" {
		return
	}
	db.Statement.Settings.Store(aside, db.Statement.Dest)
	db.Statement.Dest = p.readers()
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
	v, _ := reader.Interface().(driver.Valuer).Value()
	switch {
	case v == nil && to.Kind() == reflect.Array:
		return fmt.Errorf("gormtype: scan %s: cannot scan NULL", to.Type())
	case v == nil:
		return nil
	}
	for to.Kind() != reflect.Array {
		if to.Kind() == reflect.Pointer {
			to.Set(reflect.New(to.Type().Elem()))
			to = to.Elem()
		} else {
			to.Field(1).SetBool(true)
			to = to.Field(0)
		}
	}
	to.Set(reflect.ValueOf(v).Convert(to.Type()))
	return nil
}
