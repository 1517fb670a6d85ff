package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// maxDepth is how deep JSON may be nested.
const maxDepth = 10_000

// A segment is a part of the path of a JSON value: a key, or any element of an array.
type segment struct {
	key     string
	element bool
}

// parsePath reads a path such as user.id, items[].id or "a.b".c.
func parsePath(path string) (segments []segment, err error) {
	wrong := func() ([]segment, error) {
		return nil, fmt.Errorf("--json %.64q: want a path such as user.id, items[].id or \"a.b\".c", path)
	}
	rest := strings.TrimPrefix(path, ".")
	for dot := false; rest != ""; dot = true {
		if after, ok := strings.CutPrefix(rest, "[]"); ok {
			segments, rest = append(segments, segment{element: true}), after
			continue
		}
		if dot {
			after, ok := strings.CutPrefix(rest, ".")
			if !ok {
				return wrong()
			}
			rest = after
		}
		n := strings.IndexAny(rest, ".[")
		if n < 0 {
			n = len(rest)
		}
		key := rest[:n]
		if strings.HasPrefix(rest, `"`) {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil || json.Unmarshal([]byte(quoted), &key) != nil {
				return wrong()
			}
			n = len(quoted)
		} else if n == 0 {
			return wrong()
		}
		segments, rest = append(segments, segment{key: key}), rest[n:]
	}
	return segments, nil
}

// json converts the strings at the paths in all JSON values of the input.
func (c *converter) json(in *scanner, paths []string) error {
	j := jsonConverter{converter: c, in: in, names: paths, found: make([]bool, len(paths))}
	all := make([]int, len(paths))
	for i, path := range paths {
		segments, err := parsePath(path)
		if err != nil {
			return err
		}
		j.paths, all[i] = append(j.paths, segments), i
	}
	for j.space() {
		if err := j.value(all, 0); err != nil {
			return err
		}
	}
	if err := in.finish(); err != nil {
		return err
	}
	for i, found := range j.found {
		if !found {
			c.total++
			c.report("--json "+paths[i], errors.New("the input has no such value"))
		}
	}
	return nil
}

type jsonConverter struct {
	*converter
	in    *scanner
	names []string
	paths [][]segment
	found []bool // by path
}

// space skips white space. It reports whether there is more.
func (j *jsonConverter) space() bool {
	for j.in.more() {
		switch j.in.buf[j.in.pos] {
		case ' ', '\t', '\r', '\n':
			j.in.pos++
		default:
			return true
		}
	}
	return false
}

// next returns the next byte that is no white space, and leaves it.
func (j *jsonConverter) next() byte {
	if !j.space() {
		return 0
	}
	return j.in.buf[j.in.pos]
}

func (j *jsonConverter) wrong(want string) error {
	if !j.in.more() {
		return fmt.Errorf("line %d: the JSON ends where there should be %s", j.in.line(), want)
	}
	return fmt.Errorf("line %d: %q is no JSON where there should be %s", j.in.line(), j.in.buf[j.in.pos], want)
}

// value reads a value. The first depth segments of the paths lead to it.
func (j *jsonConverter) value(paths []int, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("line %d: more than %d arrays and objects in one another", j.in.line(), maxDepth)
	}
	first := j.next()
	at := -1
	for _, p := range paths {
		if len(j.paths[p]) == depth {
			at, j.found[p] = p, true
		}
	}
	place := func() string { return fmt.Sprintf("line %d, %s", j.in.line(), j.names[at]) }
	switch {
	case first == '{' || first == '[':
		if at >= 0 {
			j.convert(nil, errors.New("an object or array, want a string"), place)
		}
		j.in.pos++
		if first == '[' {
			return j.array(paths, depth)
		}
		return j.object(paths, depth)
	case at < 0:
		return j.scalar()
	}
	j.in.begin()
	if err := j.scalar(); err != nil {
		return err
	}
	raw, err := j.in.text()
	value := raw
	if err == nil {
		switch {
		case first == '"':
			value, err = jsonText(raw)
		case first == 'n':
			j.in.keep()
			return nil
		case first == 't' || first == 'f':
			err = fmt.Errorf("%s, want a string", raw)
		}
	}
	if text, err := j.convert(value, err, place); err == nil {
		j.in.replace(strconv.AppendQuote(j.out.AvailableBuffer(), string(text))) // printable ASCII
	} else {
		j.in.keep()
	}
	return nil
}

// jsonText returns the text of a JSON string.
func jsonText(raw []byte) ([]byte, error) {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1], nil
	}
	var s string
	err := json.Unmarshal(raw, &s)
	return []byte(s), err
}

func (j *jsonConverter) object(paths []int, depth int) error {
	if j.next() == '}' {
		j.in.pos++
		return nil
	}
	for {
		if j.next() != '"' {
			return j.wrong("a key")
		}
		key, err := j.key(len(paths) > 0)
		if err != nil {
			return err
		}
		if j.next() != ':' {
			return j.wrong("a colon")
		}
		j.in.pos++
		var inside []int
		for _, p := range paths {
			if len(j.paths[p]) > depth && j.paths[p][depth] == (segment{key: key}) {
				inside = append(inside, p)
			}
		}
		if err := j.value(inside, depth+1); err != nil {
			return err
		}
		switch j.next() {
		case ',':
			j.in.pos++
		case '}':
			j.in.pos++
			return nil
		default:
			return j.wrong("a comma or the end of the object")
		}
	}
}

// key reads a key, and returns it if it is wanted.
func (j *jsonConverter) key(wanted bool) (string, error) {
	if !wanted {
		return "", j.scalar()
	}
	j.in.begin()
	defer j.in.keep()
	if err := j.scalar(); err != nil {
		return "", err
	}
	raw, err := j.in.text()
	if err != nil {
		return "", nil // no path has such a long key
	}
	text, err := jsonText(raw)
	return string(text), err
}

func (j *jsonConverter) array(paths []int, depth int) error {
	if j.next() == ']' {
		j.in.pos++
		return nil
	}
	var inside []int
	for _, p := range paths {
		if len(j.paths[p]) > depth && j.paths[p][depth].element {
			inside = append(inside, p)
		}
	}
	for {
		if err := j.value(inside, depth+1); err != nil {
			return err
		}
		switch j.next() {
		case ',':
			j.in.pos++
		case ']':
			j.in.pos++
			return nil
		default:
			return j.wrong("a comma or the end of the array")
		}
	}
}

// scalar reads a string, a number, true, false or null.
func (j *jsonConverter) scalar() error {
	in := j.in
	if !in.more() {
		return j.wrong("a value")
	}
	if in.buf[in.pos] == '"' {
		return j.string()
	}
	token, n := make([]byte, 0, 32), 0
	for in.more() {
		b := in.buf[in.pos]
		if !('a' <= b && b <= 'z' || '0' <= b && b <= '9' || b == '-' || b == '+' || b == '.' || b == 'E') {
			break
		}
		if n++; n < 1024 {
			token = append(token, b)
		}
		in.pos++
	}
	if !json.Valid(token) {
		if n == 0 {
			return j.wrong("a value")
		}
		return fmt.Errorf("line %d: %.64q is no JSON", in.line(), token)
	}
	return nil
}

func (j *jsonConverter) string() error {
	in := j.in
	in.pos++
	for in.more() {
		for i, b := range in.buf[in.pos:in.end] {
			switch {
			case b == '"':
				in.pos += i + 1
				return nil
			case b == '\\':
				in.pos += i + 1
				if in.more() {
					in.pos++
				}
				goto next
			case b < ' ':
				in.pos += i
				return j.wrong("the end of a string")
			}
		}
		in.pos = in.end
	next:
	}
	return j.wrong("the end of a string")
}
