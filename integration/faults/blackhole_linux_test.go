package faults

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
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

// usersOf returns n by id.
func usersOf(t *testing.T, rows *sql.Rows) map[string]int {
	defer rows.Close()
	all := map[string]int{}
	for rows.Next() {
		var id string
		var n int
		kit.Check(t, rows.Scan(&id, &n))
		all[id] = n
	}
	kit.Check(t, rows.Err())
	return all
}

// A blackHole begins when "uuid migrate run" has said something. The server still hears that, and
// executes it if it is a statement. From then on neither end hears the other.
type blackHole struct {
	name      string
	open      func(t *testing.T) migrated
	online    bool
	at        string        // what the command says
	blocks    bool          // writers wait for locks that it has
	within    time.Duration // the longest that they may wait
	ends      string        // a part of what ends the session that has the locks
	mute      bool          // not if the proxy's kernel acknowledges packets
	interrupt bool          // it is ended by Ctrl-C, else by SIGKILL
	usually   bool          // without -all, too, if the kernel is mute
	differs   bool          // run finds what others have written meanwhile, and says to undo, and run again
}

var blackHoles = slices.Concat(postgresHoles, mysqlHoles, mongoHoles)

// TestBlackHole loses the packets of uuid migrate, or suspends it. Its locks then have to end by
// themselves, and a run that has lost them must not go on.
func TestBlackHole(t *testing.T) {
	t.Parallel()
	for _, h := range blackHoles {
		for _, how := range []string{"mute", "swallows", "suspended"} {
			t.Run(h.name+", "+how, func(t *testing.T) {
				switch {
				case !*all && !(h.usually && how == "mute"):
					t.Skip("only with -all")
				case h.mute && how != "mute":
					t.Skip("the server executes a long statement to its end")
				}
				t.Parallel()
				h.test(t, h.open(t), how)
			})
		}
	}
}

func (h blackHole) test(t *testing.T, m migrated, how string) {
	users, verb := m.users(t), h.verb(m)
	command := h.begin(t, m, how, verb)
	time.Sleep(time.Second / 2) // the server executes what it has heard
	next := startMigrate(t, verb("run", m.address(), "users.id")...)
	h.wait(t, m)
	for id := range users {
		users[id]++
	}
	if status, out := next.wait(t); status != 6 || !strings.Contains(out, h.ends) {
		t.Errorf("the next command: status %d, want 6 and %q:\n%s", status, h.ends, out)
	}
	if how != "suspended" {
		kit.Eventually(t, "the command says that the server is silent, and "+h.ends, func() bool {
			out := command.said(t)
			return strings.Contains(out, "has not answered") && strings.Contains(out, h.ends)
		})
		end := os.Kill
		if h.interrupt {
			end = os.Interrupt
		}
		kit.Check(t, command.Process.Signal(end))
	}
	same := func(did string, status int, out string) {
		if status != 0 {
			t.Errorf("%s: status %d: %s", did, status, out)
		}
		if got := m.users(t); !maps.Equal(got, users) {
			t.Errorf("after %s: %d users, want %d, and each with its n", did, len(got), len(users))
		}
	}
	status, out := h.again(t, verb("run", m.address(), "users.id"), verb("undo", m.address()))
	same("run", status, out)
	if how == "suspended" {
		kit.Check(t, command.Process.Signal(syscall.SIGCONT))
	}
	if status, out := command.wait(t); status == 0 {
		t.Errorf("the command that had lost its locks: status 0: %s", out)
	}
	t.Logf("the command:\n%s\nthe next one:\n%s", command.said(t), next.said(t))
	status, out = startMigrate(t, verb("undo", m.address())...).wait(t)
	same("undo", status, out)
}

// verb makes the arguments of a command.
func (h blackHole) verb(m migrated) func(name, address string, columns ...string) []string {
	return func(name, address string, columns ...string) []string {
		args := append([]string{name, m.url(address)}, columns...)
		if h.online {
			args = append(args, "--online")
		}
		return args
	}
}

// TestBlackHolesHeard runs without a fault: the command still says what each black hole waits for.
func TestBlackHolesHeard(t *testing.T) {
	t.Parallel()
	for _, h := range blackHoles {
		if h.mute { // its statement takes minutes, and another hole has the same text
			continue
		}
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			m := h.open(t)
			through := proxy.New(t, m.address(), nil)
			heard := through.At(h.at, func() error { return nil })
			status, out := startMigrate(t, h.verb(m)("run", through.Addr().String(), "users.id")...).wait(t)
			if status != 0 {
				t.Errorf("status %d: %s", status, out)
			}
			select {
			case <-heard:
			default:
				t.Errorf("it has not said %q: %s", h.at, out)
			}
		})
	}
}

// again runs the command again: for as long as locks are there for which no writer waits. If it says to undo
// before, it does so.
func (h blackHole) again(t *testing.T, run, undo []string) (status int, out string) {
	begin := time.Now()
	for status = 6; status == 6 && time.Since(begin) < h.within; time.Sleep(time.Second / 2) {
		status, out = startMigrate(t, run...).wait(t)
	}
	if !h.differs {
		return status, out
	}
	if status != 1 || !strings.Contains(out, "undo, and run again") {
		t.Errorf("run: status %d, want 1, and to undo: %s", status, out)
	}
	if status, out := startMigrate(t, undo...).wait(t); status != 0 {
		t.Errorf("undo: status %d: %s", status, out)
	}
	return startMigrate(t, run...).wait(t)
}

// begin starts a run, and loses its packets or suspends it.
func (h blackHole) begin(t *testing.T, m migrated, how string, verb func(name, address string, columns ...string) []string) *migrate {
	through := proxy.New(t, m.address(), nil)
	pid := make(chan int, 1)
	begun := map[string]func(string) <-chan error{"mute": through.Mute, "swallows": through.Swallow,
		"suspended": func(text string) <-chan error {
			return through.At(text, func() error {
				p := <-pid
				err := syscall.Kill(p, syscall.SIGSTOP)
				_, stopped := syscall.Wait4(p, nil, syscall.WUNTRACED, nil)
				return errors.Join(err, stopped)
			})
		}}[how](h.at)
	command := startMigrate(t, verb("run", through.Addr().String(), "users.id")...)
	pid <- command.Process.Pid
	select {
	case err := <-begun:
		kit.Check(t, err)
	case <-time.After(time.Minute):
		t.Fatalf("it has not said %q: %s", h.at, command.said(t))
	}
	return command
}

// TestSilence sees that the command says when its server is silent, and when it answers again.
func TestSilence(t *testing.T) {
	if !*all {
		t.Skip("only with -all")
	}
	t.Parallel()
	h := postgresHoles[0]
	m := h.open(t)
	through := proxy.New(t, m.address(), nil)
	begun := through.Swallow(h.at)
	command := startMigrate(t, "run", m.url(through.Addr().String()), "users.id")
	kit.Check(t, <-begun)
	says := func(text string) {
		kit.Eventually(t, "it says: "+text, func() bool { return strings.Contains(command.said(t), text) })
	}
	says("the server has not answered since ")
	through.Heal()
	says("the server answers again, after ")
}

// wait writes, and sees how long that takes.
func (h blackHole) wait(t *testing.T, m migrated) {
	time.Sleep(time.Second / 2) // the server executes what it has heard last
	begin := time.Now()
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
}

// A migrate is the command "uuid migrate".
type migrate struct {
	*exec.Cmd
	out string // the file of all that it says
}

func startMigrate(t *testing.T, args ...string) *migrate {
	file := kit.Must(os.CreateTemp(t.TempDir(), "said"))(t)
	defer file.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute) // else one that waits for ever would hide what failed
	t.Cleanup(cancel)
	m := &migrate{exec.CommandContext(ctx, kit.Command(t), append([]string{"migrate"}, append(args, "--yes")...)...), file.Name()}
	m.Stdout, m.Stderr = file, file
	kit.Check(t, m.Start())
	return m
}

func (m *migrate) said(t *testing.T) string { return string(kit.Must(os.ReadFile(m.out))(t)) }

func (m *migrate) wait(t *testing.T) (status int, said string) {
	m.Wait()
	return m.ProcessState.ExitCode(), m.said(t)
}
