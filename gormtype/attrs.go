package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"

	"gorm.io/gorm"
)

// lost returns an error if Attrs or Assign has a UUID that GORM would leave out of the new
// row. GORM shows them to nobody: these are the only fields of its own that the plugin reads.
func lost(p *plugin, stmt *gorm.Statement) error {
	for _, name := range []string{"attrs", "assigns"} {
		args := reflect.ValueOf(stmt).Elem().FieldByName(name)
		for i := 0; args.Kind() == reflect.Slice && i < args.Len(); i++ {
			if arg := args.Index(i).Elem(); arg.Kind() == reflect.Map {
				for values := arg.MapRange(); values.Next(); {
					if err := p.loses(stmt, values.Key(), values.Value(), true); err != nil {
						return err
					}
				}
			} else if i == 1 { // of a column and a value
				if err := p.loses(stmt, args.Index(0), arg, false); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// loses is lost for one column and its value: of a map one that GORM takes apart, and a null
// type, to which GORM cannot set a field of another type that has no Scan.
func (p *plugin) loses(stmt *gorm.Statement, column, v reflect.Value, inMap bool) error {
	if column.Kind() == reflect.Interface {
		column = column.Elem()
	}
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() {
		return nil
	}
	t := v.Type()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if _, ok := p.kindOf(t); !ok {
		return nil
	}
	switch t.Kind() {
	case reflect.Array:
		if !inMap || v.Type().Implements(reflect.TypeFor[driver.Valuer]()) {
			return nil
		}
	case reflect.Struct:
		if stmt.Schema == nil || column.Kind() != reflect.String {
			return nil
		}
		f := stmt.Schema.LookUpField(column.String())
		if f == nil || f.IndirectFieldType == t || reflect.PointerTo(f.IndirectFieldType).Implements(reflect.TypeFor[sql.Scanner]()) {
			return nil
		}
	}
	return fmt.Errorf("gormtype: GORM loses a %s in Attrs or Assign: write a struct", v.Type())
}
