// Apichange prints how the exported API of all packages has changed since the last
// release, and fails if CHANGELOG.md does not name what changed.
//
//	go -C integration run ./apichange             # since the last release, a tag such as v0.1.0
//	go -C integration run ./apichange -base main  # since another commit
//
// Until there is one, it compares with the commit [first].
package main

import (
	"errors"
	"flag"
	"fmt"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/exp/apidiff"
	"golang.org/x/tools/go/packages"

	"github.com/uuidkit/uuidkit/integration/internal/git"
)

const (
	root = "github.com/uuidkit/uuidkit"

	// first is the commit that began to compare: all later changes are in CHANGELOG.md.
	first = "1c32201767dbb4d82b81653150cfd9850064f71a"
)

// private are the folders whose packages nobody imports.
var private = regexp.MustCompile(`(^|/)(internal|cmd|integration|examples|docs)(/|$)`)

func main() {
	base := flag.String("base", "", "the `commit` to compare with")
	flag.Parse()
	if err := run(*base); err != nil {
		fmt.Fprintln(os.Stderr, "apichange:", err)
		os.Exit(1)
	}
}

func run(base string) error {
	top, err := git.Run(".", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	if base == "" {
		if base, err = defaultBase(top); err != nil {
			return err
		}
		if base == "" {
			fmt.Println("not compared: this clone is shallow and has no older commit")
			return nil
		}
	}
	tmp, err := os.MkdirTemp("", "apichange")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	before := filepath.Join(tmp, "base")
	if _, err := git.Run(".", "clone", "-q", "--shared", "--no-checkout", top, before); err != nil {
		return err
	}
	if _, err := git.Run(before, "checkout", "-q", "--detach", base); err != nil {
		return err
	}
	old, err := exported(before)
	if err != nil {
		return err
	}
	now, err := exported(top)
	if err != nil {
		return err
	}
	report := apidiff.ModuleChanges(old, now)
	fmt.Printf("exported API since %s:\n", base)
	if len(report.Changes) == 0 {
		fmt.Println("no change")
		return nil
	}
	if err := report.Text(os.Stdout); err != nil {
		return err
	}
	log, err := os.ReadFile(filepath.Join(top, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	return unnamed(report, string(log), base)
}

// defaultBase returns the commit that the package's documentation promises, or "" if
// a shallow clone does not have it.
func defaultBase(top string) (base string, err error) {
	if base, err = git.LastRelease(top); err == nil {
		return base, nil
	}
	if base, err = git.Run(top, "rev-parse", "--verify", first+"^{commit}"); err == nil {
		return base, nil
	}
	if shallow, _ := git.Run(top, "rev-parse", "--is-shallow-repository"); shallow == "true" {
		return "", nil
	}
	return "", err
}

// exported loads the packages of all the modules below dir that others can import.
func exported(dir string) (*apidiff.Module, error) {
	files, err := git.Run(dir, "ls-files", "--", "go.mod", "*/go.mod")
	if err != nil {
		return nil, err
	}
	all := &apidiff.Module{Path: root}
	for file := range strings.Lines(files) {
		module := filepath.Dir(strings.TrimSpace(file))
		if private.MatchString(module) {
			continue
		}
		loaded, err := packages.Load(&packages.Config{
			Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports, // from the compiler's files, which the build cache has
			Dir:  filepath.Join(dir, module),
			Env:  append(os.Environ(), "GOWORK=off"),
		}, "./...")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", module, err)
		}
		for _, p := range loaded {
			if len(p.Errors) > 0 {
				return nil, fmt.Errorf("%s: %w", p.PkgPath, p.Errors[0])
			}
			if p.Name != "main" && !private.MatchString(p.PkgPath) {
				all.Packages = append(all.Packages, p.Types)
			}
		}
	}
	slices.SortFunc(all.Packages, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	return all, nil
}

// unnamed returns an error that lists the changes that no entry of CHANGELOG.md names. An entry
// names the package, too, both as code. It is above the heading of the release base.
func unnamed(report apidiff.Report, log, base string) error {
	news, _, _ := strings.Cut(log, "\n## "+path.Base(base)) // an adapter's tag begins with its folder
	var entries [][]string
	for entry := range strings.SplitSeq(news, "\n- ") {
		entries = append(entries, word.FindAllString(strings.Join(code.FindAllString(entry, -1), " "), -1))
	}
	var problems []error
	for _, c := range report.Changes {
		pkg, name := changed(c.Message)
		if !slices.ContainsFunc(entries, func(words []string) bool { return slices.Contains(words, pkg) && slices.Contains(words, name) }) {
			problems = append(problems, fmt.Errorf("CHANGELOG.md does not name %s of %s: %s", name, pkg, c.Message))
		}
	}
	return errors.Join(problems...)
}

var (
	code = regexp.MustCompile("`[^`]+`")
	word = regexp.MustCompile(`\w+`)
)

// changed returns the package and the last name in what apidiff calls the changed thing:
//
//	./sqlx.(*Binary).Scan: changed from …   sqlx, Scan
//	package ./uuid/generator: added         generator, generator
func changed(message string) (pkg, name string) {
	what, _, _ := strings.Cut(message, ": ")
	names := word.FindAllString(path.Base(what), -1)
	return names[0], names[len(names)-1]
}
