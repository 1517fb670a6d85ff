package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
)

// bufferSize is how much of the input is in memory at most. A longer value is no id.
const bufferSize = 256 << 10

// errLong is the error of a value that does not fit into the buffer.
var errLong = fmt.Errorf("a value of more than %d bytes", bufferSize)

// byteOrderMark is what some editors of Windows put before the first line.
const byteOrderMark = "\ufeff"

// An afterMark reads in without its byte order mark, which goes to mark.
type afterMark struct {
	in   io.Reader
	mark io.Writer // nil after the first Read
}

func (a *afterMark) Read(b []byte) (n int, err error) {
	if a.mark == nil {
		return a.in.Read(b)
	}
	for err == nil && n < len(byteOrderMark) && strings.HasPrefix(byteOrderMark, string(b[:n])) {
		var k int
		k, err = a.in.Read(b[n:])
		n += k
	}
	if bytes.HasPrefix(b[:n], []byte(byteOrderMark)) {
		n = copy(b, b[len(byteOrderMark):n])
		io.WriteString(a.mark, byteOrderMark) // an output keeps its error
	}
	a.mark = nil
	return n, err
}

// newLines returns a scanner of lines of the input, without their ends and a byte order mark.
func newLines(in io.Reader) *bufio.Scanner {
	lines := bufio.NewScanner(&afterMark{in, io.Discard})
	lines.Buffer(nil, bufferSize)
	return lines
}

// lineError returns the error of the lines that have been read, if any.
func lineError(lines *bufio.Scanner) error {
	if err := lines.Err(); err != bufio.ErrTooLong {
		return err
	}
	return errLong
}

// A scanner reads CSV or JSON, and copies it: what it has read goes to out unchanged,
// but for the values that replace replaces.
type scanner struct {
	in     io.Reader
	out    *output
	buf    []byte
	pos    int // of the next byte in buf
	end    int // of what is read
	copied int // buf[:copied] is written to out, or replaced
	value  bool
	long   bool // the value does not fit into buf, and is written
	lines  int  // in all that is read before buf[lined]
	lined  int
	err    error
}

func newScanner(in io.Reader, out *output) *scanner {
	return &scanner{in: in, out: out, buf: make([]byte, bufferSize)}
}

// more reads on if there is no next byte. It reports whether there is one then.
func (s *scanner) more() bool {
	for s.pos == s.end && s.err == nil {
		if !s.value || s.copied == 0 && s.end == len(s.buf) {
			s.long = s.value
			s.copy()
		}
		if s.copied > 0 { // make room
			s.count(s.copied)
			s.lined -= s.copied
			copy(s.buf, s.buf[s.copied:s.end])
			s.pos -= s.copied
			s.end -= s.copied
			s.copied = 0
		}
		if err := s.out.Flush(); err != nil { // before waiting for more
			s.err = err
			return false
		}
		n, err := s.in.Read(s.buf[s.end:])
		s.end += n
		if s.err == nil {
			s.err = err
		}
	}
	return s.pos < s.end
}

// copy writes what has been read.
func (s *scanner) copy() {
	if _, err := s.out.Write(s.buf[s.copied:s.pos]); err != nil {
		s.err = err
	}
	s.copied = s.pos
}

// begin begins a value, which is what is read until the next call of replace or keep.
func (s *scanner) begin() {
	s.copy()
	s.value, s.long = true, false
}

// text returns the value, or errLong.
func (s *scanner) text() ([]byte, error) {
	if s.long {
		return nil, errLong
	}
	return s.buf[s.copied:s.pos], nil
}

// keep copies the value as it is.
func (s *scanner) keep() { s.value = false }

// replace writes b instead of the value.
func (s *scanner) replace(b []byte) {
	s.out.Write(b)
	s.copied, s.value = s.pos, false
}

// line returns the number of the line in which the value begins, or the next byte is.
func (s *scanner) line() int {
	at := s.pos
	if s.value {
		at = s.copied
	}
	s.count(at)
	return 1 + s.lines
}

// count counts the lines before buf[at], once each: CSV asks for a line at each field in quotes.
func (s *scanner) count(at int) {
	if at > s.lined {
		s.lines += bytes.Count(s.buf[s.lined:at], []byte("\n"))
		s.lined = at
	}
}

// failure returns the error of reading or writing, or else that of the input.
func (s *scanner) failure(input error) error {
	if s.err != nil && s.err != io.EOF {
		return s.err
	}
	return input
}

// finish copies the rest. It returns the error of reading or writing, if any.
func (s *scanner) finish() error {
	s.copy()
	return s.failure(nil)
}
