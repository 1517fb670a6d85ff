package main

import (
	"errors"
	"flag"
	"regexp"
	"strings"
	"testing"
)

// TestRun runs the program as a newcomer does.
func TestRun(t *testing.T) {
	var b strings.Builder
	if err := run(nil, &b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"(`id` blob,`name` text,`team_id` blob,",
		`\("[0-9a-f-]{36}","Ann","[0-9a-f-]{36}"\)`,
		"found Gophers with 2 players",
		"-7[0-9a-f-]+ is stored as blob [0-9A-F]{32}",
		`\[16\]byte +deleted +0, error <nil>`, // SQLite finds no row; MariaDB others
		`\[16\]byte and the plugin +deleted +1, error <nil>`,
		`gormtype.UUID +deleted +1, error <nil>`,
	} {
		if strings.HasPrefix(want, "(`") {
			want = regexp.QuoteMeta(want)
		}
		if !regexp.MustCompile(want).MatchString(b.String()) {
			t.Errorf("no %s in\n%s", want, &b)
		}
	}
}

func TestFlags(t *testing.T) {
	var b strings.Builder
	if err := run([]string{"-h"}, &b); !errors.Is(err, flag.ErrHelp) || !strings.Contains(b.String(), "Gorm shows") || !strings.Contains(b.String(), "-mysql DSN") {
		t.Errorf("got %v and %s", err, &b)
	}
	for _, tt := range []struct{ args, want string }{
		{"-mysql root@", "-mysql takes a DSN"},
		{"-mysql postgres://h/d", "this is an address for -postgres"},
		{"-mysql root:p@tcp(127.0.0.1:1)/d", "no server listens there"},
		{"-postgres postgres://127.0.0.1:1/d", "no server listens there"},
		{"-postgres postgres://h -mysql u@tcp(h)/d", "one of them only"},
		{"-x", "-h explains"},
		{"x", "-h explains"},
	} {
		b.Reset()
		if err := run(strings.Fields(tt.args), &b); err == nil || !strings.Contains(err.Error(), tt.want) || b.Len() > 0 {
			t.Errorf("%s: got %v and %q, want an error with %q, and no more", tt.args, err, &b, tt.want)
		}
	}
}
