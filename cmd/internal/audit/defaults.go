package audit

import (
	"regexp"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
)

// A call is one that makes a UUID's text. What is around and behind it here leaves that as it is.
const (
	call   = `[\w."]*(gen_random_uuid|uuid_generate_v\d\w*|uuid_v\d|uuidv\d|uuid\d?|newid)\([^()]*\)`
	around = `(lower\(|lcase\(|cast\(|convert\(|\()*`
	behind = `(\)|(::|as|using|,|charset)(n?(var)?char|bpchar|text|uuid|utf8|latin1|ascii)\w*(\(\d+\))?)*$`
)

// defaults are the expressions that make UUIDs, and their forms. The first that
// matches counts. Letters are in lower case, there is no white space, and what else
// removes hyphens is replace.
var defaults = []struct {
	expr *regexp.Regexp
	form layout.Form
	kase layout.Case
}{
	// MySQL and MariaDB.
	{regexp.MustCompile(`uuid_to_bin\(.*,(1|true)\)`), layout.Swapped, layout.NoCase},
	{regexp.MustCompile(`uuid_to_bin\(`), layout.Bytes, layout.NoCase},
	{regexp.MustCompile(`^unhex\(.*(uuid|guid)`), layout.Bytes, layout.NoCase},
	{regexp.MustCompile(`replace\((upper|ucase)\(.*uuid`), layout.Hex, layout.Upper},
	{regexp.MustCompile(`(upper|ucase)\(replace\(`), layout.Hex, layout.Upper},
	{regexp.MustCompile(`^replace\(.*uuid.*'-'`), layout.Hex, layout.Lower},
	{regexp.MustCompile(`lower\(replace\(`), layout.Hex, layout.Lower},
	{regexp.MustCompile(`^` + around + `(upper|ucase)\(` + around + call + behind), layout.Text, layout.Upper},
	{regexp.MustCompile(`sys_guid\(\)`), layout.Hex, layout.Upper},
	{regexp.MustCompile(`^random_bytes\(16\)`), layout.Bytes, layout.NoCase},

	// PostgreSQL.
	{regexp.MustCompile(`^(decode\(.*uuid.*'hex'|uuid_send\()`), layout.Bytes, layout.NoCase},
	{regexp.MustCompile(`^\(*'\\x'.*replace\(.*uuid.*'-'.*::bytea$`), layout.Bytes, layout.NoCase},
	{regexp.MustCompile(`^encode\(.*(16|uuid).*'hex'`), layout.Hex, layout.Lower},
	{regexp.MustCompile(`^encode\(.*(16|uuid).*'base64'`), layout.Base64, layout.NoCase},
	{regexp.MustCompile(`^md5\(`), layout.Hex, layout.Lower},

	// SQLite.
	{regexp.MustCompile(`lower\(.*hex\(randomblob\(.*'-'`), layout.Text, layout.Lower},
	{regexp.MustCompile(`hex\(randomblob\(.*'-'`), layout.Text, layout.Upper},
	{regexp.MustCompile(`lower\(hex\(randomblob\(16`), layout.Hex, layout.Lower},
	{regexp.MustCompile(`hex\(randomblob\(16`), layout.Hex, layout.Upper},
	{regexp.MustCompile(`^randomblob\(16`), layout.Bytes, layout.NoCase},
	{regexp.MustCompile(`uuid_blob\(`), layout.Bytes, layout.NoCase},

	{regexp.MustCompile(`^` + around + call + behind), layout.Text, layout.Lower},
}

// defaultForm returns the form that the column's default makes, if it makes UUIDs.
func defaultForm(c *column) (layout.Form, layout.Case, bool) {
	if c.declared == nil || c.path != "" || c.declared.Default == "" {
		return layout.None, layout.NoCase, false
	}
	expr := strings.ToLower(strings.Join(strings.Fields(c.declared.Default), ""))
	for strings.HasPrefix(expr, "(") && strings.HasSuffix(expr, ")") {
		expr = expr[1 : len(expr)-1]
	}
	expr = strings.NewReplacer("regexp_replace(", "replace(", "translate(", "replace(").Replace(expr)
	for _, d := range defaults {
		if !d.expr.MatchString(expr) {
			continue
		}
		if c.verdict.Form == layout.Native {
			// The column converts text, and refuses what it does not.
			return layout.Native, layout.NoCase, true
		}
		return d.form, d.kase, true
	}
	return layout.None, layout.NoCase, false
}

// called and builtin match a call in a default, and the names of the functions whose result the
// database's manual says, or that of its extension.
var (
	called  = regexp.MustCompile(`(\w+)\s*\(`)
	builtin = regexp.MustCompile(`^(abs|binary|cast|char|coalesce|concat|convert|decode|encode|format|gen_random_bytes|gen_random_uuid|hex|insert|lcase|lower|md5|newid|printf|random|random_bytes|randomblob|regexp_replace|replace|substr|substring|sys_guid|translate|ucase|unhex|upper|uuid|uuid_blob|uuid_generate_v\d\w*|uuid_send|uuid_to_bin|uuid_v[47]|uuidv[47]|varchar)$`)
)

// namedDefault reports whether the default calls a function of the database's users: what that
// makes is a guess from its name.
func (c *column) namedDefault() bool {
	for _, m := range called.FindAllStringSubmatch(strings.ToLower(c.declared.Default), -1) {
		if !builtin.MatchString(m[1]) {
			return true
		}
	}
	return false
}

// differs reports whether most letters of a column are in another case than k.
func differs(k layout.Case, cases [4]int) bool {
	if k == layout.Upper {
		return cases[layout.Lower] > cases[layout.Upper]
	}
	return cases[layout.Upper] > cases[layout.Lower]
}

// form names the column's form with the case of its letters.
func (c *column) form() string {
	s := c.out.Form.String()
	if c.verdict.Form.Kind() == layout.KindText && c.verdict.Cases[layout.Upper] > c.verdict.Cases[layout.Lower] {
		s += " in upper case"
	}
	return s
}

// hints are the names of columns that hold UUIDs.
var hints = regexp.MustCompile(`(?i)(uuid|guid|ulid|^_?id$|_id$|[a-z]ID$|[a-z]Id$)`)

// hinted reports whether a column that says too little by its values holds UUIDs
// by its name and type: 16 bytes or 32 digits that are named as ids are.
func (c *column) hinted() bool {
	v := &c.verdict
	return len(v.Candidates) > 0 && v.UUIDs == 0 && c.path == "" && hints.MatchString(c.name)
}
