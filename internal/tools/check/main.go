//go:build linux

// Check is the program that test.sh builds and runs. Its steps are a [table].
//
// SIGINT, SIGTERM, SIGHUP, but not under nohup, and a closed output end it. It then ends all that it has started, within seconds,
// and removes its temporary folder: TestRun.
//
// To add a command line, add a row to TestUsage in check_test.go.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const usage = `The whole check, from an empty clone:

  ./test.sh                what CI runs, on both Go releases
  ./test.sh -full          that, and every part below
  ./test.sh -full PART...  these parts only

The parts of -full. Together they take hours on 2 cores:

  core      the root module: race detector, fuzzing, 32-bit, big-endian and arm64
            machines, its assembly on each sort of amd64 machine, a hundred million
            UUIDs, a thousand killed processes
  adapters  the same for the adapters
  stores    the integration tests with the race detector, and with MySQL 9 where
            Debian's development suite can be had; the commands with both releases;
            the servers' keeper, killed at any time; uuid audit on 250 databases and
            on large tables; the examples; each benchmark once
  ecosystem what a UUID becomes in other people's libraries: docs/works-with.md; the code
            of examples/std, made again
  suites    the tests of database/sql, drivers, pgx, MongoDB's drivers, CBOR,
            MessagePack and GORM, with uuidkit in between
  public    a release rehearsed in public modules; public modules that uuidfix
            rewrites, and their tests; uuidvet on planted wrong uses; golangci-lint with it
  migrate   uuid migrate under 200 faults in each database (50 in PostgreSQL 15), while
            writers use it; black holes between it and each database
  large     the same at 200,000 + 200,000 rows, two faults in each database
  clusters  nodes of Galera, Group Replication, sharded MongoDB, PostgreSQL and Redis Cluster
            killed and cut off while programs write through every adapter
  floors    the integration tests with the oldest libraries that we promise
  people    docs/matrix.html in Debian's headless Chromium, and axe-core
  systems   go vet for Windows and macOS

  ./test.sh -vulnerabilities   govulncheck, at the floors; needs the Internet

It needs Go 1.21 or later, and Node with npm, on Debian or Ubuntu for amd64; -full
needs Debian. It gets the rest: the other Go releases through GOTOOLCHAIN, real
PostgreSQL, MongoDB, MariaDB, Redis and Tarantool servers and clients in other languages
into the user's cache folder. As root it also gets from apt what is missing of gcc and,
for -full, iproute2. All servers listen on loopback only and end with this script.
`

// A status ends the run: it is what the process exits with.
type status int

func (s status) Error() string { return "status " + strconv.Itoa(int(s)) }

func main() { os.Exit(run(parse(table), os.Args[1:], os.Stdout)) }

func run(steps []step, args []string, out *os.File) int {
	parts, code := chosen(steps, args, out)
	if parts == nil {
		fmt.Fprint(out, usage)
		return code
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGPIPE)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	defer signal.Stop(signals)
	go func() {
		if <-signals == syscall.SIGINT {
			cancel(status(130))
		}
		cancel(status(143))
	}()
	err := check(ctx, steps, parts, out)
	if s := status(1); errors.As(err, &s) {
		return int(s)
	} else if err != nil {
		fmt.Fprintln(out, err)
		return 1
	}
	return 0
}

// chosen returns the parts of the steps to run, or none and the status after the usage.
func chosen(steps []step, args []string, out *os.File) (parts []string, code int) {
	full := fullParts(steps)
	switch {
	case len(args) == 0 || args[0] == "":
		return []string{"always", "quick"}, 0
	case args[0] == "-full" && len(args) == 1:
		return append([]string{"always", "quick"}, full...), 0
	case args[0] == "-full":
		for _, part := range args[1:] {
			if !slices.Contains(append(full, "vulnerabilities"), part) {
				fmt.Fprintln(out, "no part", part)
				return nil, 2
			}
		}
		return append([]string{"always"}, args[1:]...), 0
	case args[0] == "-vulnerabilities":
		return []string{"always", "vulnerabilities"}, 0
	case args[0] == "-h":
		return nil, 0
	}
	return nil, 2
}

// check runs the parts. When it returns, all that it has started has ended.
func check(ctx context.Context, steps []step, parts []string, out *os.File) error {
	begun := time.Now()
	git := exec.CommandContext(ctx, "git", "ls-files", "-z")
	git.Stderr = out
	list, err := git.Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w", err)
	}
	local, _ := exec.CommandContext(ctx, "git", "rev-parse", "--local-env-vars").Output()
	for _, name := range strings.Fields(string(local)) {
		if !strings.HasPrefix(name, "GIT_CONFIG") { // GIT_DIR wins over a command's folder; git sets it if a hook runs test.sh
			os.Unsetenv(name)
		}
	}
	files := strings.Split(string(list), "\x00")
	tmp, err := tempFolder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	os.Setenv("TMPDIR", tmp)
	os.Setenv("GOWORK", "off") // each module is tested with the versions of its own go.mod
	os.Setenv("CI", "true")    // a test that finds no server or client fails, instead of being skipped

	s := &shared{steps: steps, files: files, modules: sets(files), tmp: tmp}
	for _, part := range parts {
		if slices.Contains([]string{"stores", "migrate", "large", "clusters"}, part) {
			s.mysql9 = "-mysql9"
		}
	}
	defer s.endServers()
	ctx, cancel := context.WithCancel(ctx)
	front := &lane{shared: s, ctx: ctx, out: out, stderr: os.Stderr}
	defer func() {
		cancel()
		front.join(io.Discard)
	}()
	for _, part := range parts {
		if err := front.part(part); err != nil {
			return err
		}
	}
	fmt.Fprintln(out, "== where the time went")
	slices.SortFunc(s.took, func(a, b took) int { return cmp.Or(b.seconds-a.seconds, strings.Compare(b.text, a.text)) })
	for _, t := range s.took {
		fmt.Fprintln(out, t.text)
	}
	without := ""
	if reason, ok := os.LookupEnv("UUIDKIT_NO_MYSQL9"); ok {
		without = ", without MySQL 9: " + reason
	}
	// integration/uuidfix skips tests then, even where CI=true.
	if out, err := exec.Command("unshare", "--map-root-user", "--net", "true").CombinedOutput(); err != nil {
		without += ", without tests that need a network of their own: " + strings.TrimSpace(string(out))
	}
	fmt.Fprintf(out, "== all passed in %d s%s\n", int(time.Since(begun).Seconds()), without)
	return nil
}

// tempFolder returns the same empty folder each time, if no other run is under way and all in
// it can be removed: go test uses a cached result only if TMPDIR, which tests read, is
// unchanged. A killed run leaves the folder, but not the lock, unless a process that it started
// still runs: all inherit the lock, because the descriptor is not closed on exec.
func tempFolder() (string, error) {
	dir := filepath.Join(os.TempDir(), "uuidkit-test."+strconv.Itoa(os.Getuid()))
	os.MkdirAll(dir, 0o700)
	if fd, err := syscall.Open(dir, syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0); err == nil {
		if take(dir, fd) == nil {
			return dir, nil
		}
		syscall.Close(fd)
	}
	return os.MkdirTemp("", "uuidkit-test-")
}

// take locks and empties a folder of this user.
func take(dir string, fd int) error {
	var stat syscall.Stat_t
	if err := cmp.Or(syscall.Fstat(fd, &stat), syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB)); err != nil {
		return err
	}
	if int(stat.Uid) != os.Getuid() {
		return os.ErrPermission
	}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
	}
	return err
}
