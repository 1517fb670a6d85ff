/*
Bench measures uuidkit and its peers in one run, and writes bench/results.json and
bench/RESULTS.md, the page for people:

	GOTOOLCHAIN=go1.27.3 go -C integration run ./bench > bench.txt

Each round runs every benchmark once, the peers of an operation one after the
other, so that a busy moment of the machine slows all of them. Ratios are those of
each peer's fastest round. The output has the form that benchstat reads.

	GOTOOLCHAIN=go1.27.3 go -C integration run ./bench -check

writes no file. It measures what we promise, and exits with 1 if a ratio misses its
bound by more than the noise of this run. It is for a quiet machine.

A file is an adapter, a section is a table, an [operation] is its line, and a
[peer] is who does it.
*/
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/internal/std"
)

func main() {
	testing.Init()
	rounds := flag.Int("rounds", 20, "how often to run each benchmark")
	each := flag.Duration("time", 20e6, "how long to run each benchmark in a round")
	run := flag.String("run", "", "which operations to run: a regular expression of section/operation, or growth")
	out := flag.String("o", "bench/RESULTS.md", "where to write the table; empty to write none")
	only := flag.Bool("check", false, "measure the promised ratios only, and fail if one is missed")
	flag.Parse()
	flag.Set("test.benchtime", each.String())
	flag.Set("test.benchmem", "true")
	match := must(regexp.Compile(*run))

	all := chosen(match, *only)
	fmt.Printf("goos: %s\ngoarch: %s\npkg: github.com/uuidkit/uuidkit/integration/bench\ncpu: %s\n", runtime.GOOS, runtime.GOARCH, cpu())
	for range *rounds {
		for _, s := range all {
			for _, o := range s.operations {
				o.run(s.name)
			}
		}
	}
	if *only {
		if missed := checkPromises(os.Stdout, all); missed > 0 {
			fmt.Fprintf(os.Stderr, "bench: %d of the promised ratios missed\n", missed)
			os.Exit(1)
		}
		return
	}
	var panels []panel
	if match.MatchString("growth") {
		panels = growthPanels()
		measureGrowth(panels, min(*rounds, 5), *each)
	}
	if *out == "" {
		return
	}
	command := fmt.Sprintf("GOTOOLCHAIN=%s go -C integration run ./bench -rounds %d -time %v", runtime.Version(), *rounds, *each)
	if *run != "" {
		command += fmt.Sprintf(" -run %q", *run)
	}
	page := report(all, command)
	if panels != nil {
		page = append(page, reportGrowth(panels)...)
	}
	check(os.WriteFile(*out, page, 0o644))
	check(results.Write(filepath.Join(filepath.Dir(*out), "results.json"), measured(all, panels, command)))
}

// chosen are the operations that match, or of those only the promised ones.
func chosen(match *regexp.Regexp, only bool) []section {
	all := []section{
		uuidSection(), formSection(), idsSection(), pgxSection(), sqlSection(), arraySection(), connectorSection(),
		bsonV2Section(), bsonV1Section(), msgpackSection(), cborSection(), jsonSection(),
	}
	for i := range all {
		s := &all[i]
		s.operations = slices.DeleteFunc(s.operations, func(o operation) bool { return !match.MatchString(s.name + "/" + o.name) })
		for i := range s.operations {
			o := &s.operations[i]
			o.peers = slices.DeleteFunc(o.peers, func(p peer) bool { return !std.Present && strings.HasPrefix(p.name, "std") })
			if only {
				o.keepPromised()
			}
			o.results = make([]result, len(o.peers))
		}
		s.operations = slices.DeleteFunc(s.operations, func(o operation) bool { return len(o.peers) == 0 })
	}
	return slices.DeleteFunc(all, func(s section) bool { return len(s.operations) == 0 })
}

// measured is what results.json has.
func measured(all []section, panels []panel, command string) results.Speed {
	r := results.Speed{Command: command, Go: runtime.Version(), CPU: cpu(), CPUs: runtime.NumCPU()}
	for _, s := range all {
		section := results.Section{Name: s.name}
		for _, o := range s.operations {
			operation := results.Operation{Name: o.name}
			for i, p := range o.peers {
				operation.Peers = append(operation.Peers, results.Peer{Name: p.name, NS: rounded(slices.Min(o.results[i].rounds)), Allocs: o.results[i].allocs})
			}
			section.Operations = append(section.Operations, operation)
		}
		r.Sections = append(r.Sections, section)
	}
	for _, p := range panels {
		panel := results.Panel{Name: p.name, Number: p.number, At: p.at}
		for _, c := range p.curves {
			curve := results.Curve{Operation: c.operation, Who: c.who}
			for _, n := range p.at {
				curve.NS = append(curve.NS, rounded(c.ns[n]))
			}
			if c.ns != nil {
				panel.Curves = append(panel.Curves, curve)
			}
		}
		r.Growth = append(r.Growth, panel)
	}
	return r
}

// rounded has a digit after the point, as the tables do.
func rounded(ns float64) float64 { return math.Round(ns*10) / 10 }

// A section is a table of RESULTS.md.
type section struct {
	name       string
	note       string   // what a reader has to know
	columns    []string // the names of the peers
	ratios     []ratio
	operations []operation
}

// A ratio compares the times of two peers: of takes so much of to's time, or of
// the best other's if to is empty.
type ratio struct{ of, to string }

// An operation is done by several peers. The section's columns have their names; a
// peer can be left out.
type operation struct {
	name    string
	ids     int      // in one call, if there are many
	most    promises // what a ratio may be at most
	peers   []peer
	results []result // of the peers
}

type promises map[ratio]float64

type peer struct {
	name string
	f    func(b *testing.B)
}

type result struct {
	rounds []float64 // the ns of each, by id
	allocs int64
}

// run runs each of the operation's peers once.
func (o operation) run(section string) {
	// What comes first after another operation finds the pools of its library
	// empty, and would be slower by up to a quarter.
	testing.Benchmark(o.peers[0].f)
	for i, p := range o.peers {
		r := testing.Benchmark(p.f)
		name := strings.NewReplacer(" ", "_", ",", "").Replace(section + "/" + o.name + "/" + p.name)
		if r.N == 0 {
			fmt.Fprintf(os.Stderr, "bench: %s failed\n", name)
			os.Exit(1)
		}
		fmt.Printf("Benchmark%s-%d\t%s\t%s\n", name, runtime.GOMAXPROCS(0), r, r.MemString())
		ns := float64(r.T.Nanoseconds()) / float64(r.N) / float64(max(o.ids, 1))
		o.results[i].rounds = append(o.results[i].rounds, ns)
		o.results[i].allocs = r.AllocsPerOp()
	}
}

// has reports whether the ratio compares p.
func (r ratio) has(p peer) bool { return p.name == r.of || r.isTo(p) }

func (r ratio) isTo(p peer) bool {
	return p.name == r.to || r.to == "" && p.name != r.of && p.name != floor
}

// ratio returns the ratio of the fastest among every parts-th round, beginning with one, or
// 0 if a peer takes no part.
func (o operation) ratio(r ratio, first, parts int) float64 {
	var of, to float64
	for i, p := range o.peers {
		for at := first; at < len(o.results[i].rounds); at += parts {
			ns := o.results[i].rounds[at]
			if p.name == r.of && (of == 0 || ns < of) {
				of = ns
			}
			if r.isTo(p) && (to == 0 || ns < to) {
				to = ns
			}
		}
	}
	if to == 0 {
		return 0
	}
	return of / to
}

// ownTime is how much longer than the peer nothing an operation may take, so that a bound
// which it misses counts as out of reach: nearly all of its time is the library's own.
const ownTime = 1.15

// own returns the ratio of the peer nothing, or 0 if it takes no part.
func (o operation) own(r ratio) float64 { return o.ratio(ratio{"nothing", r.to}, 0, 1) }

// report is RESULTS.md.
func report(all []section, command string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# Speed, side by side

Written by

    %s

with %s on %s, %d CPUs: %s. Each time is that of the fastest round, for one call or, in a batch, for one id. In brackets are
the allocations of a call. A ratio below 1 means that the first type is faster. Where a bound follows, we promise it; bold misses it. After ±
is the noise, where it is more than what a bound is missed by: how far the ratio differs between every fourth round from the first, second,
third and fourth on. A floor is the ratio of nothing, a codec or type that does nothing, if that is less than 15 %% better: the rest is the
library's own time.
`, command, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH, runtime.NumCPU(), cpu())
	for _, s := range all {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| operation |", s.name, s.note)
		for _, c := range s.columns {
			fmt.Fprintf(&b, " %s |", c)
		}
		for _, r := range s.ratios {
			fmt.Fprintf(&b, " %s / %s |", r.of, cmp.Or(r.to, "best other"))
		}
		fmt.Fprintf(&b, "\n|---|%s\n", strings.Repeat("---:|", len(s.columns)+len(s.ratios)))
		for _, o := range s.operations {
			fmt.Fprintf(&b, "| %s |", o.name)
			for _, c := range s.columns {
				if i := slices.IndexFunc(o.peers, func(p peer) bool { return p.name == c }); i >= 0 {
					fmt.Fprintf(&b, " %.1f ns (%d)", slices.Min(o.results[i].rounds), o.results[i].allocs)
				}
				b.WriteString(" |")
			}
			for _, r := range s.ratios {
				if got, most := o.ratio(r, 0, 1), o.most[r]; got == 0 {
				} else if most == 0 {
					fmt.Fprintf(&b, " %.2f", got)
				} else if got <= most {
					fmt.Fprintf(&b, " %.3f ≤ %.3g", got, most)
				} else if own := o.own(r); got <= own*ownTime {
					fmt.Fprintf(&b, " %.3f > %.3g, floor %.3f", got, most, own)
				} else if noise := o.noise(r); got <= most+noise {
					fmt.Fprintf(&b, " %.3f ± %.3f > %.3g", got, noise, most)
				} else {
					fmt.Fprintf(&b, " **%.3f > %.3g**", got, most)
				}
				b.WriteString(" |")
			}
			b.WriteString("\n")
		}
	}
	return b.Bytes()
}

// cpu is the processor's name, if this is Linux.
func cpu() string {
	out, err := exec.Command("sh", "-c", "grep -m1 'model name' /proc/cpuinfo").Output()
	if _, name, ok := strings.Cut(string(out), ":"); ok && err == nil {
		return strings.TrimSpace(name)
	}
	return "unknown"
}

func must[V any](v V, err error) V {
	check(err)
	return v
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
