package mysql

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// mysqlState keeps plans in a longer text, with no backslash that sql_mode could change.
var mysqlState = sqlkit.StateDialect{Type: "LONGTEXT", Quote: func(s string) string {
	return "CONVERT(X'" + hex.EncodeToString([]byte(s)) + "' USING utf8mb4)"
}}

// mysqlRunner is the name of the lock of the runner.
const mysqlRunner = "CONCAT('uuidkit ', LEFT(SHA2(DATABASE(), 256), 16))"

// runner takes the lock that only one process has. It is held by the session in which all
// statements run, so that a killed process loses it when its last statement has ended.
// Whoever changes anything calls it, so that it refuses servers that are not alone, but for
// what the user accepts.
func (s *store) runner(ctx context.Context, accept []string) error {
	if err := s.alone(ctx, accept); err != nil || s.locked {
		return err
	}
	var got int
	err := s.conn.QueryRowContext(ctx, "SELECT COALESCE(GET_LOCK("+mysqlRunner+", 15), 0)").Scan(&got)
	if err != nil {
		return s.failed("lock", err)
	}
	if got != 1 {
		return migrate.Errorf(migrate.CodeConflict, "migrate: another uuid migrate runs in this database, or its last statement does. If it is lost, end %s", s.holder(ctx))
	}
	s.locked = true
	return nil
}

// Run copies into new tables and switches.
func (s *store) Run(ctx context.Context, p *migrate.Plan, progress io.Writer) error {
	s.progress = progress
	if err := s.runner(ctx, p.Accepted); err != nil {
		return err
	}
	list, err := s.Status(ctx)
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(list, func(st migrate.Status) bool { return st.State != migrate.Switched }); i >= 0 && list[i].Plan.ID != p.ID {
		return migrate.Errorf(migrate.CodeConflict, "migrate: another process has begun a migration: look at status")
	}
	if p.Online {
		return s.runOnline(ctx, p, false, progress)
	}
	return s.copyAndSwitch(ctx, p, false, progress)
}

// Undo copies back into tables of the old form and switches.
func (s *store) Undo(ctx context.Context, st migrate.Status, how migrate.How, progress io.Writer) error {
	s.progress = progress
	if err := s.runner(ctx, st.Plan.Accepted); err != nil {
		return err
	}
	if err := st.IsLatest(s.Status(ctx)); err != nil {
		return err
	}
	p := st.Plan
	if st.State == migrate.Undoing { // an interrupted undo --online
		if how.Online {
			p.Request.Pause = how.Pause
			return s.runOnline(ctx, p, true, progress)
		}
		if err := s.takeBack(ctx, p, true); err != nil {
			return err
		}
	}
	now, err := s.planOf(ctx, p)
	if err != nil {
		return s.failed("reading the schema", err)
	}
	if p.Online, p.Copied, p.Undo = how.Online, nil, now.steps(true); !how.Online {
		return s.copyAndSwitch(ctx, p, true, progress)
	}
	if now.online(ctx); len(now.Refusals) > 0 {
		return now.Refused()
	}
	p.Request.Pause, p.Undo = how.Pause, now.onlineSteps(true)
	return s.runOnline(ctx, p, true, progress)
}

// planOf is the plan of a migration that is done, with the definitions from before it.
func (s *store) planOf(ctx context.Context, p *migrate.Plan) (*planner, error) {
	m := &planner{Plan: p, store: s}
	for _, t := range p.Tables {
		if exists, err := s.exists(ctx, oldName(t.Name)); err != nil {
			return nil, err
		} else if !exists {
			return nil, migrate.Errorf(migrate.CodeRefused, "migrate: undo needs the definition of table %s, and it is gone", oldName(t.Name))
		}
		cat, err := s.table(ctx, oldName(t.Name))
		if err != nil {
			return nil, err
		}
		cat.name, cat.create = t.Name, p.Created[t.Name]
		m.tables = append(m.tables, cat)
	}
	return m, nil
}

func (s *store) copyAndSwitch(ctx context.Context, p *migrate.Plan, undo bool, progress io.Writer) (err error) {
	steps, state := p.Steps, migrate.Copying
	if undo {
		steps, state = p.Undo, migrate.Undoing
	}
	if undo {
		if err := s.returnable(ctx, p); err != nil {
			return err
		}
	}
	meter := migrate.NewMeter(progress, "lock", 0)
	var names []string
	for _, t := range p.Tables {
		names = append(names, t.Name)
	}
	for _, a := range p.Aside {
		if undo {
			names = append(names, a.Into)
		}
	}
	locks, err := s.lockTables(ctx, names)
	if err != nil {
		return s.failed("lock", err)
	}
	meter.Done()
	defer locks.release()

	// No row changes any more: what is true now stays so until the switch.
	if undo {
		if err := s.undoable(ctx, p); err != nil {
			return err
		}
		if err := sqlkit.SetState(ctx, s.conn, p.ID, state); err != nil {
			return s.failed("state", err)
		}
	} else {
		meter := migrate.NewMeter(progress, "plan again", 0)
		again := p.Request
		again.Untimed = true
		now, err := s.Plan(ctx, again)
		if err != nil {
			return err
		}
		if err := now.Refused(); err != nil {
			return migrate.Errorf(migrate.CodeConflict, "since the plan: %w", err)
		}
		if now.Hash != p.Hash {
			return migrate.Errorf(migrate.CodeConflict, "migrate: the schema or the forms of the values are not those of the plan %s: plan again", p.Hash)
		}
		meter.Done()
		if err := mysqlState.Remember(ctx, s.conn, p, state); err != nil {
			return s.failed("state", err)
		}
	}
	switched := false
	defer func() {
		if err != nil && !switched { // without the process, Resume does this in the next one
			if lost := locks.alive(ctx); ctx.Err() == nil && lost != nil {
				err = lost // why the rows differ, for one
			}
			locks.release()
			if _, again := s.Resume(finishing(ctx), false); again != nil && ctx.Err() == nil && !isLost(again) {
				fmt.Fprintf(progress, "%v\n", again)
			}
		}
	}()
	for _, step := range steps[1 : len(steps)-2] {
		if err := s.copyOffline(ctx, step, locks.alive, progress); err != nil {
			return s.failed(step.Does, err)
		}
	}
	if undo {
		if err := s.stranded(ctx, p); err != nil {
			return s.failed("bad rows", err)
		}
	}
	keys := steps[len(steps)-2]
	meter = migrate.NewMeter(progress, keys.Does, 0)
	if err := s.unchecked(ctx, keys.SQL...); err != nil {
		return s.failed(keys.Does, err)
	}
	meter.Done()
	if p.Sums, err = s.verify(ctx, p, undo, progress); err != nil {
		return err
	}
	if err := s.defined(ctx, p, undo); err != nil {
		return err
	}
	if err := mysqlState.Again(ctx, s.conn, p); err != nil {
		return s.failed("state", err)
	}
	if err := s.alone(ctx, p.Accepted); err != nil {
		return err
	}
	meter = migrate.NewMeter(progress, "switch", 0)
	if err := locks.hold(finishing(ctx)); err != nil {
		return s.failed("switch", err)
	}
	if err := s.switchTables(ctx, steps[len(steps)-1].SQL[0], s.releaser(ctx, locks)); err != nil {
		return s.failed("switch", err)
	}
	switched = true
	meter.Done()
	_, err = s.settle(ctx, migrate.Status{Plan: p, State: state}, progress)
	return err
}

// undoable returns an error if undo would lose what was made since the migration.
func (s *store) undoable(ctx context.Context, p *migrate.Plan) error {
	if err := s.asPlanned(ctx, p, true); err != nil {
		return err
	}
	list, err := s.hanging(ctx, p)
	if err != nil {
		return s.failed("reading the schema", err)
	}
	if list != nil {
		return migrate.Errorf(migrate.CodeConflict, "migrate: undo would drop what was made since the migration: %s: drop it, undo, and create it again for the old form", strings.Join(list, ", "))
	}
	return nil
}

// asPlanned returns an error if a table has been altered since the plan, or in undo since the migration.
func (s *store) asPlanned(ctx context.Context, p *migrate.Plan, undo bool) error {
	for _, t := range p.Tables {
		cat, err := s.table(ctx, t.Name)
		if err != nil {
			return s.failed("reading the schema", err)
		}
		got := sortedLines(withoutCounter(cat.create))
		if want := p.Expected[t.Name]; undo && got != want {
			return migrate.Errorf(migrate.CodeConflict, "migrate: table %s has been altered since the migration: %s: take that back first, or go back by hand", t.Name, difference(got, want))
		}
		if !undo && got != sortedLines(withoutCounter(p.Created[t.Name])) {
			return migrate.Errorf(migrate.CodeConflict, "migrate: table %s has been altered since the plan: plan again", t.Name)
		}
	}
	return nil
}

// A renaming is a part of RENAME TABLE.
type renaming struct{ from, to string }

// renames are the parts of the RENAME that switches, and gives the tables of before the names of aside.
func renames(p *migrate.Plan, undo bool, aside func(string) string) (list []renaming) {
	for _, t := range p.Tables {
		list = append(list, renaming{t.Name, aside(t.Name)}, renaming{newName(t.Name), t.Name})
	}
	for _, a := range p.Aside {
		r := renaming{badName(a.Table), a.Into}
		if undo {
			r = renaming{r.to, r.from}
		}
		list = append(list, r)
	}
	return list
}

// reversed takes back what the parts do.
func reversed(parts []renaming) (list []renaming) {
	for _, r := range slices.Backward(parts) {
		list = append(list, renaming{r.to, r.from})
	}
	return list
}

func renameTables(parts []renaming) string {
	var list []string
	for _, r := range parts {
		list = append(list, backquote(r.from)+" TO "+backquote(r.to))
	}
	return "RENAME TABLE " + strings.Join(list, ", ")
}

// unchecked executes statements that add foreign keys: no row can have lost its parent,
// since equal ids stay equal, and a check would be a copy of the table.
func (s *store) unchecked(ctx context.Context, statements ...string) error {
	if err := s.exec(ctx, "SET SESSION foreign_key_checks = 0"); err != nil {
		return err
	}
	defer s.exec(finishing(ctx), "SET SESSION foreign_key_checks = 1")
	return s.ddl(ctx, statements...)
}

func (s *store) verify(ctx context.Context, p *migrate.Plan, undo bool, progress io.Writer) (sums []string, err error) {
	for _, t := range p.Tables {
		meter := migrate.NewMeter(progress, "checksum of "+t.Name, 0)
		old, err := s.sum(ctx, p, t.Name, t.Name, undo, undo)
		if err != nil {
			return nil, s.failed("checksum", err)
		}
		fresh, err := s.sum(ctx, p, t.Name, newName(t.Name), undo, !undo)
		if err != nil {
			return nil, s.failed("checksum", err)
		}
		if old != fresh {
			return nil, migrate.Errorf(migrate.CodeDiffers, "migrate: %s would not have the same rows: count and checksums %s before, %s after; nothing changed", t.Name, old, fresh)
		}
		meter.Done()
		sums = append(sums, old)
	}
	return sums, nil
}

// defined compares the definitions of the new tables with those that are planned.
func (s *store) defined(ctx context.Context, p *migrate.Plan, undo bool) error {
	for _, t := range p.Tables {
		cat, err := s.table(ctx, newName(t.Name))
		if err != nil {
			return s.failed("reading the schema", err)
		}
		want := p.Expected[t.Name]
		if undo {
			want = sortedLines(withoutCounter(p.Created[t.Name]))
		}
		if got := sortedLines(named(p, cat.create)); got != want {
			return migrate.Errorf(migrate.CodeDiffers, "migrate: table %s would not be what the plan says; nothing changed:\n%s\nplanned:%s", t.Name, got, want)
		}
	}
	return nil
}

// named returns SHOW CREATE TABLE of a new table with the names that it will have.
func named(p *migrate.Plan, create string) string {
	create = withoutCounter(create)
	n := 0
	for _, t := range p.Tables {
		for _, f := range foreign(p.Created[t.Name]) {
			n++
			create = strings.ReplaceAll(create, fmt.Sprintf("`uuidkit_fk_%d`", n), f[0])
		}
	}
	return unprefixed(p, create, newName)
}

// unprefixed returns SHOW CREATE TABLE with the names of the tables, and of the checks and foreign keys that
// the server names after them, as they are without what name puts before. Columns and keys can begin so, too.
func unprefixed(p *migrate.Plan, create string, name func(string) string) string {
	for _, t := range p.Tables {
		from, to := strings.TrimSuffix(backquote(name(t.Name)), "`"), strings.TrimSuffix(backquote(t.Name), "`")
		create = strings.NewReplacer(from+"`", to+"`", from+"_chk_", to+"_chk_", from+"_ibfk_", to+"_ibfk_").Replace(create)
	}
	return create
}

// sum returns the number of rows of table from and two checksums, which the server computes. Table
// from is table, its copy, or what it was renamed to. Each id counts by its digits. If converted,
// the ids have the new form, and the rows count, too, that run has moved away. If not, they have
// the forms from before run, or with undo those that undo writes. A value without a form counts as
// it is.
func (s *store) sum(ctx context.Context, p *migrate.Plan, table, from string, undo, converted bool) (sum string, err error) {
	cat, err := s.table(ctx, from) // and not table, which may have been altered since it was switched
	if err != nil {
		return "", err
	}
	to, aside := mysqlTo(p), p.AsideOf(table)
	rows := func(from string, converted bool) string {
		var exprs []string
		for _, c := range cat.columns {
			name := backquote(c.name)
			expr := "HEX(CONCAT(" + name + "))"
			if c.typ == "vector" { // MySQL concatenates none
				expr = "HEX(" + name + ")"
			} else if strings.Contains(c.typ, "blob") || strings.Contains(c.typ, "text") || c.typ == "json" {
				expr = "SHA2(" + name + ", 256)"
			}
			for _, m := range p.Columns {
				if m.Table != table || m.Name != c.name {
					continue
				}
				forms := m.Forms
				if converted {
					forms = migrate.Forms{to: 1}
				} else if undo {
					forms = migrate.Forms{p.Back(&m, to): 1}
				}
				expr = "LOWER(CONVERT(" + mysqlDigits(name, forms) + " USING ascii))" // LOWER leaves bytes as they are
				if aside != nil && !converted {
					expr = "IF(" + mysqlGood(name, forms) + ", " + expr + ", CONCAT('bad ', HEX(" + name + ")))"
				}
			}
			// A value that has no digits is not like NULL.
			exprs = append(exprs, "IF("+name+" IS NULL, 'N', COALESCE(CONVERT("+expr+" USING ascii), '!'))")
		}
		return fmt.Sprintf("SELECT SHA2(CONCAT_WS('#', %s), 256) AS h FROM %s", strings.Join(exprs, ", "), backquote(from))
	}
	all := rows(from, converted)
	if aside != nil && converted {
		bad, err := s.moved(ctx, aside)
		if err != nil {
			return "", err
		}
		all += " UNION ALL " + rows(bad, false)
	}
	err = s.conn.QueryRowContext(ctx, "SELECT CONCAT_WS(' ', COUNT(*), COALESCE(BIT_XOR(CAST(CONV(LEFT(h, 16), 16, 10) AS UNSIGNED)), 0), COALESCE(SUM(CAST(CONV(SUBSTR(h, 17, 10), 16, 10) AS UNSIGNED)), 0)) FROM ("+all+") AS x").Scan(&sum)
	return sum, err
}
