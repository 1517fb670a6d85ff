package postgres

import (
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// The plans without a format have the statements of undo, and no Detail.

// stored are the actions of undo but for its locks, which are the first.
func (c *conversion) stored() (list []migrate.Action) {
	for _, step := range c.Plan.Undo[1:] {
		list = append(list, c.action(step.Does, step.SQL...))
	}
	return list
}

// storedAlterations are the statements of undo that alter a table, but for its foreign keys.
func (c *conversion) storedAlterations(table, as string) (list []string) {
	for _, step := range c.Plan.Undo {
		for _, q := range step.SQL {
			rest, ok := strings.CutPrefix(q, "ALTER TABLE "+table)
			if ok && rest != "" && strings.Contains(" \n", rest[:1]) && !strings.HasPrefix(rest, " ADD CONSTRAINT ") && !strings.HasPrefix(rest, " DROP CONSTRAINT ") {
				list = append(list, "ALTER TABLE "+as+rest)
			}
		}
	}
	return list
}

// rememberStored is remember for storedRest.
func (c *conversion) rememberStored(keys []foreignKeyName) {
	validate, analyze := c.checks(keys)
	c.Plan.Finish = append(validate, analyze...)
}

// storedRest are the statements that are left after the switch.
func (c *conversion) storedRest() (validate, analyze []string) {
	for _, q := range c.Plan.Finish {
		if strings.HasPrefix(q, "ANALYZE ") {
			analyze = append(analyze, q)
		} else {
			validate = append(validate, q)
		}
	}
	return validate, analyze
}
