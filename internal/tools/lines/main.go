// Lines counts the lines of Go that people wrote and that are no tests, by folder:
//
//	go run ./internal/tools/lines              # a line for each folder of the root, and the sum
//	go run ./internal/tools/lines -since REV   # compares with a commit, in the packages it had
//	go run ./internal/tools/lines -long 60     # also lists the functions of more than 60 lines
//
// Run it in the root of the repository. It leaves out generated files, tests, and what is
// in folders named testdata.
//
// To add a file that is counted, or is not, add it to TestWalked in main_test.go.
package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

func main() {
	since := flag.String("since", "", "compare with the commit `REV`")
	long := flag.Int("long", 0, "list the functions of more than `N` lines")
	flag.Parse()
	if err := run(os.Stdout, *since, *long); err != nil {
		fmt.Fprintln(os.Stderr, "lines:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, since string, long int) error {
	now, err := walked(os.DirFS("."))
	if err != nil {
		return err
	}
	if since == "" {
		printLines(w, now)
	} else {
		then, err := archived(since)
		if err != nil {
			return err
		}
		printChange(w, then, now)
	}
	if long > 0 {
		fmt.Fprintf(w, "\nfunctions of more than %d lines:\n", long)
		for _, f := range now.longer(long) {
			fmt.Fprintf(w, "%6d  %s\n", f.lines, f.name)
		}
	}
	return nil
}

// A tree is what was counted.
type tree struct {
	lines     map[string]int // by package
	functions []function
}

// A function's name begins with its file.
type function struct {
	name  string
	lines int
}

// walked counts the files in a folder.
func walked(root fs.FS) (tree, error) {
	t := tree{lines: map[string]int{}}
	return t, fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir() || !counts(name):
			return nil
		}
		code, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		return t.add(name, code)
	})
}

// archived counts the files of a commit.
func archived(rev string) (tree, error) {
	t := tree{lines: map[string]int{}}
	cmd := exec.Command("git", "archive", "--format=tar", rev)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return t, fmt.Errorf("git archive %.64q: %w", rev, err)
	}
	for r := tar.NewReader(bytes.NewReader(out)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return t, err
		}
		if !counts(h.Name) {
			continue
		}
		code, err := io.ReadAll(r)
		if err != nil {
			return t, err
		}
		if err := t.add(h.Name, code); err != nil {
			return t, err
		}
	}
}

// counts reports whether a file is Go, and neither a test nor a test's data.
func counts(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !strings.Contains("/"+name, "/testdata/")
}

// add counts a file, unless it is generated.
func (t *tree) add(name string, code []byte) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, code, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(file) {
		return err
	}
	t.lines[path.Dir(name)] += bytes.Count(code, []byte("\n"))
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			lines := files.Position(f.End()).Line - files.Position(f.Pos()).Line + 1
			t.functions = append(t.functions, function{name + " " + f.Name.Name, lines})
		}
	}
	return nil
}

// longer returns the functions of more than n lines, the longest first.
func (t tree) longer(n int) []function {
	long := slices.DeleteFunc(slices.Clone(t.functions), func(f function) bool { return f.lines <= n })
	slices.SortFunc(long, func(a, b function) int {
		return cmp.Or(b.lines-a.lines, strings.Compare(a.name, b.name))
	})
	return long
}

// tops adds up the lines of packages, by the folder of the root that they are in.
func tops(lines map[string]int) (sums map[string]int, sum int) {
	sums = map[string]int{}
	for pkg, n := range lines {
		top, _, _ := strings.Cut(pkg, "/")
		sums[top] += n
		sum += n
	}
	return sums, sum
}

func printLines(w io.Writer, now tree) {
	sums, sum := tops(now.lines)
	for _, top := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(w, "%7d  %s\n", sums[top], top)
	}
	fmt.Fprintf(w, "%7d  in %d packages\n", sum, len(now.lines))
}

// printChange prints what the packages of then had and have, and what other packages have now.
func printChange(w io.Writer, then, now tree) {
	still, since := map[string]int{}, map[string]int{}
	for pkg, n := range now.lines {
		if _, ok := then.lines[pkg]; ok {
			still[pkg] = n
		} else {
			since[pkg] = n
		}
	}
	a, sumThen := tops(then.lines)
	b, sumStill := tops(still)
	c, sumSince := tops(since)
	all := maps.Clone(a)
	maps.Copy(all, c)
	fmt.Fprintln(w, "   then      now  in new packages")
	for _, top := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(w, "%7d  %7d  %7d  %s\n", a[top], b[top], c[top], top)
	}
	fmt.Fprintf(w, "%7d  %7d  %7d  in %d packages of then, %d of them left, and %d new ones\n",
		sumThen, sumStill, sumSince, len(then.lines), len(still), len(since))
}
