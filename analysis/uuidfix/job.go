package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A job is one run: the program in its variants, and what becomes of its files.
type job struct {
	*module
	to       string             // the new package's path
	sources  map[string]*source // by path
	came     map[string]bool    // the old packages that files import
	withOld  []string           // files that import them, in any build
	variants []*variant
	parsed   *parsed

	contents  map[string][]byte              // the files that differ from those on disk
	edits     map[string]edits               // of this round
	helpers   map[helperOf]map[string]string // by file, the name of the import in it
	helped    map[helperOf]bool              // those that are written
	declared  map[packageOf]map[string]bool  // names, before
	left      map[left]bool
	sites     map[place]bool
	stores    map[string]bool // that are listed
	libraries map[string]bool // that are listed
	files     int
}

// A place is an offset in a file.
type place struct {
	file   string
	offset int
}

// A left is something that only a person can rewrite.
type left struct {
	file   string
	offset int
	what   string
	write  string // or nothing
}

func newJob(m *module) (*job, error) {
	j := &job{
		module:    m,
		to:        m.target,
		sources:   sources,
		came:      map[string]bool{},
		parsed:    &parsed{fset: token.NewFileSet(), files: map[fileMode]parsedFile{}},
		contents:  map[string][]byte{},
		edits:     map[string]edits{},
		helpers:   map[helperOf]map[string]string{},
		helped:    map[helperOf]bool{},
		declared:  map[packageOf]map[string]bool{},
		left:      map[left]bool{},
		sites:     map[place]bool{},
		stores:    map[string]bool{},
		libraries: map[string]bool{},
	}
	var err error
	j.withOld, err = j.filesWithOld()
	return j, err
}

// read returns what the file contains now.
func (j *job) read(name string) ([]byte, error) {
	if b, ok := j.contents[name]; ok {
		return b, nil
	}
	return os.ReadFile(name)
}

// rewrite rewrites in memory: first the names, then what does not fit after that, until
// there is nothing to do.
func (j *job) rewrite() error {
	broken := map[*variant]map[string]string{} // packages that do not compile before, and why
	rewritten := map[string]bool{}             // files
	for _, v := range j.variants {
		broken[v] = map[string]string{}
		if err := v.recheck(nil); err != nil {
			return err
		}
		for _, p := range v.pkgs {
			if why := p.broken(); why != "" {
				broken[v][p.ID] = why
				continue
			}
			j.collectNames(p)
			for i, f := range p.files {
				rewritten[p.GoFiles[i]] = !ast.IsGenerated(f)
			}
		}
	}
	kept := slices.ContainsFunc(j.withOld, func(name string) bool { return !rewritten[name] })
	for _, v := range j.variants {
		v.outside = v.outside || kept
		for _, p := range v.pkgs {
			if broken[v][p.ID] != "" {
				continue
			}
			j.listStores(v, p)
			j.listAPIs(v, p)
			for _, f := range p.files {
				if !j.importsOld(f) {
					continue
				}
				if r := j.newRewriter(v, p, f); ast.IsGenerated(f) {
					r.leave(f.Name, "generated file", "not rewritten: change its generator's configuration, or run the generator again")
				} else {
					r.rewriteNames()
				}
			}
		}
	}
	for _, v := range j.variants {
		for _, p := range v.pkgs {
			if why := broken[v][p.ID]; why != "" {
				j.listPackage(p, why)
			}
		}
	}
	j.addHelpers()
	j.files = len(j.edits)
	for range 10 {
		if len(j.edits) == 0 {
			break
		}
		if err := j.apply(); err != nil {
			return err
		}
		for _, v := range j.variants {
			if err := v.recheck(j.contents); err != nil {
				return err
			}
			for _, p := range v.pkgs {
				for _, f := range p.files {
					if broken[v][p.ID] == "" && !ast.IsGenerated(f) {
						j.newRewriter(v, p, f).repair()
					}
				}
			}
		}
		j.addHelpers()
	}
	j.edits = map[string]edits{}
	for _, v := range j.variants {
		for _, p := range v.pkgs {
			if broken[v][p.ID] == "" && len(j.contents) > 0 {
				j.listErrors(p)
			}
		}
	}
	for name, src := range j.contents {
		j.contents[name] = formatted(name, src)
	}
	return nil
}

// importsOld reports whether the file imports an old package.
func (j *job) importsOld(f *ast.File) bool {
	found := false
	for _, spec := range f.Imports {
		if path, _ := strconv.Unquote(spec.Path.Value); j.sources[path] != nil {
			j.came[path], found = true, true
		}
	}
	return found
}

// apply applies the edits of this round.
func (j *job) apply() error {
	for name, e := range j.edits {
		src, err := j.read(name)
		if err != nil {
			return err
		}
		sorted, err := e.sorted()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		after := apply(src, sorted)
		if _, err := parser.ParseFile(token.NewFileSet(), name, after, parser.SkipObjectResolution); err != nil {
			return fmt.Errorf("please report this, nothing was written: the rewritten file would not parse: %w", err)
		}
		j.contents[name] = after
		old := j.left
		j.left = map[left]bool{}
		for l := range old {
			if l.file == name {
				l.offset = moved(l.offset, sorted)
			}
			j.left[l] = true
		}
	}
	j.edits = map[string]edits{}
	return nil
}

// listPackage lists a package that does not compile before the rewriting, if no variant
// rewrites a file of it.
func (j *job) listPackage(p *pkg, why string) {
	for _, name := range p.GoFiles {
		if slices.Contains(j.withOld, name) && j.edits[name] == nil {
			j.left[left{file: name, what: "package " + p.PkgPath + " not rewritten", write: j.short(strings.TrimPrefix(why, "-: "))}] = true
			return
		}
	}
}

// listErrors lists why a package does not compile after the rewriting, where the list
// does not say so yet.
func (j *job) listErrors(p *pkg) {
	listed := map[string]bool{}
	for l := range j.left {
		listed[j.line(l)] = true
	}
	for _, e := range p.errs {
		at := e.Fset.PositionFor(e.Pos, false)
		if l := (left{file: at.Filename, offset: at.Offset, what: strings.Join(strings.Fields(e.Msg), " ")}); !listed[j.line(l)] {
			j.left[l] = true
		}
	}
}

// listVendor lists the copies of modules that a module may have.
func (j *job) listVendor() {
	name := filepath.Join(j.dir, "vendor", "modules.txt")
	if _, err := os.Stat(name); err == nil {
		j.left[left{file: name, what: "vendored modules", write: "run go mod vendor"}] = true
	}
}

// line returns file:line.
func (j *job) line(l left) string {
	src, _ := j.read(l.file)
	return fmt.Sprintf("%s:%d", j.short(l.file), 1+bytes.Count(src[:min(l.offset, len(src))], []byte("\n")))
}

// short returns the text with file names relative to the working directory.
func (j *job) short(text string) string {
	return strings.ReplaceAll(text, j.cwd+string(filepath.Separator), "")
}

// list returns what is left, by file and line.
func (j *job) list() (lines []string) {
	for _, l := range slices.SortedFunc(maps.Keys(j.left), func(a, b left) int {
		return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(a.offset, b.offset), strings.Compare(a.what, b.what))
	}) {
		text := j.line(l) + ": " + l.what
		if l.write != "" {
			text += ": " + l.write
		}
		if !slices.Contains(lines, text) {
			lines = append(lines, text)
		}
	}
	return lines
}

// formatted returns the file as gofmt formats it, if it was so before.
func formatted(name string, src []byte) []byte {
	if before, err := os.ReadFile(name); err == nil {
		if same, err := format.Source(before); err == nil && bytes.Equal(before, same) {
			if out, err := format.Source(src); err == nil {
				return out
			}
		}
	}
	return src
}
