package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// A detail is Plan.Detail.
type detail struct {
	Columns  []columnDetail    `json:"columns"`            // of Plan.Columns
	Toast    map[string]string `json:"toast,omitempty"`    // options that a table loses, since without texts it needs no TOAST table
	Validate []foreignKeyName  `json:"validate,omitempty"` // after the switch
}

// A columnDetail is what a change of type resets, as it was before run.
type columnDetail struct {
	Default     string `json:"default,omitempty"`     // its expression
	Collation   string `json:"collation,omitempty"`   // " COLLATE x", unless it is the type's
	Storage     string `json:"storage,omitempty"`     // as SET STORAGE takes it, unless it is the type's
	Compression string `json:"compression,omitempty"` // as SET COMPRESSION takes it
}

// note writes Plan.Detail.
func (p *planner) note(ctx context.Context) (err error) {
	d := detail{Toast: map[string]string{}}
	for _, c := range p.columns {
		d.Columns = append(d.Columns, c.columnDetail)
	}
	for _, t := range p.Tables {
		names := []string{} // nil would be NULL
		for _, c := range p.of(t.Name) {
			if c.NewType == "uuid" {
				names = append(names, c.Name)
			}
		}
		var options string
		err := p.store.conn.QueryRowContext(ctx, `SELECT coalesce(string_agg(format('toast.%s=%L', split_part(o, '=', 1), substr(o, strpos(o, '=') + 1)), ', '), '') FROM pg_class t JOIN pg_class s ON s.oid = t.reltoastrelid, unnest(s.reloptions) o
WHERE t.oid = $1::regclass AND NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped AND attstorage <> 'p' AND attname <> ALL ($2))`, t.Name, names).Scan(&options)
		if err != nil {
			return err
		}
		if options != "" {
			d.Toast[t.Name] = options
		}
	}
	p.Detail, err = json.Marshal(d)
	return err
}

// detail reads Plan.Detail.
func (c *conversion) detail() (d detail, err error) {
	if err = json.Unmarshal(c.Plan.Detail, &d); err != nil {
		err = migrate.Errorf(migrate.CodeConflict, "migrate: %s: %w", migrate.StateTable, err)
	}
	return d, err
}

// textOf matches the defaults that have the same meaning without the cast to text.
var textOf = regexp.MustCompile(`^\(?((?:[a-z_]+\.)?(?:gen_random_uuid|uuidv4|uuidv7|uuid_generate_v1|uuid_generate_v1mc|uuid_generate_v4)\(\))\)?::(?:text|bpchar|character(?: varying)?(?:\(\d+\))?)$`)

// newDefault returns the default for the new type, if knowsDefault says that there is one.
func (c *postgresColumn) newDefault(to string) string {
	def, _ := c.convertDefault(to)
	return def
}

func (c *postgresColumn) knowsDefault(to string) bool {
	_, ok := c.convertDefault(to)
	return ok
}

func (c *postgresColumn) convertDefault(to string) (string, bool) {
	switch {
	case c.OldType == c.NewType:
		return c.Default, true
	case c.Default == "" || strings.HasPrefix(c.Default, "NULL::"):
		return "", true
	}
	if m := textOf.FindStringSubmatch(c.Default); m != nil && to == migrate.ToNative {
		return m[1], true
	}
	if m := textOf.FindStringSubmatch("(" + c.Default + ")::text"); m != nil && m[1] == c.Default && to == migrate.ToText {
		return "(" + c.Default + ")::text", true
	}
	return "", false
}

// A conversion is a run or an undo.
type conversion struct {
	*migrate.Plan
	s       *store
	undo    bool
	columns []postgresColumn    // of Plan.Columns, as they were before run
	keys    []sqlkit.ForeignKey // that connect them, as they are now
	targets map[string][]string // of statistics, by table: a change of type resets them
	moved   map[string]*mirror  // of the tables that have bad rows
	private map[string][]string // statements for the tables of those
	toast   map[string]string   // detail.Toast
	refer   []string            // the other tables with keys to those: no row of them may come to refer to a bad one

	// A transaction reads this at its begin.
	before  migrate.Snapshot
	oldSums []tableSum
}

func (s *store) conversion(ctx context.Context, p *migrate.Plan, undo bool) (*conversion, error) {
	c := &conversion{Plan: p, s: s, undo: undo, targets: map[string][]string{}, moved: map[string]*mirror{}, private: map[string][]string{}}
	var d detail
	if !p.NoFormat() {
		var err error
		if d, err = c.detail(); err != nil {
			return nil, err
		}
	}
	c.toast = d.Toast
	for i := range p.Columns {
		column := postgresColumn{Column: &p.Columns[i]}
		column.typ, _, _ = strings.Cut(column.OldType, "(")
		if i < len(d.Columns) {
			column.columnDetail = d.Columns[i]
		}
		c.columns = append(c.columns, column)
	}
	keys, err := s.foreignKeys(ctx)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		if slices.ContainsFunc(p.Columns, func(m migrate.Column) bool { return m.Table == k.Table && slices.Contains(k.Columns, m.Name) }) {
			c.keys = append(c.keys, k)
		}
	}
	for _, t := range p.Tables {
		if c.targets[t.Name], err = s.texts(ctx, `WITH x AS (SELECT *, format('ALTER STATISTICS %s.%I', stxnamespace::regnamespace, stxname) AS alter FROM pg_statistic_ext WHERE stxrelid = to_regclass($1))
SELECT format('%s SET STATISTICS %s', alter, stxstattarget) FROM x WHERE stxstattarget >= 0
UNION ALL SELECT format('%s OWNER TO %s', alter, stxowner::regrole) FROM x WHERE stxowner <> quote_ident(current_user)::regrole
UNION ALL SELECT format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s', indexrelid::regclass, attnum, attstattarget) FROM pg_index JOIN pg_attribute ON attrelid = indexrelid WHERE indrelid = to_regclass($1) AND attstattarget >= 0 ORDER BY 1 DESC`, t.Name); err != nil {
			return nil, err
		}
	}
	var from []string
	for _, a := range p.Aside {
		if c.moved[a.Table], err = s.mirror(ctx, p, a.Table, undo); err != nil {
			return nil, err
		}
		if c.private[a.Table], err = s.private(ctx, a.Table, a.Into); err != nil {
			return nil, err
		}
		from = append(from, a.Table)
	}
	if !undo {
		c.refer, err = s.texts(ctx, "SELECT DISTINCT conrelid::regclass::text FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND confrelid = ANY ($1::text[]::regclass[]) AND conrelid NOT IN ("+postgresTables(p)+") AND has_table_privilege(conrelid, 'UPDATE, DELETE, TRUNCATE') ORDER BY 1", from)
	}
	return c, err
}

// alterations change the types of a table, whose name can be another one now.
func (c *conversion) alterations(table, as string) []string {
	if c.NoFormat() {
		return c.storedAlterations(table, as)
	}
	var list, more []string
	for i := range c.columns {
		m := &c.columns[i]
		if m.Table != table {
			continue
		}
		name, def, drop := sqlkit.QuoteID(m.Name), m.newDefault(c.To), m.Default
		typ, using := m.NewType, postgresConvert(sqlkit.QuoteID(m.Name), m.typ, m.Forms, c.Bytes, c.To)
		same := m.NewType == m.OldType
		if c.undo {
			def, drop = drop, def
			typ, using = m.OldType, postgresBack(name, m.OldType, c.Back(m.Column, layout.Text), c.To)
		}
		if c.undo || same {
			typ += m.Collation
			more = append(more, m.resets(as)...)
		}
		if same { // it stays, also one that is new since run
			def, drop = "", ""
		}
		if drop != "" {
			list = append(list, "ALTER "+name+" DROP DEFAULT")
		}
		list = append(list, "ALTER "+name+" TYPE "+typ+" USING "+using)
		if def != "" {
			list = append(list, "ALTER "+name+" SET DEFAULT "+def)
		}
	}
	if options := c.toast[table]; options != "" && c.undo {
		more = append(more, "ALTER TABLE "+as+" SET ("+options+")")
	}
	return append([]string{"ALTER TABLE " + as + "\n  " + strings.Join(list, ",\n  ")}, more...)
}

// resets are the statements for what a change of type resets.
func (c *postgresColumn) resets(table string) (list []string) {
	name := sqlkit.QuoteID(c.Name)
	if c.Storage != "" {
		list = append(list, fmt.Sprintf("ALTER TABLE %s ALTER %s SET STORAGE %s", table, name, c.Storage))
	}
	if c.Compression != "" {
		list = append(list, fmt.Sprintf("ALTER TABLE %s ALTER %s SET COMPRESSION %s", table, name, c.Compression))
	}
	return list
}

// action executes its statements in the transaction around all.
func (c *conversion) action(does string, statements ...string) migrate.Action {
	return migrate.Action{Does: does, SQL: statements, Do: func(ctx context.Context, _ *migrate.Progress) error {
		err := c.s.asUser(ctx, statements...)
		if !c.undo {
			err = c.unconvertible(err)
		}
		return c.s.failed(does, err)
	}}
}

// lockNames are the tables that are locked. Undo drops those of the bad rows: nobody may correct a row there that it has read.
func (c *conversion) lockNames() (names []string) {
	for _, t := range c.Tables {
		names = append(names, t.Name)
	}
	for _, a := range c.Aside {
		if c.undo {
			names = append(names, a.Into)
		}
	}
	return names
}

// locks are LOCK TABLE.
func (c *conversion) locks() []string {
	list := []string{"LOCK TABLE " + strings.Join(c.lockNames(), ", ") + " IN ACCESS EXCLUSIVE MODE"}
	if c.refer != nil {
		list = append(list, "LOCK TABLE "+strings.Join(c.refer, ", ")+" IN SHARE ROW EXCLUSIVE MODE")
	}
	return list
}

// changes are the actions between the two sums.
func (c *conversion) changes() (list []migrate.Action) {
	var drop, add []string
	for _, k := range c.keys {
		drop = append(drop, fmt.Sprintf("ALTER TABLE %s DROP CONSTRAINT %s", k.Table, sqlkit.QuoteID(k.Name)))
		add = append(add, fmt.Sprintf("ALTER TABLE %s ADD CONSTRAINT %s %s", k.Table, sqlkit.QuoteID(k.Name), k.Def))
		if k.Comment != "" {
			add = append(add, fmt.Sprintf("COMMENT ON CONSTRAINT %s ON %s IS %s", sqlkit.QuoteID(k.Name), k.Table, sqlkit.QuoteText(k.Comment)))
		}
	}
	if drop != nil {
		list = append(list, c.action("drop foreign keys", drop...))
	}
	does := "convert %s"
	if c.undo {
		does = "convert %s back"
	} else {
		list = append(list, c.moves()...)
	}
	for _, t := range c.Tables {
		list = append(list, c.action(fmt.Sprintf(does, t.Name), append(c.alterations(t.Name, t.Name), c.targets[t.Name]...)...))
	}
	if c.undo {
		list = append(list, c.moves()...)
	}
	if add != nil {
		list = append(list, c.action("add foreign keys", add...))
	}
	return list
}

// moves move the bad rows of all tables to other ones, or back.
func (c *conversion) moves() (list []migrate.Action) {
	var away []string
	for _, a := range c.Aside {
		m := c.moved[a.Table]
		if c.undo {
			list = append(list, c.action("put the rows of "+a.Into+" back", m.put(a.Into, a.Table), "DROP TABLE "+a.Into))
			continue
		}
		where := " WHERE NOT (" + goodRow(c.Plan, a.Table, "") + ")"
		list = append(list, c.action(fmt.Sprintf("copy %d bad rows of %s", a.Rows, a.Table), slices.Concat([]string{a.Create}, c.private[a.Table], []string{m.put(a.Table, a.Into) + where})...))
		away = append(away, "DELETE FROM ONLY "+a.Table+where)
	}
	if away != nil {
		list = append(list, c.action("delete the bad rows", away...))
	}
	if c.Aside != nil { // PostgreSQL alters no table for whose rows a deferred key has still to be checked
		list = append(list, c.action("check the deferred keys", "SET CONSTRAINTS ALL IMMEDIATE"))
	}
	return list
}
