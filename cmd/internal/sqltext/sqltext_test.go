package sqltext_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

// words joins the tokens with spaces, quoted identifiers in <>.
func words(list []sqltext.Token) string {
	var all []string
	for _, t := range list {
		if t.Quoted {
			t.Text = "<" + t.Text + ">"
		}
		all = append(all, t.Text)
	}
	return strings.Join(all, " ")
}

func TestTokens(t *testing.T) {
	for _, test := range []struct {
		dialect sqltext.Dialect
		sql     string
		want    string
	}{
		{sqltext.SQLite, "", ""},
		{sqltext.SQLite, "SELECT a.b, 'it''s' FROM t -- c\n;", "SELECT a . b , 'it''s' FROM t ;"},
		{sqltext.SQLite, `"a""b" [c]d] /* x */ ` + "`e``f`", "<a\"b> <c> d ] <e`f>"},
		{sqltext.SQLite, "x$1 ä_ü 12", "x$1 ä_ü 12"},
		{sqltext.SQLite, "'open", "'open"},
		{sqltext.SQLite, `"open`, "<open>"},
		{sqltext.SQLite, "/* open", ""},
		{sqltext.SQLite, "-- open", ""},
		{sqltext.SQLite, `'a\' b`, `'a\' b`},
		{sqltext.SQLite, "a--1\nb /*! c /* */ d", "a b d"},

		{sqltext.PostgreSQL, "a[1] `", "a [ 1 ] `"},
		{sqltext.PostgreSQL, `'a\' b E'c\'d' e'f''g' "h\"`, `'a\' b E'c\'d' e'f''g' <h\>`},
		{sqltext.PostgreSQL, "a /* b /* c */ d */ e", "a e"},
		{sqltext.PostgreSQL, "AS $$it's$$ LANGUAGE $q_1$ $$ $q_1$ $1 a$b$c", "AS $$it's$$ LANGUAGE $q_1$ $$ $q_1$ $1 a$b$c"},
		{sqltext.PostgreSQL, "$$open", "$$open"},
		{sqltext.PostgreSQL, `E'open\`, `E'open\`},

		{sqltext.MySQL, `'a\'b' "c\"d" c`, `'a\'b' <c\"d> c`},
		{sqltext.MySQL, "a--b # it's\n c -- it's\n--\nd", "a - - b c d"},
		{sqltext.MySQL, "a /*!50001 b */ * /*M!100203 c*/ /* d */ e/f", "a b * c e / f"},
		{sqltext.MySQL, "`a``b\\` [c]", "<a`b\\> [ c ]"},
		{sqltext.MySQL, "--", ""},
	} {
		list := sqltext.Tokens(test.dialect, test.sql)
		if got := words(list); got != test.want {
			t.Errorf("Tokens(%d, %q) = %s, want %s", test.dialect, test.sql, got, test.want)
		}
		for _, token := range list {
			if got := test.sql[token.Start:token.End]; !token.Quoted && got != token.Text {
				t.Errorf("Tokens(%d, %q): %q is at %q", test.dialect, test.sql, token.Text, got)
			}
		}
	}
}

func TestNested(t *testing.T) {
	for _, test := range []struct {
		dialect sqltext.Dialect
		sql     string
		want    string // behind the token itself
	}{
		{sqltext.PostgreSQL, "'SELECT ''a'' b'", "SELECT 'a' a b"},
		{sqltext.PostgreSQL, `E'\nSELECT \'a\' b'`, "SELECT 'a' a b"},
		{sqltext.PostgreSQL, "$x$SELECT $$a b$$$x$", "SELECT $$a b$$ a b"},
		{sqltext.PostgreSQL, "$$SELECT -- a", "SELECT"},
		{sqltext.PostgreSQL, `"SELECT a"`, "SELECT a"}, // of a function in Python
		{sqltext.MySQL, `'SELECT\n\'a\' b'`, "SELECT 'a' a b"},
		{sqltext.MySQL, `"SELECT /*! a */"`, "SELECT a"},
		{sqltext.MySQL, `''`, ""},
	} {
		list := sqltext.Nested(test.dialect, test.sql)
		if got := words(list[1:]); got != test.want {
			t.Errorf("Nested(%d, %q) = %s, want %s", test.dialect, test.sql, got, test.want)
		}
	}
}

// FuzzTokens: tokens are in order, and none is empty.
func FuzzTokens(f *testing.F) {
	f.Add(0, "[a] 'b''")
	f.Add(1, `$$ E'\' /* /* */ $q$`)
	f.Add(2, "/*! # \n */ \"\\")
	f.Fuzz(func(t *testing.T, d int, sql string) {
		dialect, at := sqltext.Dialect(d&3), 0
		for _, token := range sqltext.Tokens(dialect, sql) {
			if token.Start < at || token.End <= token.Start || token.End > len(sql) || !token.Quoted && token.Text != sql[token.Start:token.End] {
				t.Fatalf("Tokens(%d, %q): %+v behind %d", dialect, sql, token, at)
			}
			at = token.End
		}
		sqltext.Nested(dialect, sql) // ends
	})
}

func TestToken(t *testing.T) {
	list := sqltext.Tokens(sqltext.SQLite, `select "SELECT" Ä`)
	if !list[0].Is("FROM", "SELECT") || list[1].Is("SELECT") {
		t.Error("Is: a keyword has any case, and is not quoted")
	}
	if !list[1].Names("select") || !list[2].Names("ä") || list[2].Names("a") {
		t.Error("Names: letters have any case")
	}
}

func TestMentions(t *testing.T) {
	for _, test := range []struct {
		sql  string
		want bool
	}{
		{"id = 1", true},
		{`lower("ID") = 'x'`, true},
		{"id IS NULL OR id IS NOT NULL", false},
		{"id ISNULL OR id NOTNULL", false},
		{"id IS 1", true},
		{"ids = 'id'", false},
	} {
		if got := sqltext.Mentions(sqltext.Tokens(sqltext.SQLite, test.sql), "id"); got != test.want {
			t.Errorf("Mentions(%s, id) = %v", test.sql, got)
		}
	}
}

func TestMayUse(t *testing.T) {
	for _, test := range []struct {
		sql  string
		want bool
	}{
		{"SELECT count(*), a * 2, (b) * c FROM t WHERE id IS NULL AND a IN (1, 2)", false},
		{"SELECT t.ID FROM t", true},
		{"SELECT * FROM t", true},
		{"SELECT t.*, 1 FROM t", true},
		{"SELECT 1 WHERE EXISTS (SELECT *)", true},
		{"SELECT a FROM t NATURAL JOIN u", true},
		{"SELECT a FROM u WHERE a IN t", true},
		{"TABLE t", true},
		{"INSERT INTO main.t AS x (a) VALUES (replace(a, 'b', 'c'))", false},
		{"INSERT OR REPLACE INTO `t` (a) SELECT 1", false},
		{"INSERT INTO t VALUES (1)", true},
		{"INSERT INTO main.t SELECT 1", true},
		{"REPLACE t VALUES (1)", true},
		{"INSERT OR ABORT INTO t VALUES (1)", true},
		{"INSERT INTO ignore VALUES (1)", true},
		{"INSERT LOW_PRIORITY IGNORE t VALUES (1)", true},
		{"INSERT INTO t ((SELECT 1, 2))", true},
		{"INSERT INTO t (SELECT 1, 2)", true},
		{"INSERT IGNORE INTO s.t (a) VALUES (1); REPLACE DELAYED t (a) VALUES (INSERT(a, 1, 1, 'b'))", false},
		{"INSERT INTO t SET a = 1", false},
		{"SELECT count(*) INTO n FROM t; SELECT a INTO @n FROM t; FETCH c INTO n", false},
		{"CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END", false},
	} {
		if got := sqltext.MayUse(sqltext.Tokens(sqltext.SQLite, test.sql), "id"); got != test.want {
			t.Errorf("MayUse(%s, id) = %v", test.sql, got)
		}
	}
}

func TestExpressions(t *testing.T) {
	for _, test := range []struct{ index, want string }{
		{"CREATE INDEX i ON t (a, b DESC)", ""},
		{"CREATE INDEX i ON t (a, lower(b), c COLLATE NOCASE)", "lower ( b )"},
		{"CREATE INDEX i ON t (a) WHERE b > 1", "WHERE b > 1"},
		{"CREATE INDEX i ON t USING btree (a) INCLUDE (b) WHERE (c IS NOT NULL)", "WHERE ( c IS NOT NULL )"},
	} {
		if got := words(sqltext.Expressions(sqltext.Tokens(sqltext.SQLite, test.index))); got != test.want {
			t.Errorf("Expressions(%s) = %s, want %s", test.index, got, test.want)
		}
	}
	in, rest := sqltext.Parenthesized(sqltext.Tokens(sqltext.SQLite, "a (b (c)) d"))
	if got := []string{words(in), words(rest)}; !slices.Equal(got, []string{"b ( c )", "d"}) {
		t.Errorf("Parenthesized = %q", got)
	}
}
