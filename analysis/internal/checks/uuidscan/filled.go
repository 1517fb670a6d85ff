package uuidscan

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// filled reports UUIDs that functions of pgx and jmoiron/sqlx fill from columns that may be NULL.
func filled(pass *analysis.Pass, c inspector.Cursor, call *ast.CallExpr) {
	into, all := queries.Fills(pass, call)
	for _, f := range all {
		if !uuids.IsOf(f.Type, uuids.Google) || nullable(pass, f.Column) != yes {
			continue
		}
		what := "scan " + variable(into) + " into"
		if f.Field != nil {
			what = "make " + f.Field.Name()
		}
		check.Report(pass, c.Child(into), nil, nullText, what, scanNull)
	}
}

// variable is the name of what is filled.
func variable(into ast.Expr) string {
	if addr, ok := ast.Unparen(into).(*ast.UnaryExpr); ok {
		return types.ExprString(addr.X)
	}
	return "the rows"
}

// models reports UUIDs of GORM's models whose columns may be NULL, by the model's tag or a CREATE
// TABLE of the package.
func models(pass *analysis.Pass) {
	if !check.Imports(pass, "gorm.io/gorm") {
		return
	}
	for c := range check.Nodes(pass).Preorder((*ast.TypeSpec)(nil)) {
		spec := c.Node().(*ast.TypeSpec)
		s, ok := spec.Type.(*ast.StructType)
		if !ok || !hasTag(s) {
			continue
		}
		for _, f := range s.Fields.List {
			settings := strings.ToLower(uuids.Tag(f).Get("gorm"))
			if len(f.Names) != 1 || settings == "-" || !uuids.IsOf(pass.TypesInfo.TypeOf(f.Type), uuids.Google) {
				continue
			}
			tagged, _ := queries.TagColumn(uuids.Tag(f), f.Names[0].Name)
			table := queries.Of(pass).Table(spec.Name)
			declared, ok := queries.Of(pass).Declared(table, tagged.Name)
			if !tagged.NotNull && (strings.Contains(settings, "default:null") || table != "" && ok && !declared.NotNull) {
				at, _ := c.FindNode(f)
				check.Report(pass, at, nil, nullText, "make "+f.Names[0].Name, scanNull)
			}
		}
	}
}

// hasTag reports whether a field has a tag of GORM.
func hasTag(s *ast.StructType) bool {
	for _, f := range s.Fields.List {
		if _, ok := uuids.Tag(f).Lookup("gorm"); ok {
			return true
		}
	}
	return false
}
