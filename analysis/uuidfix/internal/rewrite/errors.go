package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
)

// dropError rewrites what is around the call of a function that has no error any more.
func (r *rewriter) dropError(u use) {
	call := u.Parent()
	switch parent := call.Parent().Node().(type) {
	case *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt:
	case *ast.CallExpr, *ast.ReturnStmt: // f(uuid.NewRandom())
		r.insertAfter(u.call, ", nil")
	case *ast.ValueSpec:
		if parent.Names[1].Name == "_" {
			r.delete(parent.Names[0].End(), parent.Names[1].End())
		} else {
			r.insertAfter(u.call, ", error(nil)")
			r.listDead(r.p.Info.Defs[parent.Names[1]], parent.End())
		}
	case *ast.AssignStmt:
		r.dropAssigned(call.Parent(), parent)
	default:
		r.byHand(u.call, "it returns no error any more")
	}
}

// dropAssigned rewrites id, err := f(), and deletes the branch for the error if it is
// the next statement. The variable goes too, if nobody can see the difference.
func (r *rewriter) dropAssigned(c inspector.Cursor, assign *ast.AssignStmt) {
	id, call := assign.Lhs[0], assign.Rhs[0]
	drop := func() {
		r.delete(id.End(), assign.Lhs[1].End())
		r.dead = append(r.dead, span{id.End(), assign.Lhs[1].End()})
		if v, ok := id.(*ast.Ident); ok && (r.p.Info.Defs[v] == nil || isBlank(id)) { // := would define nothing
			r.put(assign.TokPos, assign.TokPos+token.Pos(len(assign.Tok.String())), "=")
		}
	}
	if isBlank(assign.Lhs[1]) {
		drop()
		return
	}
	err, ok := assign.Lhs[1].(*ast.Ident)
	if !ok {
		r.insertAfter(call, ", nil")
		return
	}
	obj := r.object(err)
	defined := r.p.Info.Defs[err] != nil
	null := ", nil"
	if assign.Tok == token.DEFINE {
		null = ", error(nil)"
	}
	next, ok := c.NextSibling()
	if !isStatementOfList(c) || !ok || !r.isCheck(next, obj) || !r.canDelete(next, obj) {
		r.insertAfter(call, null)
		r.listDead(obj, assign.End())
		return
	}
	check := span{next.Node().Pos(), next.Node().End()}
	others, after := r.others(err, obj, check)
	switch {
	case len(others) == 0 && defined:
		drop()
	case !slices.ContainsFunc(others, func(ref *ast.Ident) bool { return !r.isWritten(ref) }): // err would be unused
		r.insertAfter(call, null)
		r.listDead(obj, assign.End())
		return
	case after == nil && !defined && r.isPlain(obj) && !isInLoop(c):
		drop()
	case after != nil && r.isPlain(obj) && !jumps(next, after, defined) && r.takesOver(c, after, obj, defined):
		drop()
	default:
		r.insertAfter(call, null)
	}
	r.deleteLines(check.pos, check.end)
}

// others returns the uses of err but those in its assignment and its check, and the first after that.
func (r *rewriter) others(err *ast.Ident, obj types.Object, check span) (others []*ast.Ident, after *ast.Ident) {
	for _, ref := range r.refs[obj] {
		if ref == err || check.contains(ref.Pos()) || r.isDead(ref) {
			continue
		}
		others = append(others, ref)
		if after == nil && ref.Pos() > check.end {
			after = ref
		}
	}
	return others, after
}

// listDead lists the comparisons of err with nil before something else is assigned to it: one
// side of each never runs now.
func (r *rewriter) listDead(err types.Object, from token.Pos) {
	for _, ref := range r.refs[err] {
		if ref.Pos() < from {
			continue
		}
		if r.isWritten(ref) {
			return
		}
		c, _ := r.root.FindNode(ref)
		if cmp, ok := c.Parent().Node().(*ast.BinaryExpr); ok && (cmp.Op == token.EQL || cmp.Op == token.NEQ) && r.isNil(cmp.Y) {
			r.report(finding.Left, cmp, types.ExprString(cmp), "the error is nil now: delete what never runs")
		}
	}
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

func isStatementOfList(c inspector.Cursor) bool {
	switch c.ParentEdgeKind() {
	case edge.BlockStmt_List, edge.CaseClause_Body, edge.CommClause_Body:
		return true
	}
	return false
}

// isCheck reports whether the statement does something only if the error is not nil.
func (r *rewriter) isCheck(c inspector.Cursor, err types.Object) bool {
	is := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && r.p.Info.Uses[id] == err
	}
	switch stmt := c.Node().(type) {
	case *ast.IfStmt:
		cond, ok := stmt.Cond.(*ast.BinaryExpr)
		return ok && stmt.Init == nil && stmt.Else == nil && cond.Op == token.NEQ && is(cond.X) && r.isNil(cond.Y)
	case *ast.ExprStmt: // require.NoError(t, err), Expect(err).NotTo(HaveOccurred())
		call, ok := stmt.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		f := r.p.Callee(call)
		switch {
		case f == nil || f.Pkg() == nil:
			return false
		case strings.HasPrefix(f.Pkg().Path(), "github.com/stretchr/testify/"):
			switch f.Name() {
			case "NoError", "NoErrorf", "Nil", "Nilf":
				args := call.Args
				if f.Signature().Recv() == nil && len(args) > 0 { // t is the first
					args = args[1:]
				}
				return len(args) > 0 && is(args[0]) // what follows is the message
			}
		case strings.HasPrefix(f.Pkg().Path(), "github.com/onsi/gomega"):
			if f.Name() != "NotTo" && f.Name() != "ToNot" && f.Name() != "ShouldNot" || len(call.Args) == 0 {
				return false
			}
			expect, ok := call.Fun.(*ast.SelectorExpr).X.(*ast.CallExpr)
			if !ok || len(expect.Args) != 1 || !is(expect.Args[0]) {
				return false
			}
			matcher, ok := call.Args[0].(*ast.CallExpr)
			return ok && r.p.Callee(matcher) != nil && r.p.Callee(matcher).Name() == "HaveOccurred"
		}
	}
	return false
}

func (r *rewriter) isNil(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && r.p.Info.Uses[id] == types.Universe.Lookup("nil")
}

// canDelete reports whether the rest of the function compiles without the statement.
func (r *rewriter) canDelete(c inspector.Cursor, err types.Object) bool {
	stmt := span{c.Node().Pos(), c.Node().End()}
	for c := range c.Preorder((*ast.Ident)(nil), (*ast.LabeledStmt)(nil), (*ast.BranchStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.LabeledStmt:
			return false
		case *ast.BranchStmt:
			if n.Label != nil {
				return false
			}
		case *ast.Ident:
			v, ok := r.p.Info.Uses[n].(*types.Var)
			if !ok || v == err || v.Kind() != types.LocalVar || stmt.contains(v.Pos()) {
				continue
			}
			read := false
			for _, ref := range r.refs[v] {
				read = read || r.p.Info.Uses[ref] != nil && !stmt.contains(ref.Pos()) && !r.isDead(ref) && !r.isWritten(ref)
			}
			if !read {
				return false
			}
		}
	}
	return true
}

func (r *rewriter) isDead(id *ast.Ident) bool {
	for _, s := range r.dead {
		if s.contains(id.Pos()) {
			return true
		}
	}
	return false
}

// isWritten reports whether an identifier is on the left of = or :=.
func (r *rewriter) isWritten(id *ast.Ident) bool {
	c, _ := r.root.FindNode(id)
	return c.ParentEdgeKind() == edge.AssignStmt_Lhs || c.ParentEdgeKind() == edge.ValueSpec_Names
}

// isPlain reports whether the order of a variable's uses in the source is the order in
// which they run: no function literal or defer uses it, and it is not a result.
func (r *rewriter) isPlain(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	if !ok || v.Kind() != types.LocalVar {
		return false
	}
	for _, ref := range r.refs[obj] {
		c, _ := r.root.FindNode(ref)
		for f := range c.Enclosing((*ast.FuncLit)(nil)) {
			if !(f.Node().Pos() <= obj.Pos() && obj.Pos() < f.Node().End()) {
				return false
			}
		}
		if c.ParentEdgeKind() == edge.UnaryExpr_X { // &err
			return false
		}
	}
	return true
}

// isInLoop reports whether a statement can run again: in a loop, or because its function has a goto.
func isInLoop(c inspector.Cursor) bool {
	for f := range c.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch f.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
		for b := range f.Preorder((*ast.BranchStmt)(nil)) {
			if b.Node().(*ast.BranchStmt).Tok == token.GOTO {
				return true
			}
		}
		return false
	}
	return false
}

// jumps reports whether something can leave the statements between one and an identifier: what err was
// before is seen there. If err is defined only then, goto cannot jump over that.
func jumps(after inspector.Cursor, before *ast.Ident, defines bool) bool {
	for c := after; ; {
		next, ok := c.NextSibling()
		if !ok || next.Node().Pos() > before.Pos() {
			return false
		}
		for b := range next.Preorder((*ast.BranchStmt)(nil)) {
			if !defines || b.Node().(*ast.BranchStmt).Tok == token.GOTO {
				return true
			}
		}
		c = next
	}
}

// takesOver reports whether the next use of err is a statement of the same list that
// sets it without reading it. If it must define err then, = becomes :=.
func (r *rewriter) takesOver(c inspector.Cursor, ref *ast.Ident, err types.Object, define bool) bool {
	at, _ := r.root.FindNode(ref)
	stmt := at.Parent()
	assign, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || at.ParentEdgeKind() != edge.AssignStmt_Lhs || stmt.Parent() != c.Parent() || stmt.ParentEdgeKind() != c.ParentEdgeKind() {
		return false
	}
	for _, other := range r.refs[err] {
		if other != ref && assign.Pos() <= other.Pos() && other.Pos() < assign.End() {
			return false
		}
	}
	if !define {
		return true
	}
	var t types.Type // that err would have
	if len(assign.Rhs) == len(assign.Lhs) {
		t = r.p.Info.TypeOf(assign.Rhs[at.ParentEdgeIndex()])
	} else if tuple, ok := r.p.Info.TypeOf(assign.Rhs[0]).(*types.Tuple); ok {
		t = tuple.At(at.ParentEdgeIndex()).Type()
	}
	if t == nil || !types.Identical(t, err.Type()) {
		return false
	}
	if assign.Tok != token.ASSIGN {
		return assign.Tok == token.DEFINE
	}
	for _, l := range assign.Lhs { // := must define no other variable
		id, ok := l.(*ast.Ident)
		if !ok || id.Name != "_" && r.object(id).Parent() != err.Parent() {
			return false
		}
	}
	r.put(assign.TokPos, assign.TokPos+1, ":=")
	return true
}
