package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// eachFile calls read for each file, or for the standard input if there is none. A file
// that cannot be opened does not keep the others from being read. If lines is set, a file
// before another one ends with the end of a line.
func eachFile(stdin io.Reader, files []string, lines bool, read func(name string, in io.Reader) error) error {
	if len(files) == 0 {
		return read("", stdin)
	}
	var missing error
	for i, name := range files {
		f, err := os.Open(name)
		if err != nil {
			missing = errors.Join(missing, err)
			continue
		}
		in := io.Reader(f)
		if lines && i < len(files)-1 {
			in = &lineEnder{in: f, last: '\n'}
		}
		err = read(name, in)
		f.Close()
		if err != nil {
			if !errors.As(err, new(*fs.PathError)) { // which has a name
				err = fmt.Errorf("%s: %w", name, err)
			}
			return errors.Join(missing, err)
		}
	}
	return missing
}

// A lineEnder reads in, and the end of its last line if in has none.
type lineEnder struct {
	in   io.Reader
	last byte
}

func (l *lineEnder) Read(b []byte) (int, error) {
	n, err := l.in.Read(b)
	if n > 0 {
		l.last = b[n-1]
	}
	if n == 0 && err == io.EOF && l.last != '\n' && len(b) > 0 {
		b[0], l.last = '\n', '\n'
		return 1, nil
	}
	return n, err
}
