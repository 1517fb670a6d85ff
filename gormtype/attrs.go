package gormtype

import (
	"database/sql"
	"errors"
	"reflect"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// lost returns an error if Attrs or Assign has a UUID that GORM would leave out of the new
// row: of a map one that it takes apart, and a null type, to which it cannot set a field of
// another type that has no Scan. GORM shows them to nobody: these are the only fields of its
// own that the plugin reads.
func (p *plugin) lost(stmt *gorm.Statement) error {
	for _, name := range []string{"attrs", "assigns"} {
		args := reflect.ValueOf(stmt).Elem().FieldByName(name)
		if args.Kind() != reflect.Slice || args.Len() == 0 || args.Type() != reflect.TypeFor[[]any]() {
			continue
		}
		list := *(*[]any)(args.Addr().UnsafePointer())
		var conds []clause.Expression
		if _, pair := list[0].(string); pair {
			conds = stmt.BuildCondition(list[0], list[1:]...)
		} else {
			for _, arg := range list {
				if reflect.ValueOf(arg).Kind() == reflect.Map {
					conds = append(conds, stmt.BuildCondition(arg)...)
				}
			}
		}
		j := joiner{plugin: p, schema: stmt.Schema, table: stmt.Table}
		loses := false
		for i := 0; i < len(conds); i++ {
			switch cond := conds[i].(type) {
			case clause.AndConditions:
				conds = append(conds, cond.Exprs...)
			case clause.IN:
				_, ok := j.together(cond)
				loses = loses || ok || j.err != nil
			case clause.Eq:
				f, _ := j.field(cond.Column)
				if t := reflect.Indirect(reflect.ValueOf(cond.Value)); f != nil && t.Kind() == reflect.Struct && t.Type() != f.IndirectFieldType {
					_, id := p.kindOf(t.Type())
					loses = loses || id != nil && !reflect.PointerTo(f.IndirectFieldType).Implements(reflect.TypeFor[sql.Scanner]())
				}
			}
		}
		if loses {
			return errors.New("gormtype: GORM loses a UUID in Attrs or Assign: write a struct")
		}
	}
	return nil
}
