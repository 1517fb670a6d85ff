package server_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

var kinds = []server.Kind{server.Postgres, server.MariaDB, server.Mongo, server.Postgres15}

// MySQL is tested where it has been asked for, and so is known to be installed.
func init() {
	if os.Getenv("UUIDKIT_MYSQL9") != "" {
		kinds = append(kinds, server.MySQL)
	}
}

func TestMain(m *testing.M) {
	if os.Getenv("SERVER_TEST_OWNER") != "" {
		own()
	}
	os.Exit(m.Run())
}

// start starts a server that the test stops itself.
func start(t *testing.T, k server.Kind) *server.Server {
	t.Helper()
	installed(t, k)
	s := kit.Must(server.Start(t.Context(), k, t.Logf))(t)
	t.Cleanup(func() { s.Stop() }) // if the test fails earlier
	return s
}

// installed ends a test if the servers cannot be installed.
func installed(t *testing.T, kinds ...server.Kind) {
	t.Helper()
	for _, k := range kinds {
		kit.Need(k, server.Install(t.Context(), k, t.Logf))(t)
	}
}

// alive reports whether a process exists and is not merely unburied.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, state, _ := bytes.Cut(stat, []byte(") ")) // the name may hold spaces
	return !bytes.HasPrefix(state, []byte("Z")) && !bytes.HasPrefix(state, []byte("X"))
}

// family returns a process and all its descendants.
func family(pid int) []int {
	pids := []int{pid}
	paths, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, path := range paths {
		children, _ := os.ReadFile(path)
		for _, child := range strings.Fields(string(children)) {
			if n, err := strconv.Atoi(child); err == nil {
				pids = append(pids, family(n)...)
			}
		}
	}
	return pids
}

// gone fails the test if a process still lives after a while.
func gone(t *testing.T, pids []int, patience time.Duration) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for _, pid := range pids {
		for alive(pid) {
			if time.Now().After(deadline) {
				cmdline, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
				t.Errorf("process %d lives: %q", pid, cmdline)
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// busy gives the server a client in the midst of a query, for which it must not
// wait when it stops.
func busy(t *testing.T, k server.Kind, url string) {
	t.Helper()
	driver, query := "pgx", "SELECT pg_sleep(600)"
	switch k {
	case server.MariaDB, server.MySQL:
		driver, query = "mysql", "DO SLEEP(600)"
	case server.Mongo:
		return
	}
	db := kit.Must(sql.Open(driver, url))(t)
	ended := make(chan error, 1)
	ctx := t.Context()
	go func() {
		_, err := db.ExecContext(ctx, query)
		ended <- errors.Join(err, db.Close())
	}()
	time.Sleep(100 * time.Millisecond)
	select {
	case err := <-ended:
		t.Fatalf("the query that was to last: %v", err)
	default:
	}
}

func TestStop(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.String(), func(t *testing.T) {
			s := start(t, k)
			busy(t, k, s.URL())
			pids := family(s.Pid())
			if want := 3; k == server.Postgres && len(pids) < want {
				t.Errorf("PostgreSQL's processes: got %d, want at least %d", len(pids), want)
			}
			for _, pid := range pids {
				if !alive(pid) {
					t.Errorf("process %d: got no life, want some", pid)
				}
			}
			if _, err := os.Stat(s.Dir()); err != nil {
				t.Error(err)
			}
			for range 2 {
				if err := s.Stop(); err != nil {
					t.Error(err)
				}
			}
			gone(t, pids, 0)
			if _, err := os.Stat(s.Dir()); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("directory after Stop: got %v, want none", err)
			}
		})
	}
}

// segments returns the segments of shared memory that a process made.
func segments(pid int) (ids []string) {
	for id, creator := range sharedMemory() {
		if _, old := stale[id]; !old && creator == strconv.Itoa(pid) {
			ids = append(ids, id)
		}
	}
	return ids
}

// stale is shared memory from before the tests, perhaps of a process whose number is
// another's now.
var stale = sharedMemory()

// sharedMemory returns which process made which segment.
func sharedMemory() map[string]string {
	data, err := os.ReadFile("/proc/sysvipc/shm")
	if err != nil {
		panic(err)
	}
	creators := map[string]string{}
	for line := range strings.Lines(string(data)) {
		const shmid, cpid = 1, 4
		f := strings.Fields(line)
		creators[f[shmid]] = f[cpid]
	}
	return creators
}

// A PostgreSQL that was killed has left shared memory, which Stop removes.
func TestKilledPostgres(t *testing.T) {
	for _, k := range []server.Kind{server.Postgres, server.Postgres15} {
		t.Run(k.String(), func(t *testing.T) {
			s := start(t, k)
			pids := family(s.Pid())
			syscall.Kill(s.Pid(), syscall.SIGKILL)
			gone(t, pids, 10*time.Second)
			if got := segments(s.Pid()); len(got) != 1 {
				t.Errorf("before Stop: got %q, want one segment", got)
			}
			if err := s.Stop(); err != nil {
				t.Error(err)
			}
			if got := segments(s.Pid()); len(got) != 0 {
				t.Errorf("after Stop: got %q, want none", got)
			}
		})
	}
}

// A server lets nobody in without the password.
func TestClosed(t *testing.T) {
	for _, k := range kinds {
		if k == server.Mongo {
			continue // its set's name is the password
		}
		t.Run(k.String(), func(t *testing.T) {
			s := start(t, k)
			driver, scheme, users := "mysql", "", []string{"root:guess", "root", ""}
			if k == server.Postgres || k == server.Postgres15 {
				driver, scheme, users = "pgx", "postgres://", []string{"postgres:guess"}
			}
			_, address, _ := strings.Cut(s.URL(), "@")
			for _, user := range users {
				db := kit.Must(sql.Open(driver, scheme+user+"@"+address))(t)
				defer db.Close()
				if err := db.Ping(); err == nil {
					t.Errorf("as %q: got in, want an error", user)
				}
			}
			if k == server.MySQL { // which is made with a root of no password
				db := kit.Must(sql.Open(driver, s.URL()))(t)
				defer db.Close()
				var who string
				const query = "SELECT GROUP_CONCAT(user, '@', host) FROM mysql.user WHERE account_locked = 'N'"
				if err := db.QueryRow(query).Scan(&who); err != nil || who != "root@127.0.0.1" {
					t.Errorf("accounts that are not locked: got %q, %v, want root@127.0.0.1 alone", who, err)
				}
			}
		})
	}
}

// own is the life of a process that starts servers and is killed before it stops
// them.
func own() {
	var servers []*server.Server // or their locks would be closed as garbage
	for _, k := range kinds {
		s, err := server.Start(context.Background(), k, func(string, ...any) {})
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		servers = append(servers, s)
		fmt.Println("server", s.URL(), s.Pid(), s.Dir())
	}
	for {
		time.Sleep(time.Hour)
		runtime.KeepAlive(servers)
	}
}

// If their owner is killed, all servers end with it, and the next one to start a
// server removes what they left.
func TestOwnerKilled(t *testing.T) {
	installed(t, kinds...)
	tmp := openDir(t)
	t.Setenv("TMPDIR", tmp)
	self := kit.Must(os.Executable())(t)
	owner := exec.CommandContext(t.Context(), self)
	owner.Env = append(os.Environ(), "SERVER_TEST_OWNER=1")
	stdout := kit.Must(owner.StdoutPipe())(t)
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	var pids []int
	var dirs []string
	lines := bufio.NewScanner(stdout)
	for _, k := range kinds {
		if !lines.Scan() {
			t.Fatal("the owner died early")
		}
		f := strings.Fields(lines.Text())
		if f[0] != "server" {
			t.Fatal(lines.Text())
		}
		busy(t, k, f[1])
		pid := kit.Must(strconv.Atoi(f[2]))(t)
		pids, dirs = append(pids, family(pid)...), append(dirs, f[3])
	}
	if want := len(kinds) + 4; len(pids) < want {
		t.Errorf("processes: got %d, want at least %d", len(pids), want)
	}

	postgres := pids[0] // leaves shared memory
	syscall.Kill(postgres, syscall.SIGKILL)
	owner.Process.Kill()
	owner.Wait()
	gone(t, pids, 10*time.Second)
	if got := segments(postgres); len(got) != 1 {
		t.Errorf("of a killed PostgreSQL: got %q, want one segment", got)
	}
	for _, dir := range dirs {
		if _, err := os.Stat(dir); err != nil {
			t.Errorf("directory before the next start: %v", err)
		}
	}

	if err := start(t, server.Mongo).Stop(); err != nil {
		t.Error(err)
	}
	if got := segments(postgres); len(got) != 0 {
		t.Errorf("after the next start: got %q, want no segment", got)
	}
	for _, dir := range dirs {
		if filepath.Dir(dir) != tmp {
			t.Errorf("directory: got %s, want one in %s", dir, tmp)
		}
		if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("directory after the next start: got %v, want none", err)
		}
	}
}

// What a start removes are directories without an owner, and nothing else that
// somebody gave such a name.
func TestSweep(t *testing.T) {
	tmp := openDir(t)
	t.Setenv("TMPDIR", tmp)
	name := func(what string) string { return filepath.Join(tmp, "uuidkit-server-"+what) }
	target := filepath.Join(tmp, "target")
	if err := errors.Join(
		os.MkdirAll(filepath.Join(name("abandoned"), "data"), 0o700), os.Mkdir(name("owned"), 0o700), os.Mkdir(target, 0o700),
		os.Symlink(target, name("link")), os.WriteFile(name("file"), nil, 0o600), syscall.Mkfifo(name("pipe"), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	owned := kit.Must(os.Open(name("owned")))(t)
	defer owned.Close()
	if err := syscall.Flock(int(owned.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}

	s := kit.Must(server.StartScript(t.Context(), "exec sleep 600", func(context.Context) error { return nil }))(t)
	if err := s.Stop(); err != nil {
		t.Error(err)
	}
	var left []string
	entries := kit.Must(os.ReadDir(tmp))(t)
	for _, e := range entries {
		left = append(left, strings.TrimPrefix(e.Name(), "uuidkit-server-"))
	}
	if got, want := strings.Join(left, " "), "target file link owned pipe"; got != want {
		t.Errorf("left: got %s, want %s", got, want)
	}
}

// openDir returns a temporary directory that every user can reach.
func openDir(t *testing.T) string {
	t.Helper()
	dir := kit.Must(os.MkdirTemp("", "uuidkit-open-"))(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Root's directories are often closed to others, such as to the user that
// PostgreSQL and MySQL then run as.
func TestClosedTempDir(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // in a directory of mode 0700
	for _, k := range kinds {
		if err := start(t, k).Stop(); err != nil {
			t.Error(err)
		}
	}
}

// A port may be taken between the moment it is found free and the moment that the
// server binds it, even by someone who accepts connections and says nothing.
func TestPortTaken(t *testing.T) {
	installed(t, kinds...)
	for _, k := range kinds {
		t.Run(k.String(), func(t *testing.T) {
			taken := kit.Must(net.Listen("tcp4", "127.0.0.1:0"))(t)
			defer taken.Close()
			tries := 0
			s, err := server.StartAt(t.Context(), k, t.Logf, func() (int, error) {
				if tries++; tries == 1 {
					return taken.Addr().(*net.TCPAddr).Port, nil
				}
				l, err := net.Listen("tcp4", "127.0.0.1:0")
				if err != nil {
					return 0, err
				}
				defer l.Close()
				return l.Addr().(*net.TCPAddr).Port, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if tries != 2 {
				t.Errorf("ports tried: got %d, want 2", tries)
			}
			if err := s.Stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestStartFails(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	never := func(context.Context) error { return errors.New("no answer") }
	for _, test := range []struct {
		name, script string
		want         []string
	}{
		{"ends", "for i in $(seq 9999); do echo line $i; done; echo the reason >&2; exit 3",
			[]string{"ended while starting (exit status 3)", "\nline 9999\nthe reason\n"}},
		{"hangs", "echo the reason; exec sleep 600",
			[]string{"deadline exceeded", "no answer", "\nthe reason\n"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			_, err := server.StartScript(ctx, test.script, never)
			if err == nil {
				t.Fatal("got no error, want one")
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error without %q: %v", want, err)
				}
			}
			if got, want := len(err.Error()), 5000; got > want {
				t.Errorf("error of %d bytes, want at most %d", got, want)
			}
		})
	}
	if left, _ := os.ReadDir(os.TempDir()); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if pids := family(os.Getpid()); len(pids) != 1 {
		t.Errorf("child processes left behind: %v", pids[1:])
	}
}

// While a server starts it is not asked to end in good order: MariaDB's does not hear.
func TestStoppedWhileStarting(t *testing.T) {
	t.Setenv("TMPDIR", openDir(t))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := server.StartScript(ctx, "trap 'echo asked; exit' TERM; echo began; while :; do sleep 0.01; done", func(context.Context) error {
		logs, _ := filepath.Glob(filepath.Join(os.TempDir(), "uuidkit-server-script-*", "log"))
		for _, log := range logs {
			if data, _ := os.ReadFile(log); len(data) != 0 {
				cancel()
			}
		}
		return errors.New("no answer")
	})
	if err == nil || !strings.HasSuffix(err.Error(), "its log ends:\nbegan\n") {
		t.Errorf("got %v, want an error with the log, in which it was not asked", err)
	}
}

// Who does not end when asked to is killed.
func TestStubborn(t *testing.T) {
	ready := filepath.Join(t.TempDir(), "ready")
	s, err := server.StartScript(t.Context(), "trap '' TERM; : >"+ready+"; while :; do sleep 1; done", func(context.Context) error {
		_, err := os.Stat(ready)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	pid := s.Pid()
	err = s.StopWithin(200 * time.Millisecond)
	if err == nil || !strings.Contains(err.Error(), `killed: it ignored "terminated"`) {
		t.Errorf("got %v, want an error that it was killed", err)
	}
	gone(t, []int{pid}, 0)
	if err := s.Stop(); err != nil {
		t.Error(err)
	}
}

func TestKindString(t *testing.T) {
	all := []server.Kind{server.Postgres, server.MariaDB, server.Mongo, server.Postgres15, server.MySQL, 7}
	if got, want := fmt.Sprint(all), "[postgres mariadb mongo postgres15 mysql Kind(7)]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if _, err := server.Start(t.Context(), server.Kind(7), t.Logf); err == nil {
		t.Error("Start of Kind(7): got no error, want one")
	}
}

// Root shares files that others may read, and copies those that they may not.
func TestShare(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("not root")
	}
	nobody := &syscall.Credential{Uid: 65534, Gid: 65534}
	for _, mode := range []os.FileMode{0o755, 0o700} {
		src, dst := t.TempDir(), filepath.Join(t.TempDir(), "dst")
		if err := errors.Join(
			os.Mkdir(filepath.Join(src, "bin"), 0o700), os.WriteFile(filepath.Join(src, "bin", "x"), []byte("x"), mode),
			os.Symlink("x", filepath.Join(src, "bin", "y")), server.Share(nobody, src, dst),
			os.Chmod(filepath.Dir(dst), 0o711), os.Chmod(filepath.Dir(filepath.Dir(dst)), 0o711),
		); err != nil {
			t.Fatal(err)
		}
		was := kit.Must(os.Stat(filepath.Join(src, "bin", "y")))(t)
		is := kit.Must(os.Stat(filepath.Join(dst, "bin", "y")))(t)
		if got, want := os.SameFile(was, is), mode == 0o755; got != want {
			t.Errorf("mode %v: linked: got %t, want %t", mode, got, want)
		}
		if got := was.Sys().(*syscall.Stat_t).Uid; got != 0 {
			t.Errorf("mode %v: the original's owner: got %d, want 0", mode, got)
		}
		access := exec.Command("test", "-x", filepath.Join(dst, "bin", "y"))
		access.SysProcAttr = &syscall.SysProcAttr{Credential: nobody}
		if err := access.Run(); err != nil {
			t.Errorf("mode %v: nobody may not run it: %v", mode, err)
		}
	}
}
