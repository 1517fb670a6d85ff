package faults

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/proxy"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestMain(m *testing.M) {
	flag.Set("test.parallel", "16") // black holes are idle; the command line may say otherwise
	stores.Main(kit.WithCommand(m))
}

const (
	writers   = 4
	statement = 10 * time.Second // at most
)

// A writer writes rows of its own, and remembers which.
type writer struct {
	client
	number  int
	rows    []row
	written map[google.UUID]bool // whether with no error
}

// write inserts new rows in one statement, and reads one of them. It returns the errors
// of both, and fails the test for what no error can explain.
func (w *writer) write(t *testing.T, size int) (insertErr, findErr error) {
	ids := make([]uuid.UUID, size)
	uuid.FillV7(ids)
	var rows []row
	for _, id := range ids {
		rows = append(rows, row{google.UUID(id), id.String(), w.number, len(w.rows) + len(rows)})
	}
	ctx, cancel := context.WithTimeout(t.Context(), statement)
	defer cancel()
	insertErr = w.insert(ctx, rows)
	w.rows = append(w.rows, rows...)
	for _, r := range rows {
		w.written[r.ID] = insertErr == nil
	}
	unread := row{ID: google.UUID(uuid.Max()), Text: "unread", Writer: -1, N: -1}
	want, got := rows[rand.N(len(rows))], unread
	findErr = w.find(ctx, want.ID, &got)
	switch {
	case findErr == nil && got != want:
		t.Errorf("read %+v, want %+v", got, want)
	case findErr != nil && got != unread && got != want: // pgx may lose the connection after the row
		t.Errorf("read %+v and %v, want nothing, or %+v", got, findErr, want)
	case isNone(findErr) && insertErr == nil:
		t.Errorf("%v was written with no error, and is not there", want.ID)
	}
	return insertErr, findErr
}

// start starts writers, which write until done says so, and returns them.
func start(t *testing.T, c client, wg *sync.WaitGroup, done func(w *writer) bool) (all []*writer) {
	for i := range writers {
		w := &writer{client: c, number: i, written: map[google.UUID]bool{}}
		all = append(all, w)
		wg.Go(func() {
			for !done(w) {
			}
		})
	}
	return all
}

// check compares what the writers wrote with what the server has, in the order of
// its ids.
func check(t *testing.T, all []*writer, stored []row) {
	want, count, next := map[google.UUID]row{}, map[google.UUID]int{}, map[int]int{}
	for _, w := range all {
		for _, r := range w.rows {
			want[r.ID] = r
		}
	}
	for _, got := range stored {
		if r, ok := want[got.ID]; !ok || got != r {
			t.Errorf("stored %+v, which nobody wrote", got)
		}
		if count[got.ID]++; count[got.ID] > 1 {
			t.Errorf("stored %v %d times", got.ID, count[got.ID])
		}
		if got.N < next[got.Writer] {
			t.Errorf("the server puts row %d of writer %d after row %d", got.N, got.Writer, next[got.Writer]-1)
		}
		next[got.Writer] = got.N + 1
	}
	for _, w := range all {
		for id, ok := range w.written {
			if ok && count[id] == 0 {
				t.Errorf("%v was written with no error, and is not stored", id)
			}
		}
	}
}

// TestCutConnections writes through connections that do not last.
func TestCutConnections(t *testing.T) {
	t.Parallel()
	const enough = 40 // cuts
	for _, s := range allStores {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			url := s.database(t)
			s.create(t, url)
			var cuts atomic.Int64
			c := s.open(t, url, func(server string) string {
				return proxy.New(t, server, proxy.Cutter(&cuts)).Addr().String()
			})
			defer c.close()

			var good, bad atomic.Int64
			var last atomic.Value
			var wg sync.WaitGroup
			end := time.Now().Add(time.Minute)
			all := start(t, c, &wg, func(w *writer) bool {
				insertErr, findErr := w.write(t, 1+rand.N(2)*rand.N(60))
				for _, err := range []error{insertErr, findErr} {
					if err == nil {
						good.Add(1)
					} else if !isNone(err) {
						bad.Add(1)
						last.Store(fmt.Sprint(err))
					}
				}
				return time.Now().After(end) || good.Load() >= enough && bad.Load() >= enough/4 && cuts.Load() >= enough
			})
			wg.Wait()
			stored := s.stored(t, url)
			t.Logf("%d statements were good, %d bad, such as %v; %d connections were cut; %d rows", good.Load(), bad.Load(), last.Load(), cuts.Load(), len(stored))
			if good.Load() < enough || bad.Load() == 0 || cuts.Load() < enough {
				t.Error("too few to say anything")
			}
			check(t, all, stored)
		})
	}
}
