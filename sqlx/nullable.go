package sqlx

import (
	"database/sql"
	"database/sql/driver"
	"reflect"
	"sync"
)

// nullables has what isNullable has found out.
var nullables sync.Map // reflect.Type: bool

// isNullable reports whether t is the nullable type of a UUID's own package, such as google's
// and gofrs's NullUUID: a struct of the fields UUID and Valid bool, in the package of the
// UUID's type, that has the methods Value and Scan. The UUID is its field 0. Such a struct
// without the methods may be meant to be a document.
func isNullable(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || t.NumField() != 2 {
		return false
	}
	known, ok := nullables.Load(t)
	if !ok {
		known, _ = nullables.LoadOrStore(t, findNullable(t))
	}
	return known.(bool)
}

func findNullable(t reflect.Type) bool {
	id, valid := t.Field(0), t.Field(1)
	return id.Name == "UUID" && !id.Anonymous && valid.Name == "Valid" && valid.Type == reflect.TypeFor[bool]() &&
		t.PkgPath() == id.Type.PkgPath() && id.Type.ConvertibleTo(reflect.TypeFor[[16]byte]()) &&
		t.Implements(reflect.TypeFor[driver.Valuer]()) && reflect.PointerTo(t).Implements(reflect.TypeFor[sql.Scanner]())
}
