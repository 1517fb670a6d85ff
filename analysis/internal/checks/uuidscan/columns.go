package uuidscan

import (
	"go/ast"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
)

// What is known of a column.
type answer int

const (
	unknown answer = iota
	yes
	no
)

// selected returns the columns of the select whose rows are scanned, or nil.
func selected(pass *analysis.Pass, scan inspector.Cursor) []sqls.Selected {
	sel, ok := ast.Unparen(scan.Node().(*ast.CallExpr).Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	for _, o := range flow.Of(pass).Origins(sel.X) {
		_, _, call := o.Callee()
		if call == nil {
			continue
		}
		if sql := queries.Of(pass).SQL(call); sql != "" {
			return sqls.Select(sql)
		}
	}
	return nil
}

var maybe = regexp.MustCompile(`(?i)^\s*(max|min|nullif|any_value|lag|lead|first_value|last_value)\s*\(|^\s*\(\s*select\b`)

// nullable says whether the column may be NULL.
func nullable(pass *analysis.Pass, column sqls.Selected) answer {
	if column.Outer || maybe.MatchString(column.Text) {
		return yes
	}
	if strings.Contains(column.Text, "(") {
		return no // COALESCE and others
	}
	if c, ok := queries.Of(pass).Declared(column.Table, column.Name); ok {
		if c.NotNull {
			return no
		}
		return yes
	}
	return unknown
}
