package migrate_test

import (
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

const pingedSession = "session 7"

func (p *pinged) Session() string { return pingedSession }

// A told counts the lines with the session, and others.
type told struct{ silent, other atomic.Int32 }

func (w *told) Write(b []byte) (int, error) {
	if strings.Contains(string(b), pingedSession) {
		w.silent.Add(1)
	} else {
		w.other.Add(1)
	}
	return len(b), nil
}

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
				var out told
				p := &pinged{}
				_, stop := migrate.Watch(t.Context(), p, &out)
				after := func(d time.Duration, silent, other int32) {
					t.Helper()
					time.Sleep(d)
					synctest.Wait()
					if s, o := out.silent.Load(), out.other.Load(); s != silent || o != other {
						t.Errorf("got %d lines with the session and %d others, want %d and %d", s, o, silent, other)
					}
				}
				after(10*time.Second, 0, 0)
				p.silence.Store(&silent) // it has answered just now
				after(15*time.Second-1, 0, 0)
				after(5*time.Second+time.Millisecond, 1, 0)
				after(time.Hour, 1, 0)
				p.silence.Store(nil)
				after(10*time.Second, 1, 1) // it answers again
				p.silence.Store(&silent)
				after(25*time.Second, 2, 1)
				stop()
			})
		})
	}
}
