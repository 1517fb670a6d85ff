package faults

import (
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// TestKilledServer kills a server among the statements: from then on each ends in
// time, with an error.
func TestKilledServer(t *testing.T) {
	for _, s := range allStores {
		t.Run(s.name, func(t *testing.T) {
			own := kit.Need(server.Start(t.Context(), s.kind, t.Logf))(t)
			defer own.Stop()
			url := own.URL()
			switch s.kind {
			case server.MariaDB:
				cfg := kit.Must(mysql.ParseDSN(url))(t)
				admin := openConnector(t, url, cfg.Addr).(sqlClient)
				kit.Must(admin.db.Exec("CREATE DATABASE faults"))(t)
				admin.close()
				cfg.DBName = "faults"
				url = cfg.FormatDSN()
			case server.Mongo:
				url = withDatabase(t, url, "faults")
			}
			c := s.open(t, url, s.address(t, url))
			defer c.close()
			if err := s.create(t.Context(), c); err != nil {
				t.Fatal(err)
			}

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
				if insertErr == nil || findErr == nil || findErr == errNone {
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
			if err := syscall.Kill(own.Pid(), signal); err != nil {
				t.Fatal(err)
			}
			own.Stop() // waits for its end
			killed.Store(true)
			wg.Wait()
			if after.Load() != writers {
				t.Errorf("%d of %d writers saw the server dead", after.Load(), writers)
			}
		})
	}
}
