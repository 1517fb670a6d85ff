// Package gormid reports ids that GORM expands to a list of numbers.
package gormid

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/gorms"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// What the matrix measured.
var (
	gormDelete      = check.Measured("MariaDB", "BINARY(16)", "GORM inline id", "std", "Delete(&x, id)", "silently wrong", "0 right, 153 none, 97 other rows, up to 243")
	gormDeleteText  = check.Measured("MariaDB", "CHAR(36)", "GORM inline id", "std", "Delete(&x, id)", "silently wrong", "0 right, 17 none, 233 other rows, up to 121")
	gormDeleteBytes = check.Measured("MariaDB", "BINARY(16)", "GORM inline id", "datatypes.BinUUID", "Delete(&x, id)", "silently wrong", "0 right, 153 none, 97 other rows, up to 243")
)

var Analyzer = check.New(check.Spec{
	Name: "gormid",
	Kind: check.Wrong,
	Doc: `
report ids that GORM expands to a list of numbers

GORM expands an id of 16 bytes to a list of numbers, id IN (250,58,77,...), if the id is the
whole condition, as in db.Delete(&User{}, id), or the value of a map, as in
db.Where(map[string]any{"id": id}). MySQL and MariaDB compare ids with these numbers and find
rows that have nothing to do with the id; MariaDB also deletes such rows. This happens to the
standard library's UUID, to every [16]byte without a Value method, and to []byte. A type whose
Value returns bytes, such as datatypes.BinUUID and sqlx.Binary, is right in a map, but not as
the whole condition.

Write the column: db.Delete(&User{}, "id = ?", id). Or install the plugin of gormtype, which
sends such ids as one value: see docs/gorm.md. For FirstOrCreate write User{ID: id}.`,

	Wrong:    `db.Delete(&User{}, id)`,
	Right:    `db.Delete(&User{}, "id = ?", id)`,
	Run:      run,
	Requires: []*analysis.Analyzer{setup.Analyzer},
	Facts:    []analysis.Fact{new(bytesFact)},
	Measured: []check.Cell{gormDelete, gormDeleteText, gormDeleteBytes},
})

// A bytesFact says that the Value method of a type of 16 bytes returns bytes.
type bytesFact struct{}

func (*bytesFact) AFact() {}

func (*bytesFact) String() string { return "Value returns bytes" }

func run(pass *analysis.Pass) {
	findBytesValues(pass)
	if !check.Imports(pass, "gorm.io/gorm") {
		return
	}
	for c := range check.Nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		for _, cond := range gorms.All(pass, c) {
			report(pass, cond)
		}
	}
}

func report(pass *analysis.Pass, of gorms.Condition) {
	cond := ast.Unparen(of.Values[0])
	if len(of.Values) == 1 {
		if why, quote := anyTakenApart(pass, cond, takenApart); why != "" {
			at, ok := of.Call.FindNode(of.Values[0])
			if !ok {
				at = of.Call // it is in a list before
			}
			check.Report(pass, at, of.Fix(pass), "GORM takes this id for a list of numbers, because %s, and finds or deletes other rows: %s (measured: %v)", why, of.Advice(), quote)
		}
	}
	if isAnyMap(pass.TypesInfo.TypeOf(cond)) {
		for _, value := range gorms.MapValues(pass, of.Call, cond) {
			if why, quote := anyTakenApart(pass, value.Node().(ast.Expr), hasNoValue); why != "" {
				check.Report(pass, value, nil, "GORM takes this id in a map for a list of numbers, because %s, and finds or deletes other rows: write Where(\"id = ?\", id) (measured with an id alone: %v)", why, quote)
			}
		}
	}
}

// isAnyMap reports whether the type is map[string]any, of which alone GORM expands the values.
func isAnyMap(t types.Type) bool {
	m, ok := types.Unalias(t).(*types.Map)
	return ok && types.Identical(m.Key(), types.Typ[types.String]) && types.Identical(m.Elem(), types.NewInterfaceType(nil, nil))
}

// anyTakenApart returns the first answer of whyOf for the types that the expression can have.
func anyTakenApart(pass *analysis.Pass, e ast.Expr, whyOf func(*analysis.Pass, types.Type) (string, check.Cell)) (why string, quote check.Cell) {
	for _, t := range flow.Of(pass).Types(e) {
		if t == nil || setup.Has(setup.Of(pass).Plugin, uuids.Indirect(t)) {
			continue
		}
		if why, quote = whyOf(pass, t); why != "" {
			return why, quote
		}
	}
	return "", check.Cell{}
}

// takenApart returns why GORM takes the bytes of such a value apart, and what was measured,
// or nothing.
func takenApart(pass *analysis.Pass, t types.Type) (why string, quote check.Cell) {
	elem := uuids.Indirect(t)
	if uuids.Is16Bytes(elem) && uuids.IsValuer(t) && valueIsBytes(pass, elem) {
		return "the Value method of " + uuids.Name(elem) + " returns bytes", gormDeleteBytes
	}
	return hasNoValue(pass, t)
}

// hasNoValue is takenApart in a map, where GORM calls no Value method before it looks for lists.
func hasNoValue(_ *analysis.Pass, t types.Type) (why string, quote check.Cell) {
	elem := uuids.Indirect(t)
	switch {
	case uuids.IsValuer(t):
	case uuids.IsBytes(elem):
		return "it is a " + uuids.Name(elem), gormDeleteBytes
	case uuids.Is16Bytes(elem):
		return uuids.Name(elem) + " has no Value method", gormDelete
	}
	return "", check.Cell{}
}

// valueIsBytes reports whether the Value method of the type returns []byte.
func valueIsBytes(pass *analysis.Pass, t types.Type) bool {
	n := uuids.Named(t)
	if n == nil {
		return false
	}
	if uuids.Path(n.Obj().Pkg()) == "github.com/uuidkit/uuidkit/sqlx" {
		return uuids.OneOf(n.Obj().Name(), "Binary", "Swapped")
	}
	return pass.ImportObjectFact(n.Obj(), new(bytesFact))
}

// findBytesValues exports a fact about each type of 16 bytes that has a Value method with a
// []byte in a return statement.
func findBytesValues(pass *analysis.Pass) {
	for c := range check.Nodes(pass).Preorder((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		if decl.Name.Name != "Value" || decl.Recv == nil {
			continue
		}
		n := uuids.Named(pass.TypesInfo.Defs[decl.Name].(*types.Func).Signature().Recv().Type())
		if n == nil || !uuids.Is16Bytes(n) || !uuids.IsValuer(types.NewPointer(n)) {
			continue
		}
		for r := range c.Preorder((*ast.ReturnStmt)(nil)) {
			results := r.Node().(*ast.ReturnStmt).Results
			if len(results) == 0 {
				continue
			}
			t := pass.TypesInfo.TypeOf(results[0])
			if tuple, ok := t.(*types.Tuple); ok && tuple.Len() == 2 { // return id.MarshalBinary()
				t = tuple.At(0).Type()
			}
			if uuids.IsBytes(t) {
				pass.ExportObjectFact(n.Obj(), new(bytesFact))
				break
			}
		}
	}
}
