package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"reflect"
	"sync"

	"gorm.io/gorm/schema"
)

// read lets GORM read the UUIDs of a field whose type has no Scan, or the wrong one for
// SQL Server's order of bytes.
//
// A field's pool has what rows are scanned into, and its Set converts to the field's type.
// Whoever scans rows has been here before, but for ScanRows.
func (p *plugin) read(f *schema.Field) {
	k, ok := p.kindOf(f.IndirectFieldType)
	if _, isOwn := own[f.IndirectFieldType]; !ok || isOwn || f.Serializer != nil {
		return
	}
	t := f.IndirectFieldType
	if t.Kind() == reflect.Struct {
		t = t.Field(0).Type
	}
	switch _, scans := reflect.New(t).Interface().(sql.Scanner); {
	case !scans:
		f.NewValuePool = p.pool()
	case k == guidKind && p.dialect == "sqlserver":
		f.NewValuePool = pool[GUID]()
	}
}

// pool gives pointers to pointers, as GORM's own: NULL is a nil pointer.
func pool[T any]() schema.FieldNewValuePool {
	return &sync.Pool{New: func() any { return new(*T) }}
}

// A reader reads a column as Form does. GORM assigns its Value to a field.
type reader[Form UUID | Text | GUID] struct{ id Form }

func (r *reader[Form]) Scan(src any) error { return any(&r.id).(sql.Scanner).Scan(src) }

func (r reader[Form]) Value() (driver.Value, error) { return [16]byte(r.id), nil }
