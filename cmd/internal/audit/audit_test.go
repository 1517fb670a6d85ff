package audit_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/audit"
	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/uuidtest"
)

// A memory is a database in memory.
type memory struct {
	dialect store.Dialect
	engine  string
	version string
	galera  bool
	tables  []*store.Table
	rows    map[string][][]store.Cell // by table
	rare    int                       // how many rows of each table come because a column has a value
	fails   map[string]int            // tables that fail after so many rows
	noCount bool
	counted int
}

func (m *memory) About() store.About {
	return store.About{Dialect: m.dialect, Version: cmp.Or(m.version, "1"), Database: "memory", Engine: m.engine, Galera: m.galera}
}
func (m *memory) Close() error { return nil }

func (m *memory) Tables(context.Context, store.Filter) ([]*store.Table, []store.NotSeen, error) {
	return m.tables, []store.NotSeen{{Where: "secret", Why: "permission denied"}}, nil
}

var errBroken = errors.New("broken\nin two lines")

func (m *memory) Read(_ context.Context, t *store.Table, limit int, visit func(store.Row) error) error {
	for i, cells := range m.rows[t.Name] {
		if n, ok := m.fails[t.Name]; ok && i == n {
			return errBroken
		}
		if limit > 0 && i == limit {
			break
		}
		if err := visit(store.Row{Cells: cells, Rare: i >= len(m.rows[t.Name])-m.rare, Key: func() string { return fmt.Sprint("n=", i) }}); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) Count(_ context.Context, t *store.Table, column string, values []layout.Value) (int, error) {
	m.counted++
	if m.noCount {
		return 0, errBroken
	}
	found := make(map[string]bool)
	for _, v := range values {
		found[fmt.Sprint(v.Kind, v.Subtype, string(v.Data))] = true
	}
	n := 0
	for _, cells := range m.rows[t.Name] {
		for _, c := range cells {
			if c.Column == column && c.Path == "" && found[fmt.Sprint(c.Value.Kind, c.Value.Subtype, string(c.Value.Data))] {
				n++
			}
		}
	}
	return n, nil
}

// table adds a table with the columns, of which the first is the primary key.
func (m *memory) table(name string, columns ...string) *store.Table {
	t := &store.Table{Schema: "s", Name: name, Rows: -1}
	for _, c := range columns {
		t.Columns = append(t.Columns, store.Column{Name: c, Type: "any", CompareCase: true, Read: true})
	}
	if len(columns) > 0 {
		t.Indexes = []store.Index{{Name: "primary", Columns: columns[:1], Unique: true, Primary: true}}
	}
	m.tables = append(m.tables, t)
	return t
}

// row adds a row; cells are pairs of column with path, and value.
func (m *memory) row(table string, cells ...any) {
	var row []store.Cell
	for i := 0; i < len(cells); i += 2 {
		column, path := cells[i].(string), ""
		if j := strings.IndexAny(column, ".[{"); j > 0 {
			column, path = column[:j], column[j:]
		}
		row = append(row, store.Cell{Column: column, Path: path, Value: cells[i+1].(layout.Value)})
	}
	if m.rows == nil {
		m.rows = make(map[string][][]store.Cell)
	}
	m.rows[table] = append(m.rows[table], row)
}

func run(t *testing.T, m *memory) *audit.Report {
	t.Helper()
	r, err := audit.Run(t.Context(), m, audit.Options{Full: true})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := r.Print(&out, audit.Style{}); err != nil || out.Len() == 0 {
		t.Errorf("Print: %v, %d bytes", err, out.Len())
	}
	if i := bytes.IndexFunc(out.Bytes(), func(r rune) bool { return r < ' ' && r != '\n' }); i >= 0 {
		t.Errorf("Print writes the control character %q", out.Bytes()[i])
	}
	return r
}

func find(r *audit.Report, where string) *audit.Column {
	i := slices.IndexFunc(r.Columns, func(c audit.Column) bool { return c.Where == where })
	if i < 0 {
		return new(audit.Column)
	}
	return &r.Columns[i]
}

func kinds(r *audit.Report, where string) (all []audit.Kind) {
	for _, f := range r.Findings {
		if f.Where == where {
			all = append(all, f.Kind)
		}
	}
	return all
}

func ids(t *testing.T, n int) (all []uuid.UUID) {
	t.Helper()
	g := uuidtest.New(1)
	for range n {
		u, err := g.NewV4()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, u)
	}
	return all
}

// Few ids say nothing of the order of their bytes, unless they are known elsewhere.
func TestFewIDs(t *testing.T) {
	for _, f := range []layout.Form{layout.Bytes, layout.Swapped, layout.Mixed, layout.Java} {
		m := &memory{dialect: store.SQLite}
		m.table("users", "id")
		m.table("teams", "n", "leader_id")
		m.table("other", "n", "some_id")
		few := 0
		for _, u := range ids(t, 1000) {
			m.row("users", "id", layout.Text.Encode(u))
			bytes := f.Encode(u)
			if read := uuid.UUID(bytes.Data); read.Version() == 4 && few < 3 { // in network order, too
				m.row("teams", "leader_id", bytes)
				few++
			}
		}
		for range 2 {
			m.row("other", "some_id", f.Encode(uuid.NewV4()))
		}
		r := run(t, m)
		c := find(r, "s.teams.leader_id")
		if want := strings.TrimPrefix(f.String(), "bytes"); len(r.Next) != 1 || strings.TrimPrefix(r.Next[0].Bytes, "bytes") != want || c.Versions["4"] != few {
			t.Errorf("%v: got the next command %+v, versions %v; want the order %q and %d of version 4", f, r.Next, c.Versions, want, few)
		}
		if c.Form != f || c.Sure != "certain" || !slices.Equal(c.RefersTo, []string{"s.users.id"}) || !slices.Equal(kinds(r, c.Where), []audit.Kind{audit.Reference}) {
			t.Errorf("%v: got %v, %v, refers to %v, findings %v", f, c.Form, c.Sure, c.RefersTo, kinds(r, c.Where))
		}
		if c := find(r, "s.other.some_id"); c.Form != layout.None || c.Sure != "" && c.Sure != "unsure" {
			t.Errorf("%v: two ids that are known nowhere: got %v, %v (%s)", f, c.Form, c.Sure, c.Why)
		}
	}
}

// An id that was written by hand is the same in several orders: that it is found says nothing of them.
func TestFewSpecial(t *testing.T) {
	m := &memory{dialect: store.SQLite}
	m.table("users", "id")
	m.table("teams", "n", "leader_id")
	byHand := uuid.MustParse("11111111-1111-1111-1111-111111111111")
	all := append(ids(t, 1000), byHand)
	for _, u := range all {
		m.row("users", "id", layout.Text.Encode(u))
	}
	m.row("teams", "leader_id", layout.Mixed.Encode(byHand))
	for _, u := range all {
		if v := layout.Mixed.Encode(u); uuid.UUID(v.Data).Version() == 4 { // in network order, too
			m.row("teams", "leader_id", v)
			break
		}
	}
	if c := find(run(t, m), "s.teams.leader_id"); c.Form != layout.Mixed {
		t.Errorf("got %v (%s), want %v", c.Form, c.Why, layout.Mixed)
	}
}

// uuid migrate follows foreign keys, and must be told of the other references.
func TestForeignKey(t *testing.T) {
	m := &memory{dialect: store.MySQL}
	m.table("keys", "id", "root")
	m.table("refs", "n", "declared", "other")
	for i, name := range []string{"root", "declared"} {
		m.tables[i].ForeignKeys = []store.ForeignKey{{Columns: []string{name}, Schema: "s", Table: "keys", RefColumns: []string{"id"}}}
	}
	for _, u := range ids(t, 100) {
		m.row("keys", "id", layout.Text.Encode(u), "root", layout.Text.Encode(u)) // each is its own root
		m.row("refs", "declared", layout.Text.Encode(u))
		m.row("refs", "other", layout.Text.Encode(u))
	}
	r := run(t, m)
	for name, want := range map[string]bool{"s.keys.root": true, "s.refs.declared": true, "s.refs.other": false} {
		c := find(r, name)
		if !slices.Equal(c.RefersTo, []string{"s.keys.id"}) || c.Declared != want {
			t.Errorf("%s: refers to %v, by a foreign key %t; want s.keys.id, %t", name, c.RefersTo, c.Declared, want)
		}
	}
}

// To a column of a key of several columns a foreign key refers. Nothing else is looked up there, and the report says so.
func TestForeignKeyOfTwo(t *testing.T) {
	for dialect, to := range map[store.Dialect][]string{store.MySQL: {"tenant", "id"}, store.SQLite: nil} { // nil is the primary key
		m := &memory{dialect: dialect}
		m.table("users", "tenant", "id").Indexes[0].Columns = []string{"tenant", "id"}
		m.table("orders", "n", "tenant", "user", "other").ForeignKeys = []store.ForeignKey{{Columns: []string{"tenant", "user"}, Schema: "s", Table: "users", RefColumns: to}}
		for _, u := range ids(t, 50) {
			m.row("users", "id", layout.Bytes.Encode(u))
			m.row("orders", "user", layout.Text.Encode(u), "other", layout.Text.Encode(u))
		}
		r := run(t, m)
		for name, want := range map[string]string{"s.orders.user": "[s.users.id] true [reference]", "s.orders.other": "[] false []"} {
			c := find(r, name)
			if got := fmt.Sprint(c.RefersTo, c.Declared, kinds(r, name)); got != want {
				t.Errorf("%s: %s: got %s, want %s", dialect, name, got, want)
			}
		}
		if m.counted > 0 || !strings.Contains(strings.Join(r.Unread, "\n"), "s.users.id") {
			t.Errorf("%s: got %d lookups, and unread: %q", dialect, m.counted, r.Unread)
		}
	}
}

// Two tables can have names that differ in case only. Where they do not, a database may give a name in another case than the table's.
func TestForeignKeyCase(t *testing.T) {
	for _, tt := range []struct {
		tables []string
		want   string
	}{
		{[]string{"User", "user"}, "s.user.id"},
		{[]string{"User"}, "s.User.id"},
	} {
		m := &memory{dialect: store.MySQL}
		for _, name := range tt.tables {
			m.table(name, "id")
		}
		m.table("posts", "n", "ref").ForeignKeys = []store.ForeignKey{{Columns: []string{"ref"}, Schema: "s", Table: "user", RefColumns: []string{"ID"}}}
		for _, u := range ids(t, 50) {
			m.row("User", "id", layout.Text.Encode(uuid.NewV4()))
			m.row("user", "id", layout.Bytes.Encode(u))
			m.row("posts", "ref", layout.Bytes.Encode(u))
		}
		if c := find(run(t, m), "s.posts.ref"); !slices.Equal(c.RefersTo, []string{tt.want}) || !c.Declared {
			t.Errorf("%v: refers to %v, by a foreign key %t; want %s, true", tt.tables, c.RefersTo, c.Declared, tt.want)
		}
	}
}

// A Galera cluster can stall on a foreign key of MariaDB's type uuid, in releases without MDEV-41012. Nobody knows here which
// release has it: a later one of a series gets advice only.
func TestGalera(t *testing.T) {
	for _, tt := range []struct {
		dialect store.Dialect
		version string
		galera  bool
		column  string
		want    audit.Severity
	}{
		{store.MariaDB, "10.11.14", true, "uuid", audit.Warning},
		{store.MariaDB, "10.11.19", true, "uuid", audit.Warning},
		{store.MariaDB, "10.11.20", true, "uuid", audit.Advice},
		{store.MariaDB, "11.4.13", true, "UUID", audit.Warning},
		{store.MariaDB, "11.7.99", true, "uuid", audit.Warning},
		{store.MariaDB, "12.3.4", true, "uuid", audit.Advice},
		{store.MariaDB, "13.0.1", true, "uuid", audit.Advice},
		{store.MariaDB, "10.11.14", true, "binary(16)", ""},
		{store.MariaDB, "10.11.14", false, "uuid", ""},
		{store.MySQL, "8.0.36", true, "uuid", ""},
	} {
		m := &memory{dialect: tt.dialect, version: tt.version, galera: tt.galera}
		m.table("users", "id")
		orders := m.table("orders", "n", "user", "other")
		orders.Columns[1].Type, orders.Columns[2].Type = tt.column, tt.column
		orders.ForeignKeys = []store.ForeignKey{{Columns: []string{"user"}, Schema: "s", Table: "users", RefColumns: []string{"id"}}}
		var got audit.Severity
		for _, f := range run(t, m).Findings {
			if f.Kind == audit.Stalls && f.Where == "s.orders.user" {
				got = f.Severity
			} else if f.Kind == audit.Stalls {
				t.Errorf("%s: a finding at %s", tt.version, f.Where)
			}
		}
		if got != tt.want {
			t.Errorf("%s %s, Galera %t, %s: got %q, want %q", tt.dialect, tt.version, tt.galera, tt.column, got, tt.want)
		}
	}
}

func TestReferences(t *testing.T) {
	upper := func(v layout.Value) layout.Value { v.Data = bytes.ToUpper(v.Data); return v }
	all := ids(t, 300)
	for _, tt := range []struct {
		name    string
		dialect store.Dialect
		key, of func(u uuid.UUID) layout.Value
		column  string
		share   int // of 100 ids are in the key, but not the first
		want    []audit.Kind
		refers  bool
	}{
		{"the same form", store.MySQL, layout.Bytes.Encode, layout.Bytes.Encode, "u", 100, nil, true},
		{"text and bytes", store.MySQL, layout.Bytes.Encode, layout.Text.Encode, "u", 100, []audit.Kind{audit.Reference}, true},
		{"two orders", store.MySQL, layout.Bytes.Encode, layout.Swapped.Encode, "u", 100, []audit.Kind{audit.Reference}, true},
		{"two cases", store.PostgreSQL, layout.Text.Encode, func(u uuid.UUID) layout.Value { return upper(layout.Text.Encode(u)) }, "u", 100, []audit.Kind{audit.Reference, audit.UpperCase}, true},
		{"two subtypes", store.MongoDB, func(u uuid.UUID) layout.Value { v := layout.Bytes.Encode(u); v.Subtype = 4; return v }, layout.Bytes.Encode, "u", 100, []audit.Kind{audit.Reference, audit.Subtype}, true},
		{"text in JSON", store.PostgreSQL, layout.Native.Encode, layout.Text.Encode, "u.a", 100, nil, true},
		{"hex in JSON, and text", store.PostgreSQL, layout.Text.Encode, layout.Hex.Encode, "u.a", 100, []audit.Kind{audit.Reference}, true},
		{"MariaDB converts", store.MariaDB, layout.Native.Encode, layout.Text.Encode, "u", 100, []audit.Kind{audit.Reference}, true},
		{"text in bytes", store.MySQL, layout.Text.Encode, layout.BytesText.Encode, "u", 100, []audit.Kind{audit.TextInBytes}, true},
		{"hex in bytes", store.MariaDB, layout.BytesHex.Encode, layout.Hex.Encode, "u", 100, nil, true},
		{"text in bytes, of another case", store.MySQL, layout.Text.Encode, func(u uuid.UUID) layout.Value { return upper(layout.BytesText.Encode(u)) }, "u", 100, []audit.Kind{audit.Reference, audit.TextInBytes, audit.UpperCase}, true},
		{"text in bytes, and hex", store.MySQL, layout.Hex.Encode, layout.BytesText.Encode, "u", 100, []audit.Kind{audit.Reference, audit.TextInBytes}, true},
		{"text in bytes in SQLite", store.SQLite, layout.Text.Encode, layout.BytesText.Encode, "u", 100, []audit.Kind{audit.Reference, audit.TextInBytes}, true},
		{"some are gone", store.MySQL, layout.Bytes.Encode, layout.Bytes.Encode, "u", 98, []audit.Kind{audit.Orphans}, true},
		{"the first are gone", store.MySQL, layout.Bytes.Encode, layout.Text.Encode, "u", 80, []audit.Kind{audit.Reference}, true},
		{"most are elsewhere", store.MySQL, layout.Bytes.Encode, layout.Bytes.Encode, "u", 30, nil, false},
		{"none", store.MySQL, layout.Bytes.Encode, layout.Bytes.Encode, "u", 0, nil, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := &memory{dialect: tt.dialect}
			m.table("keys", "id")
			m.table("refs", "n", "u")
			if tt.dialect == store.MongoDB {
				m.tables[0].Columns, m.tables[1].Columns = nil, nil
			}
			for i := range 100 {
				m.row("keys", "id", tt.key(all[i]))
				u := all[i]
				if i < 100-tt.share {
					u = all[i+100]
				}
				m.row("refs", tt.column, tt.of(u))
			}
			r := run(t, m)
			where := "s.refs." + tt.column
			if got := find(r, where).RefersTo; (len(got) == 1 && got[0] == "s.keys.id") != tt.refers {
				t.Errorf("refers to %v, want %v", got, tt.refers)
			}
			if got := kinds(r, where); !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// Of two primary keys with the same ids the child's refers to the parent's: by its foreign key, by its name, or because more of its ids
// are in the other.
func TestPrimaryKeys(t *testing.T) {
	const declared, found, back = "[] [s.users.id] true", "[] [s.users.id] false", "[s.wallets.user_id] [] false"
	for _, tt := range []struct {
		name     string
		child    string // its key
		from, to int    // its ids; the parent has the first 100
		want     string // references of the parent, and of the child
		orphans  int
	}{
		{"a foreign key", "user_id", 3, 100, declared, 0},
		{"a foreign key, and each parent has a child", "user_id", 0, 100, declared, 0},
		{"a name, and each parent has a child", "user_id", 0, 100, found, 0},
		{"a name, and parents are gone", "user_id", 1, 105, found, 1},
		{"a name, but few ids of a parent", "user_id", 0, 300, back, 0},
		{"no name", "id", 3, 100, found, 0},
		{"no name, and parents are gone", "id", 10, 102, found, 1},
	} {
		m := &memory{dialect: store.MySQL}
		m.table("users", "id")
		child := m.table("wallets", tt.child)
		if tt.want == declared {
			child.ForeignKeys = []store.ForeignKey{{Columns: []string{tt.child}, Schema: "s", Table: "users", RefColumns: []string{"id"}}}
		}
		for i, u := range ids(t, tt.to) {
			if i < 100 {
				m.row("users", "id", layout.Text.Encode(u))
			}
			if i >= tt.from {
				m.row("wallets", tt.child, layout.Text.Encode(u))
			}
		}
		r := run(t, m)
		c := find(r, "s.wallets."+tt.child)
		if got := fmt.Sprint(find(r, "s.users.id").RefersTo, c.RefersTo, c.Declared); got != tt.want || len(r.Findings) != tt.orphans {
			t.Errorf("%s: got references %s and findings %v; want %s and %d", tt.name, got, r.Findings, tt.want, tt.orphans)
		}
	}
}

// A key of two forms is joined with a column that holds the form of those ids to which it refers.
func TestKeyOfTwoForms(t *testing.T) {
	all := ids(t, 100)
	for _, tt := range []struct {
		name     string
		refs     []uuid.UUID
		form     layout.Form
		declared bool
		want     []audit.Kind
	}{
		{"to ids of the same form", all[60:], layout.Hex, false, nil},
		{"to ids of both forms", all, layout.Hex, false, []audit.Kind{audit.Reference}},
		{"with a foreign key", all[60:], layout.Hex, true, nil},
		{"with a foreign key that was not enforced", all[60:], layout.Braces, true, []audit.Kind{audit.Reference}},
	} {
		m := &memory{dialect: store.MySQL}
		m.table("keys", "id")
		m.table("refs", "n", "u")
		if tt.declared {
			m.tables[1].ForeignKeys = []store.ForeignKey{{Columns: []string{"u"}, Schema: "s", Table: "keys", RefColumns: []string{"id"}}}
		}
		for i, u := range all {
			m.row("keys", "id", map[bool]layout.Form{true: layout.Text, false: layout.Hex}[i < 60].Encode(u))
		}
		for _, u := range tt.refs {
			m.row("refs", "u", tt.form.Encode(u))
		}
		r := run(t, m)
		if c := find(r, "s.refs.u"); !slices.Equal(c.RefersTo, []string{"s.keys.id"}) || !slices.Equal(kinds(r, c.Where), tt.want) {
			t.Errorf("%s: refers to %v, got %v, want %v", tt.name, c.RefersTo, kinds(r, c.Where), tt.want)
		}
	}
}

// In an index that is hidden from the optimizer no ids are looked up.
func TestHiddenIndex(t *testing.T) {
	for _, hidden := range []bool{false, true} {
		m := &memory{dialect: store.MySQL}
		m.table("users", "n", "id").Indexes = []store.Index{{Name: "u", Columns: []string{"id"}, Unique: true, Hidden: hidden}}
		m.table("refs", "n", "user")
		for _, u := range ids(t, 50) {
			m.row("users", "id", layout.Bytes.Encode(u))
			m.row("refs", "user", layout.Bytes.Encode(u))
		}
		if c := find(run(t, m), "s.users.id"); (c.Key == "" && m.counted == 0) != hidden {
			t.Errorf("hidden: %t: got the key %q and %d lookups", hidden, c.Key, m.counted)
		}
	}
}

// Rows that a store has searched for say which form a column has, and not how many values.
func TestRare(t *testing.T) {
	const rows, values, rare = 1000, 10, 250
	m := &memory{dialect: store.PostgreSQL, rare: rare}
	m.table("x", "n", "ref").Rows = 1000 * rows
	for i, u := range ids(t, rows+rare) {
		if i < values || i >= rows {
			m.row("x", "ref", layout.Text.Encode(u))
		} else {
			m.row("x")
		}
	}
	r, err := audit.Run(t.Context(), m, audit.Options{Sample: rows + rare})
	if err != nil {
		t.Fatal(err)
	}
	const saved = 1000 * values * (1 + 36 - 16)
	if c := find(r, "s.x.ref"); c.SavedBytes != saved || c.Sampled != values+rare || r.Rows != rows || !strings.Contains(r.Unread[0], "999,000") {
		t.Errorf("got %d bytes saved, %d values of %d rows, %q; want %d, %d of %d, 999,000", c.SavedBytes, c.Sampled, r.Rows, r.Unread, saved, values+rare, rows)
	}
}

func TestDefaults(t *testing.T) {
	upper := func(v layout.Value) layout.Value { v.Data = bytes.ToUpper(v.Data); return v }
	for _, tt := range []struct {
		expr string
		form layout.Form // which it makes
		up   bool
	}{
		{"uuid()", layout.Text, false},
		{"(uuid())", layout.Text, false},
		{"upper(uuid())", layout.Text, true},
		{"replace(uuid(),'-','')", layout.Hex, false},
		{"replace(uuid(),_utf8mb4'-',_utf8mb4'')", layout.Hex, false},
		{"uuid_to_bin(uuid())", layout.Bytes, false},
		{"uuid_to_bin(uuid(),0)", layout.Bytes, false},
		{"uuid_to_bin(uuid(),1)", layout.Swapped, false},
		{"(UUID_TO_BIN(UUID(), true))", layout.Swapped, false},
		{"unhex(replace(uuid(),'-',''))", layout.Bytes, false},
		{"uuid_v7()", layout.Text, false},
		{"sys_guid()", layout.Hex, true},
		{"gen_random_uuid()", layout.Text, false},
		{"(gen_random_uuid())::text", layout.Text, false},
		{"uuidv7()", layout.Text, false},
		{"replace((gen_random_uuid())::text, '-'::text, ''::text)", layout.Hex, false},
		{"upper((uuid_generate_v4())::text)", layout.Text, true},
		{"decode(replace((gen_random_uuid())::text, '-'::text, ''::text), 'hex'::text)", layout.Bytes, false},
		{"uuid_send(gen_random_uuid())", layout.Bytes, false},
		{"encode(gen_random_bytes(16), 'hex'::text)", layout.Hex, false},
		{"lower(hex(randomblob(16)))", layout.Hex, false},
		{"hex(randomblob(16))", layout.Hex, true},
		{"randomblob(16)", layout.Bytes, false},
		{"lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)),2))", layout.Text, false},
		{"encode(uuid_send(gen_random_uuid()), 'hex'::text)", layout.Hex, false},
		{"encode(uuid_send(gen_random_uuid()), 'base64'::text)", layout.Base64, false},
		{"replace(upper((gen_random_uuid())::text), '-'::text, ''::text)", layout.Hex, true},
		{"translate((gen_random_uuid())::text, '-'::text, ''::text)", layout.Hex, false},
		{"(('\\x'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)))::bytea", layout.Bytes, false},
		{"(unhex(regexp_replace(uuid(),'-','')))", layout.Bytes, false},
		{"unhex(sys_guid())", layout.Bytes, false},
		{"lower((public.uuid_generate_v4())::text)", layout.Text, false},
		{"cast(upper(uuid()) as char(36))", layout.Text, true},
		{"(convert(uuid() using utf8mb4))", layout.Text, false},
		{"(concat('{', uuid(), '}'))", layout.None, false},
		{"(upper(concat('{', uuid(), '}')))", layout.None, false},
		{"upper(encode(uuid_send(gen_random_uuid()), 'hex'::text))", layout.None, false},
		{"('user-'::text || (gen_random_uuid())::text)", layout.None, false},
		{"app.shorten(uuid())", layout.None, false},
		{"now()", layout.None, false},
		{"''", layout.None, false},
		{"nextval('uuid_seq'::regclass)", layout.None, false},
	} {
		for _, f := range []layout.Form{layout.Text, layout.Hex, layout.Bytes, layout.Swapped} {
			for _, up := range []bool{false, true} {
				if up && f.Kind() != layout.KindText {
					continue
				}
				m := &memory{dialect: store.SQLite}
				m.table("x", "n", "id").Columns[1].Default = tt.expr
				for _, u := range ids(t, 20) {
					v := f.Encode(u)
					if up {
						v = upper(v)
					}
					m.row("x", "id", v)
				}
				want := tt.form != layout.None && (tt.form != f || tt.up != up)
				if got := slices.Contains(kinds(run(t, m), "s.x.id"), audit.DefaultForm); got != want {
					t.Errorf("default %s of a column of %v, upper case %v: reported %v, want %v", tt.expr, f, up, got, want)
				}
			}
		}
	}
}

// TestByName: a finding that rests on a name says so.
func TestByName(t *testing.T) {
	for _, tt := range []struct {
		name string
		expr string // the default of a column of bytes
		want bool
	}{
		{"of the database", "(uuid())", false},
		{"of an extension", "public.uuid_generate_v4()", false},
		{"several of the database", "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2))", false},
		{"with a type", "cast(uuid() as char(36))", false},
		{"of a user", "new_uuid()", true},
		{"of a user, in the database's", "lower(app.new_uuid()::text)", true},
		{"of the database, around its own", "translate(gen_random_uuid()::text, '-', '')", false},
		{"of MariaDB", "(regexp_replace(uuid(), '-', ''))", false},
	} {
		m := &memory{dialect: store.SQLite}
		m.table("x", "n", "id").Columns[1].Default = tt.expr
		for _, u := range ids(t, 20) {
			m.row("x", "id", layout.Bytes.Encode(u))
		}
		byName(t, tt.name, run(t, m), audit.DefaultForm, tt.want)
	}
	for n, want := range map[int]bool{2: true, 20: false} { // the bytes of 20 ids say that they are ids
		m := &memory{dialect: store.MongoDB}
		m.table("x", "n", "user_id")
		for _, u := range ids(t, n) {
			m.row("x", "user_id", layout.Bytes.Encode(u))
		}
		byName(t, fmt.Sprint(n, " ids"), run(t, m), audit.Subtype, want)
	}
}

// byName checks that the report has a finding of the kind, and whether it rests on a name.
func byName(t *testing.T, name string, r *audit.Report, kind audit.Kind, want bool) {
	t.Helper()
	i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Kind == kind })
	if i < 0 {
		t.Errorf("%s: got no finding %s in %v", name, kind, r.Findings)
	} else if got := r.Findings[i].ByName; got != want {
		t.Errorf("%s: finding by name: got %v, want %v", name, got, want)
	}
}

func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		name string
		form layout.Form
		bad  layout.Value
		want audit.Kind
	}{
		{"cut text", layout.Text, layout.Value{Data: []byte("f81d4fae-7dec-11d0")}, audit.Cut},
		{"15 bytes", layout.Bytes, layout.Value{Kind: layout.KindBytes, Data: []byte("\xf8\x1d\x4f\xae\x7d\xec\x11\xd0\xa7\x65\x00\xa0\xc9\x1e\x6b")}, audit.Cut},
		{"text in bytes, cut", layout.Bytes, layout.Value{Kind: layout.KindBytes, Data: []byte("f81d4fae-7dec-11")}, audit.Cut},
		{"hex in bytes, cut", layout.Bytes, layout.Value{Kind: layout.KindBytes, Data: []byte("f81d4fae7dec11d0")}, audit.Cut},
		{"braces in bytes, cut", layout.Bytes, layout.Value{Kind: layout.KindBytes, Data: []byte("{f81d4fae-7dec-1")}, audit.Cut},
		{"URN in bytes, cut", layout.Bytes, layout.Value{Kind: layout.KindBytes, Data: []byte("urn:uuid:f81d4fa")}, audit.Cut},
		{"empty", layout.Text, layout.Value{}, audit.Malformed},
		{"a space", layout.Text, layout.Value{Data: []byte("f81d4fae-7dec-11d0-a765-00a0c91e6bf6 ")}, audit.Malformed},
		{"a word", layout.Text, layout.Value{Data: []byte("system")}, audit.Malformed},
		{"another form", layout.Text, layout.Hex.Encode(uuid.NewV4()), audit.MixedForms},
		{"16 bytes without a version", layout.Bytes, layout.Bytes.Encode(uuid.MustParse("12345678-1234-1234-1234-123456789012")), audit.NoVersion},
		{"upper case", layout.Text, layout.Value{Data: []byte("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6")}, audit.MixedCase},
	} {
		m := &memory{dialect: store.MySQL}
		m.table("x", "n", "id")
		for _, u := range ids(t, 50) {
			m.row("x", "id", tt.form.Encode(u))
		}
		m.row("x", "id", tt.bad)
		r := run(t, m)
		if got := kinds(r, "s.x.id"); !slices.Equal(got, []audit.Kind{tt.want}) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		} else if f := r.Findings[0]; f.Key != "n=50" || f.Count != 1 {
			t.Errorf("%s: got the example %s of %d, want n=50 of 1", tt.name, f.Key, f.Count)
		}
		if got, want := r.Wrong(), tt.want != audit.NoVersion; got != want {
			t.Errorf("%s: is wrong: got %t, want %t", tt.name, got, want)
		}
	}
}

// Subtype 4 is read, though nobody can tell the order of the column's subtype 3.
func TestMixedSubtypes(t *testing.T) {
	m := &memory{dialect: store.MongoDB}
	m.table("x")
	for i, u := range ids(t, 200) {
		v := layout.Bytes.Encode(u)
		v.Subtype = 4
		if i%4 > 0 {
			v = []layout.Form{layout.Java, layout.Mixed}[i%2].Encode(u)
			v.Subtype = 3
		}
		m.row("x", "id", v)
	}
	c := find(run(t, m), "s.x.id")
	if want := "err := bsonx.Register[uuid.UUID](reg)"; !strings.HasPrefix(c.Line, want) || c.Form != layout.None {
		t.Errorf("got %s, %q; want %s, %q", c.Form, c.Line, layout.None, want)
	}
}

// A server that only speaks the protocol is named.
func TestEngine(t *testing.T) {
	m := &memory{dialect: store.MySQL, engine: "Dolt"}
	m.table("x", "id")
	r := run(t, m)
	if r.Engine != "Dolt" || !slices.ContainsFunc(r.NotSeen, func(n store.NotSeen) bool { return n.Where == "Dolt" }) {
		t.Errorf("got the engine %q, not seen: %v", r.Engine, r.NotSeen)
	}
}

// What fails is said, and the rest is audited.
func TestNotSeen(t *testing.T) {
	m := &memory{dialect: store.MySQL, fails: map[string]int{"half": 20, "none": 0}, noCount: true}
	for _, name := range []string{"good", "half", "none", "refs"} {
		m.table(name, "id", "good_id")
		for _, u := range ids(t, 50) {
			m.row(name, "id", layout.Bytes.Encode(u), "good_id", layout.Text.Encode(u))
		}
	}
	r := run(t, m)
	if got := find(r, "s.good.id"); got.Sampled != 50 || got.Rows != 50 || !got.Exact || r.Full {
		t.Errorf("a good table: %+v", got)
	}
	if got := find(r, "s.half.id"); got.Sampled != 20 || got.Rows != -1 || got.Exact {
		t.Errorf("a table that failed after 20 rows: %+v", got)
	}
	if got := find(r, "s.none.id"); got.Where != "" {
		t.Errorf("a table that failed: %+v", got)
	}
	var got []string
	for _, n := range r.NotSeen {
		got = append(got, n.Where)
		if strings.Contains(n.Why, "\n") || n.Why == "" {
			t.Errorf("%s: got the reason %q, want one line", n.Where, n.Why)
		}
	}
	for _, want := range []string{"secret", "s.half", "s.none", "s.good.id"} {
		if !slices.Contains(got, want) {
			t.Errorf("not seen: got %v, want %s", got, want)
		}
	}
	if r.Tables != 3 {
		t.Errorf("%d tables were read, want 3", r.Tables)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := audit.Run(stopped, m, audit.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// An object with many names, each in few documents, is a map. A name in it that is in many documents is a field, whatever is in
// arrays and maps beside it.
func TestMaps(t *testing.T) {
	m := &memory{dialect: store.MongoDB}
	m.table("x")
	m.table("many")
	m.table("arrays")
	for i, u := range ids(t, 400) {
		v := layout.Text.Encode(u)
		m.row("x",
			fmt.Sprintf("map.k%d", i), v,
			fmt.Sprintf("deep.a[].k%d.id", i), v,
			fmt.Sprintf("twice.k%d.l%d", i, i), v,
			fmt.Sprintf("struct.f%d", i%10), v,
			fmt.Sprintf("wide.f%d", i%30), v,
			fmt.Sprintf("some.k%d", i), v,
			"some.user", v,
			"esc\x1b[31m.id", v,
		)
	}
	for i := range 100 {
		var cells []any
		for j := range 25 {
			v := layout.Text.Encode(uuid.NewV4())
			cells = append(cells, fmt.Sprintf("full.f%d", j), v, "all[]", v, fmt.Sprintf("all[].map.k%d", 25*i+j), v)
		}
		m.row("arrays", cells...)
	}
	for i := range 12000 {
		m.row("many", fmt.Sprintf("map.k%d", i), layout.Text.Encode(uuid.NewV4()))
	}
	r := run(t, m)
	var got []string
	for _, c := range r.Columns {
		got = append(got, fmt.Sprint(c.Where, " ", c.Sampled))
	}
	want := []string{"s.arrays.all[] 2500", "s.arrays.all[].map.* 2500", "s.many.map.* 12000", "s.x.some.* 400", "s.x.some.user 400", "s.x.wide.* 400", "s.x.deep.a[].*.id 400", "s.x.esc\x1b[31m.id 400", "s.x.map.* 400", "s.x.twice.*.* 400"}
	for i := range 10 {
		want = append(want, fmt.Sprintf("s.x.struct.f%d 40", i))
	}
	for i := range 25 {
		want = append(want, fmt.Sprintf("s.arrays.full.f%d 100", i))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// After maxLookups the report still has what needs no lookup, and a line says how many columns were not looked up. Primary keys come
// last: they rarely refer to each other.
func TestManyKeys(t *testing.T) {
	m := &memory{dialect: store.MySQL}
	all := ids(t, 80)
	for i := range all {
		m.table(fmt.Sprintf("t%02d", i), "id")
		m.row(m.tables[i].Name, "id", layout.Text.Encode(all[i]))
	}
	m.table("u", "id", "declared", "copied", "found_id").ForeignKeys = []store.ForeignKey{{Columns: []string{"declared"}, Schema: "s", Table: "t00", RefColumns: []string{"id"}}}
	for range 16 {
		mine := layout.Text.Encode(uuid.NewV4())
		m.row("u", "id", mine, "copied", mine, "declared", layout.Text.Encode(all[0]), "found_id", layout.Text.Encode(all[79]))
	}
	r := run(t, m)
	if c := find(r, "s.u.declared"); !c.Declared || !slices.Equal(c.RefersTo, []string{"s.t00.id"}) {
		t.Errorf("a foreign key: got %v, %t", c.RefersTo, c.Declared)
	}
	if c := find(r, "s.u.found_id"); !slices.Equal(c.RefersTo, []string{"s.t79.id"}) {
		t.Errorf("a reference: got %v", c.RefersTo)
	}
	if c := find(r, "s.u.copied"); c.CopyOf != "s.u.id" {
		t.Errorf("a copy: got %q", c.CopyOf)
	}
	if len(r.NotSeen) != 2 || m.counted < 3000 || m.counted > 3010 {
		t.Errorf("got %d lookups, and not seen: %v", m.counted, r.NotSeen)
	}
}

// Documents with more paths than maxPaths, which are no maps: the report says so.
func TestManyPaths(t *testing.T) {
	m := &memory{dialect: store.MongoDB}
	m.table("x")
	for i := range 300 {
		var cells []any
		for j := range 19 {
			cells = append(cells, fmt.Sprintf("f%d.g%d", i, j), layout.Text.Encode(uuid.NewV4()))
		}
		m.row("x", cells...)
	}
	if r := run(t, m); len(r.Columns) != 5000 || !slices.ContainsFunc(r.NotSeen, func(n store.NotSeen) bool { return n.Where == "s.x" }) {
		t.Errorf("got %d columns, not seen: %v", len(r.Columns), r.NotSeen)
	}
}

// The id of the row itself, in another form, is no reference that finds nothing.
func TestCopies(t *testing.T) {
	all := ids(t, 100)
	for _, tt := range []struct {
		name string
		of   func(i int) layout.Value // of row i
		rare int                      // rows that come without their key, because they have a value
		want []audit.Kind
		copy string
	}{
		{"another form", func(i int) layout.Value { return layout.Text.Encode(all[i]) }, 0, []audit.Kind{audit.Copy}, "s.users.id"},
		{"the same form", func(i int) layout.Value { return layout.Bytes.Encode(all[i]) }, 0, nil, "s.users.id"},
		{"another form, in the first rows", func(i int) layout.Value { return layout.Text.Encode(append(all[:99:99], all[0])[i]) }, 0, []audit.Kind{audit.Reference}, ""},
		{"another row's", func(i int) layout.Value { return layout.Text.Encode(all[(i+1)%100]) }, 0, []audit.Kind{audit.Reference}, ""},
		{"its own in one row", func(i int) layout.Value { return []layout.Value{layout.Text.Encode(all[0]), {}}[min(i, 1)] }, 0, []audit.Kind{audit.Reference}, ""},
		{"its own, and in rare rows another's", func(i int) layout.Value { return layout.Text.Encode(all[i%50]) }, 50, []audit.Kind{audit.Reference}, ""},
	} {
		m := &memory{dialect: store.MySQL, rare: tt.rare}
		x := m.table("users", "id", "public")
		if tt.copy != "" { // else the key might refer to it
			x.Indexes = append(x.Indexes, store.Index{Name: "u", Columns: []string{"public"}, Unique: true})
		}
		for i := range all {
			var cells []any
			if i < len(all)-tt.rare {
				cells = append(cells, "id", layout.Bytes.Encode(all[i]))
			}
			if v := tt.of(i); v.Data != nil {
				cells = append(cells, "public", v)
			}
			m.row("users", cells...)
		}
		r := run(t, m)
		c := find(r, "s.users.public")
		if got := kinds(r, c.Where); !slices.Equal(got, tt.want) || c.CopyOf != tt.copy || len(kinds(r, "s.users.id")) > 0 {
			t.Errorf("%s: got %v, a copy of %q, and of the key %v; want %v, %q and nothing", tt.name, got, c.CopyOf, kinds(r, "s.users.id"), tt.want, tt.copy)
		}
	}
}

// Of the order of few ids nobody needs advice.
func TestFewRows(t *testing.T) {
	for n, want := range map[int]bool{4: false, 99: false, 100: true} {
		m := &memory{dialect: store.MySQL}
		m.table("x", "id").Clustered = true
		for _, u := range ids(t, n) {
			m.row("x", "id", layout.Bytes.Encode(u))
		}
		if got := slices.Contains(kinds(run(t, m), "s.x.id"), audit.RandomKey); got != want {
			t.Errorf("%d rows: advice %v, want %v", n, got, want)
		}
	}
}
