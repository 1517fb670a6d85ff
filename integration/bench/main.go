/*
Bench measures uuidkit and its peers in one run, and writes bench/RESULTS.md:

	GOTOOLCHAIN=go1.27.3 go -C integration run ./bench > bench.txt

Each round runs every benchmark once, the peers of an operation one after the
other, so that a busy moment of the machine slows all of them. Ratios are those of
each peer's fastest round. The output has the form that benchstat reads.

A file is an adapter, a section is a table, an [operation] is its line, and a
[peer] is who does it.
*/
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/std"
)

func main() {
	testing.Init()
	rounds := flag.Int("rounds", 20, "how often to run each benchmark")
	each := flag.Duration("time", 20e6, "how long to run each benchmark in a round")
	run := flag.String("run", "", "which operations to run: a regular expression of section/operation")
	out := flag.String("o", "bench/RESULTS.md", "where to write the table; empty to write none")
	flag.Parse()
	flag.Set("test.benchtime", each.String())
	flag.Set("test.benchmem", "true")
	match := must(regexp.Compile(*run))

	all := []section{
		uuidSection(), formSection(), idsSection(), pgxSection(), sqlSection(), arraySection(), connectorSection(),
		bsonV2Section(), bsonV1Section(), msgpackSection(), cborSection(), jsonSection(),
	}
	fmt.Printf("goos: %s\ngoarch: %s\npkg: github.com/uuidkit/uuidkit/integration/bench\ncpu: %s\n", runtime.GOOS, runtime.GOARCH, cpu())
	for i := range all {
		s := &all[i]
		s.operations = slices.DeleteFunc(s.operations, func(o operation) bool { return !match.MatchString(s.name + "/" + o.name) })
		for i := range s.operations {
			o := &s.operations[i]
			o.peers = slices.DeleteFunc(o.peers, func(p peer) bool { return !std.Present && strings.HasPrefix(p.name, "std") })
			o.results = make([]result, len(o.peers))
		}
	}
	all = slices.DeleteFunc(all, func(s section) bool { return len(s.operations) == 0 })
	for range *rounds {
		for _, s := range all {
			for _, o := range s.operations {
				o.run(s.name)
			}
		}
	}
	if *out == "" {
		return
	}
	command := fmt.Sprintf("GOTOOLCHAIN=%s go -C integration run ./bench -rounds %d -time %v", runtime.Version(), *rounds, *each)
	if *run != "" {
		command += fmt.Sprintf(" -run %q", *run)
	}
	check(os.WriteFile(filepath.FromSlash(*out), report(all, command), 0o644))
}

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
	ns     float64 // the fastest round, by id
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
		if best := &o.results[i]; best.ns == 0 || ns < best.ns {
			best.ns = ns
		}
		o.results[i].allocs = r.AllocsPerOp()
	}
}

// time returns the time of the peer of that name, or of the best but one if name is empty, or 0.
func (o operation) time(name, but string) (best float64) {
	for i, p := range o.peers {
		if ns := o.results[i].ns; (p.name == name || name == "" && p.name != but) && (best == 0 || ns < best) {
			best = ns
		}
	}
	return best
}

// report is RESULTS.md.
func report(all []section, command string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# Speed, side by side

Written by

    %s

with %s on %s, %d CPUs: %s. Each time is that of the fastest round, for one call or, in a batch, for one id. In brackets are
the allocations of a call. A ratio below 1 means that the first type is faster. Where a bound follows, we promise it; bold misses it.
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
					fmt.Fprintf(&b, " %.1f ns (%d)", o.results[i].ns, o.results[i].allocs)
				}
				b.WriteString(" |")
			}
			for _, r := range s.ratios {
				of, to := o.time(r.of, r.of), o.time(r.to, r.of)
				if most := o.most[r]; of == 0 || to == 0 {
				} else if got := of / to; most == 0 {
					fmt.Fprintf(&b, " %.2f", got)
				} else if got <= most {
					fmt.Fprintf(&b, " %.3f ≤ %.3g", got, most)
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
