package queries

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// Literal returns the composite literal that the expression is, or that the function around
// assigns to it.
func Literal(pass *analysis.Pass, c inspector.Cursor, e ast.Expr) *ast.CompositeLit {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	if lit, ok := e.(*ast.CompositeLit); ok {
		return lit
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	obj := pass.TypesInfo.ObjectOf(id)
	var found *ast.CompositeLit
	for f := range c.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range f.Preorder((*ast.AssignStmt)(nil)) {
			assign := c.Node().(*ast.AssignStmt)
			for i, left := range assign.Lhs {
				if l, ok := left.(*ast.Ident); ok && pass.TypesInfo.ObjectOf(l) == obj && len(assign.Lhs) == len(assign.Rhs) {
					found, _ = ast.Unparen(assign.Rhs[i]).(*ast.CompositeLit)
				}
			}
		}
	}
	return found
}

// global returns the literal of a variable of the package that nothing assigns to, or nil.
func (p *Package) global(e ast.Expr) (found *ast.CompositeLit) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	obj, ok := p.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || obj.Parent() != p.pass.Pkg.Scope() {
		return nil
	}
	root := p.pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	for c := range root.Preorder((*ast.ValueSpec)(nil), (*ast.AssignStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if p.pass.TypesInfo.Defs[name] == obj && len(n.Values) == len(n.Names) {
					found, _ = ast.Unparen(n.Values[i]).(*ast.CompositeLit)
				}
			}
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if at, ok := left.(*ast.IndexExpr); ok {
					left = at.X
				}
				if l, ok := left.(*ast.Ident); ok && p.pass.TypesInfo.Uses[l] == obj {
					return nil
				}
			}
		}
	}
	return found
}

// entry returns the value of the constant key in the literal of a map, or nil.
func entry(pass *analysis.Pass, lit *ast.CompositeLit, key constant.Value) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if v := pass.TypesInfo.Types[kv.Key].Value; v != nil && v.ExactString() == key.ExactString() {
				return kv.Value
			}
		}
	}
	return nil
}

// element returns an element of a list that the function writes as a literal, or begins so, or as an
// empty list, and appends to, or nil.
func element(pass *analysis.Pass, call inspector.Cursor, list ast.Expr, i int) ast.Expr {
	if lit, ok := ast.Unparen(list).(*ast.CompositeLit); ok {
		return at(lit.Elts, i)
	}
	if first, ok := appended(pass, list); ok && len(first.Args) > 0 {
		if lit, ok := ast.Unparen(first.Args[0]).(*ast.CompositeLit); ok {
			return at(lit.Elts, i) // append([]any{id}, more...)
		}
	}
	b := build(pass, call, list)
	if b == nil {
		return nil
	}
	if b.repeated && i >= len(b.elements) {
		i = len(b.elements) - 1
	}
	return at(b.elements, i)
}

// elements returns all elements of a list that the function writes as a literal, or builds, or nil.
func elements(pass *analysis.Pass, call inspector.Cursor, list ast.Expr) []ast.Expr {
	if lit, ok := ast.Unparen(list).(*ast.CompositeLit); ok {
		return lit.Elts
	}
	if b := build(pass, call, list); b != nil && b.known && !b.repeated && !b.done {
		return b.elements
	}
	return nil
}

// build follows the statements that build the list before the call, or returns nil if it is no variable.
func build(pass *analysis.Pass, call inspector.Cursor, list ast.Expr) *built {
	id, ok := ast.Unparen(list).(*ast.Ident)
	if !ok {
		return nil
	}
	b := &built{pass: pass, list: pass.TypesInfo.ObjectOf(id)}
	for f := range call.Enclosing((*ast.FuncDecl)(nil)) {
		for block := range f.Preorder((*ast.BlockStmt)(nil)) {
			for _, s := range block.Node().(*ast.BlockStmt).List {
				if s.Pos() > call.Node().Pos() {
					break
				}
				if b.known {
					b.statement(s, call.Node())
				} else {
					b.begin(s)
				}
			}
			if b.known {
				break
			}
		}
	}
	return b
}

func at(list []ast.Expr, i int) ast.Expr {
	if i < 0 || i >= len(list) {
		return nil
	}
	return list[i]
}

// A built list is one that the statements of a block build one after the other.
type built struct {
	pass     *analysis.Pass
	list     types.Object
	elements []ast.Expr
	known    bool // the statement that begins it is found
	repeated bool // the last element may be there many times
	done     bool // what else is appended is not known
}

// begin takes the statement that makes the list: args := []any{id}, var args []any, or
// args := make([]any, 0, n).
func (b *built) begin(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.DeclStmt:
		decl, ok := s.Decl.(*ast.GenDecl)
		if !ok || len(decl.Specs) != 1 {
			return
		}
		spec, ok := decl.Specs[0].(*ast.ValueSpec)
		b.known = ok && len(spec.Names) == 1 && b.pass.TypesInfo.Defs[spec.Names[0]] == b.list
		b.done = b.known && len(spec.Values) > 0
	case *ast.AssignStmt:
		if len(s.Lhs) != 1 || s.Tok != token.DEFINE || !b.is(s.Lhs[0]) {
			return
		}
		b.known = true
		switch e := ast.Unparen(s.Rhs[0]).(type) {
		case *ast.CompositeLit:
			b.elements = append(b.elements, e.Elts...)
		case *ast.CallExpr:
			id, ok := e.Fun.(*ast.Ident)
			zero := len(e.Args) == 3 && b.pass.TypesInfo.Types[e.Args[1]].Value != nil && b.pass.TypesInfo.Types[e.Args[1]].Value.ExactString() == "0"
			b.done = !ok || id.Name != "make" || !zero
		default:
			b.done = true
		}
	}
}

func (b *built) is(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && b.pass.TypesInfo.ObjectOf(id) == b.list
}

// statement adds what the statement appends, and takes no more if that is not certain.
func (b *built) statement(s ast.Stmt, call ast.Node) {
	changed, appends := b.changes(s)
	if b.done || !changed {
		return
	}
	add, repeated := b.appends(s), false
	switch loop := s.(type) {
	case *ast.RangeStmt:
		add, repeated = b.only(loop.Body), true
	case *ast.ForStmt:
		add, repeated = b.only(loop.Body), true
	}
	inside := s.Pos() <= call.Pos() && call.End() <= s.End()
	if add == nil || inside || b.repeated || add.Ellipsis.IsValid() {
		b.end(appends)
		return
	}
	b.elements, b.repeated = append(b.elements, add.Args[1:]...), repeated
}

// end says that the rest is not known. What a program only appends leaves the first elements where they are.
func (b *built) end(appends bool) {
	if b.repeated {
		b.elements = b.elements[:len(b.elements)-1]
	}
	if !appends {
		b.elements = nil
	}
	b.done, b.repeated = true, false
}

// only returns the append of one element that is the only one in the body of a loop, or nil.
func (b *built) only(body *ast.BlockStmt) (add *ast.CallExpr) {
	for _, s := range body.List {
		if changed, _ := b.changes(s); !changed {
			continue
		}
		if add != nil {
			return nil
		}
		if add = b.appends(s); add == nil || len(add.Args) != 2 {
			return nil
		}
	}
	return add
}

// appends returns the append of a statement that only appends to the list, or nil.
func (b *built) appends(s ast.Stmt) *ast.CallExpr {
	assign, ok := s.(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 || !b.is(assign.Lhs[0]) {
		return nil
	}
	call, ok := appended(b.pass, assign.Rhs[0])
	if !ok || len(call.Args) == 0 || !b.is(call.Args[0]) {
		return nil
	}
	return call
}

// appended returns the call of append that the expression is.
func appended(pass *analysis.Pass, e ast.Expr) (*ast.CallExpr, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	id, ok := call.Fun.(*ast.Ident)
	return call, ok && id.Name == "append" && pass.TypesInfo.Types[id].IsBuiltin()
}

// changes reports whether something in the statement assigns to the list, or to an element of it, or takes
// its address, and whether it only appends.
func (b *built) changes(s ast.Stmt) (is, appends bool) {
	appends = true
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if at, ok := left.(*ast.IndexExpr); ok {
					left = at.X
				}
				if b.is(left) {
					is, appends = true, appends && b.appends(n) != nil
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND && b.is(n.X) {
				is, appends = true, false
			}
		}
		return true
	})
	return is, appends
}

// A Value is one that a program gives a query builder for a column: in a literal of a map, as squirrel.Eq
// or goqu.Record, by an assignment to one, or with the Set of squirrel.
type Value struct {
	At      inspector.Cursor // the statement or the literal
	Table   string           // of the statement of squirrel around, or nothing if that is not certain
	Column  ast.Expr
	Expr    ast.Expr
	Builder string // squirrel or goqu
}

// builder returns the package of a map of a query builder, or nothing.
func builder(t types.Type) string {
	n := uuids.Named(t)
	if n == nil {
		return ""
	}
	pkg, name := uuids.Path(n.Obj().Pkg()), n.Obj().Name()
	switch {
	case pkg == "github.com/Masterminds/squirrel" && uuids.OneOf(name, "Eq", "NotEq", "Lt", "LtOrEq", "Gt", "GtOrEq"):
		return "squirrel"
	case strings.HasPrefix(pkg, "github.com/doug-martin/goqu") && uuids.OneOf(name, "Ex", "ExOr", "Record", "Op", "Vals"):
		return "goqu"
	}
	return ""
}

// builderTable returns the table that the statement of squirrel around the cursor names, if it is the only one.
func builderTable(pass *analysis.Pass, c inspector.Cursor) (table string) {
	for e := chain(c); ; {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return table
		}
		fn, pkg := uuids.Callee(pass, call)
		if fn == nil || pkg != "github.com/Masterminds/squirrel" || strings.Contains(fn.Name(), "Join") {
			return ""
		}
		if uuids.OneOf(fn.Name(), "From", "Into", "Table", "Update", "Insert", "Delete") && len(call.Args) == 1 {
			v := pass.TypesInfo.Types[call.Args[0]].Value
			if v == nil || v.Kind() != constant.String || strings.Contains(constant.StringVal(v), ",") {
				return ""
			}
			table, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(constant.StringVal(v))), " ")
			table = strings.Trim(table[strings.LastIndex(table, ".")+1:], "`\"[]")
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return table
		}
		e = sel.X
	}
}

// chain returns the last call of the chain around the cursor, such as Limit in Select(…).From(…).Where(…).Limit(1),
// or nil.
func chain(c inspector.Cursor) ast.Expr {
	for call := range c.Enclosing((*ast.CallExpr)(nil)) {
		for {
			sel, ok := call.Parent().Node().(*ast.SelectorExpr)
			if !ok || sel.X != call.Node() {
				return call.Node().(ast.Expr)
			}
			next, ok := call.Parent().Parent().Node().(*ast.CallExpr)
			if !ok || next.Fun != sel {
				return call.Node().(ast.Expr)
			}
			call = call.Parent().Parent()
		}
	}
	return nil
}

// Values returns the values that the package gives query builders.
func Values(pass *analysis.Pass) (all []Value) {
	root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	for c := range root.Preorder((*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil), (*ast.CallExpr)(nil)) {
		switch n := c.Node().(type) {
		case *ast.CompositeLit:
			of := builder(pass.TypesInfo.TypeOf(n))
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok && of != "" {
					all = append(all, Value{c, builderTable(pass, c), kv.Key, kv.Value, of})
				} else if of != "" {
					all = append(all, Value{c, "", nil, e, of})
				}
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if at, ok := left.(*ast.IndexExpr); ok && len(n.Lhs) == len(n.Rhs) {
					if of := builder(pass.TypesInfo.TypeOf(at.X)); of != "" {
						all = append(all, Value{c, "", at.Index, n.Rhs[i], of})
					}
				}
			}
		case *ast.CallExpr:
			if fn, pkg := uuids.Callee(pass, n); fn != nil && pkg == "github.com/Masterminds/squirrel" && fn.Name() == "Set" && len(n.Args) == 2 {
				all = append(all, Value{c, builderTable(pass, c), n.Args[0], n.Args[1], ""})
			}
		}
	}
	return all
}
