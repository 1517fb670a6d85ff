package migrate

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Print writes the plan for people.
func (p *Plan) Print(w io.Writer) {
	fmt.Fprintf(w, "%s, to %s\n", p.Store, p.To)
	rows := map[string]int64{}
	for _, t := range p.Tables {
		rows[t.Name] = t.Rows
	}
	fmt.Fprintf(w, "\nColumns\n")
	for _, c := range p.Columns {
		fmt.Fprintf(w, "  %s.%s  %s", c.Table, c.Name, c.OldType)
		if c.NewType != c.OldType {
			fmt.Fprintf(w, " → %s", c.NewType)
		}
		fmt.Fprintf(w, "  %d rows", rows[c.Table])
		if len(c.Forms) > 0 {
			fmt.Fprintf(w, ": %s", c.Forms)
		}
		if c.Nulls > 0 {
			fmt.Fprintf(w, ", NULL %d", c.Nulls)
		}
		fmt.Fprintln(w)
	}
	var bytes int64
	for _, t := range p.Tables {
		bytes += t.Bytes
	}
	if bytes > 0 {
		fmt.Fprintf(w, "\nSize\n  the tables and their indexes take %.1f MB; run needs at most that much once more\n", float64(bytes)/1e6)
		if p.After > 0 {
			fmt.Fprintf(w, "  afterwards they take about %.1f MB, or less\n", float64(p.After)/1e6)
		}
	}
	if len(p.Aside) > 0 {
		fmt.Fprintf(w, "\nBad rows\n")
		for _, a := range p.Aside {
			fmt.Fprintf(w, "  run moves %d of %s to the new %s, since they have values that are no UUIDs:\n", a.Rows, a.Table, a.Into)
			for _, k := range a.Keys[:min(len(a.Keys), ShownKeys)] {
				fmt.Fprintf(w, "    %s\n", k)
			}
		}
		fmt.Fprintf(w, "  undo puts them back; cleanup leaves them there\n")
	}
	if len(p.Refusals) > 0 {
		fmt.Fprintf(w, "\nRefused\n")
		for _, r := range p.Refusals {
			fmt.Fprintf(w, "  %s: %s\n    by hand: %s\n", r.Object, r.Reason, indent(r.Manual, "      "))
			for _, k := range r.Keys[:min(len(r.Keys), ShownKeys)] {
				fmt.Fprintf(w, "      %s\n", k)
			}
			if r.Accept {
				fmt.Fprintf(w, "    if it is right as it is: --accept '%s'\n", r.Object)
			}
		}
	}
	if p.Nothing() {
		fmt.Fprintf(w, "\nNothing to do: all values have this form.\n")
		return
	}
	printSteps(w, "Run", p.Steps)
	basis := p.Basis
	if basis == "" {
		basis = "an estimate from reading all values, which took " + p.Scan.Round(time.Millisecond).String()
	}
	fmt.Fprintf(w, "\nTime\n  about %s: %s\n", p.Takes.Round(time.Millisecond), basis)
	printSteps(w, "Undo", p.Undo)
	if len(p.Notes) > 0 {
		fmt.Fprintf(w, "\nNotes\n")
		for _, n := range p.Notes {
			fmt.Fprintf(w, "  - %s\n", n)
		}
	}
	fmt.Fprintf(w, "\nPlan %s\n", p.Hash)
}

func printSteps(w io.Writer, title string, steps []Step) {
	fmt.Fprintf(w, "\n%s\n", title)
	locks := ""
	for _, s := range steps {
		if s.Locks != locks {
			locks = s.Locks
			fmt.Fprintf(w, "  locks: %s\n", locks)
		}
	}
	for _, s := range steps {
		fmt.Fprintf(w, "  -- %s", s.Does)
		if s.Batch != "" {
			fmt.Fprintf(w, ", some thousand rows a statement, in the order of the key")
		}
		fmt.Fprintln(w)
		for _, q := range s.SQL {
			fmt.Fprintf(w, "  %s;\n", indent(q, "  "))
		}
	}
}

// indent puts spaces before all lines but the first.
func indent(s, spaces string) string { return strings.ReplaceAll(s, "\n", "\n"+spaces) }
