package main_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

var up string // the built command

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "uuidkit-up-")
	if err != nil {
		panic(err)
	}
	up = filepath.Join(dir, "up")
	if out, err := exec.Command("go", "build", "-o", up, ".").CombinedOutput(); err != nil {
		panic(fmt.Sprintf("%v\n%s", err, out))
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// newTemp makes a directory that the servers use for their temporary ones, and
// ends the test if there can be no servers.
func newTemp(t *testing.T) string {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), up, "-install").CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%v\n%s", err, out)
		}
		t.Skipf("%v\n%s", err, out)
	}
	dir, err := os.MkdirTemp("", "uuidkit-open-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // or root's PostgreSQL could not get there
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", dir)
	return dir
}

// users returns the processes that work in a directory or are told of it.
func users(dir string) (pids []string) {
	procs, _ := filepath.Glob("/proc/[0-9]*")
	for _, proc := range procs {
		cwd, _ := os.Readlink(proc + "/cwd")
		cmdline, _ := os.ReadFile(proc + "/cmdline")
		if strings.HasPrefix(cwd, dir) || bytes.Contains(cmdline, []byte(dir)) {
			pids = append(pids, filepath.Base(proc))
		}
	}
	return pids
}

// nothingLeft fails the test if a process or a file is left in a directory.
func nothingLeft(t *testing.T, dir string) {
	t.Helper()
	if pids := users(dir); len(pids) != 0 {
		t.Errorf("processes left: %v", pids)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 0 {
		t.Errorf("files left: %v, %v", files, err)
	}
}

// eventually waits until f is true.
func eventually(t *testing.T, what string, f func() bool) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); !f(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited a minute until %s", what)
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// exported returns the variables that the environment file env exports.
func exported(env string) (variables map[string]string, err error) {
	out, err := exec.Command("env", "-i", "sh", "-c", `. "$0"; env`, env).Output()
	variables = make(map[string]string)
	for line := range strings.Lines(string(out)) {
		if name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "="); strings.HasPrefix(name, "UUIDKIT_") {
			variables[name] = value
		}
	}
	return variables, err
}

// answers connects to the server that a variable names.
func answers(ctx context.Context, variable, address string) error {
	switch variable {
	case "UUIDKIT_POSTGRES", "UUIDKIT_POSTGRES15":
		conn, err := pgx.Connect(ctx, address)
		if err != nil {
			return err
		}
		return conn.Close(ctx)
	case "UUIDKIT_MYSQL", "UUIDKIT_MYSQL9":
		db, err := sql.Open("mysql", address)
		if err != nil {
			return err
		}
		defer db.Close()
		_, err = db.ExecContext(ctx, "CREATE TABLE t (id INT)") // in a database that exists
		return err
	case "UUIDKIT_MONGO":
		client, err := mongo.Connect(options.Client().ApplyURI(address))
		if err != nil {
			return err
		}
		defer client.Disconnect(ctx)
		return client.Ping(ctx, nil)
	}
	return errors.New("no such variable")
}

const everywhere = "UUIDKIT_MONGO UUIDKIT_MYSQL UUIDKIT_POSTGRES UUIDKIT_POSTGRES15"

func TestUp(t *testing.T) { testUp(t, everywhere) }

// With -mysql9 there is MySQL 9, which is tested where it has been asked for.
func TestMySQL9(t *testing.T) {
	if os.Getenv("UUIDKIT_MYSQL9") == "" {
		t.Skip("UUIDKIT_MYSQL9 is not set: who wants it starts up -mysql9")
	}
	testUp(t, "UUIDKIT_MONGO UUIDKIT_MYSQL UUIDKIT_MYSQL9 UUIDKIT_POSTGRES UUIDKIT_POSTGRES15", "-mysql9")
}

// If MySQL 9 cannot be had, there are the others, and a line says why.
func TestNoMySQL9(t *testing.T) {
	newTemp(t) // installs the others
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	others := filepath.Join(t.TempDir(), "uuidkit")
	if err := os.Mkdir(others, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"npm-*", "deb-*"} {
		dirs, _ := filepath.Glob(filepath.Join(cache, "uuidkit", name))
		for _, dir := range dirs {
			if err := os.Symlink(dir, filepath.Join(others, filepath.Base(dir))); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Setenv("XDG_CACHE_HOME", filepath.Dir(others))
	t.Setenv("PATH", noInstaller(t))
	variables, stderr := testUp(t, "UUIDKIT_MONGO UUIDKIT_MYSQL UUIDKIT_NO_MYSQL9 UUIDKIT_POSTGRES UUIDKIT_POSTGRES15", "-mysql9")
	if got, want := variables["UUIDKIT_NO_MYSQL9"], "apt-get"; !strings.Contains(got, want) {
		t.Errorf("UUIDKIT_NO_MYSQL9: got %q, want a reason with %q", got, want)
	}
	if want := "without MySQL 9: " + variables["UUIDKIT_NO_MYSQL9"] + "\n"; !strings.Contains(stderr, want) {
		t.Errorf("printed %q, want %q in it", stderr, want)
	}
}

// noInstaller returns a PATH with what the test itself needs, and nothing else.
func noInstaller(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"sh", "env"} {
		path, err := exec.LookPath(name)
		if err == nil {
			err = os.Symlink(path, filepath.Join(dir, name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// testUp runs the command until it writes its files, and ends it. It returns what
// the file said, and what the command printed on standard error.
func testUp(t *testing.T, want string, args ...string) (variables map[string]string, _ string) {
	env := filepath.Join(t.TempDir(), "env")
	tmp := newTemp(t)
	if err := os.WriteFile(env, []byte("exit 1 # stale\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), up, append(args, "-env", env)...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the stale file was gone", func() bool { data, _ := os.ReadFile(env); return !bytes.Contains(data, []byte("stale")) })
	eventually(t, "the new file was there", func() bool { return exists(env) })
	if info, err := os.Stat(env); err != nil || info.Mode() != 0o600 {
		t.Errorf("file mode: got %v, %v, want %v", info.Mode(), err, fs.FileMode(0o600))
	}
	variables, err := exported(env)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(slices.Sorted(maps.Keys(variables)), " "); got != want {
		t.Errorf("exported %s, want %s", got, want)
	}
	for name, value := range variables {
		if strings.HasPrefix(name, "UUIDKIT_NO_") {
			continue
		}
		if err := answers(t.Context(), name, value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	flags := fmt.Sprintf("-postgres '%s' -mysql '%s' -mongo '%s'\n",
		variables["UUIDKIT_POSTGRES"], variables["UUIDKIT_MYSQL"], variables["UUIDKIT_MONGO"])

	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Errorf("exit status: got %v, want 0\n%s", err, stderr.Bytes())
	}
	if got := stdout.String(); got != flags {
		t.Errorf("printed %q, want %q", got, flags)
	}
	if exists(env) {
		t.Error("the file is still there")
	}
	nothingLeft(t, tmp)
	return variables, stderr.String()
}

// Whenever the signal comes, nothing is left.
func TestSignalWhileStarting(t *testing.T) {
	tmp := newTemp(t)
	for _, sig := range []os.Signal{syscall.SIGTERM, os.Interrupt, syscall.SIGHUP} {
		for delay := 10 * time.Millisecond; delay < time.Second; delay *= 3 {
			t.Run(fmt.Sprint(sig, " after ", delay), func(t *testing.T) {
				cmd := exec.CommandContext(t.Context(), up)
				var stderr bytes.Buffer
				cmd.Stderr = &stderr
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				// Our child cannot be told to wait for its handler of signals, but it
				// begins to work after that.
				eventually(t, "it began", func() bool { files, _ := os.ReadDir(tmp); return len(files) > 0 })
				time.Sleep(delay)
				cmd.Process.Signal(sig)
				cmd.Wait()
				if got, want := stderr.String(), sig.String()+" signal received"; !strings.Contains(got, want) {
					t.Errorf("printed %q, want %q in it", got, want)
				}
				nothingLeft(t, tmp)
			})
		}
	}
}

// PostgreSQL's shared memory would outlive a killed process. It is counted in a
// namespace of its own, where no other server's is.
func TestSharedMemory(t *testing.T) {
	if os.Geteuid() != 0 || exec.Command("unshare", "--ipc", "true").Run() != nil {
		t.Skip("needs root and unshare")
	}
	newTemp(t)
	const script = `for delay in 0.1 0.2 0.3 0.4 0.5 0.7 0.9; do
		"$0" >/dev/null 2>&1 & pid=$!
		sleep $delay; kill $pid; wait $pid
	done
	grep -v shmid /proc/sysvipc/shm`
	out, _ := exec.CommandContext(t.Context(), "unshare", "--ipc", "sh", "-c", script, up).CombinedOutput()
	if len(out) != 0 {
		t.Errorf("shared memory left:\n%s", out)
	}
}

func TestParentDies(t *testing.T) {
	env := filepath.Join(t.TempDir(), "env")
	tmp := newTemp(t)
	parent := exec.CommandContext(t.Context(), "sh", "-c", `"$0" -env "$1" & wait`, up, env)
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the servers were ready", func() bool { return exists(env) })
	if len(users(tmp)) < 4 {
		t.Error("no servers")
	}
	parent.Process.Kill()
	parent.Wait()
	eventually(t, "all was gone", func() bool {
		files, _ := os.ReadDir(tmp)
		return len(files) == 0 && len(users(tmp)) == 0 && !exists(env)
	})
}

// A server that cannot be started takes the others down.
func TestFails(t *testing.T) {
	env := filepath.Join(t.TempDir(), "missing", "env")
	tmp := newTemp(t)
	out, err := exec.CommandContext(t.Context(), up, "-env", env).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "no such file or directory") {
		t.Errorf("got %v, %q, want an error about %s", err, out, env)
	}
	nothingLeft(t, tmp)
}

func TestUsage(t *testing.T) {
	for _, test := range []struct {
		arg  string
		code int
	}{{"-h", 0}, {"-x", 2}, {"x", 2}} {
		cmd := exec.CommandContext(t.Context(), up, test.arg)
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != test.code {
			t.Errorf("up %s: got exit status %d, want %d", test.arg, got, test.code)
		}
		if !strings.Contains(string(out), "Usage: up") || !strings.Contains(string(out), "-install") {
			t.Errorf("up %s: got %q, want the usage", test.arg, out)
		}
	}
}
