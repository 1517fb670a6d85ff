package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// A progress prints how far all tables are, once a second at most: on a terminal always
// in the same line.
type progress struct {
	out         io.Writer
	terminal    bool
	total, done int
	what        string // is measured now
	rows, last  int    // of it, now and when it was printed last
	printed     time.Time
}

// add says that n more rows are in the table.
func (p *progress) add(what string, n int) {
	if what != p.what {
		p.what, p.rows, p.last = what, 0, 0
	}
	p.done, p.rows = p.done+n, p.rows+n
	since := time.Since(p.printed)
	if since < time.Second {
		return
	}
	rate := ""
	if p.last > 0 {
		rate = fmt.Sprintf(", %.0f a second", float64(p.rows-p.last)/since.Seconds())
	}
	begin, end := "", "\n"
	if p.terminal {
		begin, end = "\r\x1b[K", ""
	}
	fmt.Fprintf(p.out, "%s%3d %%  %s: %d rows%s%s", begin, 100*p.done/p.total, what, p.rows, rate, end)
	p.printed, p.last = time.Now(), p.rows
}

// end leaves the line.
func (p *progress) end() {
	if p.terminal {
		fmt.Fprintln(p.out)
	}
}

func terminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
