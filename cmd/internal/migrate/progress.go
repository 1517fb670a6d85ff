package migrate

import (
	"fmt"
	"io"
	"time"
)

// A Meter writes a line about once a second: how many rows are done, how many a second,
// and the time left.
type Meter struct {
	w           io.Writer
	what        string
	Did         int64 // rows so far
	all         int64
	start, last time.Time
}

// NewMeter returns a meter of all rows that writes to w. What says what is done with them;
// all is 0 if nobody knows how many they are.
func NewMeter(w io.Writer, what string, all int64) *Meter {
	now := time.Now()
	return &Meter{w: w, what: what, all: all, start: now, last: now}
}

// Add counts n more rows.
func (m *Meter) Add(n int64) {
	m.Did += n
	if m.Did%256 != 0 && n == 1 {
		return
	}
	if now := time.Now(); now.Sub(m.last) >= time.Second {
		m.last = now
		m.print(now)
	}
}

func (m *Meter) print(now time.Time) {
	passed := now.Sub(m.start)
	rate := float64(m.Did) / passed.Seconds()
	fmt.Fprintf(m.w, "%s: %d", m.what, m.Did)
	if m.all > 0 {
		fmt.Fprintf(m.w, " of %d rows", m.all)
	}
	fmt.Fprintf(m.w, ", %.0f a second", rate)
	if left := m.all - m.Did; left > 0 && rate > 0 {
		fmt.Fprintf(m.w, ", %s left", (time.Duration(float64(left)/rate) * time.Second).Round(time.Second))
	}
	fmt.Fprintln(m.w)
}

// Done writes the last line.
func (m *Meter) Done() {
	passed := time.Since(m.start)
	if m.Did > 0 {
		fmt.Fprintf(m.w, "%s: %d rows, %s\n", m.what, m.Did, passed.Round(time.Millisecond))
	} else {
		fmt.Fprintf(m.w, "%s: %s\n", m.what, passed.Round(time.Millisecond))
	}
}
