package mysql_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/migratetest"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/mysql"
)

// TestConvert reads the expressions, and TestConversions has servers evaluate them.
func TestConvert(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		forms migrate.Forms
		to    layout.Form
		want  string
	}{
		{nil, layout.Bytes, "c"},
		{migrate.Forms{layout.Text: 1}, layout.Bytes, "UNHEX(REPLACE(c, '-', ''))"},
		{migrate.Forms{layout.Hex: 1}, layout.Bytes, "UNHEX(c)"},
		{migrate.Forms{layout.Native: 1}, layout.Bytes, "UNHEX(REPLACE(CAST(c AS CHAR(36)), '-', ''))"},
		{migrate.Forms{layout.Bytes: 1}, layout.Hex, "LOWER(HEX(c))"},
		{migrate.Forms{layout.Swapped: 1}, layout.Bytes, "UNHEX(CONCAT(SUBSTR(HEX(c), 9, 8), SUBSTR(HEX(c), 5, 4), SUBSTR(HEX(c), 1, 4), SUBSTR(HEX(c), 17, 16)))"},
		{migrate.Forms{layout.Text: 2, layout.Braces: 1}, layout.Bytes,
			"UNHEX(CASE CHAR_LENGTH(c) WHEN 36 THEN REPLACE(c, '-', '') WHEN 38 THEN REPLACE(SUBSTR(c, 2, 36), '-', '') END)"},
	} {
		if got := mysql.Convert("c", c.forms, c.to); got != c.want {
			t.Errorf("%v to %s: got %s, want %s", c.forms, c.to, got, c.want)
		}
	}
}

// TestDigest sees that the checksums in the journal are compared with some of the same function.
func TestDigest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		maria  bool
		format int
		want   string
	}{{true, 0, "SHA2(x, 256)"}, {true, 1, "SHA2(x, 256)"}, {true, 2, "MD5(x)"}, {true, 3, "MD5(x)"}, {false, 1, "SHA2(x, 256)"}, {false, 3, "SHA2(x, 256)"}} {
		if got := mysql.Digest(c.maria, c.format); got != c.want {
			t.Errorf("MariaDB %t, format %d: got %s, want %s", c.maria, c.format, got, c.want)
		}
	}
}

// TestOwnKeys sees which indexes can wait for the rows.
func TestOwnKeys(t *testing.T) {
	t.Parallel()
	primary := func(column string) [3]string { return [3]string{"PRIMARY KEY", "", column} }
	for _, c := range []struct {
		keys       [][3]string
		now, later string
	}{
		{[][3]string{primary("id")}, "", ""},
		{[][3]string{primary("no"), {"UNIQUE KEY", "u", "id"}, {"KEY", "k", "id"}, {"KEY", "l", "x"}}, "DROP KEY `k`, DROP KEY `l`", "ADD KEY `k` (`id`), ADD KEY `l` (`x`)"},
		{[][3]string{primary("id"), {"KEY", "k", "id"}, {"KEY", "n", "no"}}, "DROP KEY `k`, DROP KEY `n`, ADD KEY `n` (`no`)", "ADD KEY `k` (`id`)"},
	} {
		now, later := mysql.OwnKeys(c.keys...)
		if got := strings.Join(now, ", "); got != c.now {
			t.Errorf("%s: at once: got %s, want %s", c.keys, got, c.now)
		}
		if got := strings.Join(later, ", "); got != c.later {
			t.Errorf("%s: later: got %s, want %s", c.keys, got, c.later)
		}
	}
}

// TestConversions has each server evaluate the expressions, and the condition that a value has a form.
func TestConversions(t *testing.T) {
	for _, variable := range variables {
		t.Run(variable, func(t *testing.T) {
			t.Parallel()
			db := open(t, variable).DB
			one := func(expression, literal string) (value string) {
				t.Helper()
				query := fmt.Sprintf("SELECT COALESCE(%s, 'NULL') FROM (SELECT %s AS c) x", expression, literal)
				if err := db.QueryRow(query).Scan(&value); err != nil {
					t.Errorf("%s: %v", query, err)
				}
				return value
			}
			migratetest.Conversions(t, mysql.Convert, func(expression string, from, to migratetest.Written) string {
				if to.Bytes {
					expression = "LOWER(HEX(" + expression + "))"
				}
				return one(expression, from.Literal())
			})
			migratetest.CutTexts(t, func(digits string) bool {
				return one(mysql.Good("c", migrate.Forms{layout.Bytes: 1}), "X'"+digits+"'") == "1"
			})
			for _, w := range migratetest.Forms {
				if got := one(mysql.Good("c", migrate.Forms{w.Form: 1}), w.Literal()); got != "1" {
					t.Errorf("%s is %s: got %s", w.Value, w.Form, got)
				}
				if has := mysql.Has("c", migrate.Forms{w.Form: 1}); !w.Bytes && has != "" {
					for literal, want := range map[string]string{w.Literal(): "1", "'" + strings.ToUpper(w.Value) + "'": "1", "NULL": "1",
						"'" + w.Value[1:] + "'": "0", "'g" + w.Value[1:] + "'": "0", "'-" + w.Value[1:] + "'": "0", "'" + w.Value + "-'": "0", "'0011-22334455-6677-8899aabb-ccddeeff'": "0"} {
						if got := one(has, literal); got != want {
							t.Errorf("%s has the form %s: got %s", literal, w.Form, got)
						}
					}
				}
				if got := one(mysql.Good("c", migrate.Forms{w.Form: 1}), "'f81d4fae-7dec-41d0-a765-00a0c91e6bf'"); got != "0" {
					t.Errorf("35 characters are %s: got %s", w.Form, got)
				}
			}
		})
	}
}

// TestSteps is the SQL that a plan shows: DDL, triggers and copies. TestRun executes it.
func TestSteps(t *testing.T) {
	for _, variable := range variables {
		for _, online := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, online %t", variable, online), func(t *testing.T) {
				t.Parallel()
				s := open(t, variable)
				s.BadRows = !online
				migratetest.Steps(t, s, online)
			})
		}
	}
}

// TestSince writes values between the plan and the lock.
func TestSince(t *testing.T) {
	for _, variable := range variables {
		t.Run(variable, func(t *testing.T) {
			t.Parallel()
			migratetest.Since(t, open(t, variable))
		})
	}
}

func TestFuture(t *testing.T) {
	for _, variable := range variables {
		t.Run(variable, func(t *testing.T) {
			t.Parallel()
			open(t, variable).Future(t)
		})
	}
}
