package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/uuidkit/uuidkit/uuid"
)

// A cell is what became of one UUID type in one store.
type cell struct {
	store, via, goType string

	want, got held
	id, back  uuid.UUID
	text      string // of id, as its Go type has it
	err       error
}

func (c cell) native() bool { return c.verdict() == "native" }

func (c cell) verdict() string {
	switch {
	case c.err != nil:
		return "FAILS: " + oneLine(c.err)
	case c.back != c.id:
		return "WRONG: another UUID came back"
	case c.got.String() != c.want.String():
		return "NOT NATIVE: " + c.got.String()
	case !bytes.Equal(c.got.data, c.want.data):
		return "NOT NATIVE: other bytes"
	}
	return "native"
}

// readBack says what came back, and says it in full only if it has to.
func (c cell) readBack() string {
	switch {
	case c.err != nil:
		return "-"
	case c.back != c.id:
		return c.back.String()
	}
	return "equal"
}

// String returns the form and the size.
func (h held) String() string {
	return fmt.Sprintf("%s, %d bytes", h.form, len(h.data))
}

// hexWidth is the room for bytes: 19, which is CBOR's tag and UUID.
const hexWidth = 2 * 19

// hex returns the bytes in hexadecimal digits; of text only both ends.
func (h held) hex() string {
	s := hex.EncodeToString(h.data)
	if len(s) > hexWidth {
		end := hexWidth/2 - 1
		s = s[:end] + "…" + s[len(s)-end:]
	}
	return s
}

// writeTable writes the cells, those of one store together. It returns the number of
// cells that are not native.
func writeTable(w io.Writer, cells []cell) (not int) {
	rows := [][]string{{"store", "Go type", "native form", "bytes as stored", "back", "verdict"}}
	for _, group := range byStore(cells) {
		rows = append(rows, nil)
		for i, c := range group {
			// The first row of a group names the store, the second one the
			// code that uses it.
			label := ""
			switch i {
			case 0:
				label = c.store
			case 1:
				label = "  " + c.via
			}
			rows = append(rows, []string{label, c.goType, c.want.String(), c.got.hex(), c.readBack(), c.verdict()})
			if !c.native() {
				not++
			}
		}
	}
	writeAligned(w, rows)
	return not
}

// writeIdentifiers writes the table of other identifiers. It returns the number of
// cells that are not native.
func writeIdentifiers(w io.Writer, cells []cell) (not int) {
	rows := [][]string{{"identifier in a SQLite BLOB", "Go type", "bytes as stored", "back", "verdict"}, nil}
	for _, c := range cells {
		rows = append(rows, []string{c.text, c.goType, c.got.hex(), c.readBack(), c.verdict()})
		if !c.native() {
			not++
		}
	}
	writeAligned(w, rows)
	return not
}

// byStore returns the cells in groups of one store, in the order of the first
// cell of each.
func byStore(cells []cell) [][]cell {
	var groups [][]cell
	at := map[string]int{}
	for _, c := range cells {
		i, ok := at[c.store]
		if !ok {
			i = len(groups)
			at[c.store] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], c)
	}
	return groups
}

// writeAligned writes rows with their columns aligned.
func writeAligned(w io.Writer, rows [][]string) {
	var width []int
	for _, row := range rows {
		for i, s := range row {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], utf8.RuneCountInString(s))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, s := range row {
			fmt.Fprintf(&line, "%-*s  ", width[i], s) // fmt counts runes too
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}
