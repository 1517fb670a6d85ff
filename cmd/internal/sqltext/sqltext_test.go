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
	for _, test := range []struct{ sql, want string }{
		{"", ""},
		{"SELECT a.b, 'it''s' FROM t -- c\n;", "SELECT a . b , 'it''s' FROM t ;"},
		{`"a""b" [c]d] /* x */ ` + "`e``f`", "<a\"b> <c> d ] <e`f>"},
		{"x$1 ä_ü 12", "x$1 ä_ü 12"},
		{"'open", "'open"},
		{"/* open", ""},
		{"-- open", ""},
	} {
		list := sqltext.Tokens(test.sql)
		if got := words(list); got != test.want {
			t.Errorf("Tokens(%q) = %s, want %s", test.sql, got, test.want)
		}
		for _, token := range list {
			if got := test.sql[token.Start:token.End]; !token.Quoted && got != token.Text {
				t.Errorf("Tokens(%q): %q is at %q", test.sql, token.Text, got)
			}
		}
	}
}

func TestToken(t *testing.T) {
	list := sqltext.Tokens(`select "SELECT" Ä`)
	if !list[0].Is("FROM", "SELECT") || list[1].Is("SELECT") {
		t.Error("Is: a keyword has any case, and is not quoted")
	}
	if !list[1].Names("select") || list[2].Names("ä") {
		t.Error("Names: ASCII letters have any case, others have theirs")
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
		if got := sqltext.Mentions(sqltext.Tokens(test.sql), "id"); got != test.want {
			t.Errorf("Mentions(%s, id) = %v", test.sql, got)
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
		if got := words(sqltext.Expressions(sqltext.Tokens(test.index))); got != test.want {
			t.Errorf("Expressions(%s) = %s, want %s", test.index, got, test.want)
		}
	}
	in, rest := sqltext.Parenthesized(sqltext.Tokens("a (b (c)) d"))
	if got := []string{words(in), words(rest)}; !slices.Equal(got, []string{"b ( c )", "d"}) {
		t.Errorf("Parenthesized = %q", got)
	}
}
