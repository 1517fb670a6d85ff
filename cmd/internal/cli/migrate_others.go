package cli

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/audit"
	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/store/open"
	"github.com/uuidkit/uuidkit/cmd/internal/tally"
)

// others returns the columns of the plan's tables in which uuid audit finds UUIDs, by a sample of the
// values, and which the plan does not convert. If audit cannot read the database, the plan has none.
func others(ctx context.Context, url string, p *migrate.Plan) (list []migrate.Other) {
	s, err := open.Store(ctx, url, store.Options{Timeout: 10 * time.Second})
	if err != nil {
		return nil
	}
	defer s.Close()
	about := s.About()
	var o audit.Options
	if about.Dialect == store.MySQL || about.Dialect == store.MariaDB || about.Dialect == store.MongoDB {
		o.Filter.Schemas = []string{about.Database}
	}
	var tables []string
	for _, t := range p.Tables {
		tables = append(tables, argument(p, t.Name))
	}
	o.Filter.Tables = tables
	report, err := audit.Run(ctx, s, o)
	if err != nil {
		return nil
	}
	planned := map[string]bool{}
	for _, c := range p.Columns {
		planned[argument(p, c.Table)+"."+c.Name] = true
	}
	name := func(where string) string { // of a column as audit names it
		if about.Dialect == store.MySQL || about.Dialect == store.MariaDB || about.Dialect == store.MongoDB {
			where = strings.TrimPrefix(where, about.Database+".")
		}
		where = strings.ReplaceAll(where, "[]", "")
		if !slices.ContainsFunc(tables, func(t string) bool { return strings.HasPrefix(where, t+".") }) {
			return ""
		}
		return where
	}
	for _, c := range report.Columns {
		column := name(c.Where)
		if column == "" || c.View || c.Form == layout.None || c.Sure == tally.Unsure || hasForm(about.Dialect, &c, p.To) || planned[column] {
			continue
		}
		other := migrate.Other{Name: column, Type: c.Type, Form: c.Form.String(), Why: c.Why, Migrates: c.Migrates}
		for _, to := range c.RefersTo {
			if to = name(to); planned[to] {
				other.RefersTo = append(other.RefersTo, to)
			}
		}
		list = append(list, other)
	}
	slices.SortStableFunc(list, func(a, b migrate.Other) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(list, func(a, b migrate.Other) bool { return a.Name == b.Name })
}

// unquoted removes the quotes of PostgreSQL's names. A quote in a name is doubled.
var unquoted = strings.NewReplacer(`""`, `"`, `"`, "")

// argument names a table of the plan as the arguments do. PostgreSQL's plans have its quotes.
func argument(p *migrate.Plan, table string) string {
	if strings.HasPrefix(p.Store, "PostgreSQL") {
		return unquoted.Replace(table)
	}
	return table
}

// hasForm reports whether the column has the form that a plan converts to.
func hasForm(d store.Dialect, c *audit.Column, to string) bool {
	switch {
	case len(c.Forms) > 1:
		return false
	case to == migrate.ToText:
		return c.Form == layout.Text
	case d == store.MongoDB:
		return len(c.Subtypes) == 1 && c.Subtypes["4"] > 0
	case d == store.PostgreSQL || to == migrate.ToUUID:
		return c.Form == layout.Native
	}
	return c.Form == layout.Bytes
}
