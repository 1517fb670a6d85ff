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
	if err := run([]string{"-mysql", "root@"}, &b); err == nil {
		t.Error("a DSN that is none: got no error")
	}
	if err := run([]string{"x"}, &b); err == nil {
		t.Error("an argument: got no error")
	}
}
