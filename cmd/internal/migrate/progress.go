package migrate

import (
	"fmt"
	"io"
	"time"
)

// A meter writes a line about once a second: how many rows are done, how many a second,
// and the time left.
type meter struct {
	w           io.Writer
	what        string
	done_       int64
	all         int64
	start, last time.Time
}

func newMeter(w io.Writer, what string, all int64) *meter {
	now := time.Now()
	return &meter{w: w, what: what, all: all, start: now, last: now}
}

func (m *meter) add(n int64) {
	m.done_ += n
	if m.done_%256 != 0 && n == 1 {
		return
	}
	if now := time.Now(); now.Sub(m.last) >= time.Second {
		m.last = now
		m.print(now)
	}
}

func (m *meter) print(now time.Time) {
	passed := now.Sub(m.start)
	rate := float64(m.done_) / passed.Seconds()
	fmt.Fprintf(m.w, "%s: %d", m.what, m.done_)
	if m.all > 0 {
		fmt.Fprintf(m.w, " of %d rows", m.all)
	}
	fmt.Fprintf(m.w, ", %.0f a second", rate)
	if left := m.all - m.done_; left > 0 && rate > 0 {
		fmt.Fprintf(m.w, ", %s left", (time.Duration(float64(left)/rate) * time.Second).Round(time.Second))
	}
	fmt.Fprintln(m.w)
}

// done writes the last line.
func (m *meter) done() {
	passed := time.Since(m.start)
	if m.done_ > 0 {
		fmt.Fprintf(m.w, "%s: %d rows, %s\n", m.what, m.done_, passed.Round(time.Millisecond))
	} else {
		fmt.Fprintf(m.w, "%s: %s\n", m.what, passed.Round(time.Millisecond))
	}
}
