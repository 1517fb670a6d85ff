package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/uuidkit/uuidkit/uuid"
)

// A cell is what became of one UUID type in one store.
type cell struct {
	store, via, goType string

	id   uuid.UUID
	text string // of id, as its Go type has it
	want held

	today *outcome // without uuidkit; nil for uuidkit's own type
	kit   outcome
}

// An outcome is what the store held, and what came back.
type outcome struct {
	got  held
	back uuid.UUID
	err  error
}

// A verdict is what an outcome comes to.
type verdict string

const (
	native verdict = "native"
	other  verdict = "other form" // the same UUID comes back
	fails  verdict = "FAILS"      // an error
	wrong  verdict = "WRONG"      // no error
)

var verdicts = []verdict{native, other, fails, wrong}

// of returns the verdict on an outcome, and what to say about it.
func (c cell) of(o outcome) (verdict, string) {
	switch {
	case errors.As(o.err, new(silent)):
		if o.got.form != c.want.form && o.got.form != "" {
			return wrong, fmt.Sprintf("%s (stores %s)", oneLine(o.err), o.got.size())
		}
		return wrong, oneLine(o.err)
	case o.err != nil:
		return fails, oneLine(o.err)
	case o.back != c.id:
		return wrong, "another UUID comes back"
	case o.got.form != c.want.form || len(o.got.data) != len(c.want.data):
		return other, o.got.size()
	case !bytes.Equal(o.got.data, c.want.data):
		return other, "other bytes"
	}
	return native, ""
}

func (c cell) native() bool {
	v, _ := c.of(c.kit)
	return v == native
}

// size returns the form and the size.
func (h held) size() string {
	if h.data == nil {
		return h.form
	}
	return fmt.Sprintf("%s, %d bytes", h.form, len(h.data))
}

// String returns the form and what is stored: text as text, bytes in hexadecimal digits.
func (h held) String() string {
	switch h.form {
	case "text", "char(36)", "string":
		return h.form + " " + string(h.data)
	}
	return h.form + " " + hex.EncodeToString(h.data)
}

// A style colours the words of a verdict, on a terminal.
type style bool

// styleOf is colours if w is a terminal that has them, and nobody has set NO_COLOR.
func styleOf(w io.Writer) style {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return style(err == nil && info.Mode()&os.ModeCharDevice != 0)
}

// paint returns s in the colour of the verdict.
func (on style) paint(v verdict, s string) string {
	if !on {
		return s
	}
	return map[verdict]string{native: "\x1b[32m", other: "\x1b[33m", fails: "\x1b[33m", wrong: "\x1b[1;31m"}[v] + s + "\x1b[0m"
}

// bold returns s in bold letters.
func (on style) bold(s string) string {
	if !on {
		return s
	}
	return "\x1b[1m" + s + "\x1b[0m"
}

// The widths of two columns. The third is short, and a line has 100 characters or so.
const typeWidth, todayWidth = 14, 62

const introduction = `Each line stores one UUID, says what the store really holds, and reads it back. In databases
it also deletes a row that another program stored in the native form, and reads NULL.

`

// writeTable writes the cells, those of one store together.
func writeTable(w io.Writer, on style, cells []cell) {
	fmt.Fprint(w, introduction)
	fmt.Fprintf(w, "%s\n", on.bold(fmt.Sprintf("  %-*s%-*s  %s", typeWidth, "Go type", todayWidth, "without uuidkit", "with uuidkit")))
	for _, group := range byStore(cells) {
		first := group[0]
		fmt.Fprintf(w, "\n%s, with %s\n  holds: %s\n", on.bold(first.store), first.via, first.want)
		for _, c := range group {
			today := fmt.Sprintf("%-*s", todayWidth, "(is uuidkit's type)")
			if c.today != nil {
				today = on.words(c, *c.today, todayWidth)
			}
			fmt.Fprintf(w, "  %-*s%s  %s\n", typeWidth, c.goType, today, on.words(c, c.kit, 0))
		}
	}
}

// words are an outcome in a line: as wide as the column, or as they come for 0.
func (on style) words(c cell, o outcome, width int) string {
	v, note := c.of(o)
	s := strings.TrimSuffix(string(v)+": "+note, ": ")
	if r := []rune(s); width > 0 && len(r) > width {
		s = string(r[:width-1]) + "…"
	}
	return on.paint(v, s) + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

// writeIdentifiers writes the table of other identifiers.
func writeIdentifiers(w io.Writer, on style, cells []cell) {
	fmt.Fprintf(w, "\n%s\n", on.bold("Other identifiers in a SQLite BLOB, with uuidkit"))
	for _, c := range cells {
		fmt.Fprintf(w, "  %-*s%-32s  %-37s  %s\n", typeWidth+2, c.goType, c.text, c.kit.got, on.words(c, c.kit, 0))
	}
}

// writeSummary says what it all comes to. It returns the number of cells that are not
// native with uuidkit.
func writeSummary(w io.Writer, on style, cells, others []cell) (not int) {
	today, kit := map[verdict]int{}, map[verdict]int{}
	measured := 0
	for _, c := range append(cells[:len(cells):len(cells)], others...) {
		if v, _ := c.of(c.kit); v != native {
			not++
		}
		if c.today == nil {
			continue
		}
		measured++
		v, _ := c.of(*c.today)
		today[v]++
		v, _ = c.of(c.kit)
		kit[v]++
	}
	fmt.Fprintf(w, "\n%s\n", on.bold(fmt.Sprintf("%d of %d were silently wrong without uuidkit; with it %d.", today[wrong], measured, kit[wrong])))
	for _, side := range []struct {
		name  string
		count map[verdict]int
	}{{"without uuidkit", today}, {"with uuidkit", kit}} {
		fmt.Fprintf(w, "  %-16s", side.name)
		for _, v := range verdicts {
			s := fmt.Sprintf("%3d %-12s", side.count[v], v)
			if side.count[v] > 0 {
				s = on.paint(v, s)
			}
			fmt.Fprint(w, s)
		}
		fmt.Fprintln(w)
	}
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
