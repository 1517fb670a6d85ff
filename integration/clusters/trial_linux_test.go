package clusters

import (
	"cmp"
	"context"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	"github.com/uuidkit/uuidkit/uuid"
)

// A client inserts a row through one adapter. It may do so again: if the id is there, that is no error.
type client struct {
	name   string
	insert func(ctx context.Context, id uuid.UUID, n int64) error
	own    func(err error) bool // whether errors.As finds the driver's own error
}

// A fault is what happens to a node, and how it ends.
type fault struct {
	name     string
	do, heal func(ctx context.Context) error
	lasts    time.Duration
	silences string // the address of a server that does not answer then, or ""
}

// listens reports whether somebody takes connections at an address.
func listens(address string) bool {
	c, err := net.DialTimeout("tcp", address, time.Second)
	if err == nil {
		c.Close()
	}
	return err == nil
}

var hostAndPort = regexp.MustCompile(`\d+(\.\d+){3}:\d+`)

// A row is what a node has: the id in hexadecimal digits, as the store itself shows its bytes, or else what it has.
type row struct {
	id string
	n  int64
}

// A trial has writers that write all the time, while faults happen one after the other.
type trial struct {
	engine  string
	clients []client // two writers each
	faults  []fault
	nodes   map[string]func(ctx context.Context) ([]row, error) // each must have all rows
	parts   map[string]func(ctx context.Context) ([]row, error) // all of them have all rows, none in two
	whole   func(t *testing.T)                                  // waits until all nodes are back, or nil
}

// An oracle is what one writer knows.
type oracle struct {
	acknowledged map[uuid.UUID]int64
	unsure       map[uuid.UUID]int64 // the store has not answered
	errors       map[string]int
	foreign      []error // which are not the driver's
}

const writers = 2 // for each client

// run runs the trial, and fails if a row is lost, doubled or altered.
func (tr trial) run(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	oracles := make([]oracle, writers*len(tr.clients))
	acknowledged := make([]atomic.Int64, len(oracles))
	var all sync.WaitGroup
	for i := range oracles {
		all.Go(func() { oracles[i] = write(ctx, tr.clients[i/writers], int64(i), &acknowledged[i]) })
	}
	// proceeds waits until each writer has written some more rows.
	proceeds := func(what string) {
		var before []int64
		for i := range acknowledged {
			before = append(before, acknowledged[i].Load())
		}
		kit.Eventually(t, "all write "+what, func() bool {
			for i := range acknowledged {
				if acknowledged[i].Load() < before[i]+5 {
					return false
				}
			}
			return true
		})
	}
	proceeds("at first")
	for _, f := range tr.faults {
		begun := time.Now()
		if f.silences != "" && !listens(f.silences) {
			t.Errorf("before %s: %s does not answer", f.name, f.silences)
		}
		kit.Check(t, f.do(ctx))
		if f.silences != "" && listens(f.silences) {
			t.Errorf("%s: %s still answers", f.name, f.silences)
		}
		time.Sleep(f.lasts)
		if f.heal != nil {
			kit.Check(t, f.heal(ctx))
		}
		proceeds("after: " + f.name)
		if tr.whole != nil {
			tr.whole(t)
		}
		t.Logf("%s: all write again %.1f s after it began", f.name, time.Since(begun).Seconds())
	}
	stop()
	all.Wait()
	tr.compare(t, merge(t, oracles))
}

// write inserts rows until ctx ends. A row whose insert has failed is inserted again, with the same id.
func write(ctx context.Context, c client, writer int64, acknowledged *atomic.Int64) oracle {
	o := oracle{map[uuid.UUID]int64{}, map[uuid.UUID]int64{}, map[string]int{}, nil}
	for n := writer << 32; ctx.Err() == nil; n++ {
		id := uuid.NewV7()
		for ctx.Err() == nil {
			try, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
			err := c.insert(try, id, n)
			cancel()
			if err == nil {
				o.acknowledged[id] = n
				delete(o.unsure, id)
				acknowledged.Add(1)
				break
			}
			o.unsure[id] = n
			o.errors[c.name+": "+kind(err)]++
			if !c.own(err) && !errors.Is(err, context.DeadlineExceeded) {
				o.foreign = append(o.foreign, err)
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	return o
}

var numbers = regexp.MustCompile(`[0-9]+[0-9.:a-f-]*`)

// kind is an error without what differs each time.
func kind(err error) string {
	text := numbers.ReplaceAllString(err.Error(), "…")
	return fmt.Sprintf("%T %s", err, text[:min(len(text), 160)])
}

// merge returns what all writers know.
func merge(t *testing.T, list []oracle) oracle {
	all := oracle{map[uuid.UUID]int64{}, map[uuid.UUID]int64{}, map[string]int{}, nil}
	for _, o := range list {
		maps.Copy(all.acknowledged, o.acknowledged)
		maps.Copy(all.unsure, o.unsure)
		for k, n := range o.errors {
			all.errors[k] += n
		}
		all.foreign = append(all.foreign, o.foreign...)
	}
	for _, k := range slices.Sorted(maps.Keys(all.errors)) {
		t.Logf("%6d × %s", all.errors[k], k)
		if answerOf(k) == nil {
			t.Errorf("docs/clusters.md does not say what a program does that gets this error: %s", k)
		}
	}
	if len(all.foreign) > 0 {
		t.Errorf("%d errors are not the driver's own, the first: %v", len(all.foreign), all.foreign[0])
	}
	return all
}

// compare waits until each node has every row that was acknowledged, and reports what differs.
func (tr trial) compare(t *testing.T, o oracle) {
	t.Helper()
	read := map[string]func(context.Context) ([]row, error){}
	maps.Copy(read, tr.nodes)
	if len(tr.parts) > 0 {
		read["all parts"] = func(ctx context.Context) (rows []row, err error) {
			for _, part := range tr.parts {
				list, err := part(ctx)
				if err != nil {
					return nil, err
				}
				rows = append(rows, list...)
			}
			return rows, nil
		}
	}
	var worst [3]int // of the nodes
	for _, name := range slices.Sorted(maps.Keys(read)) {
		var lost, doubled, altered int
		var last error
		for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(time.Second) {
			rows, err := read[name](t.Context())
			if last = err; err != nil {
				continue
			}
			if lost, doubled, altered = o.judge(rows); lost == 0 {
				break
			}
		}
		if last != nil {
			t.Errorf("%s: %v", name, last)
		}
		worst = [3]int{max(worst[0], lost), max(worst[1], doubled), max(worst[2], altered)}
		if lost+doubled+altered > 0 || len(o.acknowledged) == 0 {
			t.Errorf("%s: of %d rows %d are lost, %d doubled, %d altered", name, len(o.acknowledged), lost, doubled, altered)
		}
	}
	var names []string
	for _, f := range tr.faults {
		names = append(names, f.name)
	}
	what := strings.Join(names, "; ")
	if want := happens[tr.engine]; !*brief && (what != want || len(o.errors) == 0) { // -brief kills one server, which clients may not use
		t.Errorf("%s: got the faults %s and %d errors of clients, want %s, and some", tr.engine, what, len(o.errors), want)
	}
	doubled := any("–") // the primary key of each node permits no other
	if len(tr.parts) > 0 {
		doubled = worst[1]
	}
	note(t, tr.engine, what, writers*len(tr.clients), len(o.acknowledged), worst[0], doubled, worst[2])
}

// judge compares rows with what was acknowledged. A row that nobody inserted is altered.
func (o oracle) judge(rows []row) (lost, doubled, altered int) {
	seen := map[uuid.UUID]bool{}
	for _, r := range rows {
		b, err := hex.DecodeString(strings.ReplaceAll(r.id, "-", ""))
		if err != nil || len(b) != 16 {
			altered++
			continue
		}
		id := uuid.UUID(b)
		n, ok := o.acknowledged[id]
		if !ok {
			n, ok = o.unsure[id]
		}
		switch {
		case seen[id]:
			doubled++
		case !ok || n != r.n:
			altered++
		}
		seen[id] = true
	}
	for id := range o.acknowledged {
		if !seen[id] {
			lost++
		}
	}
	return lost, doubled, altered
}

// killed is a fault: SIGKILL, and the server starts again.
func killed(name string, s *server.Server, restart func(ctx context.Context, s *server.Server) error) fault {
	return fault{name + " is killed",
		func(context.Context) error { s.Kill(); return nil },
		func(ctx context.Context) error { return restart(ctx, s) }, 3 * time.Second, hostAndPort.FindString(s.URL())}
}

// cutOff is a fault: packets to and from the node are lost. 5001 is the port of its server.
func cutOff(name string, n *server.Node) fault {
	return fault{name + " is cut off", n.Cut, n.Join, 12 * time.Second, n.Addr + ":5001"}
}

// driverBadConn is what database/sql returns after its own tries.
var driverBadConn = driver.ErrBadConn

// first returns the first error, or nil.
func first(errs ...error) error { return cmp.Or(errs...) }
