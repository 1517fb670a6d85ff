package main_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

var all = flag.Bool("all", false, "signals at any time, and killed processes")

// long skips a test that starts all servers again. ./test.sh itself has up start and end them.
func long(t *testing.T) {
	if !*all {
		t.Skip("only with -all")
	}
}

var up string // the built command

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "uuidkit-up-")
	if err != nil {
		panic(err)
	}
	up = filepath.Join(dir, "up")
	if out, err := exec.Command("go", "build", "-ldflags=-w", "-o", up, ".").CombinedOutput(); err != nil {
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
	out, err := exec.CommandContext(t.Context(), up, "-install").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	kit.Need(out, err)(t)
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	return dir
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// exported returns our variables that the file env exports.
func exported(t *testing.T, env string) map[string]string {
	t.Helper()
	variables := make(map[string]string)
	for line := range strings.Lines(string(kit.Must(exec.Command("env", "-i", "sh", "-c", `. "$0"; env`, env).Output())(t))) {
		if name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "="); strings.HasPrefix(name, "UUIDKIT_") {
			variables[name] = value
		}
	}
	return variables
}

func TestUp(t *testing.T) {
	testUp(t, filepath.Join(t.TempDir(), "env"), "UUIDKIT_MONGO UUIDKIT_MYSQL UUIDKIT_POSTGRES UUIDKIT_POSTGRES15 UUIDKIT_REDIS")
}

// MySQL 9 is tested where it has been asked for.
func TestMySQL9(t *testing.T) {
	if os.Getenv("UUIDKIT_MYSQL9") == "" {
		t.Skip("UUIDKIT_MYSQL9 is not set: up -mysql9 starts a server")
	}
	testUp(t, filepath.Join(t.TempDir(), "env"), "UUIDKIT_MONGO UUIDKIT_MYSQL UUIDKIT_MYSQL9 UUIDKIT_POSTGRES UUIDKIT_POSTGRES15 UUIDKIT_REDIS", "-mysql9")
}

// If MySQL 9 cannot be installed, up starts the other servers, and a line says why.
func TestNoMySQL9(t *testing.T) {
	long(t)
	newTemp(t)                                                                                                  // installs the others
	installed := kit.Must(filepath.Glob(filepath.Join(kit.Must(os.UserCacheDir())(t), "uuidkit", "[ndr]*")))(t) // npm, deb, redis
	cache, bin := t.TempDir(), t.TempDir()
	others := filepath.Join(cache, "uuidkit")
	err := os.Mkdir(others, 0o755)
	for _, path := range installed {
		err = errors.Join(err, os.Symlink(path, filepath.Join(others, filepath.Base(path))))
	}
	for _, program := range []string{"sh", "env", "setpriv"} {
		err = errors.Join(err, os.Symlink(kit.Must(exec.LookPath(program))(t), filepath.Join(bin, program)))
	}
	env := filepath.Join(t.TempDir(), "env")
	aptGet := fmt.Sprintf("#!/bin/sh\n[ ! -e '%s' ] || echo stale\nexit 1\n", env)
	kit.Check(t, errors.Join(err, os.WriteFile(filepath.Join(bin, "apt-get"), []byte(aptGet), 0o755)))
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("PATH", bin)
	variables, stderr := testUp(t, env, "UUIDKIT_MONGO UUIDKIT_MYSQL UUIDKIT_NO_MYSQL9 UUIDKIT_POSTGRES UUIDKIT_POSTGRES15 UUIDKIT_REDIS", "-mysql9")
	reason := variables["UUIDKIT_NO_MYSQL9"]
	if want := "without MySQL 9: " + reason + "\n"; !strings.Contains(reason, "apt-get") || strings.Contains(reason, "stale") || !strings.Contains(stderr, want) {
		t.Errorf("UUIDKIT_NO_MYSQL9: got %q, want a reason with apt-get, and it in %q, and no stale file meanwhile", reason, stderr)
	}
}

// testUp runs the command until it writes its file env, and ends it. It returns what the
// file says, and what the command printed on standard error.
func testUp(t *testing.T, env, want string, args ...string) (variables map[string]string, _ string) {
	tmp := newTemp(t)
	kit.Check(t, os.WriteFile(env, []byte("exit 1 # stale\n"), 0o644))
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), up, append(args, "-env", env)...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	kit.Check(t, cmd.Start())
	kit.Eventually(t, "the stale file was replaced", func() bool { data, _ := os.ReadFile(env); return bytes.HasPrefix(data, []byte("export ")) })
	if got, want := kit.Must(os.Stat(env))(t).Mode(), fs.FileMode(0o600); got != want {
		t.Errorf("file mode: got %v, want %v", got, want)
	}
	exports := string(kit.Must(os.ReadFile(env))(t))
	variables = exported(t, env)
	if got := strings.Join(slices.Sorted(maps.Keys(variables)), " "); got != want {
		t.Errorf("exported %s, want %s", got, want)
	}
	t.Run("stores", func(t *testing.T) { // which takes the servers that the variables name
		for name, value := range variables {
			t.Setenv(name, value)
		}
		stores.Postgres(t)
		stores.Postgres15(t)
		stores.MariaDB(t)
		stores.Mongo(t)
		if variables["UUIDKIT_MYSQL9"] != "" {
			stores.MySQL(t)
		}
	})

	cmd.Process.Signal(os.Interrupt)
	if err := cmd.Wait(); err != nil {
		t.Errorf("exit status: got %v, want 0\n%s", err, stderr.Bytes())
	}
	printed, ok := strings.CutPrefix(stdout.String(), exports)
	if !ok {
		t.Errorf("printed\n%s\nwant it to begin with\n%s", &stdout, exports)
	}
	commands(t, printed, variables)
	if left := kit.Left(tmp); exists(env) || len(left) != 0 {
		t.Errorf("left: the file %t, %v; want nothing", exists(env), left)
	}
	return variables, stderr.String()
}

// commands checks that up prints a command for each example and each server's flag that
// it has, with that server's address.
func commands(t *testing.T, printed string, variables map[string]string) {
	want := ""
	const examples = "../../../examples"
	for _, program := range kit.Must(filepath.Glob(examples + "/*/main.go"))(t) {
		name, source := filepath.Base(filepath.Dir(program)), string(kit.Must(os.ReadFile(program))(t))
		all := "go -C examples run ./" + name
		for _, f := range []struct{ flag, variable string }{{"postgres", "POSTGRES"}, {"mysql", "MYSQL"}, {"mongo", "MONGO"}} {
			if !strings.Contains(source, `"`+f.flag+`", `) {
				continue
			}
			flag := fmt.Sprintf(" -%s '%s'", f.flag, variables["UUIDKIT_"+f.variable])
			if all += flag; name != "roundtrip" { // which takes all at once
				want += "go -C examples run ./" + name + flag + "\n"
			}
		}
		if name == "roundtrip" {
			want += all + "\n"
		}
	}
	sorted := func(s string) string { return strings.Join(slices.Sorted(strings.Lines(s)), "") }
	if got, want := sorted(printed), sorted(want); got != want {
		t.Errorf("printed\n%s\nwant\n%s", got, want)
	}
}

// Whenever a signal comes, or nobody reads what up prints any more, nothing is left, nor
// is PostgreSQL's shared memory, which would outlive a killed process.
func TestSignalWhileStarting(t *testing.T) {
	delays := "0.1 0.4"
	if *all {
		delays = "0.01 0.03 0.1 0.2 0.3 0.4 0.5 0.7 0.9"
	}
	script := `sig=TERM; for delay in ` + delays + `; do
		"$0" >/dev/null 2>&1 & pid=$!
		sleep $delay; kill -$sig $pid; wait $pid 2>/dev/null # the shell says so there if a signal comes before up asks for it
		ls -A "$TMPDIR"
		if [ $sig = TERM ]; then sig=HUP; else sig=TERM; fi # one handler has both
	done
	"$0" 2>&1 >/dev/null | head -n 1 >/dev/null
	ls -A "$TMPDIR"`
	cmd := exec.CommandContext(t.Context(), "sh", "-c", script, up)
	if os.Geteuid() == 0 && exec.Command("unshare", "--ipc", "true").Run() == nil { // in a namespace with no other memory
		cmd = exec.CommandContext(t.Context(), "unshare", "--ipc", "sh", "-c", script+"; grep -v shmid /proc/sysvipc/shm", up)
	}
	// Under nohup, up would ignore HUP. Programs do not inherit a handler, and so get the default.
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	defer signal.Stop(hup)
	tmp := newTemp(t)
	if out, _ := cmd.CombinedOutput(); len(out) != 0 || len(kit.Left(tmp)) != 0 {
		t.Errorf("left: %v\n%s", kit.Left(tmp), out)
	}
}

// If its parent is killed, up stops. If up is killed, the kernel ends the servers, and
// the next up, which fails because it cannot write its file, leaves nothing of either.
func TestKilled(t *testing.T) {
	long(t)
	tmp := newTemp(t)
	for _, script := range []string{`"$0" -env "$1" & wait`, `exec "$0" -env "$1"`} {
		env := filepath.Join(t.TempDir(), "env")
		cmd := exec.CommandContext(t.Context(), "sh", "-c", script, up, env)
		kit.Check(t, cmd.Start())
		kit.Eventually(t, "the servers were ready", func() bool { return exists(env) })
		if left := kit.Left(tmp); len(left) < 8 {
			t.Errorf("got %v, want four servers and their directories", left)
		}
		cmd.Process.Kill()
		cmd.Wait()
		if strings.HasPrefix(script, "exec") {
			kit.Eventually(t, "the servers ended", func() bool { return !strings.HasPrefix(kit.Left(tmp)[0], "/proc/") })
			out, err := exec.CommandContext(t.Context(), up, "-env", filepath.Join(t.TempDir(), "missing", "env")).CombinedOutput()
			if err == nil || !strings.Contains(string(out), "no such file or directory") || len(kit.Left(tmp)) != 0 {
				t.Errorf("got %v, %q, left %v; want an error about the file, and nothing left", err, out, kit.Left(tmp))
			}
		} else {
			kit.Eventually(t, "all was gone", func() bool { return len(kit.Left(tmp)) == 0 && !exists(env) })
		}
	}
}

// Two servers that do not end are waited for at the same time: ./test.sh waits for up twice as
// long as up for one. PostgreSQL is what is not killed at once, and its shared memory outlives it.
func TestDeafServers(t *testing.T) {
	long(t)
	tmp := newTemp(t)
	env := filepath.Join(t.TempDir(), "env")
	cmd := exec.CommandContext(t.Context(), "unshare", "--ipc", up, "-env", env)
	if os.Geteuid() != 0 || exec.Command("unshare", "--ipc", "true").Run() != nil {
		t.Skip("it needs a namespace for the shared memory")
	}
	kit.Check(t, cmd.Start())
	kit.Eventually(t, "the servers were ready", func() bool { return exists(env) })
	deaf := 0
	for _, path := range kit.Left(tmp) {
		line, _ := os.ReadFile(filepath.Join(path, "cmdline"))
		if pid, err := strconv.Atoi(filepath.Base(path)); err == nil && bytes.Contains(line, []byte("/postgres\x00-D")) {
			kit.Check(t, syscall.Kill(pid, syscall.SIGSTOP))
			deaf++
		}
	}
	begun := time.Now()
	cmd.Process.Signal(syscall.SIGTERM)
	cmd.Wait()
	if took, left := time.Since(begun), kit.Left(tmp); deaf != 2 || took < 9*time.Second || took > 15*time.Second || len(left) != 0 {
		t.Errorf("%d servers were deaf, up ended after %v, left %v; want 2, about 10 s, nothing", deaf, took, left)
	}
}

func TestUsage(t *testing.T) {
	for arg, want := range map[string]int{"-h": 0, "-x": 2, "x": 2} {
		cmd := exec.CommandContext(t.Context(), up, arg)
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != want || !strings.Contains(string(out), "Usage: up") {
			t.Errorf("up %s: got exit status %d and %q, want %d and the usage", arg, got, out, want)
		}
	}
}
