// Uuidfix rewrites a module that uses google/uuid, gofrs/uuid or satori/go.uuid to use
// uuidkit. Run it in the module's folder:
//
//	go run github.com/uuidkit/uuidkit/analysis/uuidfix@latest -diff ./...
//	go run github.com/uuidkit/uuidkit/analysis/uuidfix@latest ./...
//
// With -diff it prints the changes, and writes nothing. With -to std it rewrites to Go
// 1.27's package uuid. It lists, by file and line, what it cannot rewrite, and what compiles
// and does something else: at run time, on the wire, to importers, in go.mod. -json prints
// the list for programs.
//
// The exit status is 0 if nothing is listed, 2 after an error, or else that of the worst
// kind: 8 compile, 7 wire, 6 run time, 5 api, 4 go line, 3 left.
//
// What changes in your program: https://github.com/uuidkit/uuidkit/tree/main/docs/moving
package main

// For contributors: code to rewrite is an archive in testdata, which TestGolden in golden_test.go runs. A name is a row of
// names in names_test.go or stdNames in names_test.go. Flags are a row of TestRun in run_test.go.

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/meaning"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/module"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/rewrite"
)

const usage = `usage: uuidfix [-diff] [-json] [-internal] [-keep-language] [-to std] [packages]
       uuidfix -order folder...
       uuidfix -sum report.json...

Uuidfix rewrites packages of this module (default ./...) from google/uuid, gofrs/uuid
and satori/go.uuid to uuidkit, or to Go 1.27's package uuid. It lists, by file and line,
what it cannot rewrite, and what behaves differently. The exit status is 0 if nothing is
listed, 2 after an error, or else that of the worst kind: 8 compile, 7 wire, 6 run time,
5 api, 4 go line, 3 left.

`

func main() {
	ctx, stop := interruptible()
	status := run(ctx, ".", os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// interruptible returns a context that ends with a signal that would end the program, so that it does not
// leave half of the files written.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, sigquit)
}

// options are what the command line says.
type options struct {
	target   string
	patterns []string // or folders, or files
	diff     bool
	json     bool
	keep     bool // the language
	internal bool
	order    bool
	sum      bool
}

// parse reads the command line.
func parse(args []string, stderr io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("uuidfix", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
	}
	flags.BoolVar(&o.diff, "diff", false, "print the changes, and write nothing")
	flags.BoolVar(&o.json, "json", false, "print the list, the counts and the diff as JSON")
	flags.BoolVar(&o.keep, "keep-language", false, "keep the loops and the run-time settings of an older go line")
	flags.BoolVar(&o.internal, "internal", false, "keep the old types in what importers can see")
	flags.BoolVar(&o.order, "order", false, "print the folders of several modules in the order in which to rewrite them; those that require each other are on one line")
	flags.BoolVar(&o.sum, "sum", false, "add up the files that -json has printed")
	to := flags.String("to", "uuidkit", "uuidkit, or std for Go 1.27's package uuid")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	o.target = map[string]string{"uuidkit": load.Kit + "/uuid", "std": module.Std}[*to]
	if o.target == "" {
		err = fmt.Errorf("-to %q: want uuidkit or std", *to)
		fmt.Fprintln(stderr, "uuidfix:", err)
	}
	if o.patterns = flags.Args(); len(o.patterns) == 0 {
		o.patterns = slices.Clone(load.Everything)
	}
	return o, err
}

// run returns the exit status: 0, that of the worst kind, or 2 after an error.
func run(ctx context.Context, dir string, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	switch {
	case err == flag.ErrHelp:
		return 0
	case err != nil:
		return 2
	}
	var r *finding.Report
	var changes []module.Change
	switch {
	case o.order:
		r, err = &finding.Report{}, order(ctx, o.patterns, stdout)
	case o.sum:
		r, err = sum(o.patterns, stdout)
	default:
		r, changes, err = fix(ctx, dir, o, stdout, stderr)
	}
	if err != nil && ctx.Err() != nil {
		err = module.ErrInterrupted // and not what it did to a command
	}
	if err == nil {
		err = module.Write(ctx, changes)
	}
	if err != nil {
		fmt.Fprintln(stderr, "uuidfix:", err)
		return 2
	}
	for _, c := range changes {
		if c.Before == nil {
			fmt.Fprintln(stderr, "uuidfix:", c.Name, "is new: git restore does not delete it")
		}
	}
	if !o.order && !o.sum {
		fmt.Fprintln(stderr, "uuidfix:", r.Summary())
	}
	return r.Status()
}

func order(ctx context.Context, dirs []string, stdout io.Writer) error {
	lines, err := module.Order(ctx, dirs)
	for _, line := range lines {
		fmt.Fprintln(stdout, line)
	}
	return err
}

func sum(names []string, stdout io.Writer) (*finding.Report, error) {
	var files []io.Reader
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, bytes.NewReader(b))
	}
	return finding.Sum(io.MultiReader(files...), stdout)
}

// fix rewrites a module, and prints what it finds. It returns the files to write.
func fix(ctx context.Context, dir string, o options, stdout, stderr io.Writer) (r *finding.Report, changes []module.Change, err error) {
	m, err := module.Open(ctx, dir, o.target, stderr)
	if err != nil {
		return nil, nil, err
	}
	defer m.Close()
	if !o.diff {
		if err := m.Clean(); err != nil {
			return nil, nil, err
		}
	}
	p, err := load.Find(m, o.target, stderr)
	if err != nil {
		return nil, nil, err
	}
	r = &finding.Report{Module: m.Path, To: o.target}
	var list finding.List
	if len(p.WithOld) == 0 {
		fmt.Fprintln(stderr, "uuidfix: nothing to do: no file imports", strings.Join(load.Old(), ", "))
	} else if changes, err = change(ctx, m, p, o, r, &list); err != nil {
		return nil, nil, err
	}
	r.Fill(&list, p.Files.Read, m.Short)
	if o.diff && len(changes) > 0 {
		if r.Diff, err = m.Diff(changes); err != nil {
			return nil, nil, err
		}
		changes = nil
	}
	if o.json {
		err = json.NewEncoder(stdout).Encode(r)
	} else {
		_, err = fmt.Fprint(stdout, r)
	}
	return r, changes, err
}

// change rewrites in memory, and lists what it finds.
func change(ctx context.Context, m *module.Module, p *load.Program, o options, r *finding.Report, list *finding.List) (changes []module.Change, err error) {
	if err := m.Require(); err != nil {
		return nil, err
	}
	if err := p.Load(ctx, o.patterns, list); err != nil {
		return nil, err
	}
	meaning.Before(p, list, o.internal)
	api, implementers := meaning.NewAPI(p), meaning.Implementers(p)
	if r.Files, r.Places, err = rewrite.Program(p, list, o.internal); err != nil {
		return nil, err
	}
	meaning.ListAPI(p, api, list)
	meaning.ListImplementers(p, implementers, list)
	rewrite.Format(p, list)
	if len(p.Files.Changed) == 0 {
		return nil, nil
	}
	if err := m.Tidy(p.Files.Changed, p.Gone()); err != nil {
		return nil, err
	}
	if err := listLanguage(m, p, list, o.keep); err != nil {
		return nil, err
	}
	if name, command := m.Vendored(); name != "" {
		list.Add(finding.Finding{File: name, Kind: finding.Compile, What: "vendored modules", Write: "run " + command})
	}
	if changes, err = m.Changes(p.Files.Changed, p.Files.Before); err == nil && !o.diff {
		err = m.Restorable(changes)
	}
	return changes, err
}

// listLanguage lists what else changes because go.mod does, or keeps it.
func listLanguage(m *module.Module, p *load.Program, list *finding.List, keep bool) error {
	var rise meaning.Rise
	var err error
	for release, past := range map[string]*bool{"go1.22": &rise.Loops, "go1.23": &rise.Timers, "go1.24": &rise.Seed} {
		if *past, err = m.Rises(release); err != nil {
			return err
		}
	}
	err = meaning.Language(p, list, rise, m.Language(), keep)
	if err == nil && keep {
		err = m.KeepSettings()
	}
	if err != nil {
		return err
	}
	what, write, err := m.Workspace(keep)
	if err != nil {
		return err
	} else if what != "" {
		list.Add(finding.Finding{File: m.Env.GOWORK, Kind: finding.Compile, What: what, Write: write})
	}
	notes, err := m.Notes(p.Gone(), keep)
	for _, n := range notes {
		list.Add(finding.Finding{File: m.Env.GOMOD, Offset: n.Offset, Kind: finding.GoLine, What: n.What, Write: n.Write})
	}
	return err
}
