package server_test

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// What the tests know of the servers with a driver.
var (
	kinds  = server.Usual
	sleep  = map[string]string{"pgx": "SELECT pg_sleep(600)", "mysql": "DO SLEEP(600)"} // a query that lasts
	guests = map[string][]string{                                                       // what stands before the address for somebody without the password
		"pgx": {"postgres://postgres:guess@"}, "mysql": {"root:guess@", "root@", "@"},
	}
)

func TestMain(m *testing.M) {
	// MySQL is tested where it has been asked for, and so is known to be installed.
	if os.Getenv("UUIDKIT_MYSQL9") != "" {
		kinds = append(slices.Clone(kinds), server.MySQL)
	}
	os.Exit(m.Run())
}

// start starts a server that the test stops itself.
func start(t *testing.T, k server.Kind, ports func() (int, error)) *server.Server {
	t.Helper()
	kit.Need(k, server.Install(t.Context(), k, t.Logf))(t)
	s := kit.Must(server.StartAt(t.Context(), k, t.Logf, ports))(t)
	t.Cleanup(func() { s.Stop() }) // if the test fails earlier
	return s
}

// inMemory reports whether a segment of shared memory exists.
func inMemory(id string) bool {
	out, _ := exec.Command("ipcs", "--shmems", "--id", id).CombinedOutput()
	return !strings.Contains(string(out), "not found")
}

// busy gives the server a client in the midst of a query. The server must not wait
// for it when it stops.
func busy(t *testing.T, k server.Kind, url string) {
	t.Helper()
	db := kit.Must(sql.Open(k.Driver, url))(t)
	ended := make(chan error, 1)
	ctx := t.Context()
	go func() {
		_, err := db.ExecContext(ctx, sleep[k.Driver])
		ended <- errors.Join(err, db.Close())
	}()
	select {
	case err := <-ended:
		t.Fatalf("the query that was to last: %v", err)
	case <-time.After(100 * time.Millisecond):
	}
}

// One server of each kind, from its start to its end. Its temporary directory is
// closed to other users, such as the one that PostgreSQL runs as.
func TestServer(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	for _, k := range kinds {
		t.Run(k.Name, func(t *testing.T) {
			// A port may be taken between the moment it is found free and the moment that
			// the server binds it, even by a process that accepts and never answers.
			taken := kit.Must(net.Listen("tcp4", "127.0.0.1:0"))(t)
			defer taken.Close()
			tries := 0
			s := start(t, k, func() (int, error) {
				if tries++; tries == 1 {
					return taken.Addr().(*net.TCPAddr).Port, nil
				}
				return server.FreePort()
			})
			if tries != 2 {
				t.Errorf("ports tried: got %d, want 2", tries)
			}

			_, address, _ := strings.Cut(s.URL(), "@")
			for _, guest := range guests[k.Driver] {
				db := kit.Must(sql.Open(k.Driver, guest+address))(t)
				defer db.Close()
				if db.Ping() == nil {
					t.Errorf("as %s: got in, want an error", guest)
				}
			}
			if k == server.MySQL { // which is made with a root of no password
				db := kit.Must(sql.Open(k.Driver, s.URL()))(t)
				defer db.Close()
				var who string
				const query = "SELECT GROUP_CONCAT(user, '@', host) FROM mysql.user WHERE account_locked = 'N'"
				if err := db.QueryRow(query).Scan(&who); err != nil || who != "root@127.0.0.1" {
					t.Errorf("accounts that are not locked: got %q, %v, want root@127.0.0.1 alone", who, err)
				}
			}

			if k.Driver != "" {
				busy(t, k, s.URL())
			}
			want := 2 // the directory and the process
			if k.Driver == "pgx" {
				want = 4 // and children
			}
			if got := kit.Left(tmp); len(got) < want {
				t.Errorf("before Stop: got %q, want %d or more", got, want)
			}
			for range 2 {
				if err := s.Stop(); err != nil {
					t.Error(err)
				}
			}
			if left := kit.Left(tmp); len(left) != 0 {
				t.Errorf("after Stop: left %q", left)
			}
		})
	}
}

// A PostgreSQL that was killed has left shared memory, which Stop removes.
func TestKilledPostgres(t *testing.T) {
	for _, k := range []server.Kind{server.Postgres, server.Postgres15} {
		s := start(t, k, server.FreePort)
		pidfile := kit.Must(os.ReadFile(filepath.Join(s.Dir(), "data/postmaster.pid")))(t)
		id := strings.Fields(strings.Split(string(pidfile), "\n")[6])[1]
		syscall.Kill(s.Pid(), syscall.SIGKILL)
		kit.Eventually(t, "its children ended", func() bool { return !strings.HasPrefix(kit.Left(s.Dir())[0], "/proc/") })
		before := inMemory(id)
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
		if after := inMemory(id); !before || after {
			t.Errorf("%s: shared memory before Stop %t, after it %t; want true, false", k.Name, before, after)
		}
	}
}

func never(context.Context) error { return errors.New("no answer") }

// A start removes the directories and the shared memory of dead owners, and nothing else
// that somebody gave such a name.
func TestSweep(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	name := func(what string) string { return filepath.Join(tmp, "uuidkit-server-"+what) }
	data := filepath.Join(name("abandoned"), "data")
	made := string(kit.Must(server.NotRoot("ipcmk", "--shmem", "56").Output())(t)) // as PostgreSQL does
	id := strings.TrimSpace(strings.TrimPrefix(made, "Shared memory id:"))
	kit.Check(t, errors.Join(
		os.MkdirAll(data, 0o700), os.WriteFile(filepath.Join(data, "postmaster.pid"), []byte("\n\n\n\n\n\n 1 "+id+"\n"), 0o600),
		os.Mkdir(name("owned"), 0o700),
		os.Mkdir(filepath.Join(tmp, "target"), 0o700), os.Symlink("target", name("link")),
		os.WriteFile(name("file"), nil, 0o600), syscall.Mkfifo(name("pipe"), 0o600),
	))
	owned := kit.Must(os.Open(name("owned")))(t)
	defer owned.Close()
	kit.Check(t, syscall.Flock(int(owned.Fd()), syscall.LOCK_EX))
	before := inMemory(id)
	server.StartScript(t.Context(), "exit", never)
	if after := inMemory(id); !before || after {
		t.Errorf("shared memory before %t, after %t; want true, false", before, after)
	}
	var left []string
	for _, e := range kit.Must(os.ReadDir(tmp))(t) {
		left = append(left, strings.TrimPrefix(e.Name(), "uuidkit-server-"))
	}
	if got, want := strings.Join(left, " "), "target file link owned pipe"; got != want {
		t.Errorf("left: got %s, want %s", got, want)
	}
}

func TestStartFails(t *testing.T) {
	if _, err := server.Start(t.Context(), server.Kind{Name: "x"}, t.Logf); err == nil || err.Error() != "server.Start: x: no such kind" {
		t.Errorf("a kind that is none: got %v", err)
	}
	t.Setenv("TMPDIR", t.TempDir())
	for _, test := range []struct {
		script string
		want   []string
	}{
		{"for i in $(seq 9999); do echo line $i; done; echo the reason >&2; exit 3",
			[]string{"ended while starting (exit status 3)", "\nline 9999\nthe reason\n"}},
		{"echo the reason; exec sleep 600",
			[]string{"it took too long", "no answer", "\nthe reason\n"}},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		ready := func(ctx context.Context) error {
			logs, _ := filepath.Glob(filepath.Join(os.TempDir(), "*", "log"))
			for _, log := range logs {
				if b, _ := os.ReadFile(log); strings.HasPrefix(string(b), "the reason") { // not before, however busy the machine is
					cancel(errors.New("it took too long"))
				}
			}
			return never(ctx)
		}
		_, err := server.StartScript(ctx, test.script, ready)
		for _, want := range test.want {
			if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 5000 {
				t.Errorf("%s: got %v, want an error with %q, of 5000 bytes at most", test.script, err, want)
			}
		}
	}
	if left := kit.Left(os.TempDir()); len(left) != 0 {
		t.Errorf("left behind: %q", left)
	}
}
