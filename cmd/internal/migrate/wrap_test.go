package migrate

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/uuidkit/uuidkit/cmd/internal/sqltext"
)

// TestWrap breaks statements. They have to stay the same, but for spaces between tokens.
func TestWrap(t *testing.T) {
	long := strings.Repeat("x", 60)
	for _, test := range []struct {
		dialect   sqltext.Dialect
		sql, want string
	}{
		{sqltext.SQLite, "", ""},
		{sqltext.SQLite, "SELECT 1", "SELECT 1"},
		{sqltext.SQLite, "INSERT INTO t (a, b) SELECT unhex(replace(a, '-', '')), b FROM uuidkit_old_t", "INSERT INTO t (a, b)\n    SELECT unhex(replace(a, '-', '')), b\n    FROM uuidkit_old_t"},
		{sqltext.SQLite, "SELECT '" + long + " " + long + "'", "SELECT\n    '" + long + " " + long + "'"}, // a literal
		{sqltext.SQLite, "SELECT " + long + " -- " + long + "\nFROM t", "SELECT\n    " + long + " -- " + long + "\nFROM t"},
		{sqltext.PostgreSQL, "DO $$ begin " + long + "; end $$ LANGUAGE plpgsql", "DO\n    $$ begin " + long + "; end $$\n    LANGUAGE plpgsql"},
		{sqltext.PostgreSQL, "ALTER TABLE t\n  ALTER a TYPE uuid USING a::uuid, ALTER b TYPE uuid USING b::uuid", "ALTER TABLE t\n  ALTER a TYPE uuid USING a::uuid,\n      ALTER b TYPE uuid USING b::uuid"},
		{sqltext.MySQL, `{"q": {"a b \" c d e f g h i j k l": 1}, "u": [{"$set": {"b": 2}}]}`, "{\"q\": {\"a b \\\" c d e f g h i j k l\": 1},\n    \"u\": [{\"$set\": {\"b\": 2}}]}"},
		{sqltext.MySQL, `f({"q":{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}},{"g":7})`, "f({\"q\":{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\n    \"f\":6}},{\"g\":7})"},
	} {
		got := wrap(test.dialect, test.sql, 40)
		if got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.sql, got, test.want)
		}
		texts := func(sql string) (list []string) {
			for _, token := range sqltext.Tokens(test.dialect, sql) {
				list = append(list, token.Text)
			}
			return list
		}
		if !slices.Equal(texts(got), texts(test.sql)) {
			t.Errorf("%s: another statement: %s", test.sql, got)
		}
		for line := range strings.SplitSeq(got, "\n") {
			if utf8.RuneCountInString(line) > 40 && !strings.Contains(line, long) {
				t.Errorf("%d characters: %s", utf8.RuneCountInString(line), line)
			}
		}
	}
}
