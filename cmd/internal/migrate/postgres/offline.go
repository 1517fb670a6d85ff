package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

const offlineLocks = "ACCESS EXCLUSIVE on all of these tables until the end: no other transaction reads or writes them; run waits 10 s for these locks"

// offline is a run or an undo in one transaction.
func (s *store) offline(ctx context.Context, p *migrate.Plan, undo bool) (migrate.Work, error) {
	c, err := s.conversion(ctx, p, undo)
	if err != nil {
		return migrate.Work{}, s.failed("reading the schema", err)
	}
	return c.work(), nil
}

// work is one transaction: what it reads first is compared with what it reads last.
func (c *conversion) work() migrate.Work {
	list := []migrate.Action{
		{Does: "lock", SQL: c.locks(), Do: func(ctx context.Context, _ *migrate.Progress) error {
			if c.undo { // what is gone cannot be locked
				if err := c.s.returnable(ctx, c.Plan); err != nil {
					return c.s.failed("reading the schema", err)
				}
			}
			exec := func(q string) error { return c.s.exec(ctx, q) }
			return c.s.failed("lock", retryLocks(exec, func() error { return c.s.asUser(ctx, c.locks()...) }))
		}},
		{Does: "read the rows", Do: c.begin},
	}
	if c.NoFormat() && c.undo {
		list = append(list, c.stored()...)
	} else {
		list = append(list, c.changes()...)
	}
	list = append(list, migrate.Action{Does: "compare the rows and the schema", Do: c.end})
	for i := range list {
		list[i].Locks = offlineLocks
	}
	return migrate.Work{Actions: list, Within: c.transaction}
}

// transaction calls do in one.
func (c *conversion) transaction(ctx context.Context, progress *migrate.Progress, do func(context.Context) error) (err error) {
	const begin = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
	if err := c.s.exec(ctx, begin); err != nil {
		return c.s.failed(begin, err)
	}
	named := c.s.blockers(ctx)
	if err = do(ctx); err == nil {
		err = c.s.failed("COMMIT", c.s.commit(ctx))
	}
	if err = named(err); err != nil {
		c.s.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		return err
	}
	for _, t := range c.Tables { // the new type has no statistics
		c.s.analyze(ctx, t.Name, progress)
	}
	return nil
}

// begin checks that all is as planned, and sums up all rows.
func (c *conversion) begin(ctx context.Context, progress *migrate.Progress) (err error) {
	if c.before, err = c.s.snapshot(ctx, c.Plan); err != nil {
		return c.s.failed("reading the schema", err)
	}
	if c.undo {
		err = cmp.Or(c.s.returnable(ctx, c.Plan), c.s.textsSince(ctx, c.Plan), c.unsuited(ctx), c.made(ctx, progress))
	} else if got := c.before.Hash(c.Plan); got != c.Hash {
		err = migrate.Errorf(migrate.CodeConflict, "migrate: the schema is not the one of the plan %s: plan again", c.Hash)
	}
	if err != nil {
		return c.s.failed("reading the values", err)
	}
	if c.oldSums, err = c.sums(ctx, c.sources(!c.undo), progress); err != nil {
		return c.s.failed("reading the old rows", err)
	}
	if slices.ContainsFunc(c.oldSums, func(sum tableSum) bool { return sum.odd > 0 }) {
		err = c.s.planned(ctx, c.Plan)
	}
	return c.s.failed("reading the values", err)
}

// unsuited returns an error if undo in place would be wrong for what was made since run: what nobody has accepted, and
// sees the rows come back, an index that would be another, or statistics that would get another owner. With --online the rows come into a table that has no triggers yet.
func (c *conversion) unsuited(ctx context.Context) error {
	list, err := c.s.watchers(ctx, c.Plan)
	indexes, err2 := c.s.remade(ctx, c.Plan)
	statistics, err3 := c.s.statistics(ctx, c.Plan)
	held, err4 := c.s.held(ctx, c.Plan)
	if list = slices.Concat(migrate.DropAccepted(list, c.Accepted), indexes, statistics, held); list != nil {
		return migrate.Errorf(migrate.CodeRefused, "migrate: undo: %s: %s: %s", list[0].Object, list[0].Reason, list[0].Manual)
	}
	return cmp.Or(err, err2, err3, err4, defaultsSince(c.Plan, c.before))
}

// defaultsSince returns an error if a default that run has set is another one now: undo would lose it.
func defaultsSince(p *migrate.Plan, now migrate.Snapshot) error {
	for _, c := range p.Columns {
		for _, change := range p.Changes {
			if change.Object != "default of "+c.Table+"."+c.Name || now[change.Object] == change.New {
				continue
			}
			set := "SET DEFAULT " + change.New
			if change.New == "" {
				set = "DROP DEFAULT"
			}
			return migrate.Errorf(migrate.CodeRefused, "migrate: undo: the %s was changed since run, and undo restores the one of before: keep the SQL of yours, and ALTER TABLE %s ALTER %s %s", change.Object, c.Table, sqlkit.QuoteID(c.Name), set)
		}
	}
	return nil
}

// textsSince returns an error if a text column has values that postgresBack cannot convert: something has written them since run.
func (s *store) textsSince(ctx context.Context, p *migrate.Plan) error {
	for i := range p.Columns {
		c := &p.Columns[i]
		if p.To != migrate.ToText || p.Back(c, layout.Text) == layout.Text {
			continue
		}
		var values string
		err := s.read(ctx, fmt.Sprintf(`SELECT coalesce(string_agg(quote_literal(left(v, 80)), ', '), '') FROM (SELECT %[1]s::text AS v FROM ONLY %[2]s WHERE %[1]s::text COLLATE "C" !~* '^\{?([0-9a-f]{4}-?){7}[0-9a-f]{4}\}?$' LIMIT %[3]d) x`,
			sqlkit.QuoteID(c.Name), c.Table, migrate.ShownKeys), &values)
		if err == nil && values != "" {
			err = migrate.Errorf(migrate.CodeRefused, "migrate: undo: %s.%s has values that are no UUIDs in the form %s; something has written them since run: correct these rows first, here are up to %d: %s", c.Table, c.Name, layout.Text, migrate.ShownKeys, values)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unsure is a condition that a row of a table may have a value that the plan has not seen. Where it is false,
// the conversion does not succeed unless the value has one of the plan's forms: all but hyphens and braces
// are digits, or the cast to uuid fails. So planned reads the values again only if there is such a row, or if
// there are forms without that cast.
func (c *conversion) unsure(table string) string {
	seen := []string{"true"}
	for i := range c.columns {
		m := &c.columns[i]
		if m.Table != table {
			continue
		}
		if m.typ == "bytea" || c.To != migrate.ToNative || c.Aside != nil {
			return "true"
		}
		seen = append(seen, postgresLike(sqlkit.QuoteID(m.Name), m.typ, m.Forms))
	}
	return "NOT (" + strings.Join(seen[min(1, len(seen)-1):], " AND ") + ")"
}

// unconvertible explains an error of a value that was written since the plan.
func (c *conversion) unconvertible(err error) error {
	var e *pgconn.PgError
	switch {
	case !errors.As(err, &e):
	case e.Code == "22P02":
		return migrate.Errorf(migrate.CodeConflict, "migrate: since the plan a value was written that is no UUID: rolled back: plan again to see it: %w", err)
	case e.Code == "23505" && slices.ContainsFunc(c.Columns, func(m migrate.Column) bool { return inKey(e, &m) }):
		return migrate.Errorf(migrate.CodeConflict, "migrate: since the plan a row got the UUID of another row in another spelling, in a unique key: rolled back: plan again to see both: %w", err)
	}
	return err
}

// inKey reports whether the detail of an error, such as Key (a, id)=(1, …) is duplicated, has the column.
func inKey(e *pgconn.PgError, c *migrate.Column) bool {
	_, key, _ := strings.Cut(e.Detail, "(")
	key, _, _ = strings.Cut(key, ")=(")
	same := func(names []string, name string) bool {
		return slices.Contains(names, name) || slices.Contains(names, sqlkit.QuoteID(name))
	}
	return same([]string{inSchema("", c.Table)[1:]}, e.TableName) && same(strings.Split(key, ", "), c.Name)
}

// end compares all rows and the schema with what they were, and writes the journal.
func (c *conversion) end(ctx context.Context, progress *migrate.Progress) error {
	if c.undo && c.Online {
		for _, t := range c.Tables {
			if err := c.s.asUser(ctx, "DROP TABLE IF EXISTS "+inSchema(postgresOld, t.Name)); err != nil {
				return c.s.failed("drop the old tables", err)
			}
		}
		if err := c.s.asUser(ctx, dropEmptyOld); err != nil {
			return c.s.failed("drop the old tables", err)
		}
	}
	newSums, err := c.sums(ctx, c.sources(c.undo), progress)
	if err != nil {
		return c.s.failed("reading the new rows", err)
	}
	for i, t := range c.Tables {
		if c.oldSums[i].rows != newSums[i].rows {
			return migrate.Errorf(migrate.CodeDiffers, "migrate: %s would not have the same rows: count and checksum %s before, %s after: rolled back", t.Name, c.oldSums[i].rows, newSums[i].rows)
		}
	}
	after, err := c.s.snapshot(ctx, c.Plan)
	if err != nil {
		return c.s.failed("reading the schema", err)
	}
	if err := c.before.Compare(after, c.Changes, c.undo); err != nil {
		return err
	}
	if c.undo {
		err = c.s.state(ctx, func(bool) error { return sqlkit.Forget(ctx, c.s.conn, c.ID) })
	} else {
		err = c.s.remember(ctx, c.Plan, migrate.Switched)
	}
	return c.s.failed("writing the state", err)
}

// planned reads the values again. It returns an error if there are some that the plan did
// not see.
func (s *store) planned(ctx context.Context, p *migrate.Plan) error {
	reread := &planner{Plan: &migrate.Plan{To: p.To, Bytes: p.Bytes, BadRows: p.BadRows, Request: migrate.Request{Bytes: p.Bytes.String()}}, store: s}
	for _, t := range p.Tables {
		reread.Tables = append(reread.Tables, migrate.Table{Name: t.Name})
	}
	for _, c := range p.Columns {
		column, err := s.column(ctx, c.Table, c.Name)
		if err != nil {
			return err
		}
		reread.columns = append(reread.columns, column)
	}
	if err := cmp.Or(reread.read(ctx), reread.left(ctx)); err != nil {
		return err
	}
	for _, r := range reread.Refusals {
		if !r.Accept { // else it was accepted
			return migrate.Errorf(migrate.CodeConflict, "migrate: since the plan: %s: %s: plan again", r.Object, r.Reason)
		}
	}
	for _, t := range p.Tables {
		var was, now int64
		if a := p.AsideOf(t.Name); a != nil {
			was = a.Rows
		}
		if a := reread.AsideOf(t.Name); a != nil {
			now = a.Rows
		}
		if was != now {
			return migrate.Errorf(migrate.CodeConflict, "migrate: %d rows of %s are bad, and %d in the plan: plan again", now, t.Name, was)
		}
	}
	for i, c := range reread.Columns {
		for f := range c.Forms {
			if p.Columns[i].Forms[f] == 0 {
				return migrate.Errorf(migrate.CodeConflict, "migrate: %s.%s has values in the form %s, which the plan did not find: plan again", c.Table, c.Name, f)
			}
		}
	}
	return nil
}
