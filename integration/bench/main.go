/*
Bench measures package uuid side by side with its peers, in one run:

	GOTOOLCHAIN=go1.27.3 go -C integration run ./bench > bench.txt

Each round runs every benchmark once, the peers of an operation one after the
other, so that a busy moment of the machine meets all of them. The output has the
form that benchstat reads. The table of ratios goes to bench/RESULTS.md: each is
made of the fastest of the rounds, which a busy machine disturbs the least.
*/
package main

import (
	"bytes"
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
)

func main() {
	testing.Init()
	rounds := flag.Int("rounds", 20, "how often to run each benchmark")
	each := flag.Duration("time", 20e6, "how long to run each benchmark in a round")
	pattern := flag.String("run", ".", "which operations to run, a regular expression; all, if the table is to be written")
	out := flag.String("o", "bench/RESULTS.md", "where to write the table; empty to write none")
	flag.Parse()
	flag.Set("test.benchtime", each.String())
	flag.Set("test.benchmem", "true")
	match, err := regexp.Compile(*pattern)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}

	ops := slices.DeleteFunc(operations(), func(o operation) bool { return !match.MatchString(o.name) })
	fmt.Printf("goos: %s\ngoarch: %s\npkg: github.com/uuidkit/uuidkit/integration/bench\ncpu: %s\n", runtime.GOOS, runtime.GOARCH, cpu())
	for range *rounds {
		for i := range ops {
			for j := range ops[i].peers {
				ops[i].run(j)
			}
		}
	}
	if *out == "" {
		return
	}
	command := fmt.Sprintf("GOTOOLCHAIN=%s go -C integration run ./bench -rounds %d -time %v", runtime.Version(), *rounds, *each)
	if err := os.WriteFile(filepath.FromSlash(*out), table(ops, command), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// An operation is done by ourselves, the first of the peers, and others.
type operation struct {
	name  string
	ids   int // that one call makes, if it makes many
	peers []peer
}

type peer struct {
	name   string
	f      func(b *testing.B)
	ns     float64 // the fastest round, by id
	allocs int64
	bytes  int64
}

func (o *operation) run(i int) {
	p := &o.peers[i]
	r := testing.Benchmark(p.f)
	fmt.Printf("Benchmark%s/%s-%d\t%s\t%s\n", strings.ReplaceAll(o.name, " ", "_"), strings.ReplaceAll(p.name, " ", ""), runtime.GOMAXPROCS(0), r, r.MemString())
	ns := float64(r.T.Nanoseconds()) / float64(r.N) / float64(max(o.ids, 1))
	if p.ns == 0 || ns < p.ns {
		p.ns = ns
	}
	p.allocs, p.bytes = r.AllocsPerOp(), r.AllocedBytesPerOp()
}

// table is RESULTS.md.
func table(ops []operation, command string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# Speed, side by side

Written by

    %s

with %s on %s, %d CPUs: %s. Every figure is the fastest of the rounds, of one call or, in a batch, of one id; in brackets
the allocations of a call. Pooled is google's EnableRandPool, which keeps random bytes in memory. A ratio below 1 says that uuidkit is faster.

| operation | uuidkit | std | google | google, pooled | gofrs | ulid | uuidkit / std | uuidkit / google | uuidkit / best other |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
`, command, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH, runtime.NumCPU(), cpu())
	for _, o := range ops {
		fmt.Fprintf(&b, "| %s |", o.name)
		ns := map[string]float64{} // "" is the best other
		for _, name := range []string{"uuidkit", "std", "google", "google, pooled", "gofrs", "ulid"} {
			i := slices.IndexFunc(o.peers, func(p peer) bool { return p.name == name })
			if i < 0 {
				b.WriteString(" |")
				continue
			}
			p := o.peers[i]
			fmt.Fprintf(&b, " %.1f ns (%d) |", p.ns, p.allocs)
			ns[name] = p.ns
			if name != "uuidkit" && (ns[""] == 0 || p.ns < ns[""]) {
				ns[""] = p.ns
			}
		}
		for _, name := range []string{"std", "google", ""} {
			if ns[name] == 0 {
				b.WriteString(" |")
				continue
			}
			fmt.Fprintf(&b, " %.2f |", ns["uuidkit"]/ns[name])
		}
		b.WriteString("\n")
	}
	return b.Bytes()
}

// cpu is the processor's name as Linux tells it.
func cpu() string {
	out, err := exec.Command("sh", "-c", "grep -m1 'model name' /proc/cpuinfo").Output()
	if _, name, ok := strings.Cut(string(out), ":"); ok && err == nil {
		return strings.TrimSpace(name)
	}
	return "unknown"
}
