// Package finding has what uuidfix tells a person: places in files, what is there, and what
// to do.
package finding

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Finding is a place that a person must look at. Offset and End are bytes of the file as
// the rewriting has left it so far.
type Finding struct {
	File        string
	Offset, End int
	What        string
	Write       string // or nothing
}

// A List has each finding once.
type List struct{ all map[Finding]bool }

// Add adds a finding.
func (l *List) Add(f Finding) {
	if l.all == nil {
		l.all = map[Finding]bool{}
	}
	l.all[f] = true
}

// Move moves the findings of a file to where its edits have moved them.
func (l *List) Move(file string, to func(offset int) int) {
	before := l.all
	l.all = map[Finding]bool{}
	for f := range before {
		if f.File == file {
			f.Offset, f.End = to(f.Offset), to(f.End)
		}
		l.all[f] = true
	}
}

// Covers reports whether a finding is about this byte of the file.
func (l *List) Covers(file string, offset int) bool {
	for f := range l.all {
		if f.File == file && f.Offset <= offset && offset < max(f.End, f.Offset+1) {
			return true
		}
	}
	return false
}

// Sorted returns the findings by file and place.
func (l *List) Sorted() []Finding {
	return slices.SortedFunc(maps.Keys(l.all), func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset), strings.Compare(a.What, b.What), strings.Compare(a.Write, b.Write))
	})
}

// Lines returns the findings as text: file, line, what is there and what to write. Read
// returns a file as it is now; short shortens its name.
func (l *List) Lines(read func(file string) ([]byte, error), short func(file string) string) (lines []string) {
	for _, f := range l.Sorted() {
		src, _ := read(f.File)
		text := fmt.Sprintf("%s:%d: %s", short(f.File), 1+bytes.Count(src[:min(f.Offset, len(src))], []byte("\n")), f.What)
		if f.Write != "" {
			text += ": " + f.Write
		}
		if !slices.Contains(lines, text) {
			lines = append(lines, text)
		}
	}
	return lines
}
