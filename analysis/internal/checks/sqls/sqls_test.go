package sqls_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
)

func TestParams(t *testing.T) {
	tests := []struct{ sql, want string }{
		{"SELECT * FROM users WHERE id = ?", "0 users.id"},
		{"SELECT * FROM users u WHERE u.id = ? AND name = ?", "0 users.id of u; 1 users.name"},
		{"? = u.id", "0 .id of u"},
		{"SELECT 1 FROM users u JOIN teams AS t ON t.id = u.team_id WHERE t.id = ? AND u.id = ? AND id = ?", "0 teams.id of t; 1 users.id of u; 2 .id"},
		{"SELECT 1 FROM users WHERE team_id IN (SELECT id FROM users WHERE id = ?)", "0 users.id"},
		{"SELECT (SELECT name FROM teams t WHERE t.id = ?) FROM users WHERE id = ?", "0 teams.id of t; 1 .id"},
		{"SELECT 1 FROM users WHERE id = ? FOR UPDATE SKIP LOCKED", "0 users.id"},
		{"UPDATE users SET team_id = (SELECT id FROM teams WHERE name = ?) WHERE id = ?", "0 .name; 1 .id"},
		{"select 1 from users where id=$2 or team_id<>$1", "1 users.id; 0 users.team_id"},
		{"INSERT INTO users (id, name) VALUES (?, ?), (?, ?)", "0 users.id; 1 users.name; 2 users.id; 3 users.name"},
		{"INSERT INTO users VALUES (?, UUID_TO_BIN(?)), (?, NULL)", "0 users. value 1; 1 users. value 2 around UUID_TO_BIN; 2 users. value 1"},
		{"INSERT INTO `db`.`users` (`id`) VALUES (UNHEX(REPLACE(?, '-', '')))", "0 users.id around REPLACE UNHEX"},
		{"UPDATE users SET name = ? WHERE id = UUID_TO_BIN(?)", "0 users.name; 1 users.id around UUID_TO_BIN"},
		{"SELECT 1 FROM users WHERE BIN_TO_UUID(id) = ?", "0 users.id beside BIN_TO_UUID"},
		{"SELECT 1 FROM users WHERE LOWER(HEX(id)) = REPLACE(?, '-', '')", "0 users.id around REPLACE beside HEX LOWER"},
		{"SELECT 1 FROM t WHERE doc ->> '$.id' = ?", "0 t.doc beside ->>"},
		{"SELECT 1 FROM t WHERE tag = 'user:' || ?", "0 t.tag beside ||"},
		{"SELECT 1 FROM t WHERE tag = CONCAT('user:', ?)", "0 t.tag around CONCAT"},
		{"SELECT 1 FROM t WHERE JSON_UNQUOTE(JSON_EXTRACT(doc, '$.id')) = ?", "0 t.doc beside JSON_EXTRACT JSON_UNQUOTE"},
		{"DELETE FROM t WHERE id IN (?, ?)", "0 t.id; 1 t.id"},
		{"DELETE FROM t WHERE id NOT IN (UUID_TO_BIN(?))", "0 t.id around UUID_TO_BIN"},
		{"select 1 from t where id = any($1)", "0 t.id"},
		{"select 1 from t where id::text = $1", "0 t.id beside ::TEXT"},
		{"select 1 from t where id = $1::uuid", "0 t.id around ::UUID"},
		{"SELECT 1 FROM t WHERE ? = id", "0 t.id"},
		{"id = ? AND name = ?", "0 .id; 1 .name"},
		{"UPDATE t SET id = :id WHERE n = @n", ":id t.id; :n t.n"},
		{"SELECT 1 FROM t WHERE id IN ? AND n NOT IN ?", "0 t.id; 1 t.n"},
		{"SELECT '?' FROM t -- ?", ""},
		{"a \" of = ?", "0 .of"}, // no SQL
		{"it's [ ` = ?", "0 ."},
		{"INSERT INTO t (doc) VALUES (JSON_OBJECT('id', ?))", "0 t.doc around JSON_OBJECT"},
	}
	for _, tt := range tests {
		var got []string
		for _, p := range sqls.Params(tt.sql) {
			s := fmt.Sprintf("%d %s.%s", p.Arg, p.Table, p.Column)
			if p.Name != "" {
				s = ":" + p.Name + strings.TrimPrefix(s, "-1")
			}
			if p.Nth > 0 {
				s += fmt.Sprintf(" value %d", p.Nth)
			}
			if p.Of != "" {
				s += " of " + p.Of
			}
			if p.Around != nil {
				s += " around " + strings.Join(p.Around, " ")
			}
			if p.Beside != nil {
				s += " beside " + strings.Join(p.Beside, " ")
			}
			got = append(got, s)
		}
		if got := strings.Join(got, "; "); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.sql, got, tt.want)
		}
	}
}

func TestColumns(t *testing.T) {
	got := sqls.Columns("CREATE TABLE IF NOT EXISTS `users` (\n\tid BINARY(16) PRIMARY KEY,\n\tteam_id BINARY (16),\n\tname VARCHAR(20) NOT NULL,\n\tINDEX (team_id), FOREIGN KEY (team_id) REFERENCES teams (id));\n" +
		"CREATE TABLE names (key BLOB NOT NULL, uuid UUID, KEY uuid (uuid), KEY name (uuid));" +
		"create table s.pairs (a blob, b uuid, primary key (a, b)) strict; ALTER TABLE users ADD COLUMN boss_id CHAR(36)")
	want := []sqls.Column{
		{"users", "id", "binary(16)", true, false}, {"users", "team_id", "binary(16)", false, false}, {"users", "name", "varchar(20)", true, false},
		{"names", "key", "blob", true, false}, {"names", "uuid", "uuid", false, false},
		{"pairs", "a", "blob", true, false}, {"pairs", "b", "uuid", true, false}, {"users", "boss_id", "char(36)", false, false},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	text := "CREATE TABLE t (a UUID, -- the team, (or)\n b UUID DEFAULT ',(', /* x, */ c TEXT, -- last\n PRIMARY KEY (a)); " +
		"ALTER TABLE ONLY t ADD d uuid, ALTER COLUMN c TYPE uuid USING c::uuid, ALTER b SET NOT NULL; ALTER TABLE t ADD CONSTRAINT a_fk FOREIGN KEY (a) REFERENCES u (id); ALTER TABLE t ALTER a DROP NOT NULL"
	want = []sqls.Column{{"t", "a", "uuid", true, false}, {"t", "b", "uuid", false, false}, {"t", "c", "text", false, false}, {"t", "d", "uuid", false, false}}
	if got := sqls.Columns(text); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	want = []sqls.Column{{"t", "c", "uuid", false, false}, {"t", "b", "", true, false}, {"t", "a", "", false, false}}
	if got := sqls.Changes(text); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	text = "CREATE TABLE kv (key INTEGER PRIMARY KEY, id BLOB, n, \"a-b\" TEXT, ref \"uuid\", note TEXT COMMENT 'the user\\'s, or', price DECIMAL(9,2)," +
		"KEY k (id), KEY (`n`), FULLTEXT KEY f (note)); ALTER TABLE kv DROP note; ALTER TABLE a ADD k TEXT FIRST; ALTER TABLE b ADD KEY k (id), ADD c INT AFTER a; ALTER TABLE c ADD d INT"
	want = []sqls.Column{
		{"kv", "key", "integer", true, false}, {"kv", "id", "blob", false, false}, {"kv", "", "", false, false}, {"kv", "", "", false, false}, {"kv", "", "", false, false},
		{"kv", "note", "text", false, false}, {"kv", "price", "decimal", false, false}, {"a", "k", "text", false, false}, {"b", "c", "int", false, false}, {"c", "d", "int", false, false},
	}
	if got := sqls.Columns(text); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if got, want := sqls.Reordered(text), []string{"kv", "a", "b"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	forms := map[string]sqls.Form{"binary(16)": sqls.Bytes16, "blob": sqls.Bytes, "char(36)": sqls.Text, "uuid": sqls.Native, "jsonb": sqls.JSON, "int": sqls.Other}
	for typ, want := range forms {
		if got := (sqls.Column{Type: typ}).Form(); got != want {
			t.Errorf("%s: got %v, want %v", typ, got, want)
		}
	}
}

func TestSelect(t *testing.T) {
	tests := []struct{ sql, want string }{
		{"SELECT id, team_id FROM users WHERE id = ?", "users.id users.team_id"},
		{"SELECT u.id, t.id AS team FROM users u LEFT JOIN teams AS t ON t.id = u.team_id", "users.id teams.id?"},
		{"SELECT (SELECT id FROM t), max(id), name FROM users", "- - users.name"},
		{"SELECT * FROM users", "users.*"},
		{"SELECT u.*, count(*) FROM users u", "users.* -"},
		{"INSERT INTO users (id) VALUES (?) RETURNING id, boss_id", "users.id users.boss_id"},
		{"DELETE FROM users", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, c := range sqls.Select(tt.sql) {
			s := "-"
			if c.Name != "" {
				s = c.Table + "." + c.Name
			}
			if c.Outer {
				s += "?"
			}
			got = append(got, s)
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.sql, got, tt.want)
		}
	}
}
