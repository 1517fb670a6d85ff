package migrate_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// A pinged store is one that is only asked whether it answers.
type pinged struct {
	migrate.Store
	silence atomic.Pointer[func(context.Context) error] // nil while it answers
}

func (p *pinged) Ping(ctx context.Context) error {
	if silent := p.silence.Load(); silent != nil {
		return (*silent)(ctx)
	}
	return nil
}

func (p *pinged) Session() string { return "session 7" }

// TestWatch has a server that does not answer any more. After 15 s without an answer, and 20 at most, the user
// is told with which session; and once, until it answers again.
func TestWatch(t *testing.T) {
	for name, silent := range map[string]func(context.Context) error{
		"mute": func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		},
		"refuses": func(context.Context) error { return errors.New("connection refused") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var out bytes.Buffer
				p := &pinged{}
				_, stop := migrate.Watch(t.Context(), p, &out)
				said := func(after time.Duration) int {
					time.Sleep(after)
					synctest.Wait()
					return strings.Count(out.String(), p.Session())
				}
				if n := said(10 * time.Second); n != 0 {
					t.Errorf("the server answers, and it says: %s", &out)
				}
				p.silence.Store(&silent) // it has answered just now
				if n := said(15*time.Second - 1); n != 0 {
					t.Errorf("before 15 s: %s", &out)
				}
				if n := said(5*time.Second + time.Millisecond); n != 1 {
					t.Errorf("after 20 s: said %d times: %s", n, &out)
				}
				if n := said(time.Hour); n != 1 {
					t.Errorf("after an hour: said %d times: %s", n, &out)
				}
				p.silence.Store(nil)
				before := out.Len()
				if said(10 * time.Second); out.Len() == before {
					t.Error("it does not say that the server answers again")
				}
				p.silence.Store(&silent)
				if n := said(25 * time.Second); n != 2 {
					t.Errorf("silent once more: said %d times: %s", n, &out)
				}
				stop()
			})
		})
	}
}
