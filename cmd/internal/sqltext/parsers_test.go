package sqltext_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

// joined is a text with a space or the end of a line in the place of each gap between its tokens. If these are
// those of the server, it means the same. In PostgreSQL two literals are one if there is the end of a line between.
func joined(d sqltext.Dialect, text string) string {
	var b strings.Builder
	end := 0
	for _, t := range sqltext.Tokens(d, text) {
		switch gap := text[end:t.Start]; {
		case b.Len() == 0 || gap == "":
		case strings.Contains(gap, "\n"):
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
		b.WriteString(text[t.Start:t.End])
		end = t.End
	}
	return b.String()
}

// A parser is a server's own. It says what is wrong with a statement: "" is nothing, and syntax is the syntax.
type parser struct {
	name    string
	dialect sqltext.Dialect
	says    func(ctx context.Context, text string) string
}

const syntax = "syntax"

// lost begins what is no answer of a server, but of the way to it.
const lost = "lost: "

// parsers are SQLite's and those of the servers that the environment names, as for package integration/stores.
func parsers(t testing.TB) (list []parser) {
	open := func(driver, address string) *sql.DB {
		db, err := sql.Open(driver, address)
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	// prepare parses, and looks for names, but executes nothing.
	prepare := func(db *sql.DB, kind func(error) string) func(context.Context, string) string {
		return func(ctx context.Context, text string) string {
			stmt, err := db.PrepareContext(ctx, text)
			if err == nil {
				stmt.Close()
				return ""
			}
			return kind(err)
		}
	}
	memory := open("sqlite", ":memory:")
	list = append(list, parser{"SQLite", sqltext.SQLite, func(ctx context.Context, text string) string {
		if strings.Contains(text, ";") {
			return syntax // a second statement would be executed
		}
		rows, err := memory.QueryContext(ctx, "EXPLAIN "+text)
		if err == nil {
			rows.Close()
			return ""
		}
		for _, s := range []string{"syntax error", "unrecognized token", "incomplete input"} {
			if strings.Contains(err.Error(), s) {
				return syntax
			}
		}
		return "name"
	}})
	if address := os.Getenv("UUIDKIT_POSTGRES"); address != "" {
		list = append(list, parser{"PostgreSQL", sqltext.PostgreSQL, prepare(open("pgx", address), func(err error) string {
			var e *pgconn.PgError
			switch {
			case !errors.As(err, &e):
				return lost + err.Error()
			case e.Code != "42601":
				return e.Code
			}
			return syntax
		})})
	}
	for _, variable := range []string{"UUIDKIT_MYSQL", "UUIDKIT_MYSQL9"} {
		if address := os.Getenv(variable); address != "" {
			db := open("mysql", address)
			list = append(list, parser{variable, sqltext.MySQL, prepare(db, mysqlSays)}, parser{variable + " procedure", sqltext.MySQL, procedure(db)})
		}
	}
	return list
}

// mysqlSays names the kind of an error of MySQL or MariaDB.
func mysqlSays(err error) string {
	var e *mysql.MySQLError
	switch {
	case !errors.As(err, &e):
		return lost + err.Error()
	case e.Number != 1064 && e.Number != 1065:
		return "other"
	}
	return syntax
}

// procedure has the server parse the body of a routine, such as BEGIN … END, which it prepares nowhere. It
// creates a procedure of this process, and does not call it.
func procedure(db *sql.DB) func(context.Context, string) string {
	name := fmt.Sprint("uuidkit_body_", os.Getpid())
	return func(ctx context.Context, text string) string {
		if _, err := db.ExecContext(ctx, "CREATE PROCEDURE "+name+"() "+text); err != nil {
			return mysqlSays(err)
		}
		if _, err := db.ExecContext(context.WithoutCancel(ctx), "DROP PROCEDURE "+name); err != nil {
			return err.Error()
		}
		return ""
	}
}

// bodies are texts that servers accept, and in which a token is easily read wrongly.
var bodies = []string{
	"SELECT 1.5e-3, .5, 1., 'it''s' -- it's\n, 2 /* ' */ + 3",
	`SELECT "a""b" FROM (SELECT 1 AS "a""b") x`,
	"SELECT $$it's$$, $q$ $$ $q$, E'a\\'b', U&'\\0041', B'1', 1::int, ARRAY[1, 2][1], 1 <> 2, '{\"a\": 1}'::jsonb -> 'a'",
	"SELECT 1 /* a /* b */ c */ + 1",
	"DO $body$ BEGIN PERFORM $$it's -- $$; END $body$",
	"SELECT 'a' 'b', 'a'\n'b', x'61', N'a' # it's\n, `a` FROM (SELECT 1 AS `a`) x",
	"SELECT 'a\\'b', \"a\\\"b\", 1--1, 5 --\t1\n",
	"SELECT /*!50001 1 + */ 2 /* ' */, @a := 1, @@version",
	"SELECT [a b], 'a\\' FROM (SELECT 1 AS [a b])",
	"SELECT $1 + $2", "SELECT a$b FROM (SELECT 1 AS a$b) x", "SELECT 0x1F, 1e5, ä FROM (SELECT 1 AS ä) x",
	"BEGIN DECLARE i INT DEFAULT 0; DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN END; l: WHILE i < 3 DO SET i=i+1; IF i=2 THEN LEAVE l; END IF; END WHILE l; END",
	"BEGIN DECLARE c CURSOR FOR SELECT 'it''s' FROM t -- it's; END\n; OPEN c; CLOSE c; END",
	"l: BEGIN SET @a:=1--1, @b=\"a\\\"b;\"; # ' END\n INSERT INTO t VALUES (x'61', N'a', _utf8mb4'b', `a;``b`.`c`.d); END l",
	"BEGIN CASE @a WHEN 1 THEN SELECT .5, 1e3, a.b FROM a; ELSE BEGIN /* END */ END; END CASE; REPEAT DO 1; UNTIL TRUE END REPEAT; END",
	"BEGIN GET DIAGNOSTICS CONDITION 1 @s = RETURNED_SQLSTATE; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'a;\\'b'; END",
	"SELECT CASE WHEN 1 IS NULL THEN 'x' END", "INSERT INTO t VALUES ('--', '/*', '*/', '#')",
}

// FuzzParsers: what a server's parser accepts, it accepts joined again, and finds the same names.
func FuzzParsers(f *testing.F) {
	for _, text := range bodies {
		f.Add(text)
	}
	all := sync.OnceValue(func() []parser { return parsers(f) })
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return // no server sends such a text
		}
		if strings.TrimSpace(text) == "" {
			return // pgx prepares no statement twice
		}
		for _, p := range all() {
			// A server executes what is in /*! only if it has the version.
			if p.dialect == sqltext.MySQL && (strings.Contains(text, "/*!") || strings.Contains(text, "/*M!")) {
				continue
			}
			says := p.says(t.Context(), text)
			if strings.HasPrefix(says, lost) {
				t.Fatalf("%s: %q: %s", p.name, text, says)
			}
			if says == syntax {
				continue
			}
			again := joined(p.dialect, text)
			if again == "" {
				continue // a text of comments: MariaDB prepares it, and not an empty one
			}
			if got := p.says(t.Context(), again); got != says {
				t.Errorf("%s accepts %q (%q), and not %q (%q)", p.name, text, says, again, got)
			}
		}
	})
}

// TestParsers sees that most bodies are accepted by some parser, or nothing would be compared.
func TestParsers(t *testing.T) {
	for _, p := range parsers(t) {
		n := 0
		for _, text := range bodies {
			if says := p.says(t.Context(), text); strings.HasPrefix(says, lost) {
				t.Errorf("%s: %s", p.name, says)
			} else if says != syntax {
				n++
			}
		}
		if t.Logf("%s accepts %d of %d bodies", p.name, n, len(bodies)); n < 5 {
			t.Error("too few")
		}
	}
}
