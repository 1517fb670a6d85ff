// Shards measures what the kind of an id does to the index of one server that has little memory, to
// partitions, to the shards of a cluster, and to conflicts of a cluster's nodes.
//
//	go -C integration run ./clusters/shards                    all parts, with 2,000,000 rows on one server
//	go -C integration run ./clusters/shards -rows 10000000     with more
//	go -C integration run ./clusters/shards -only mongo        one part; the file keeps the others
//
// It writes clusters/shards/shards.json. Of that
//
//	go -C integration test ./pictures -update
//
// makes docs/pictures/shards.svg and the tables in docs/scale.md. The parts are
//
//	innodb      MariaDB with innodb_buffer_pool_size=32M: pages, their splits, bytes read and written
//	postgres    PostgreSQL with shared_buffers=32MB: the index, bytes that are read into shared_buffers, and WAL
//	standby     PostgreSQL with a standby: how far it is behind
//	partitions  MariaDB: which partition gets the rows
//	mongo       MongoDB with two shards, and chunks of 1 MB: which shard gets the rows, and what is moved
//	galera      MariaDB Galera with writers at three nodes: inserts that the cluster refuses
//
// It starts the servers itself, as package clusters does, on a network of their own: as root, or where the kernel
// gives users namespaces.
//
// To add a kind of id, add a row to kinds in ids_linux.go; TestKinds in ids_linux_test.go checks its ids.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// A measurement is the rows of each part, and what they gave.
type measurement struct {
	rows, spread, galera int
	all                  results.Shards
}

// parts are in the order of the results.
var parts = []struct {
	name    string
	measure func(*measurement, context.Context) error
}{
	{"innodb", (*measurement).innodb},
	{"postgres", (*measurement).postgres},
	{"standby", (*measurement).standby},
	{"partitions", (*measurement).partitions},
	{"mongo", (*measurement).mongo},
	{"galera", (*measurement).conflicts},
}

func main() {
	m := &measurement{}
	flag.IntVar(&m.rows, "rows", 2_000_000, "how many rows the table of one server has")
	flag.IntVar(&m.spread, "spread", 200_000, "how many rows each table of partitions and each sharded collection has")
	flag.IntVar(&m.galera, "galera", 20_000, "how many rows are inserted into each table of Galera")
	only := flag.String("only", "", "the `parts` that are measured, with commas between them; all by default")
	file := flag.String("o", "clusters/shards/shards.json", "the `file` of results")
	flag.Parse()
	if os.Getenv("UUIDKIT_ALONE") == "" {
		if err := install(); err != nil {
			fail(err)
		}
	}
	code, err := server.Alone(func() int {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		if err := m.run(ctx, *only, *file); err != nil {
			fail(err)
		}
		return 0
	})
	if err != nil {
		fail(err)
	}
	os.Exit(code)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "shards:", err)
	os.Exit(1)
}

func install() error {
	ctx := context.Background()
	err := server.InstallGalera(ctx, log.Printf) // and MariaDB
	for _, k := range []server.Kind{server.Postgres, server.Mongo} {
		err = errors.Join(err, server.Install(ctx, k, log.Printf))
	}
	return err
}

func (m *measurement) run(ctx context.Context, only, file string) (err error) {
	if min(m.rows, m.spread, m.galera) < 1000 {
		return errors.New("each part needs 1000 rows")
	}
	if m.all, err = results.Read[results.Shards](file); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if m.all.Machines == nil {
		m.all.Machines = map[string]results.Machine{}
	}
	for _, p := range parts {
		if only != "" && !slices.Contains(strings.Split(only, ","), p.name) {
			continue
		}
		if err := p.measure(m, ctx); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		m.all.Machines[p.name] = results.Machine{Go: runtime.Version(), CPU: cpu(), CPUs: runtime.NumCPU()}
		if err := results.Write(file, m.all); err != nil {
			return err
		}
	}
	return nil
}

// put puts v in the place of the one that has the same name, or at the end.
func put[T any](list []T, v T, name func(T) string) []T {
	i := slices.IndexFunc(list, func(other T) bool { return name(other) == name(v) })
	if i < 0 {
		return append(list, v)
	}
	list[i] = v
	return list
}

// cpu is the processor's name.
func cpu() string {
	out, _ := exec.Command("grep", "-m1", "^model name", "/proc/cpuinfo").Output()
	_, name, _ := strings.Cut(string(out), ":")
	return cmp.Or(strings.TrimSpace(name), "unknown")
}
