package store

import (
	"context"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Schema reports whether the filter lets the tables of a schema through.
func (f Filter) Schema(schema string) bool { return matches(f.Schemas, schema) }

// Table reports whether the filter lets a table through.
func (f Filter) Table(schema, table string) bool {
	return f.Schema(schema) && (matches(f.Tables, table) || schema != "" && matches(f.Tables, schema+"."+table))
}

// literal leaves a pattern the wildcards * and ? alone.
var literal = strings.NewReplacer("/", "\x00", "[", `\[`, `\`, `\\`)

func matches(patterns []string, name string) bool {
	name = strings.ReplaceAll(name, "/", "\x00") // * matches no slash
	for _, p := range patterns {
		if ok, _ := path.Match(literal.Replace(p), name); ok {
			return true
		}
	}
	return len(patterns) == 0 || name == ""
}

// Key writes a key as people read it: "id=42, name=x". Bytes are hexadecimal.
func Key(columns []string, values []any) string {
	var b strings.Builder
	for i, c := range columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(Printable(c, 64) + "=")
		switch v := values[i].(type) {
		case []byte:
			b.WriteString("x'" + hex.EncodeToString(v[:min(len(v), 32)]) + "'")
		case [16]byte:
			fmt.Fprintf(&b, "%x-%x-%x-%x-%x", v[:4], v[4:6], v[6:8], v[8:10], v[10:])
		case nil:
			b.WriteString("NULL")
		default:
			b.WriteString(Printable(fmt.Sprint(v), 64))
		}
	}
	return b.String()
}

// Printable returns s without control characters, and no more than n bytes of it.
func Printable(s string, n int) string {
	if len(s) > n {
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n] + "…"
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return '?'
		}
		return r
	}, s)
}

// Reason returns why something was not seen, as one line.
func Reason(ctx context.Context, err error) string {
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	return Printable(strings.Join(strings.Fields(err.Error()), " "), 300)
}
