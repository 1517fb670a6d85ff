package faults

import (
	"context"
	"flag"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/proxy"
)

var all = flag.Bool("all", false, "all black holes, and not one in each store")

// A migrated is a database with a table of users, which uuid migrate converts.
type migrated interface {
	address() string                   // of the server
	url(address string) string         // for the command, of the server or of a proxy
	write(ctx context.Context) error   // adds 1 to n of all users, without the proxy
	users(t *testing.T) map[string]int // n by id
}

// A blackHole begins when "uuid migrate run" has said something. The server still hears that, and
// executes it if it is a statement. From then on neither end hears the other.
type blackHole struct {
	name    string
	open    func(t *testing.T) migrated
	online  bool
	at      string        // what the command says
	blocks  bool          // writers wait for locks that it has
	within  time.Duration // the longest that they may wait
	ends    string        // a part of what ends the session that has the locks
	mute    bool          // not if the proxy's kernel acknowledges packets
	usually bool          // without -all, too, if the kernel is mute
}

var blackHoles = slices.Concat(postgresHoles)

// TestBlackHole loses the packets of uuid migrate. Its locks then have to end by themselves.
func TestBlackHole(t *testing.T) {
	for _, h := range blackHoles {
		test := func(name string, dig func(*proxy.Proxy, string) <-chan error, wanted bool) {
			t.Run(h.name+", "+name, func(t *testing.T) {
				if !wanted && !*all {
					t.Skip("only with -all")
				}
				t.Parallel()
				h.test(t, h.open(t), dig)
			})
		}
		test("mute", (*proxy.Proxy).Mute, h.usually)
		if !h.mute {
			test("swallows", (*proxy.Proxy).Swallow, false)
		}
	}
}

func (h blackHole) test(t *testing.T, m migrated, dig func(*proxy.Proxy, string) <-chan error) {
	want := m.users(t)
	verb := func(name, address string, columns ...string) []string {
		args := append([]string{name, m.url(address)}, columns...)
		if h.online {
			args = append(args, "--online")
		}
		return args
	}
	through := proxy.New(t, m.address(), nil)
	begun := dig(through, h.at)
	client, said := startMigrate(t, verb("run", through.Addr().String(), "users.id")...)
	select {
	case err := <-begun:
		kit.Check(t, err)
	case <-time.After(time.Minute):
		t.Fatalf("it has not said %q: %s", h.at, said())
	}

	begin := time.Now()
	next, nextSaid := startMigrate(t, verb("run", m.address(), "users.id")...)
	ctx, cancel := context.WithTimeout(t.Context(), h.within)
	defer cancel()
	err := m.write(ctx)
	waited := time.Since(begin)
	t.Logf("writers waited %s", waited.Round(time.Second/10))
	if err != nil {
		t.Errorf("a writer, after %s: %v", waited, err)
	}
	if blocked := waited > 5*time.Second; blocked != h.blocks {
		t.Errorf("writers waited: got %t, want %t", blocked, h.blocks)
	}
	for id := range want {
		want[id]++
	}

	next.Wait()
	if status, out := next.ProcessState.ExitCode(), nextSaid(); status != 6 || !strings.Contains(out, h.ends) {
		t.Errorf("the next command: status %d, want 6 and %q:\n%s", status, h.ends, out)
	}
	kit.Eventually(t, "the command says that the server is silent, and "+h.ends, func() bool {
		return strings.Contains(said(), "has not answered") && strings.Contains(said(), h.ends)
	})
	t.Logf("the command:\n%s\nthe next one:\n%s", said(), nextSaid())
	kit.Check(t, client.Process.Kill())
	client.Wait()
	for _, args := range [][]string{verb("run", m.address(), "users.id"), verb("undo", m.address())} {
		cmd, said := startMigrate(t, args...)
		cmd.Wait()
		if status := cmd.ProcessState.ExitCode(); status != 0 {
			t.Errorf("%s afterwards: status %d: %s", args[0], status, said())
		}
		if got := m.users(t); !maps.Equal(got, want) {
			t.Errorf("after %s: %d users, want %d, and each with its n", args[0], len(got), len(want))
		}
	}
}

// startMigrate starts "uuid migrate", and returns what reads all that it has said.
func startMigrate(t *testing.T, args ...string) (cmd *exec.Cmd, said func() string) {
	file := kit.Must(os.CreateTemp(t.TempDir(), "said"))(t)
	defer file.Close()
	cmd = exec.Command(kit.Command(t), append([]string{"migrate"}, args...)...)
	cmd.Stdout, cmd.Stderr = file, file
	kit.Check(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill() })
	return cmd, func() string { return string(kit.Must(os.ReadFile(file.Name()))(t)) }
}
