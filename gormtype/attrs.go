package gormtype

import (
	"database/sql/driver"
	"fmt"
	"reflect"

	"gorm.io/gorm"
)

// lost returns an error if a map of Attrs or Assign has a UUID that GORM takes apart, and
// then leaves out. GORM shows them to nobody: these are the only fields of its own that the
// plugin reads.
func lost(p *plugin, stmt *gorm.Statement) error {
	for _, name := range []string{"attrs", "assigns"} {
		args := reflect.ValueOf(stmt).Elem().FieldByName(name)
		for i := 0; args.Kind() == reflect.Slice && i < args.Len(); i++ {
			arg := args.Index(i).Elem()
			if arg.Kind() != reflect.Map {
				continue
			}
			for values := arg.MapRange(); values.Next(); {
				v := values.Value()
				if v.Kind() == reflect.Interface {
					v = v.Elem()
				}
				if !v.IsValid() {
					continue
				}
				t := v.Type()
				if t.Kind() == reflect.Pointer {
					t = t.Elem()
				}
				if _, ok := p.kinds[t]; ok && t.Kind() == reflect.Array && !v.Type().Implements(reflect.TypeFor[driver.Valuer]()) {
					return fmt.Errorf("gormtype: GORM loses a %s in a map of Attrs or Assign: write a struct", v.Type())
				}
			}
		}
	}
	return nil
}
