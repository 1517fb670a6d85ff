// Package gormstring reports text ids that GORM copies into the SQL.
package gormstring

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/gorms"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "gormstring",
	Kind: check.Wrong,
	Doc: `
report text ids that GORM copies into the SQL

If a string is the whole condition, as in db.Delete(&User{}, id.String()), GORM copies it into
the SQL. Most UUIDs then are a syntax error. One of digits alone is a number, which MySQL and
SQLite take for true: Delete deletes all rows. With a user's string that user writes SQL.

Write the column, and an id of the key's type: db.Delete(&User{}, "id = ?", id). For
FirstOrCreate write User{ID: id}. There is a fix only for keys of text.`,

	Wrong: `db.Delete(&User{}, id.String())`,
	Right: `db.Delete(&User{}, "id = ?", id)`,
	Run:   run,
})

func run(pass *analysis.Pass) {
	for c, call := range check.Calls(pass) {
		if fn, _ := uuids.Callee(pass, call); fn == nil || fn.Name() == "Preload" {
			continue
		}
		for _, cond := range gorms.All(pass, c) {
			if len(cond.Values) != 1 {
				continue
			}
			if cond.Model == nil {
				cond.Model = gorms.Model(pass, c)
			}
			report(pass, cond)
		}
	}
}

// report reports a string that is the whole condition, and an id.
func report(pass *analysis.Pass, cond gorms.Condition) {
	text := cond.Values[0]
	is, guess := isID(pass, ast.Unparen(text), cond.Model)
	if !is || !isText(pass, ast.Unparen(text)) {
		return
	}
	at, ok := cond.Call.FindNode(text)
	if !ok {
		at = cond.Call // it is in a list before
	}
	check.Report(pass, at, cond.Fix(pass), "GORM writes this string into the SQL as it is, not as the value of an id: %s (docs/gorm.md#traps)%s", cond.Advice(), guess)
}

// isText reports whether the condition is a string and no constant.
func isText(pass *analysis.Pass, cond ast.Expr) bool {
	if uuids.IsConst(pass, cond) {
		return false
	}
	for _, t := range flow.Of(pass).Types(cond) {
		if !uuids.IsString(t) {
			return false
		}
	}
	return true
}

// isID reports whether the condition is the text of a UUID, or, where the key is text or a
// UUID, what a request holds, one formatted value, or what is named like an id, which is a guess.
func isID(pass *analysis.Pass, cond, model ast.Expr) (is bool, guess string) {
	if flow.Of(pass).Any(cond, flow.Origin.IsUUIDText) {
		return true, ""
	}
	if gorms.KeyColumn(pass, model) == "" || !isTextKey(pass, model) {
		return false, ""
	}
	if isValue(pass, cond) || flow.Of(pass).Any(cond, flow.Origin.IsRequest) {
		return true, ""
	}
	name, is := namedLikeID(pass, cond)
	return is, uuids.Guessed("%s is an id", name)
}

// isValue reports whether the text is one value that is formatted, and so no condition.
func isValue(pass *analysis.Pass, cond ast.Expr) bool {
	return flow.Of(pass).Any(cond, func(o flow.Origin) bool {
		fn, pkg, call := o.Callee()
		if fn == nil || pkg != "fmt" || call == nil || len(call.Args) == 0 {
			return false
		}
		format := pass.TypesInfo.Types[call.Args[0]].Value
		return fn.Name() == "Sprint" && len(call.Args) == 1 || fn.Name() == "Sprintf" && format != nil && uuids.OneOf(format.ExactString(), `"%s"`, `"%v"`)
	})
}

// namedLikeID returns the name of a string, and whether the name says that the string is an id,
// and no condition.
func namedLikeID(pass *analysis.Pass, e ast.Expr) (name string, is bool) {
	if !uuids.IsString(pass.TypesInfo.TypeOf(e)) || uuids.IsConst(pass, e) {
		return "", false
	}
	switch e := e.(type) {
	case *ast.Ident:
		name = e.Name
	case *ast.SelectorExpr:
		name = e.Sel.Name
	}
	return name, uuids.OneOf(name, "id", "uuid") || strings.HasSuffix(name, "ID") || strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "UUID")
}

// isTextKey reports whether the key of the model is no number.
func isTextKey(pass *analysis.Pass, model ast.Expr) bool {
	key, _ := gorms.Key(pass.TypesInfo.TypeOf(model))
	return key != nil && (uuids.IsString(key.Type()) || uuids.Is16Bytes(uuids.Indirect(key.Type())))
}
