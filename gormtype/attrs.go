package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"

	"gorm.io/gorm"
)

// lost returns an error if Attrs or Assign has a UUID that GORM leaves out: of a map one that
// it takes apart, and a null type that it cannot set the field to. GORM shows them to nobody:
// these are the only fields of its own that the plugin reads.
func lost(p *plugin, stmt *gorm.Statement) error {
	for _, name := range []string{"attrs", "assigns"} {
		args := reflect.ValueOf(stmt).Elem().FieldByName(name)
		for i := 0; args.Kind() == reflect.Slice && i < args.Len(); i++ {
			arg := args.Index(i).Elem()
			switch {
			case arg.Kind() == reflect.Map:
				for values := arg.MapRange(); values.Next(); {
					v := values.Value()
					if v.Kind() == reflect.Interface {
						v = v.Elem()
					}
					if p.takesApart(v) {
						return fmt.Errorf("gormtype: GORM loses a %s in a map of Attrs or Assign: write a struct", v.Type())
					}
					if err := p.unset(stmt, values.Key(), v); err != nil {
						return err
					}
				}
			case i == 1:
				if err := p.unset(stmt, args.Index(0), arg); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// takesApart reports whether GORM makes numbers of the value of a map.
func (p *plugin) takesApart(v reflect.Value) bool {
	if !v.IsValid() {
		return false
	}
	t := v.Type()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	_, ok := p.kinds[t]
	return ok && t.Kind() == reflect.Array && !v.Type().Implements(reflect.TypeFor[driver.Valuer]())
}

// unset returns an error if v is a null type, and the column's field has another type that
// does not scan: GORM cannot set it, and FirstOrCreate drops the error.
func (p *plugin) unset(stmt *gorm.Statement, column, v reflect.Value) error {
	if column.Kind() == reflect.Interface {
		column = column.Elem()
	}
	if !v.IsValid() || !nullable(v.Type()) || column.Kind() != reflect.String || stmt.Schema == nil {
		return nil
	}
	t, scanner := v.Type().Field(0).Type, reflect.TypeFor[sql.Scanner]()
	field := stmt.Schema.LookUpField(column.String())
	if _, ok := p.kinds[t]; !ok || field == nil || field.IndirectFieldType == v.Type() || reflect.PointerTo(field.IndirectFieldType).Implements(scanner) {
		return nil
	}
	return fmt.Errorf("gormtype: GORM loses a %s in Attrs or Assign of a %s: write a struct", v.Type(), field.FieldType)
}
