package sqlite

import (
	"context"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// stored are the actions of undo of a plan without a format, which has their statements. The statement
// with ?1 and ?2 is the one that copies the rows of table Batch.
func (c *conversion) stored() (list []migrate.Action) {
	for _, step := range c.Plan.Undo {
		list = append(list, migrate.Action{Does: step.Does, SQL: step.SQL, Rows: step.Rows, Do: func(ctx context.Context, progress *migrate.Progress) error {
			for _, q := range step.SQL {
				err := error(nil)
				if strings.HasPrefix(q, "INSERT INTO ") && step.Batch != "" {
					err = c.store.copyRows(ctx, q, step.Batch, step.Key, progress)
				} else {
					err = c.store.exec(ctx, q)
				}
				if err != nil {
					return c.store.failed(step.Does, err)
				}
			}
			return nil
		}})
	}
	return list
}

// createdStored reports whether it is a plan without a format that has the definition.
func (c *conversion) createdStored(definition string) bool {
	return c.NoFormat() && slices.ContainsFunc(c.Plan.Undo, func(step migrate.Step) bool { return slices.Contains(step.SQL, definition) })
}
