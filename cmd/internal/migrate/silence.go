package migrate

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// A network that loses packets does not tell its ends: the server may still hold locks for a
// session whose client waits for it in vain.
const (
	heartbeat = 5 * time.Second
	missing   = 3 // heartbeats after which the user is told
)

// A server is a store that can be asked whether it still answers.
type server interface {
	// Ping returns nil if the server answers, on a connection of its own, even by an error.
	Ping(context.Context) error
	// Session says which session the work belongs to, and how an administrator ends it. Another
	// goroutine works meanwhile.
	Session() string
}

// Watch writes to w when the server of s does not answer for 15 s, and when it answers again. It
// returns what to write to instead of w from then on, and how to stop.
func Watch(ctx context.Context, s Store, w io.Writer) (io.Writer, func()) {
	on, ok := s.(server)
	if !ok {
		return w, func() {}
	}
	both := &lockedWriter{w: w}
	ctx, stop := context.WithCancel(ctx)
	var wait sync.WaitGroup
	wait.Go(func() { watch(ctx, on, both) })
	return both, func() {
		stop()
		wait.Wait()
	}
}

func watch(ctx context.Context, s server, w io.Writer) {
	ticks := time.NewTicker(heartbeat)
	defer ticks.Stop()
	answered := time.Now()
	for missed := 0; ; { // counted, since this process may have been suspended
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		ask, cancel := context.WithTimeout(ctx, heartbeat)
		err := s.Ping(ask)
		cancel()
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			if missed++; missed == missing {
				fmt.Fprintf(w, "the server has not answered since %s: if it does not answer soon, end this command and its session: %s\n", answered.Format(time.TimeOnly), s.Session())
			}
			continue
		case missed >= missing:
			fmt.Fprintf(w, "the server answers again, after %s\n", time.Since(answered).Round(time.Second))
		}
		missed, answered = 0, time.Now()
	}
}

// lockedWriter is for several goroutines.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}
