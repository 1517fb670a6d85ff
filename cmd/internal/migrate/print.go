package migrate

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
)

// Print writes the plan for people, without the SQL of undo.
func (p *Plan) Print(w io.Writer) {
	p.printColumns(w)
	p.printSize(w)
	p.printAside(w)
	p.printRefusals(w)
	if p.Nothing() {
		fmt.Fprintf(w, "\nNothing to do: all values have this form.\n")
		return
	}
	p.printSteps(w, "Run", p.Steps)
	p.printTime(w)
	if len(p.Notes) > 0 {
		fmt.Fprintf(w, "\nNotes\n")
		for _, n := range p.Notes {
			fmt.Fprintf(w, "  - %s\n", n)
		}
	}
}

// PrintSummary writes what somebody has to know who is asked whether run shall begin.
func (p *Plan) PrintSummary(w io.Writer) {
	p.printColumns(w)
	p.printSize(w)
	p.printAside(w)
	fmt.Fprintf(w, "\nRun\n")
	printLocks(w, p.Steps)
	p.printTime(w)
}

// PrintUndo writes the steps of undo.
func (p *Plan) PrintUndo(w io.Writer) { p.printSteps(w, "Undo", p.Undo) }

func (p *Plan) printColumns(w io.Writer) {
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
	if len(p.Others) > 0 {
		fmt.Fprintf(w, "\nNot converted, although a sample of the values has UUIDs\n")
		for _, o := range p.Others {
			fmt.Fprintf(w, "  %s  %s: %s; %s\n", o.Name, o.Type, o.Form, o.Why)
			if len(o.RefersTo) == 0 {
				continue
			}
			convert := "convert it, too, by " + dsn.CommandLine("--with", o.Name)
			if !o.Migrates {
				convert = "uuid migrate does not convert it: do it by hand, or in each comparison"
			}
			fmt.Fprintf(w, "    it has the ids of %s: %s, or joins find no row\n", strings.Join(o.RefersTo, ", "), convert)
		}
	}
}

func (p *Plan) printSize(w io.Writer) {
	var bytes int64
	for _, t := range p.Tables {
		bytes += t.Bytes
	}
	if bytes == 0 {
		return
	}
	fmt.Fprintf(w, "\nSize\n  the tables and their indexes take %.1f MB; run needs at most that much once more\n", float64(bytes)/1e6)
	if p.After > 0 {
		fmt.Fprintf(w, "  afterwards they take about %.1f MB, or less\n", float64(p.After)/1e6)
	}
}

func (p *Plan) printAside(w io.Writer) {
	if len(p.Aside) == 0 {
		return
	}
	fmt.Fprintf(w, "\nBad rows\n")
	for _, a := range p.Aside {
		fmt.Fprintf(w, "  run moves %d of %s to the new %s, since they have values that are no UUIDs:\n", a.Rows, a.Table, a.Into)
		for _, k := range a.Keys[:min(len(a.Keys), ShownKeys)] {
			fmt.Fprintf(w, "    %s\n", k)
		}
	}
	fmt.Fprintf(w, "  undo puts them back; cleanup leaves them there\n")
}

func (p *Plan) printRefusals(w io.Writer) {
	if len(p.Refusals) == 0 {
		return
	}
	fmt.Fprintf(w, "\nRefused\n")
	for _, r := range p.Refusals {
		fmt.Fprintf(w, "  %s: %s\n    by hand: %s\n", r.Object, r.Reason, indent(r.Manual, "      "))
		for _, k := range r.Keys[:min(len(r.Keys), ShownKeys)] {
			fmt.Fprintf(w, "      %s\n", k)
		}
		if r.Accept {
			fmt.Fprintf(w, "    if it is right as it is: %s\n", dsn.CommandLine("--accept", r.Object))
		}
	}
}

// printTime does not estimate how long run takes: a plan may only read, and estimates from the
// time of reading were up to 5 times too high.
func (p *Plan) printTime(w io.Writer) {
	fmt.Fprintf(w, "\nTime\n  plan read all values in %s; run reads them several times and writes them: to learn how long that takes, try it on a restored backup\n", p.Scan.Round(time.Millisecond))
}

func (p *Plan) printSteps(w io.Writer, title string, steps []Step) {
	fmt.Fprintf(w, "\n%s\n", title)
	printLocks(w, steps)
	for _, s := range steps {
		fmt.Fprintf(w, "  -- %s\n", s.Does)
		for _, q := range s.SQL {
			fmt.Fprintf(w, "  %s;\n", indent(wrap(p.dialect(), q, sqlWidth), "  "))
		}
	}
}

// printLocks writes each text once.
func printLocks(w io.Writer, steps []Step) {
	locks := ""
	for _, s := range steps {
		if s.Locks != locks {
			locks = s.Locks
			fmt.Fprintf(w, "  locks: %s\n", locks)
		}
	}
}

// indent puts spaces before all lines but the first.
func indent(s, spaces string) string { return strings.ReplaceAll(s, "\n", "\n"+spaces) }
