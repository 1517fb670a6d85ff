package queries

import (
	"go/ast"
	"go/constant"
	"reflect"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// Column returns what the package declares of a column, if all that it declares of one with
// this name, or with this name in this table, is the same.
func (p *Package) Column(table, name string) (found sqls.Column, ok bool) {
	p.read()
	same := func(only func(sqls.Column) bool) (sqls.Column, int) {
		n := 0
		for _, c := range p.columns {
			if c.Name != name || !only(c) {
				continue
			}
			if n > 0 && c.Form() != found.Form() {
				return c, -1
			}
			if n == 0 || !c.NotNull {
				found = c
			}
			n++
		}
		return found, n
	}
	if name == "" {
		return found, false
	}
	if table != "" {
		if _, n := same(func(c sqls.Column) bool { return c.Table == table }); n != 0 {
			return found, n > 0
		}
	}
	_, n := same(func(c sqls.Column) bool { return table == "" || c.Table == "" })
	return found, n > 0
}

// Declared returns what a CREATE TABLE says of a column, if no other says something else of
// NULL.
func (p *Package) Declared(table, name string) (found sqls.Column, ok bool) {
	p.read()
	for _, c := range p.columns {
		if c.Name != name || table != "" && c.Table != table || c.Model {
			continue
		}
		if ok && c.NotNull != found.NotNull {
			return found, false
		}
		found, ok = c, true
	}
	return found, ok
}

// model adds the columns of a struct with tags of GORM or bun that name a type.
func (p *Package) model(c inspector.Cursor, s *ast.StructType) {
	table := ""
	if spec, ok := c.Parent().Node().(*ast.TypeSpec); ok {
		table = p.tableOf(spec)
	}
	for _, f := range s.Fields.List {
		for _, name := range f.Names {
			if col, ok := TagColumn(uuids.Tag(f), name.Name); ok && col.Type != "" {
				col.Table, col.Model = table, true
				p.columns = append(p.columns, col)
			}
		}
	}
}

// tableOf is what the model's TableName returns, or GORM's name for it.
func (p *Package) tableOf(spec *ast.TypeSpec) string {
	obj := p.pass.TypesInfo.Defs[spec.Name]
	if obj == nil {
		return ""
	}
	if fn := uuids.Method(obj.Type(), "TableName"); fn != nil {
		root := p.pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
		for c := range root.Preorder((*ast.FuncDecl)(nil)) {
			if p.pass.TypesInfo.Defs[c.Node().(*ast.FuncDecl).Name] != fn {
				continue
			}
			for r := range c.Preorder((*ast.ReturnStmt)(nil)) {
				if results := r.Node().(*ast.ReturnStmt).Results; len(results) == 1 {
					if v := p.pass.TypesInfo.Types[results[0]].Value; v != nil && v.Kind() == constant.String {
						return strings.ToLower(constant.StringVal(v))
					}
				}
			}
		}
		return ""
	}
	return Snake(spec.Name.Name) + "s"
}

// TagColumn returns the column that a tag of GORM or bun declares.
func TagColumn(tag reflect.StructTag, field string) (c sqls.Column, ok bool) {
	c.Name = Snake(field)
	if g, is := tag.Lookup("gorm"); is {
		for setting := range strings.SplitSeq(g, ";") {
			name, value, _ := strings.Cut(setting, ":")
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "column":
				c.Name = strings.ToLower(strings.TrimSpace(value))
			case "type":
				c.Type = normal(value)
			case "not null", "primarykey", "primary_key":
				c.NotNull = true
			}
		}
		return c, true
	}
	if b, is := tag.Lookup("bun"); is {
		for i, setting := range strings.Split(b, ",") {
			name, value, found := strings.Cut(setting, ":")
			switch {
			case i == 0 && !found && setting != "":
				c.Name = setting
			case name == "type":
				c.Type = normal(value)
			case name == "pk", name == "notnull":
				c.NotNull = true
			}
		}
		return c, true
	}
	return c, false
}

// normal is a type without the spaces, and without what follows it.
func normal(typ string) string {
	typ = strings.ToLower(strings.TrimSpace(typ))
	if i := strings.Index(typ, ")"); i >= 0 {
		typ = typ[:i+1]
	} else if first, _, ok := strings.Cut(typ, " "); ok {
		typ = first
	}
	return strings.ReplaceAll(typ, " ", "")
}

// Snake is the name of a column that GORM and bun make of a field's name.
func Snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
