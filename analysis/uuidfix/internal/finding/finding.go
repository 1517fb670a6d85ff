// Package finding has what uuidfix tells a person: places in files, what changes there, and
// what to do.
//
// To add a kind of finding, add a row to TestStatus in finding_test.go.
package finding

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// A Kind says what a change does to a program.
type Kind string

// The kinds, the worst first. Their texts never change: other programs read them.
const (
	Compile Kind = "compile"  // it does not build until a person changes it
	Wire    Kind = "wire"     // what it stores or sends has another form
	RunTime Kind = "run time" // it does something else
	API     Kind = "api"      // its importers see something else
	GoLine  Kind = "go line"  // go.mod asks for another Go, or other modules
	Left    Kind = "left"     // it was not rewritten, and builds
)

// statuses are the exit statuses, without 1, which go run returns for any of them, and 2, an error.
var statuses = map[Kind]int{Compile: 8, Wire: 7, RunTime: 6, API: 5, GoLine: 4, Left: 3}

// A Finding is a place that a person must look at. Offset and End are bytes of the file as
// the rewriting has left it so far.
type Finding struct {
	File        string
	Offset, End int
	Kind        Kind
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

// Explains reports whether a finding says why this byte of a file does not compile.
func (l *List) Explains(file string, offset int) bool {
	for f := range l.all {
		if f.File == file && f.Kind == Compile && f.Offset <= offset && offset < max(f.End, f.Offset+1) {
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
