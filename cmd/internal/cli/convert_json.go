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
	if len(paths) > 64 {
		return errors.New("--json: more than 64 paths")
	}
	j := jsonConverter{converter: c, in: in, names: paths}
	for _, path := range paths {
		segments, err := parsePath(path)
		if err != nil {
			return err
		}
		j.paths = append(j.paths, segments)
	}
	for j.space() {
		if err := j.value(1<<len(paths)-1, 0); err != nil {
			return in.failure(err)
		}
	}
	if err := in.finish(); err != nil {
		return err
	}
	for i, path := range paths {
		if !j.found.has(i) {
			c.report("--json "+path, "the input has no such value")
		}
	}
	return nil
}

type jsonConverter struct {
	*converter
	in    *scanner
	names []string
	paths [][]segment
	found pathSet
	token [64]byte
}

// A pathSet is a set of indexes of paths.
type pathSet uint64

func (s pathSet) has(i int) bool { return s>>i&1 != 0 }

// inside returns those of the paths that go on, after depth segments, with a key or with
// the elements of an array.
func (j *jsonConverter) inside(paths pathSet, depth int, key []byte, element bool) (inside pathSet) {
	for i := range j.paths {
		if paths.has(i) && len(j.paths[i]) > depth {
			if s := j.paths[i][depth]; s.element == element && s.key == string(key) {
				inside |= 1 << i
			}
		}
	}
	return inside
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
func (j *jsonConverter) value(paths pathSet, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("line %d: more than %d arrays and objects in one another", j.in.line(), maxDepth)
	}
	first := j.next()
	at := -1
	if paths != 0 {
		for i := range j.paths {
			if paths.has(i) && len(j.paths[i]) == depth {
				at = i
				j.found |= 1 << i
			}
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
		j.in.replace(appendQuoted(j.out.AvailableBuffer(), text))
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

func (j *jsonConverter) object(paths pathSet, depth int) error {
	if j.next() == '}' {
		j.in.pos++
		return nil
	}
	for {
		if j.next() != '"' {
			return j.wrong("a key")
		}
		inside, err := j.key(paths, depth)
		if err != nil {
			return err
		}
		if j.next() != ':' {
			return j.wrong("a colon")
		}
		j.in.pos++
		if err := j.value(inside, depth+1); err != nil {
			return err
		}
		if ended, err := j.ends('}', "a comma or the end of the object"); ended || err != nil {
			return err
		}
	}
}

// ends reads what follows an element: a comma, or the byte that ends all of them.
func (j *jsonConverter) ends(end byte, want string) (bool, error) {
	c := j.next()
	if c != ',' && c != end {
		return false, j.wrong(want)
	}
	j.in.pos++
	return c == end, nil
}

// key reads a key, and returns the paths that go on with it.
func (j *jsonConverter) key(paths pathSet, depth int) (pathSet, error) {
	if paths == 0 {
		return 0, j.string()
	}
	j.in.begin()
	defer j.in.keep()
	if err := j.string(); err != nil {
		return 0, err
	}
	raw, err := j.in.text()
	if err != nil {
		return 0, nil // no path has such a long key
	}
	key, err := jsonText(raw)
	return j.inside(paths, depth, key, false), err
}

func (j *jsonConverter) array(paths pathSet, depth int) error {
	if j.next() == ']' {
		j.in.pos++
		return nil
	}
	inside := j.inside(paths, depth, nil, true)
	for {
		if err := j.value(inside, depth+1); err != nil {
			return err
		}
		if ended, err := j.ends(']', "a comma or the end of the array"); ended || err != nil {
			return err
		}
	}
}

// scalar reads a string, a number, true, false or null.
func (j *jsonConverter) scalar() error {
	in := j.in
	if in.more() && in.buf[in.pos] == '"' {
		return j.string()
	}
	token := j.token[:0]
	for in.more() {
		b := in.buf[in.pos]
		if !('a' <= b && b <= 'z' || '0' <= b && b <= '9' || b == '-' || b == '+' || b == '.' || b == 'E') {
			break
		}
		if len(token) < cap(token) { // of a longer number, the beginning is looked at
			token = append(token, b)
		}
		in.pos++
	}
	switch {
	case len(token) == 0:
		return j.wrong("a value")
	case len(token) < cap(token) && !json.Valid(token):
		return fmt.Errorf("line %d: %q is no JSON", in.line(), token)
	}
	return nil
}

// string reads a string.
func (j *jsonConverter) string() error {
	in := j.in
	escaped := true // so is the first of the quotes
	for in.more() {
		for i, b := range in.buf[in.pos:in.end] {
			switch {
			case escaped:
				escaped = false
			case b == '"':
				in.pos += i + 1
				return nil
			case b == '\\':
				escaped = true
			case b < ' ':
				in.pos += i
				return j.wrong("the end of a string")
			}
		}
		in.pos = in.end
	}
	return j.wrong("the end of a string")
}
