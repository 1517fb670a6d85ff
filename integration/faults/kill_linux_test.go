package faults

import (
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// TestKilledServer kills a server while the writers write. From then on each of their
// statements returns an error, in time.
func TestKilledServer(t *testing.T) {
	t.Parallel()
	for _, s := range allStores {
		t.Run(s.name, func(t *testing.T) {
			own := kit.Need(server.Start(t.Context(), s.kind, t.Logf))(t)
			defer own.Stop()
			s.create(t, own.URL())
			c := s.open(t, own.URL(), directly)
			defer c.close()

			var good, after atomic.Int64
			var killed atomic.Bool
			var wg sync.WaitGroup
			start(t, c, &wg, func(w *writer) bool {
				dead := killed.Load()
				insertErr, findErr := w.write(t, 3)
				if !dead {
					if insertErr == nil {
						good.Add(1)
					}
					return false
				}
				if insertErr == nil || findErr == nil || isNone(findErr) {
					t.Errorf("with the server dead: %v and %v, want two errors", insertErr, findErr)
				}
				after.Add(1)
				return true
			})
			for good.Load() < 100 && !t.Failed() {
				time.Sleep(time.Millisecond)
			}
			signal := syscall.SIGKILL
			if s.kind == server.Postgres {
				signal = syscall.SIGQUIT // the same to its clients, and its children end too
			}
			kit.Check(t, syscall.Kill(own.Pid(), signal))
			own.Stop() // waits for its end
			killed.Store(true)
			wg.Wait()
			if after.Load() != writers {
				t.Errorf("%d of %d writers saw the server dead", after.Load(), writers)
			}
		})
	}
}
