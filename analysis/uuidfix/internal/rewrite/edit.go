package rewrite

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// An edit replaces the bytes from pos to end. Pair orders insertions at one place: it
// is the other end of the expression that the text stands at.
type edit struct {
	pos, end, pair int
	text           string
}

// edits are the edits of a file. The variants of a program make the same ones.
type edits map[edit]bool

// sorted returns the edits in their order, without those inside of a larger deletion.
func (e edits) sorted() ([]edit, error) {
	all := slices.SortedFunc(maps.Keys(e), func(a, b edit) int {
		closes := func(e edit) int {
			if e.pair < e.pos {
				return 0
			}
			return 1
		}
		return cmp.Or(
			cmp.Compare(a.pos, b.pos),
			cmp.Compare(min(a.end-a.pos, 1), min(b.end-b.pos, 1)), // insertions first
			cmp.Compare(closes(a), closes(b)),
			cmp.Compare(b.pair, a.pair), // inner ends, outer beginnings
			cmp.Compare(b.end, a.end),
			strings.Compare(a.text, b.text),
		)
	})
	var outer []edit
	for _, x := range all {
		if n := len(outer); n > 0 && x.pos < outer[n-1].end {
			if last := outer[n-1]; x.end > last.end || last.text != "" {
				return nil, fmt.Errorf("two edits at bytes %d and %d", last.pos, x.pos)
			}
			continue
		}
		outer = append(outer, x)
	}
	return outer, nil
}

// apply returns what the edits, which are sorted, make of src.
func apply(src []byte, sorted []edit) []byte {
	var out []byte
	at := 0
	for _, e := range sorted {
		out = append(append(out, src[at:e.pos]...), e.text...)
		at = e.end
	}
	return append(out, src[at:]...)
}

// moved returns where the edits move the offset to.
func moved(offset int, sorted []edit) int {
	by := 0
	for _, e := range sorted {
		switch {
		case e.end <= offset && e.pos < offset:
			by += len(e.text) - (e.end - e.pos)
		case e.pos < offset: // deleted, or replaced
			by += e.pos - offset
		}
	}
	return offset + by
}
