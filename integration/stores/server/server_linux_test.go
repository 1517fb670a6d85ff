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

// kind is what the tests know of a kind of server.
type kind struct {
	server.Kind
	driver string   // of database/sql, if there is one
	sleep  string   // a query that lasts
	guests []string // what stands before the address for somebody without the password
}

var (
	postgres = kind{server.Postgres, "pgx", "SELECT pg_sleep(600)", []string{"postgres://postgres:guess@"}}
	mongo    = kind{server.Mongo, "", "", nil} // its set's name is the password
	mariadb  = kind{server.MariaDB, "mysql", "DO SLEEP(600)", []string{"root:guess@", "root@", "@"}}
	kinds    = []kind{postgres, mongo, mariadb, {server.Postgres15, postgres.driver, postgres.sleep, postgres.guests}}
)

func TestMain(m *testing.M) {
	// MySQL is tested where it has been asked for, and so is known to be installed.
	if os.Getenv("UUIDKIT_MYSQL9") != "" {
		kinds = append(kinds, kind{server.MySQL, mariadb.driver, mariadb.sleep, mariadb.guests})
	}
	if os.Getenv("SERVER_TEST_OWNER") != "" {
		own()
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

func port(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }

func freePort() (int, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return port(l), nil
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
		for child := range strings.FieldsSeq(string(children)) {
			if n, err := strconv.Atoi(child); err == nil {
				pids = append(pids, family(n)...)
			}
		}
	}
	return pids
}

// gone fails the test if a process is still alive after a while.
func gone(t *testing.T, pids []int, patience time.Duration) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for _, pid := range pids {
		for alive(pid) && time.Now().Before(deadline) {
			time.Sleep(10 * time.Millisecond)
		}
		if alive(pid) {
			cmdline, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
			t.Errorf("process %d is alive: %q", pid, cmdline)
		}
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// segment returns the ID of the shared memory of the PostgreSQL in a directory.
func segment(t *testing.T, dir string) string {
	t.Helper()
	pidfile := kit.Must(os.ReadFile(filepath.Join(dir, "data/postmaster.pid")))(t)
	return strings.Fields(strings.Split(string(pidfile), "\n")[6])[1]
}

// inMemory reports whether a segment of shared memory exists.
func inMemory(t *testing.T, id string) bool {
	t.Helper()
	for line := range strings.Lines(string(kit.Must(os.ReadFile("/proc/sysvipc/shm"))(t))) {
		if strings.Fields(line)[1] == id {
			return true
		}
	}
	return false
}

// busy gives the server a client in the midst of a query. The server must not wait
// for it when it stops.
func busy(t *testing.T, k kind, url string) {
	t.Helper()
	if k.driver == "" {
		return
	}
	db := kit.Must(sql.Open(k.driver, url))(t)
	ended := make(chan error, 1)
	ctx := t.Context()
	go func() {
		_, err := db.ExecContext(ctx, k.sleep)
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
	t.Setenv("TMPDIR", t.TempDir())
	for _, k := range kinds {
		t.Run(string(k.Kind), func(t *testing.T) {
			// A port may be taken between the moment it is found free and the moment that
			// the server binds it, even by a process that accepts and never answers.
			taken := kit.Must(net.Listen("tcp4", "127.0.0.1:0"))(t)
			defer taken.Close()
			tries := 0
			s := start(t, k.Kind, func() (int, error) {
				if tries++; tries == 1 {
					return port(taken), nil
				}
				return freePort()
			})
			if tries != 2 {
				t.Errorf("ports tried: got %d, want 2", tries)
			}

			_, address, _ := strings.Cut(s.URL(), "@")
			for _, guest := range k.guests {
				db := kit.Must(sql.Open(k.driver, guest+address))(t)
				defer db.Close()
				if db.Ping() == nil {
					t.Errorf("as %s: got in, want an error", guest)
				}
			}
			if k.Kind == server.MySQL { // which is made with a root of no password
				db := kit.Must(sql.Open(k.driver, s.URL()))(t)
				defer db.Close()
				var who string
				const query = "SELECT GROUP_CONCAT(user, '@', host) FROM mysql.user WHERE account_locked = 'N'"
				if err := db.QueryRow(query).Scan(&who); err != nil || who != "root@127.0.0.1" {
					t.Errorf("accounts that are not locked: got %q, %v, want root@127.0.0.1 alone", who, err)
				}
			}

			busy(t, k, s.URL())
			pids := family(s.Pid())
			if want := 3; k.driver == "pgx" && len(pids) < want {
				t.Errorf("PostgreSQL's processes: got %d, want at least %d", len(pids), want)
			}
			if !alive(s.Pid()) || !exists(s.Dir()) {
				t.Errorf("before Stop: process alive %t, directory %t; want both", alive(s.Pid()), exists(s.Dir()))
			}
			for range 2 {
				if err := s.Stop(); err != nil {
					t.Error(err)
				}
			}
			gone(t, pids, 0)
			if exists(s.Dir()) {
				t.Error("Stop left the directory")
			}
		})
	}
}

// A PostgreSQL that was killed has left shared memory, which Stop removes.
func TestKilledPostgres(t *testing.T) {
	for _, k := range []server.Kind{server.Postgres, server.Postgres15} {
		s := start(t, k, freePort)
		pids, id := family(s.Pid()), segment(t, s.Dir())
		syscall.Kill(s.Pid(), syscall.SIGKILL)
		gone(t, pids, 10*time.Second)
		before := inMemory(t, id)
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
		if after := inMemory(t, id); !before || after {
			t.Errorf("%s: shared memory before Stop %t, after it %t; want true, false", k, before, after)
		}
	}
}

// own is the life of a process that starts servers and is killed before it stops
// them.
func own() {
	var servers []*server.Server // or their locks would be closed as garbage
	for _, k := range kinds {
		s, err := server.Start(context.Background(), k.Kind, func(string, ...any) {})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		servers = append(servers, s)
		fmt.Println(s.URL(), s.Pid(), s.Dir())
	}
	for {
		time.Sleep(time.Hour)
		runtime.KeepAlive(servers)
	}
}

// If their owner is killed, all servers end with it, and the next one to start a
// server removes what they left.
func TestOwnerKilled(t *testing.T) {
	for _, k := range kinds {
		kit.Need(k, server.Install(t.Context(), k.Kind, t.Logf))(t)
	}
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	owner := exec.CommandContext(t.Context(), kit.Must(os.Executable())(t))
	owner.Env = append(os.Environ(), "SERVER_TEST_OWNER=1")
	stdout := kit.Must(owner.StdoutPipe())(t)
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	var pids []int
	var dirs []string
	lines := bufio.NewScanner(stdout)
	for _, k := range kinds {
		lines.Scan()
		var url, dir string
		var pid int
		if _, err := fmt.Sscan(lines.Text(), &url, &pid, &dir); err != nil {
			t.Fatalf("the owner printed %q", lines.Text())
		}
		busy(t, k, url)
		pids, dirs = append(pids, family(pid)...), append(dirs, dir)
		if filepath.Dir(dir) != tmp || !exists(dir) {
			t.Errorf("directory: got %s, want one in %s", dir, tmp)
		}
	}
	if want := len(kinds) + 4; len(pids) < want {
		t.Errorf("processes: got %d, want at least %d", len(pids), want)
	}

	id := segment(t, dirs[0])
	syscall.Kill(pids[0], syscall.SIGKILL) // a PostgreSQL, which leaves shared memory
	owner.Process.Kill()
	owner.Wait()
	gone(t, pids, 10*time.Second)
	if !inMemory(t, id) || !exists(dirs[0]) {
		t.Errorf("before the next start: shared memory %t, directory %t; want both", inMemory(t, id), exists(dirs[0]))
	}
	if err := start(t, server.Mongo, freePort).Stop(); err != nil {
		t.Error(err)
	}
	if left := kit.Must(os.ReadDir(tmp))(t); inMemory(t, id) || len(left) != 0 {
		t.Errorf("after the next start: shared memory %t, directories %v; want none", inMemory(t, id), left)
	}
}

func never(context.Context) error { return errors.New("no answer") }

// A start removes directories without an owner, and nothing else that somebody gave
// such a name.
func TestSweep(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	name := func(what string) string { return filepath.Join(tmp, "uuidkit-server-"+what) }
	if err := errors.Join(
		os.MkdirAll(filepath.Join(name("abandoned"), "data"), 0o700), os.Mkdir(name("owned"), 0o700),
		os.Mkdir(filepath.Join(tmp, "target"), 0o700), os.Symlink("target", name("link")),
		os.WriteFile(name("file"), nil, 0o600), syscall.Mkfifo(name("pipe"), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	owned := kit.Must(os.Open(name("owned")))(t)
	defer owned.Close()
	if err := syscall.Flock(int(owned.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	server.StartScript(t.Context(), "exit", never)
	var left []string
	for _, e := range kit.Must(os.ReadDir(tmp))(t) {
		left = append(left, strings.TrimPrefix(e.Name(), "uuidkit-server-"))
	}
	if got, want := strings.Join(left, " "), "target file link owned pipe"; got != want {
		t.Errorf("left: got %s, want %s", got, want)
	}
}

func TestStartFails(t *testing.T) {
	if _, err := server.Start(t.Context(), "x", t.Logf); err == nil || err.Error() != "server.Start: x: no such kind" {
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
			[]string{"deadline exceeded", "no answer", "\nthe reason\n"}},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		_, err := server.StartScript(ctx, test.script, never)
		for _, want := range test.want {
			if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 5000 {
				t.Errorf("%s: got %v, want an error with %q, of 5000 bytes at most", test.script, err, want)
			}
		}
	}
	if left, _ := os.ReadDir(os.TempDir()); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if pids := family(os.Getpid()); len(pids) != 1 {
		t.Errorf("child processes left behind: %v", pids[1:])
	}
}

// A server that does not end on the signal is killed.
func TestStubborn(t *testing.T) {
	ready := filepath.Join(t.TempDir(), "ready")
	s := kit.Must(server.StartScript(t.Context(), "trap '' TERM; : >"+ready+"; while :; do sleep 1; done", func(context.Context) error {
		_, err := os.Stat(ready)
		return err
	}))(t)
	if err := s.StopWithin(200 * time.Millisecond); err == nil || !strings.Contains(err.Error(), `killed: it ignored "terminated"`) {
		t.Errorf("got %v, want an error that it was killed", err)
	}
	gone(t, []int{s.Pid()}, 0)
	if err := s.Stop(); err != nil {
		t.Error(err)
	}
}
