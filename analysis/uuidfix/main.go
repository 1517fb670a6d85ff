// Uuidfix rewrites a module that uses google/uuid, gofrs/uuid or satori/go.uuid to use
// uuidkit. Run it in the module's folder:
//
//	go run github.com/uuidkit/uuidkit/analysis/uuidfix@latest -diff ./...
//	go run github.com/uuidkit/uuidkit/analysis/uuidfix@latest ./...
//
// With -diff it prints the changes, and writes nothing. With -to std it rewrites to Go
// 1.27's package uuid. It lists what it cannot rewrite for certain, by file and line. The
// exit status is 0 if nothing is left, 1 if something is, and 2 after an error.
//
// What changes in your program: https://github.com/uuidkit/uuidkit/tree/main/docs/moving
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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

const usage = `usage: uuidfix [-diff] [-to std] [packages]

Uuidfix rewrites the packages of this module, ./... if none are named: from
google/uuid, gofrs/uuid and satori/go.uuid to uuidkit, or to Go 1.27's package uuid.
It lists what it leaves for you, by file and line.

`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, ".", os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run returns the exit status: 0 done, 1 something is left for a person, 2 an error.
func run(ctx context.Context, dir string, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("uuidfix", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
	}
	diff := flags.Bool("diff", false, "print the changes, and write nothing")
	asJSON := flags.Bool("json", false, "print the list, the counts and the diff as JSON")
	keep := flags.Bool("keep-language", false, "keep the loops and the run-time settings of an older go line")
	internal := flags.Bool("internal", false, "keep the old types in what importers can see")
	order := flags.Bool("order", false, "print the folders of several modules in the order in which to rewrite them")
	sum := flags.Bool("sum", false, "add up the files that -json has printed")
	to := flags.String("to", "uuidkit", "uuidkit, or std for Go 1.27's package uuid")
	switch err := flags.Parse(args); {
	case err == flag.ErrHelp:
		return 0
	case err != nil:
		return 2
	}
	target := map[string]string{"uuidkit": load.Kit + "/uuid", "std": module.Std}[*to]
	if target == "" {
		fmt.Fprintf(stderr, "uuidfix: -to %q: want uuidkit or std\n", *to)
		return 2
	}
	if *order || *sum {
		status, err := many(ctx, flags.Args(), *order, stdout)
		if err != nil {
			fmt.Fprintln(stderr, "uuidfix:", err)
		}
		return status
	}
	patterns := flags.Args()
	if len(patterns) == 0 {
		patterns = slices.Clone(load.Everything)
	}
	r, err := fix(ctx, dir, options{target, patterns, *diff, *asJSON, *keep, *internal}, stdout, stderr)
	if err != nil && ctx.Err() != nil && !errors.Is(err, module.ErrInterrupted) {
		err = module.ErrInterrupted // and not what it did to a command
	}
	if err == nil && *asJSON {
		err = json.NewEncoder(stdout).Encode(r)
	}
	if err != nil {
		fmt.Fprintln(stderr, "uuidfix:", err)
		return 2
	}
	return r.Status()
}

// many is for several modules: their order, or the sum of their reports.
func many(ctx context.Context, args []string, order bool, stdout io.Writer) (status int, err error) {
	if order {
		lines, err := module.Order(ctx, args)
		if err != nil {
			return 2, err
		}
		for _, line := range lines {
			fmt.Fprintln(stdout, line)
		}
		return 0, nil
	}
	var files []io.Reader
	for _, name := range args {
		b, err := os.ReadFile(name)
		if err != nil {
			return 2, err
		}
		files = append(files, bytes.NewReader(b))
	}
	all, err := finding.Sum(io.MultiReader(files...), stdout)
	if err != nil {
		return 2, err
	}
	return all.Status(), nil
}

// options are what the command line says.
type options struct {
	target   string
	patterns []string
	diff     bool
	json     bool
	keep     bool // the language
	internal bool
}

// fix rewrites a module. It lists what it finds before it writes a file.
func fix(ctx context.Context, dir string, o options, stdout, stderr io.Writer) (*finding.Report, error) {
	m, err := module.Open(ctx, dir, o.target, stderr)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	if !o.diff {
		if err := m.Clean(); err != nil {
			return nil, err
		}
	}
	p, err := load.Find(m, o.target, stderr)
	if err != nil {
		return nil, err
	}
	r := &finding.Report{Module: m.Path, To: o.target, Findings: []finding.Line{}}
	if len(p.WithOld) == 0 {
		fmt.Fprintln(stderr, "uuidfix: nothing to do: no file imports", strings.Join(load.Old(), ", "))
		return r, nil
	}
	if err := m.Require(); err != nil {
		return nil, err
	}
	var list finding.List
	if err := p.Load(ctx, o.patterns, &list); err != nil {
		return nil, err
	}
	meaning.Before(p, &list)
	api := meaning.NewAPI(p)
	if r.Files, r.Places, err = rewrite.Program(p, &list, o.internal); err != nil {
		return nil, err
	}
	meaning.ListAPI(p, api, &list)
	var changes []module.Change
	if len(p.Files.Changed) > 0 {
		if err := m.Tidy(p.Files.Changed, p.Gone()); err != nil {
			return nil, err
		}
		if err := listLanguage(m, p, &list, o.keep); err != nil {
			return nil, err
		}
		if changes, err = m.Changes(p.Files.Changed); err != nil {
			return nil, err
		}
		if name := m.Vendored(); name != "" {
			list.Add(finding.Finding{File: name, Kind: finding.Left, What: "vendored modules", Write: "run go mod vendor"})
		}
	}
	r.Fill(&list, p.Files.Read, m.Short)
	if o.diff && len(changes) > 0 {
		if r.Diff, err = m.Diff(changes); err != nil {
			return nil, err
		}
	}
	if !o.json {
		fmt.Fprint(stdout, r.Diff)
		for _, line := range r.Findings {
			fmt.Fprintln(stdout, line)
		}
	}
	if !o.diff {
		if err := module.Write(ctx, changes); err != nil {
			return nil, err
		}
	}
	fmt.Fprintln(stderr, "uuidfix:", r.Summary())
	return r, nil
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
	notes, err := m.Notes(p.Gone(), keep)
	for _, n := range notes {
		list.Add(finding.Finding{File: m.Env.GOMOD, Offset: n.Offset, Kind: finding.GoLine, What: n.What, Write: n.Write})
	}
	return err
}
