package store

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
)

// An Emit receives the values in an array, JSON or document, each with the path to it,
// as [Cell] has it.
type Emit func(path string, v layout.Value)

// Text emits a text, or the strings in it if it is a JSON array or object.
func Text(path string, text []byte, emit Emit) {
	if t := bytes.TrimLeft(text, " \t\r\n"); len(t) > 0 && (t[0] == '{' || t[0] == '[') && json.Valid(t) {
		JSON(path, t, emit)
		return
	}
	emit(path, layout.Value{Kind: layout.KindText, Data: text})
}

// Member returns the path of a member of an object: path.name, or path.* if the name is
// a UUID, which it emits as path{}: the object is then a map.
func Member(path string, name []byte, emit Emit) string {
	if len(name) >= 26 {
		v := layout.Value{Kind: layout.KindText, Data: name}
		var readings [4]layout.Reading
		for _, r := range layout.Read(readings[:0], v) {
			// Names of 22 letters may be base58 by accident; others are no names.
			if layout.Text <= r.Form && r.Form <= layout.ULID {
				emit(path+"{}", v)
				return path + ".*"
			}
		}
	}
	return path + "." + string(name)
}

// JSON emits the strings in a JSON value, which must be valid: the database says so, or
// json.Valid. Where it is not, JSON stops.
func JSON(path string, data []byte, emit Emit) {
	s := scanner{data, emit}
	s.value(path)
}

// A scanner is what is left of a JSON value. It checks nothing: the value is in memory, and valid. Package cli has
// code of its own, since it rewrites a stream that can be of any length, and says where that is no JSON.
type scanner struct {
	data []byte
	emit Emit
}

// next skips white space and returns the next byte without taking it; 0 is the end.
func (s *scanner) next() byte {
	for i, c := range s.data {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			s.data = s.data[i:]
			return c
		}
	}
	s.data = nil
	return 0
}

// take takes the next byte if it is c.
func (s *scanner) take(c byte) bool {
	if s.next() != c || c == 0 {
		return false
	}
	s.data = s.data[1:]
	return true
}

// value reads one value.
func (s *scanner) value(path string) {
	switch s.next() {
	case '"':
		s.emit(path, layout.Value{Kind: layout.KindText, Data: s.string()})
	case '{':
		s.take('{')
		for s.next() == '"' {
			name := s.string()
			s.take(':')
			if c := s.next(); c == '"' || c == '{' || c == '[' || len(name) >= 26 {
				s.value(Member(path, name, s.emit))
			} else {
				s.value("") // of a number nobody wants the path
			}
			s.take(',')
		}
		s.take('}')
	case '[':
		path += "[]"
		s.take('[')
		for c := s.next(); c != ']' && c != 0; c = s.next() {
			before := len(s.data)
			s.value(path)
			s.take(',')
			if len(s.data) == before { // malformed
				s.data = nil
			}
		}
		s.take(']')
	default: // a number, true, false, null
		i := bytes.IndexAny(s.data, ",]} \t\r\n")
		if i < 0 {
			i = len(s.data)
		}
		s.data = s.data[i:]
	}
}

// string takes a string and returns what it means.
func (s *scanner) string() []byte {
	escaped := false
	for i := 1; i < len(s.data); i++ {
		switch s.data[i] {
		case '\\':
			escaped = true
			i++
		case '"':
			quoted := s.data[:i+1]
			s.data = s.data[i+1:]
			if !escaped && utf8.Valid(quoted) {
				return quoted[1:i]
			}
			var text string
			json.Unmarshal(quoted, &text) // what is malformed is ""
			return []byte(text)
		}
	}
	s.data = nil
	return nil
}
