package rewrite

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// mergeCases takes care of type switches that ask for several old types which are one type
// now: it deletes a case that does what an earlier one does, and lists the others.
func (r *rewriter) mergeCases() {
	for c := range r.root.Preorder((*ast.TypeSwitchStmt)(nil)) {
		type asked struct {
			clause *ast.CaseClause
			expr   ast.Expr
		}
		first := map[string]asked{}
		for _, s := range c.Node().(*ast.TypeSwitchStmt).Body.List {
			clause := s.(*ast.CaseClause)
			for i, e := range clause.List {
				key := r.becomes(r.p.Info.TypeOf(e))
				if key == "" {
					continue
				}
				before, ok := first[key]
				switch {
				case !ok:
					first[key] = asked{clause, e}
				case before.clause == clause:
					r.delete(clause.List[i-1].End(), e.End())
				case len(clause.List) == 1 && len(before.clause.List) == 1 && r.body(clause) == r.body(before.clause):
					r.deleteLines(clause.Pos(), clause.End())
				default:
					r.byHand(e, "the same type as in an earlier case now: make one case of both")
				}
			}
		}
	}
}

// becomes returns the new type's name for a type of an old package, or for the new one
// itself, or nothing.
func (r *rewriter) becomes(t types.Type) string {
	star := ""
	if p, ok := t.(*types.Pointer); ok {
		star, t = "*", p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || load.OldType(t) == nil && named.Obj().Pkg() != r.v.Target || r.v.Target.Scope().Lookup(named.Obj().Name()) == nil {
		return ""
	}
	return star + named.Obj().Name()
}

// body returns the source of a clause's statements.
func (r *rewriter) body(clause *ast.CaseClause) string {
	return strings.TrimSpace(string(r.src[r.offset(clause.Colon)+1 : r.offset(clause.End())]))
}
