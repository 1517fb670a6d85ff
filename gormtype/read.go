package gormtype

import (
	"database/sql"
	"reflect"
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// reads lets GORM read UUIDs of types that have no Scan, or the wrong one for
// SQL Server's order of bytes.
//
// A field's pool has what rows are scanned into, and its Set converts to the
// field's type. Nothing else uses the pool, and whoever scans has been here
// before, but for ScanRows: so to change it once is no race.
func (p *plugin) reads(db *gorm.DB, s *schema.Schema) {
	if _, ok := p.read.Load(s); ok {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.relations(db, s) // Joins reads some of them together with s
	for _, s := range all {
		if _, ok := p.read.Load(s); !ok {
			p.pool(db, s)
		}
	}
	for _, s := range all {
		p.read.Store(s, true)
	}
}

func (p *plugin) pool(db *gorm.DB, s *schema.Schema) {
	for _, f := range s.Fields {
		if f.Serializer != nil || f.IndirectFieldType.Kind() != reflect.Array || !p.isUUID(f.IndirectFieldType) {
			continue
		}
		_, scans := reflect.New(f.IndirectFieldType).Interface().(sql.Scanner)
		switch form, err := p.form(db, f); {
		case err != nil && p.dialect == "sqlserver": // bytes of either order
		case err == nil && form == formGUID:
			f.NewValuePool = pool[GUID]()
		case scans:
		case err == nil && form == formText:
			f.NewValuePool = pool[Text]()
		default:
			f.NewValuePool = pool[UUID]()
		}
	}
}

// pool gives pointers to pointers, as GORM's own: NULL is a nil pointer.
func pool[T any]() schema.FieldNewValuePool {
	return &sync.Pool{New: func() any { return new(*T) }}
}
