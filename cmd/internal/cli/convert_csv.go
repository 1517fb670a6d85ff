package cli

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// csv converts columns, which are names of the header or, as #2, numbers.
func (c *converter) csv(in *scanner, columns []string, delimiter string) error {
	if delimiter == `\t` {
		delimiter = "\t"
	}
	if len(delimiter) != 1 || strings.ContainsAny(delimiter, "\"\r\n") {
		return fmt.Errorf("--delimiter %.64q: want one character of ASCII", delimiter)
	}
	r := csvReader{in, delimiter[0]}
	wanted, err := r.wanted(columns)
	if err != nil {
		return err
	}
	last := slices.Max(slices.Collect(maps.Keys(wanted)))
	for in.more() {
		blank := in.buf[in.pos] == '\n' || in.buf[in.pos] == '\r'
		broken := false // what the rest of the record is, nobody knows
		for i := 0; ; i++ {
			column, ok := wanted[i]
			if ok {
				in.begin()
			}
			odd, err := r.field()
			if err != nil {
				return in.failure(err)
			}
			if odd > 0 && !broken {
				broken = true
				c.report(fmt.Sprintf("line %d", odd), behindQuotes)
			}
			if ok && broken {
				in.keep()
			} else if ok {
				c.field(r, column)
			}
			if !in.more() || in.buf[in.pos] == '\n' {
				if i < last && !blank && !broken {
					c.report(fmt.Sprintf("line %d", in.line()), "no column "+wanted[last])
				}
				break
			}
			in.pos++
		}
		if in.more() {
			in.pos++ // the end of the line
		}
	}
	return in.finish()
}

// wanted returns the columns by their index. It reads the header if one of them is a name.
func (r csvReader) wanted(columns []string) (map[int]string, error) {
	wanted := map[int]string{} // columns by their index
	for _, column := range columns {
		if number, ok := strings.CutPrefix(column, "#"); ok {
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 {
				return nil, fmt.Errorf("--csv %.64q: the first column is #1", column)
			}
			wanted[n-1] = column
		}
	}
	if slices.ContainsFunc(columns, func(c string) bool { return !strings.HasPrefix(c, "#") }) {
		header, err := r.header()
		if err != nil {
			return nil, err
		}
		for _, column := range columns {
			if !strings.HasPrefix(column, "#") && !slices.Contains(header, column) {
				return nil, fmt.Errorf("--csv: no column %.64q in the header %.512q", column, header)
			}
			for i, name := range header {
				if name == column {
					wanted[i] = column
				}
			}
		}
	}
	return wanted, nil
}

// field converts the value that in has.
func (c *converter) field(r csvReader, column string) {
	raw, err := r.in.text()
	place := func() string { return fmt.Sprintf("line %d, column %s", r.in.line(), column) }
	field, cr := bytes.CutSuffix(raw, []byte("\r"))
	value, quoted := unquote(field)
	if err == nil && len(value) == 0 {
		r.in.keep()
		return
	}
	text, err := c.convert(value, err, place)
	if err != nil {
		r.in.keep()
		return
	}
	b := appendCSV(c.out.AvailableBuffer(), text, r.delimiter, quoted)
	if cr {
		b = append(b, '\r')
	}
	r.in.replace(b)
}

// A csvReader reads the fields of CSV (RFC 4180).
type csvReader struct {
	in        *scanner
	delimiter byte
}

// header reads the first record and returns the names of the columns.
func (r csvReader) header() (names []string, err error) {
	for r.in.more() {
		r.in.begin()
		odd, err := r.field()
		if err != nil {
			return nil, r.in.failure(err)
		}
		if odd > 0 {
			return nil, fmt.Errorf("line %d: %s", odd, behindQuotes)
		}
		field, err := r.in.text()
		if err != nil {
			return nil, fmt.Errorf("the header: %w", err)
		}
		name, _ := unquote(bytes.TrimSuffix(field, []byte("\r")))
		names = append(names, string(name))
		r.in.keep()
		if r.in.more() {
			r.in.pos++
			if r.in.buf[r.in.pos-1] == '\n' {
				break
			}
		}
	}
	return names, nil
}

// behindQuotes is why a record is not converted, or no header.
const behindQuotes = "text behind the quotes of a field: a quote in a field of CSV must be doubled"

// field reads to the end of a field: to a delimiter, an end of line, or the end of the input. If the
// field has text behind its quotes, odd is the line in which it begins, or else 0.
func (r csvReader) field() (odd int, err error) {
	in := r.in
	if in.more() && in.buf[in.pos] == '"' {
		line := in.line()
		for closed := false; !closed; {
			in.pos++
			for in.more() && in.buf[in.pos] != '"' {
				if i := bytes.IndexByte(in.buf[in.pos:in.end], '"'); i >= 0 {
					in.pos += i
				} else {
					in.pos = in.end
				}
			}
			if !in.more() {
				return 0, fmt.Errorf("line %d: the quotes of a field do not end", line)
			}
			in.pos++
			closed = !in.more() || in.buf[in.pos] != '"'
		}
		for in.more() && strings.IndexByte(" \t\r", in.buf[in.pos]) >= 0 && in.buf[in.pos] != r.delimiter {
			in.pos++
		}
		if in.more() && in.buf[in.pos] != r.delimiter && in.buf[in.pos] != '\n' {
			odd = line
		}
	}
	for in.more() {
		for i, b := range in.buf[in.pos:in.end] {
			if b == r.delimiter || b == '\n' {
				in.pos += i
				return odd, nil
			}
		}
		in.pos = in.end
	}
	return odd, nil
}

// unquote returns the text of a field, and whether it is in quotes.
func unquote(field []byte) (text []byte, quoted bool) {
	if len(field) < 2 || field[0] != '"' || field[len(field)-1] != '"' {
		return field, false
	}
	text = field[1 : len(field)-1]
	if bytes.IndexByte(text, '"') >= 0 {
		text = bytes.ReplaceAll(text, []byte(`""`), []byte(`"`))
	}
	return text, true
}
