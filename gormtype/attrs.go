package gormtype

import (
	"errors"
	"reflect"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// hidden are fields of a gorm.Statement that GORM shows to nobody: the only ones of its own
// that the plugin reads.
var hidden = []string{"attrs", "assigns"}

// readHidden returns an error if this version of GORM does not have them: the plugin would let it lose UUIDs.
func readHidden() error {
	for _, name := range hidden {
		if f, ok := reflect.TypeFor[gorm.Statement]().FieldByName(name); !ok || f.Type != reflect.TypeFor[[]any]() {
			return errors.New("gormtype: this version of GORM keeps Attrs and Assign elsewhere than gorm.Statement." + name + ": use an older one")
		}
	}
	return nil
}

// lost returns an error if Attrs or Assign has what GORM would leave out of the new row,
// whose errors it drops: of a map a UUID that it takes apart, and text that is no UUID's.
func (p *plugin) lost(stmt *gorm.Statement) error {
	j := joiner{plugin: p, schema: stmt.Schema, table: stmt.Table}
	var conds []clause.Expression
	for _, name := range hidden {
		f := reflect.ValueOf(stmt).Elem().FieldByName(name)
		if f.Len() > 0 {
			args := *(*[]any)(f.Addr().UnsafePointer())
			conds = append(conds, stmt.BuildCondition(args[0], args[1:]...)...)
		}
	}
	for i := 0; i < len(conds); i++ {
		switch cond := conds[i].(type) {
		case clause.AndConditions:
			conds = append(conds, cond.Exprs...)
		case clause.IN:
			if _, ok := j.together(cond); ok || j.err != nil {
				return errors.New("gormtype: GORM loses a UUID in Attrs or Assign: write a struct")
			}
		case clause.Eq:
			f, _ := j.field(cond.Column)
			if f == nil {
				break
			}
			if _, id := p.kindOf(f.IndirectFieldType); id != nil {
				if text, ok := textOf(cond.Value); ok {
					_, err := parse(f, text)
					j.refuse(err)
				}
			}
		}
	}
	return j.err
}
