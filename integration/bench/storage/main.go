/*
Storage measures what a UUID costs in a database: the bytes of a table and its indexes,
how fast rows are inserted as the table grows, and how fast they are read. It compares
version 4 with version 7, and text with the native type or 16 bytes.

	go -C integration run ./bench/storage

It takes PostgreSQL, MariaDB and MongoDB servers from the variables UUIDKIT_POSTGRES,
UUIDKIT_MYSQL and UUIDKIT_MONGO, and starts those that are not set. SQLite needs none.
It writes bench/storage.json, and bench/STORAGE.md, the page for people. -page writes only
the page again, from storage.json.

Each database is a file of this folder, and each form of an id is a row of its forms.
*/
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

func main() {
	rows := flag.Int("rows", 1_000_000, "how many rows each table has; at least 1000")
	dir := flag.String("o", "bench", "the `folder` of storage.json and STORAGE.md")
	only := flag.Bool("page", false, "write STORAGE.md again, from storage.json")
	flag.Parse()
	if flag.NArg() > 0 || *rows < 1000 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends us at once
	if err := run(ctx, *rows, *dir, *only); err != nil {
		fmt.Fprintln(os.Stderr, "storage:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, rows int, dir string, only bool) error {
	data := filepath.Join(dir, "storage.json")
	if !only {
		measured, err := measureAll(ctx, rows)
		if err != nil {
			return err
		}
		if err := results.Write(data, measured); err != nil {
			return err
		}
	}
	all, err := results.Read[results.Storage](data)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "STORAGE.md"), page(all), 0o644)
}

// measureAll measures all stores, one after the other.
func measureAll(ctx context.Context, rows int) (all results.Storage, err error) {
	all = results.Storage{
		Command: fmt.Sprintf("go -C integration run ./bench/storage -rows %d", rows),
		Go:      runtime.Version(), CPU: cpu(), CPUs: runtime.NumCPU(), Memory: memory(), Rows: rows, Owners: rows / 10,
	}
	stores := []func(context.Context, string) (store, error){openPostgres, openMariaDB, openSQLite, openMongo}
	kinds := []server.Kind{server.Postgres, server.MariaDB, {}, server.Mongo}
	p := &progress{out: os.Stderr, terminal: terminal(os.Stderr), total: rows * len(versions) * (len(postgresForms) + len(mariadbForms) + len(sqliteForms) + len(mongoForms))}
	defer p.end()
	for i, open := range stores {
		address, stop, err := find(ctx, kinds[i])
		if err != nil {
			return all, err
		}
		var measured results.Store
		s, err := open(ctx, address)
		if err == nil {
			measured, err = measure(ctx, s, rows, p)
			err = errors.Join(err, s.close(context.WithoutCancel(ctx)))
		}
		if err := errors.Join(err, stop()); err != nil {
			return all, err
		}
		all.Stores = append(all.Stores, measured)
	}
	return all, nil
}

// find returns the address of the server that the environment names, or of one that it
// starts and that stop stops.
func find(ctx context.Context, k server.Kind) (address string, stop func() error, err error) {
	if k.Name == "" || os.Getenv(k.Variable) != "" {
		return os.Getenv(k.Variable), func() error { return nil }, nil
	}
	s, err := server.Start(ctx, k, func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) })
	if err != nil {
		return "", nil, err
	}
	return s.URL(), s.Stop, nil
}

// fresh is the name of a database that no server has yet.
func fresh() string { return "uuidkit_storage_" + strings.ToLower(rand.Text()[:10]) }

// cpu is the processor's name, if this is Linux.
func cpu() string { return cmp.Or(procLine("/proc/cpuinfo", "model name"), "unknown") }

// memory is the size of the machine's memory, if this is Linux.
func memory() (bytes int64) {
	fmt.Sscan(procLine("/proc/meminfo", "MemTotal"), &bytes)
	return bytes << 10
}

// procLine returns what follows a name and a colon in the file.
func procLine(file, name string) string {
	out, _ := exec.Command("grep", "-m1", "^"+name, file).Output()
	_, value, _ := strings.Cut(string(out), ":")
	return strings.TrimSpace(value)
}
