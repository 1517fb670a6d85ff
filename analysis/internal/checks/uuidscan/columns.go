package uuidscan

import (
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
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

var maybe = regexp.MustCompile(`(?i)^\s*(max|min|nullif|any_value|lag|lead|first_value|last_value)\s*\(|^\s*\(\s*select\b`)

// nullable says whether the column may be NULL.
func nullable(pass *analysis.Pass, column sqls.Selected) answer {
	if column.NotNull {
		return no
	}
	if check.Imports(pass, "github.com/ClickHouse/") { // no column has NULL, unless its type is Nullable(UUID)
		if c, ok := queries.Of(pass).Declared(column.Table, column.Name); ok && c.Type == "nullable" {
			return yes
		}
		return no
	}
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
