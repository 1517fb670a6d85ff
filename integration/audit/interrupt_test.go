package audit

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestSilent audits a server that takes the connection and says nothing.
func TestSilent(t *testing.T) {
	l := kit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			defer c.Close()
		}
	}()
	for _, scheme := range []string{"postgres", "mysql", "mongodb"} {
		t.Run(scheme, func(t *testing.T) {
			t.Parallel()
			o := run(t, nil, "audit", fmt.Sprintf("%s://%s@%s/x", scheme, url.UserPassword("u", odd), l.Addr()), "--timeout", "3s")
			o.fails(t)
			if o.took > 40*time.Second {
				t.Errorf("took %v", o.took)
			}
		})
	}
}

// TestWriter writes rows while all are read. With -all the tables are so large that a write that
// waited for the audit would be seen, and it compares how long writes take with how long they
// take otherwise.
func TestWriter(t *testing.T) {
	rows := 20_000
	if *all {
		rows = 1_000_000
	}
	for _, store := range append([]string{"sqlite with a journal"}, stored...) {
		t.Run(store, func(t *testing.T) {
			kind, _, journal := strings.Cut(store, " ")
			d := newDatabase(t, kind)
			d.fill(t, "t", rows)
			if kind == "sqlite" {
				mode := "wal"
				if journal {
					mode = "delete"
				}
				d.exec(t, "PRAGMA journal_mode = "+mode)
				d.exec(t, "PRAGMA busy_timeout = 20000")
			}
			i := 0
			write := func(ctx context.Context) error {
				i++
				if d.mongo != nil {
					_, err := d.mongo.Collection("t").UpdateOne(ctx, bson.D{{Key: "n", Value: 1 + i%100}}, bson.D{{Key: "$inc", Value: bson.D{{Key: "count", Value: 1}}}})
					return err
				}
				_, err := d.ExecContext(ctx, fmt.Sprintf("UPDATE t SET count = count + 1 WHERE n = %d", 1+i*7919%rows))
				return err
			}
			if d.mongo != nil {
				kit.Check(t, d.mongo.RunCommand(t.Context(), bson.D{{Key: "createIndexes", Value: "t"}, {Key: "indexes", Value: bson.A{bson.D{{Key: "key", Value: bson.D{{Key: "n", Value: 1}}}, {Key: "name", Value: "n"}}}}}).Err())
			}
			slowest := func(until <-chan struct{}) (slowest time.Duration, n int) {
				for {
					select {
					case <-until:
						return slowest, n
					default:
					}
					start := time.Now()
					if err := write(context.Background()); err != nil {
						t.Error(err)
						return slowest, n
					}
					slowest, n = max(slowest, time.Since(start)), n+1
					time.Sleep(time.Millisecond)
				}
			}
			alone := make(chan struct{})
			if *all {
				time.AfterFunc(time.Second, func() { close(alone) })
			} else {
				close(alone)
			}
			before, _ := slowest(alone)

			ended := make(chan struct{})
			var during time.Duration
			var n int
			var writer sync.WaitGroup
			writer.Go(func() { during, n = slowest(ended) })
			stop := sync.OnceFunc(func() { close(ended); writer.Wait() })
			defer stop()
			r, o := audit(t, d.url, "--full")
			stop()
			r.sees(t, "t", "id", "text")
			// PostgreSQL moves a row that is written, so that it may be read again.
			if c := r.column("t", "id"); c != nil && (c.Sampled < rows || c.Sampled > rows+n) {
				t.Errorf("%d of %d rows were read", c.Sampled, rows)
			}
			t.Logf("%d rows in %v, %d MiB; slowest write alone %v, of %d during the audit %v", rows, o.took, o.memory>>10, before, n, during)
			if *all && during > max(time.Second, 5*before) {
				t.Errorf("a write waited %v during the audit, %v without it", during, before)
			}
		})
	}
}

// TestInterrupt interrupts the command while a server works for it. PostgreSQL stops,
// too. MySQL and MariaDB work on until they have a row to send, which here takes hours: the
// statement's limit of time is what stops them.
func TestInterrupt(t *testing.T) {
	for _, store := range []string{"postgres", "mysql", "mariadb"} {
		t.Run(store, func(t *testing.T) {
			d := newDatabase(t, store)
			d.fill(t, "a", 300)
			timeout, sleep, running := "5s", "concat(id, sleep(30))", "SELECT count(*) FROM information_schema.processlist WHERE db = DATABASE() AND id <> connection_id()"
			if store == "postgres" {
				timeout, sleep, running = "5m", "pg_sleep(30)::text", "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
			}
			d.exec(t, "CREATE VIEW slow AS SELECT id, "+sleep+" AS s FROM a")
			count := func() (n int) {
				kit.Check(t, d.QueryRow(running).Scan(&n))
				return n
			}
			cmd := exec.Command(kit.Command(t), "audit", d.url, "--timeout", timeout)
			var stdout, stderr strings.Builder
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			kit.Check(t, cmd.Start())
			kit.Eventually(t, "the audit has begun", func() bool { return count() > 0 })
			time.Sleep(500 * time.Millisecond)
			start := time.Now()
			cmd.Process.Signal(os.Interrupt)
			cmd.Wait()
			if took := time.Since(start); took > 20*time.Second || cmd.ProcessState.ExitCode() == 0 {
				t.Errorf("ended after %v, %v", took, cmd.ProcessState)
			}
			kit.Eventually(t, "the server stops, too", func() bool { return count() == 0 })
			if took := time.Since(start); took > 25*time.Second {
				t.Errorf("the server went on for %v", took)
			}
			if out := stdout.String() + stderr.String(); strings.Contains(out, "goroutine") || strings.Count(out, "\n") > 50 {
				t.Errorf("printed %.1000s", out)
			}
		})
	}
}
