package cli

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
)

// A block is a part of the input: whole lines, or a piece of a line that does not fit.
type block struct {
	buf  []byte
	data []byte // of buf
	kind blockKind
	err  error // of reading the next block

	// What has become of it:
	out      []byte
	lines    int // that end in it
	values   int
	problems []problem
	done     chan struct{} // receives when it is converted
}

type blockKind uint8

const (
	wholeLines blockKind = iota
	firstPiece           // of a long line
	laterPiece
)

// A problem is a line that is not converted.
type problem struct {
	line int // 0 for the first of the block
	text string
}

// lines converts the lines of the input, on several processors.
func (c *converter) lines(stdin io.Reader) error {
	workers := min(runtime.GOMAXPROCS(0), 8) // a pipe is not faster
	free := make(chan *block, 2*workers)
	for range cap(free) {
		free <- &block{done: make(chan struct{}, 1)}
	}
	work, ordered, stop := make(chan *block), make(chan *block, cap(free)), make(chan struct{})
	defer close(stop)
	go readBlocks(stdin, free, ordered, work, stop)
	for range workers {
		go func() {
			for b := range work {
				c.block(b)
				b.done <- struct{}{}
			}
		}()
	}
	line := 1
	for b := range ordered {
		<-b.done
		c.total += b.values
		for _, p := range b.problems {
			c.report(fmt.Sprintf("line %d", line+p.line), p.text)
		}
		line += b.lines
		if _, err := c.out.Write(b.out); err != nil {
			return err
		}
		if len(ordered) == 0 { // before waiting for more
			if err := c.out.Flush(); err != nil {
				return err
			}
		}
		if b.err != nil && b.err != io.EOF {
			return b.err
		}
		free <- b
	}
	return nil
}

// readBlocks fills free blocks until the input ends or stop is closed. It sends each to
// ordered and then to work, and closes both.
func readBlocks(in io.Reader, free <-chan *block, ordered, work chan<- *block, stop <-chan struct{}) {
	defer close(work)
	defer close(ordered)
	r := blockReader{in: in}
	for {
		select {
		case b := <-free:
			more := r.next(b)
			ordered <- b
			select {
			case work <- b:
			case <-stop:
				return
			}
			if !more {
				return
			}
		case <-stop:
			return
		}
	}
}

// A blockReader reads blocks.
type blockReader struct {
	in   io.Reader
	rest []byte // after the end of the last block
	kind blockKind
	err  error
}

// next reads a block. It reports whether there may be more.
func (r *blockReader) next(b *block) bool {
	if b.buf == nil {
		b.buf = make([]byte, bufferSize)
	}
	n := copy(b.buf, r.rest)
	for r.err == nil {
		var k int
		k, r.err = r.in.Read(b.buf[n:])
		if n += k; k > 0 {
			break
		}
	}
	data, end := b.buf[:n], n
	b.kind = r.kind
	switch newline := bytes.IndexByte(data, '\n') + 1; {
	case b.kind == laterPiece && newline > 0:
		end, r.kind = newline, wholeLines
	case b.kind == laterPiece:
	case newline > 0 && r.err == nil:
		end = bytes.LastIndexByte(data, '\n') + 1
	case newline == 0 && n == len(b.buf):
		b.kind, r.kind = firstPiece, laterPiece
	case newline == 0 && r.err == nil:
		end = 0 // the line may go on
	}
	b.data, r.rest, b.err = data[:end], data[end:], nil
	if len(r.rest) == 0 {
		b.err = r.err
	}
	return b.err == nil
}

// block converts a block.
func (c *converter) block(b *block) {
	b.out, b.problems = b.out[:0], b.problems[:0]
	b.lines, b.values = 0, 0
	if b.kind == firstPiece {
		b.values = 1
		b.problems = append(b.problems, problem{0, errLong.Error()})
	}
	switch {
	case b.kind == wholeLines:
		c.wholeLines(b)
		return
	case c.out.format == table && !c.to.bytes:
		b.out = append(b.out, b.data...)
	case b.kind == firstPiece:
		b.out = c.appendRecord(b.out, b.data, nil, nil, errLong)
	}
	b.lines = bytes.Count(b.data, []byte("\n"))
}

func (c *converter) wholeLines(b *block) {
	var scratch [128]byte
	for rest := b.data; len(rest) > 0; b.lines++ {
		line := rest
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			line = rest[:i+1]
		}
		rest = rest[len(line):]
		value := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		text, err := value, error(nil)
		if len(value) > 0 || c.to.bytes { // bytes have no empty lines
			b.values++
			if text, err = c.appendText(scratch[:0], value); err != nil {
				b.problems = append(b.problems, problem{b.lines, err.Error()})
			}
		}
		b.out = c.appendRecord(b.out, value, text, line[len(value):], err)
	}
}
