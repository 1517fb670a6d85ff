package postgres_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/migratetest"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/postgres"
)

// TestConvert reads the expressions, and TestConversions has servers evaluate them.
func TestConvert(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typ   string
		forms migrate.Forms
		bytes layout.Form
		to    string
		want  string
	}{
		{"text", migrate.Forms{layout.Text: 1}, layout.Bytes, migrate.ToNative, "c::text::uuid"},
		{"text", migrate.Forms{layout.Text: 1, layout.URN: 1}, layout.Bytes, migrate.ToNative, "replace(lower(c::text), 'urn:uuid:', '')::uuid"},
		{"uuid", nil, layout.Bytes, migrate.ToText, "c::text::uuid::text"},
		{"bytea", migrate.Forms{layout.Bytes: 1}, layout.Bytes, migrate.ToNative, "(encode(c, 'hex'))::uuid"},
		{"bytea", migrate.Forms{layout.Bytes: 1, layout.BytesHex: 1}, layout.Bytes, migrate.ToNative,
			"(CASE octet_length(c) WHEN 16 THEN encode(c, 'hex') ELSE encode(c, 'escape') END)::uuid"},
		{"bytea", migrate.Forms{layout.Swapped: 1}, layout.Swapped, migrate.ToNative,
			"(substr(encode(c, 'hex'), 9, 8) || substr(encode(c, 'hex'), 5, 4) || substr(encode(c, 'hex'), 1, 4) || substr(encode(c, 'hex'), 17, 16))::uuid"},
	} {
		if got := postgres.Convert("c", c.typ, c.forms, c.bytes, c.to); got != c.want {
			t.Errorf("%s, %v to %s: got %s, want %s", c.typ, c.forms, c.to, got, c.want)
		}
	}
}

// TestConversions has each server evaluate the expressions.
func TestConversions(t *testing.T) {
	for _, variable := range variables {
		t.Run(variable, func(t *testing.T) {
			t.Parallel()
			db := open(t, variable).DB
			value := func(expression, literal string) (value string) {
				t.Helper()
				query := fmt.Sprintf("SELECT coalesce((%s)::text, 'NULL') FROM (SELECT %s AS c) x", expression, literal)
				if err := db.QueryRow(query).Scan(&value); err != nil {
					t.Errorf("%s: %v", query, err)
				}
				return strings.TrimPrefix(value, `\x`)
			}
			migratetest.CutTexts(t, func(digits string) bool {
				return value(postgres.Good("c", "bytea", migrate.Forms{layout.Bytes: 1}, migrate.ToNative), `'\x`+digits+"'::bytea") == "true"
			})
			const text = "00112233-4455-6677-8899-aabbccddeeff"
			for _, w := range migratetest.Forms {
				typ, literal, bytes := "text", "'"+w.Value+"'::text", layout.Bytes
				if w.Bytes {
					typ, literal = "bytea", `'\x`+w.Value+"'::bytea"
				}
				if w.Form.IsOrder() {
					bytes = w.Form
				}
				for _, to := range []string{migrate.ToNative, migrate.ToText} {
					expression := postgres.Convert("c", typ, migrate.Forms{w.Form: 1}, bytes, to)
					if got := value(expression, literal); got != text {
						t.Errorf("%s to %s: %s is %s", w.Form, to, expression, got)
					}
				}
				if expression := postgres.Hex("c", typ, bytes); value(expression, literal) != strings.ReplaceAll(text, "-", "") {
					t.Errorf("the digits of %s: %s is %s", w.Form, expression, value(expression, literal))
				}
				if !w.Bytes {
					for like, want := range map[string]string{literal: "true", "'f81d4fae-7dec-41d0-a765-00a0c91e6bf'::text": "false"} {
						if got := value(postgres.Like("c", typ, migrate.Forms{w.Form: 1}), like); got != want {
							t.Errorf("%s looks like %s: got %s", like, w.Form, got)
						}
					}
				}
				for now, to := range map[string]string{"'" + text + "'::uuid": migrate.ToNative, "'" + text + "'::text": migrate.ToText} {
					if expression := postgres.Back("c", typ, w.Form, to); value(expression, now) != w.Value {
						t.Errorf("back to %s: %s is %s", w.Form, expression, value(expression, now))
					}
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
				migratetest.Steps(t, open(t, variable), online)
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
