package audit_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/audit"
	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/tally"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestNext has users, and fields that refer to them: what one call of uuid migrate cannot convert is in several.
func TestNext(t *testing.T) {
	text := layout.Text.Encode
	cases := func(u uuid.UUID) layout.Value { v := text(u); copy(v.Data, bytes.ToUpper(v.Data[:18])); return v }
	of3 := func(f layout.Form) func(uuid.UUID) layout.Value {
		return func(u uuid.UUID) layout.Value { v := f.Encode(u); v.Subtype = 3; return v }
	}
	few := func(value func(uuid.UUID) layout.Value) func(uuid.UUID) layout.Value {
		n := 0
		return func(u uuid.UUID) layout.Value {
			if n++; n > 2 {
				return text(u)
			}
			return value(u)
		}
	}
	type field struct {
		of    string // collection and field
		value func(uuid.UUID) layout.Value
	}
	users := "[users._id] [] "
	for _, tt := range []struct {
		name   string
		fields []field
		want   []string
	}{
		{"references", []field{{"logs.of.user", text}, {"orders.user", text}}, []string{"[users._id] [logs.of.user orders.user] "}},
		{"a field in one that is an id in other documents", []field{{"posts.user", text}, {"posts.user.id", text}}, []string{"[users._id] [posts.user] ", "[posts.user.id] [] "}},
		{"a field that is an array in some documents", []field{{"orders.items[].by", text}, {"orders.items.by", text}}, []string{"[users._id] [orders.items.by] "}},
		{"an array of ids", []field{{"groups.members[]", text}, {"orders.user", text}, {"posts.items[].by[]", text}}, []string{"[users._id] [groups.members orders.user posts.items.by] "}},
		{"arrays in an array", []field{{"groups.members[][]", text}, {"posts.items[][].by", text}}, []string{users}},
		{"forms that are not read in MongoDB", []field{{"a.user", layout.Braces.Encode}, {"b.user", layout.URN.Encode}, {"c.user", layout.BytesText.Encode}, {"d.user", layout.BytesHex.Encode}, {"e.user", cases}}, []string{users}},
		{"such a form in few documents", []field{{"orders.user", text}, {"orders.user", text}, {"orders.user", layout.Braces.Encode}, {"posts.user", text}, {"posts.user", text}, {"posts.user", cases}}, []string{"[users._id] [orders.user posts.user] "}},
		{"two orders", []field{{"logs.user", of3(layout.Mixed)}, {"orders.user", of3(layout.Java)}, {"posts.user", of3(layout.Java)}}, []string{"[users._id] [logs.user] bytes-mixed", "[orders.user] [posts.user] bytes-java"}},
		{"network order and another", []field{{"logs.user", of3(layout.Bytes)}, {"orders.user", of3(layout.Java)}}, []string{"[users._id] [logs.user] ", "[orders.user] [] bytes-java"}},
		{"bytes in few documents, whose order nobody knows", []field{{"orders.user", text}, {"orders.user", text}, {"orders.user", few(of3(layout.Mixed))}}, []string{users}},
		{"five names", []field{{"a.b.c.d.e.f", text}}, []string{"[users._id] [a.b.c.d.e.f] "}},
		{"six names", []field{{"a.b.c.d.e.f.g", text}}, []string{users}},
		{"a number", []field{{"a.b.0", text}}, []string{users}},
		{"a DBRef", []field{{"a.b.$id", text}}, []string{users}},
		{"no name", []field{{"a.b.", text}}, []string{users}},
		{"the same argument of two collections", []field{{"orders.items[].by", text}, {"orders/items.by", text}, {"orders/items.user", text}}, []string{"[users._id] [orders.items.user] "}},
		{"a name with a dot", []field{{"a.b_c", text}}, []string{users}},
	} {
		m := &memory{dialect: store.MongoDB}
		m.table("users", "_id")
		for _, u := range ids(t, 60) {
			m.row("users", "_id", text(u))
			for _, f := range tt.fields {
				table, name, _ := strings.Cut(f.of, ".")
				if !slices.ContainsFunc(m.tables, func(t *store.Table) bool { return t.Name == table }) {
					m.table(table)
				}
				m.row(table, name, f.value(u))
				cell := &m.rows[table][len(m.rows[table])-1][0]
				cell.Column = strings.ReplaceAll(cell.Column, "_", ".")
			}
		}
		for _, x := range m.tables {
			x.Schema, x.Columns = "memory", nil
			name := strings.ReplaceAll(x.Name, "/", ".")
			m.rows[name], x.Name = m.rows[x.Name], name
		}
		if got := nexts(run(t, m)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func nexts(r *audit.Report) (list []string) {
	for _, n := range r.Next {
		list = append(list, fmt.Sprint(n.Columns, " ", n.With, " ", n.Bytes))
	}
	return list
}

// TestMigrates has columns with the ids of users. Which of them uuid migrate converts does not depend on the form that they have now.
func TestMigrates(t *testing.T) {
	m := &memory{dialect: store.PostgreSQL}
	table := m.table("t", "id", "code", "friends", "generated", "meta", "native", "object", "some")
	for i, typ := range []string{"text", "text", "text[]", "text", "jsonb", "uuid", "text", "text"} {
		table.Columns[i].Type, table.Columns[i].Generated = typ, table.Columns[i].Name == "generated"
	}
	number := layout.Value{Data: []byte("42")}
	for i, u := range ids(t, 60) {
		text := layout.Text.Encode(u)
		object, some := text, text
		if i%3 > 0 {
			object = number
		}
		if i%20 == 0 {
			some = number
		}
		m.row("t", "object", object, "some", some, "id", text, "code", layout.ULID.Encode(u), "friends[]", text, "generated", text, "meta.user", text, "native", layout.Native.Encode(u))
	}
	got := map[string]bool{}
	r := run(t, m)
	for _, c := range r.Columns {
		got[c.Column+c.Path] = c.Migrates
	}
	if want := map[string]bool{"id": true, "code": false, "friends[]": false, "generated": false, "meta.user": false, "native": true, "object": false, "some": true}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := kinds(r, "s.t.object"); !slices.Equal(got, []audit.Kind{audit.FewUUIDs}) {
		t.Errorf("ids among numbers: got %v, want %v", got, audit.FewUUIDs)
	}
}

// TestNextJSON has references in strings of JSON: uuid migrate converts none, and they need no form but text. In documents they do.
func TestNextJSON(t *testing.T) {
	native := func(u uuid.UUID) layout.Value { v := layout.Bytes.Encode(u); v.Subtype = 4; return v }
	for _, tt := range []struct {
		name      string
		key       func(uuid.UUID) layout.Value
		documents int
		want      []string
		errors    bool
	}{
		{"a key of text", layout.Text.Encode, 0, []string{"[users._id] [] "}, false},
		{"a key of text, and documents, too", layout.Text.Encode, 1, []string{"[users._id] [events.payload.user] "}, false},
		{"a native key", native, 0, nil, false},
		{"a native key, and documents, too", native, 1, []string{"[events.payload.user] [] "}, true},
	} {
		m := &memory{dialect: store.MongoDB}
		m.table("users", "_id")
		m.table("events")
		for i, u := range ids(t, 60) {
			m.row("users", "_id", tt.key(u))
			m.row("events", "payload.user", layout.Text.Encode(u))
			m.rows["events"][i][0].JSON = i >= tt.documents
		}
		for _, x := range m.tables {
			x.Schema, x.Columns = "memory", nil
		}
		r := run(t, m)
		errors := slices.ContainsFunc(r.Findings, func(f audit.Finding) bool { return f.Kind == audit.Reference })
		if got := nexts(r); !slices.Equal(got, tt.want) || errors != tt.errors {
			t.Errorf("%s: got %q, and that a join finds no row: %t; want %q, %t", tt.name, got, errors, tt.want, tt.errors)
		}
	}
}

// TestNextSpecial has columns of nothing but ids that were written by hand, which say too little to be ids without a name.
func TestNextSpecial(t *testing.T) {
	m := &memory{dialect: store.MySQL}
	m.table("roles", "id")
	m.table("users", "n", "role_id", "tenant_id", "hash")
	for _, x := range m.tables {
		x.Schema = "memory"
		for i := range x.Columns {
			x.Columns[i].Type = "char(32)"
		}
	}
	all := ids(t, 20)
	for i := range 3 {
		all = append(all, uuid.UUID{15: byte(i + 1)})
	}
	for i, u := range all {
		m.row("roles", "id", layout.Hex.Encode(u))
		m.row("users", "role_id", layout.Hex.Encode(all[20+i%3]), "tenant_id", layout.Bytes.Encode(uuid.UUID{15: 0xff}), "hash", layout.Hex.Encode(uuid.Nil()))
	}
	r := run(t, m)
	if got, want := nexts(r), []string{"[roles.id] [users.role_id] "}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := find(r, "memory.users.tenant_id"); got.Sampled != 23 || got.Form != layout.None || got.Sure != tally.Unsure {
		t.Errorf("the same id in each row: got %d values, %v, %q; want 23, none, unsure", got.Sampled, got.Form, got.Sure)
	}
	if len(r.Columns) != 3 {
		t.Errorf("got %d columns, want 3: %+v", len(r.Columns), r.Columns)
	}
}

// TestNextOrders has a key in C#'s order, another one with the same ids in Java's, and a foreign key: what it brings into the call of its
// key in another order, uuid migrate refuses.
func TestNextOrders(t *testing.T) {
	for _, tt := range []struct {
		to    string // the foreign key's
		order layout.Form
		want  []string
	}{
		{"accounts", layout.Java, []string{"[users.id] [] bytes-mixed", "[accounts.id] [] bytes-java"}},
		{"accounts", layout.Mixed, []string{"[users.id] [] bytes-mixed"}},
		{"users", layout.Java, []string{"[accounts.id] [] bytes-java"}},
		{"users", layout.Mixed, []string{"[users.id] [] bytes-mixed", "[accounts.id] [] bytes-java"}},
	} {
		m := &memory{dialect: store.MySQL}
		m.table("users", "id")
		m.table("accounts", "id")
		m.table("orders", "n", "owner").ForeignKeys = []store.ForeignKey{{Columns: []string{"owner"}, Schema: "memory", Table: tt.to, RefColumns: []string{"id"}}}
		for _, x := range m.tables {
			x.Schema = "memory"
			for i := range x.Columns {
				x.Columns[i].Type = "binary(16)"
			}
		}
		for _, u := range ids(t, 60) {
			m.row("users", "id", layout.Mixed.Encode(u))
			m.row("accounts", "id", layout.Java.Encode(u))
			m.row("orders", "owner", tt.order.Encode(u))
		}
		if got := nexts(run(t, m)); !slices.Equal(got, tt.want) {
			t.Errorf("a foreign key to %s in the order %s: got %q, want %q", tt.to, tt.order, got, tt.want)
		}
	}
}

// If all columns are in other databases than that of the URL, the report says what it says without a database.
func TestNextElsewhere(t *testing.T) {
	for dialect, want := range map[store.Dialect]bool{store.MySQL: true, store.MongoDB: true, store.PostgreSQL: false, store.SQLite: false} {
		m := &memory{dialect: dialect}
		m.table("users", "id")
		for _, u := range ids(t, 9) {
			m.row("users", "id", layout.Native.Encode(u))
		}
		r := run(t, m)
		last := func(database string) string {
			var out bytes.Buffer
			r.Database = database
			if err := r.Print(&out, audit.Style{}); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			return lines[len(lines)-1]
		}
		if got := last("other") != last("s"); got != want {
			t.Errorf("%s: got %q, and %q if they are in this database; want another line: %t", dialect, last("other"), last("s"), want)
		}
		if got, none := last("other"), last(""); want && got != none {
			t.Errorf("%s: got %q, want %q", dialect, got, none)
		}
	}
}

func TestAddress(t *testing.T) {
	const columns, flags = "users.id 'a b.c'", "--with logs.user --bytes bytes-java"
	for url, want := range map[string]string{
		"it's.db":                  `'it'\''s.db' ` + columns + " " + flags,
		"postgres://u:s3cret@h/db": "postgres://u@h/db " + columns + " " + flags,
		"-x.db":                    flags + " -- -x.db " + columns,
	} {
		r := audit.Report{Next: []audit.Next{{Columns: []string{"users.id", "a b.c"}, With: []string{"logs.user"}, Bytes: "bytes-java"}}}
		r.Address(url)
		want = "uuid migrate plan " + want
		if got := r.Next[0].Command; got != want || strings.Contains(got, "s3c") {
			t.Errorf("%s: got %s, want %s", url, got, want)
		}
	}
}
