package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

func Example() {
	if err := run(nil, os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// SQLite has the blob 0190163D8694739BAEA5966C26F8AD91 and null
	// read back: 0190163d-8694-739b-aea5-966c26f8ad91 false
}

func TestFlags(t *testing.T) {
	var b strings.Builder
	if err := run([]string{"-h"}, &b); !errors.Is(err, flag.ErrHelp) || !strings.Contains(b.String(), "Usage: connector") {
		t.Errorf("-h: got %v and %q, want the usage", err, &b)
	}
	for _, args := range [][]string{{"-x"}, {"x"}} {
		b.Reset()
		if err := run(args, &b); err == nil || !strings.Contains(err.Error(), "-h explains") || b.Len() > 0 {
			t.Errorf("%s: got %v and %q, want an error that names -h, and no more", args, err, &b)
		}
	}
}
