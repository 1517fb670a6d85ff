package mysql_test

import (
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate/mysql"
)

// TestTaken has lines as servers write them. A plan refuses a column whose line has what the catalog does not
// explain. TestMySQLTypes and TestMySQLParts ask servers.
func TestTaken(t *testing.T) {
	t.Parallel()
	char := mysql.CatalogColumn{Type: "char", Full: "char(36)"}
	binary := mysql.CatalogColumn{Type: "binary", Full: "binary(16)", Nullable: true}
	null, noted, hidden, hiddenMaria, compressed := char, char, char, char, char
	null.Nullable = true
	noted.Comment = "it's `id`\n"
	hidden.Extra, hidden.Comment = "INVISIBLE", "c"
	hiddenMaria.Maria, hiddenMaria.Extra, hiddenMaria.Comment = true, "INVISIBLE", "c"
	compressed.Full = "char(36) /*M!100301 COMPRESSED*/"
	for _, c := range []struct {
		column         mysql.CatalogColumn
		line           string
		charset, value string
		unknown        bool
	}{
		{char, "`id` char(36) NOT NULL", "", "", false},
		{char, "`id` char(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL", " CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci", "", false},
		{null, "`id` char(36) COLLATE utf8mb4_general_ci DEFAULT NULL", " COLLATE utf8mb4_general_ci", "NULL", false},
		{null, "`id` char(36) DEFAULT 'it''s \\\\ \\0'", "", `'it''s \\ \0'`, false},
		{null, "`id` char(36) DEFAULT (uuid())", "", "(uuid())", false},
		{null, "`id` char(36) DEFAULT (replace(uuid(),_utf8mb4'-',_latin1''))", "", "(replace(uuid(),_utf8mb4'-',_latin1''))", false},
		{binary, "`id` binary(16) DEFAULT 0xF81D4FAE7DEC41D0A76500A0C91E6BF6", "", "0xF81D4FAE7DEC41D0A76500A0C91E6BF6", false},
		{binary, "`id` binary(16) DEFAULT '\\xF8a\\0'''", "", `'\xF8a\0'''`, false},
		{null, "`id` char(36) DEFAULT ''", "", "''", false},
		{noted, "`id` char(36) NOT NULL COMMENT 'it''s `id`\\n'", "", "", false},
		{hidden, "`id` char(36) NOT NULL DEFAULT (uuid()) /*!80023 INVISIBLE */ COMMENT 'c'", "", "(uuid())", false},
		{hiddenMaria, "`id` char(36) NOT NULL INVISIBLE DEFAULT uuid() COMMENT 'c'", "", "uuid()", false},

		{char, "`id` char(36) NOT NULL COMMENT 'c'", "", "", true},
		{null, "`id` char(36) DEFAULT (concat(uuid(),'x'))", "", "", true},
		{null, "`id` char(36) DEFAULT 'a' CHECK (`id` <> 'b')", "", "", true},
		{null, "`id` char(36) DEFAULT 'a''", "", "", true},
		{null, "`id` char(36) DEFAULT 'a\\'", "", "", true},
		{null, "`id` char(36) DEFAULT '", "", "", true},
		{null, "`id` char(36) DEFAULT 'a' `option`='\\x'", "", "", true},
		{null, "`id` char(36) DEFAULT 'a' WITHOUT SYSTEM VERSIONING", "", "", true},
		{null, "`id` char(36) GENERATED ALWAYS AS (uuid()) VIRTUAL", "", "", true},
		{hidden, "`id` char(36) NOT NULL /*!80023 INVISIBLE */ COMMENT 'c' /*!80021 ENGINE_ATTRIBUTE '{}' */", "", "", true},
		{compressed, "`id` char(36) /*M!100301 COMPRESSED*/ NOT NULL", "", "", true},
		{mysql.CatalogColumn{Type: "mediumtext", Full: "mediumtext", Nullable: true}, "`id` mediumtext", "", "", true},
	} {
		charset, value, known := c.column.Taken(c.line)
		if known == c.unknown || known && (charset != c.charset || value != c.value) {
			t.Errorf("%s: got %q, %q, %v; want %q, %q, %v", c.line, charset, value, known, c.charset, c.value, !c.unknown)
		}
	}
}

// TestPlain has lines as servers write them.
func TestPlain(t *testing.T) {
	t.Parallel()
	key := mysql.CatalogIndex{Kind: "KEY", Name: "a `b", Columns: []string{"id", "n"}, Prefixes: []int{20}}
	noted := key
	noted.Comment = "it's `id`"
	for _, c := range []struct {
		index mysql.CatalogIndex
		line  string
		want  bool
	}{
		{mysql.CatalogIndex{Kind: "PRIMARY KEY", Name: "PRIMARY", Columns: []string{"id"}}, "PRIMARY KEY (`id`)", true},
		{mysql.CatalogIndex{Kind: "UNIQUE KEY", Name: "u", Columns: []string{"id"}}, "UNIQUE KEY `u` (`id`) USING HASH", true},
		{key, "KEY `a ``b` (`id`(20),`n`)", true},
		{noted, "KEY `a ``b` (`id`(20),`n`) USING BTREE COMMENT 'it''s `id`'", true},
		{key, "KEY `a ``b` (`id`(20),`n`) IGNORED", false},
		{key, "KEY `a ``b` (`id`(20),`n`) /*!80000 INVISIBLE */", false},
		{key, "KEY `a ``b` (`id`(20),`n` DESC)", false},
		{mysql.CatalogIndex{Kind: "KEY", Name: "f", Columns: []string{""}}, "KEY `f` ((left(`id`,3)))", false},
		{mysql.CatalogIndex{Kind: "FULLTEXT KEY", Name: "f", Columns: []string{"id"}}, "FULLTEXT KEY `f` (`id`)", false},
	} {
		if got := c.index.Plain(c.line); got != c.want {
			t.Errorf("%s: got %v, want %v", c.line, got, c.want)
		}
	}
}

// TestGenerated: a default that has the new form already stays as it is.
func TestGenerated(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		maria                       bool
		to, oldType, newType, value string
		expr, shown                 string
	}{
		{false, "native", "char(36)", "binary(16)", "(uuid())", "(uuid_to_bin(uuid()))", "(uuid_to_bin(uuid()))"},
		{false, "native", "binary(16)", "binary(16)", "(uuid_to_bin(uuid(),1))", "(uuid_to_bin(uuid()))", "(uuid_to_bin(uuid()))"},
		{false, "native", "binary(16)", "binary(16)", "(uuid_to_bin(uuid()))", "(uuid_to_bin(uuid()))", "(uuid_to_bin(uuid()))"},
		{true, "native", "char(36)", "binary(16)", "uuid()", "(unhex(replace(uuid(),'-','')))", "unhex(replace(uuid(),'-',''))"},
		{true, "native", "binary(16)", "binary(16)", "unhex(replace(uuid(),'-',''))", "unhex(replace(uuid(),'-',''))", "unhex(replace(uuid(),'-',''))"},
		{true, "text", "char(36)", "char(36)", "uuid()", "uuid()", "uuid()"},
		{true, "uuid", "char(36)", "uuid", "uuid()", "(uuid())", "uuid()"},
	} {
		if expr, shown := mysql.Generated(c.maria, c.to, c.oldType, c.newType, c.value); expr != c.expr || shown != c.shown {
			t.Errorf("%s to %s: got %s, shown as %s; want %s, %s", c.value, c.newType, expr, shown, c.expr, c.shown)
		}
	}
}

// TestOddIndexes has an index of a kind of later servers.
func TestOddIndexes(t *testing.T) {
	t.Parallel()
	if list := mysql.OddIndexes(""); len(list) != 1 || list[0].Object != "index x of table t" {
		t.Errorf("an index without a line: %v", list)
	}
	if list := mysql.OddIndexes("KEY `x` (`a`)"); list != nil {
		t.Errorf("an index with a line: %v", list)
	}
}
