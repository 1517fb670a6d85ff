package address_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/examples/internal/address"
)

func TestCheck(t *testing.T) {
	of := map[address.Kind][]string{
		address.Postgres: {"postgres://u:secret@h/d", "postgresql://h"},
		address.MySQL:    {"u:secret@tcp(h:3306)/d", "u@unix(/run/x.sock)/d"},
		address.Mongo:    {"mongodb://u:secret@h", "mongodb+srv://h"},
	}
	for flag := range of {
		for kind, addresses := range of {
			for _, a := range append(addresses, "", "host=localhost user=u", "u:p@/d") {
				err := flag.Check(a)
				own := kind == flag || !strings.Contains(a, "://") && !strings.Contains(a, "@tcp(") && !strings.Contains(a, "@unix(")
				if (err == nil) != own {
					t.Errorf("-%s %s: got %v, want an error %t", flag, a, err, !own)
				}
				if err != nil && (strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "for -"+string(kind)+";")) {
					t.Errorf("-%s %s: got %v, want the right flag and no password", flag, a, err)
				}
			}
		}
	}
}

func TestExplain(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	_, dead := net.Dial("tcp", l.Addr().String())
	other := errors.New("password authentication failed")
	for _, tt := range []struct {
		name    string
		err     error
		timeout time.Duration
		want    string
	}{
		{"nobody listens", dead, time.Second, "mysql: no server listens there"},
		{"the same as text", errors.New(dead.Error()), time.Second, "mysql: no server listens there"},
		{"no answer", fmt.Errorf("dial: %w", context.DeadlineExceeded), time.Second, "mysql: no answer in 1s"},
		{"something else", other, time.Second, "mysql: password authentication failed (-mysql takes a DSN"},
	} {
		got := address.MySQL.Explain(tt.err, tt.timeout)
		if !strings.HasPrefix(fmt.Sprint(got), tt.want) || !errors.Is(got, tt.err) {
			t.Errorf("%s: got %v, want %q and the same error in it", tt.name, got, tt.want)
		}
	}
	if err := address.MySQL.Explain(nil, 0); err != nil {
		t.Errorf("no error: got %v", err)
	}
}

func TestFlag(t *testing.T) {
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Duration("timeout", 0, "")
	if err := address.Flag(flags.Parse([]string{"-timeout", "5"})); err == nil || !strings.Contains(err.Error(), "-timeout 5s") {
		t.Errorf("got %v, want what to write", err)
	}
	if err := address.Flag(flag.ErrHelp); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("got %v, want %v", err, flag.ErrHelp)
	}
}
