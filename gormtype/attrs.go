package gormtype

import (
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// hidden are fields of a gorm.Statement that GORM shows to nobody: the only ones of its own
// that the plugin reads.
var hidden = []string{"attrs", "assigns"}

// readHidden returns an error if the gorm.Statement of this version of GORM, which is t, does
// not have them: the plugin would let GORM lose UUIDs. TestOtherGORM and TestOtherStatement guard it.
func readHidden(t reflect.Type) error {
	for _, name := range hidden {
		keeps := "has no field " + name
		if f, ok := t.FieldByName(name); ok && f.Type == reflect.TypeFor[[]any]() {
			continue
		} else if ok {
			keeps = fmt.Sprintf("has a field %s of type %v", name, f.Type)
		}
		return fmt.Errorf("gormtype: gorm.Statement of GORM %s %s, so the plugin cannot read what Attrs and Assign keep: use an older GORM", version(), keeps)
	}
	return nil
}

// version is GORM's in this program.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path != "gorm.io/gorm" {
				continue
			}
			if m.Replace != nil && strings.HasPrefix(m.Replace.Version, "v") { // else it is a folder
				return m.Replace.Version
			}
			return m.Version
		}
	}
	return "of an unknown version"
}

// lost returns an error if Attrs or Assign has what GORM would leave out of the new row,
// whose errors it drops: of a map a UUID that it takes apart, text and bytes that are no UUID's, and a
// UUID that the field's Set does not take.
func (p *plugin) lost(stmt *gorm.Statement) error {
	j := joiner{plugin: p, schema: stmt.Schema, table: stmt.Table, qualified: qualified(stmt)}
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
			t := reflect.TypeOf(cond.Value)
			if f == nil || t == nil {
				break
			}
			if _, given := p.kindOf(t); given != nil { // of which Value may be another text
				if f.Set(stmt.Context, reflect.New(f.Schema.ModelType).Elem(), cond.Value) != nil {
					j.refuse(fmt.Errorf("gormtype: GORM loses a UUID in Attrs or Assign: give its bytes or its text for %s.%s (%s)", f.Schema.Name, f.Name, f.FieldType))
				}
			} else if _, id := p.kindOf(f.IndirectFieldType); id != nil {
				if text, ok := textOf(cond.Value); ok {
					_, err := parse(f, text)
					j.refuse(err)
				} else if b, ok := cond.Value.([]byte); ok && b != nil {
					_, err := parseBytes(f, b)
					j.refuse(err)
				}
			}
		}
	}
	return j.err
}
