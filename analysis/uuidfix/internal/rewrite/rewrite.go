// Package rewrite rewrites the files of a module in memory: the names of old packages, and
// then what does not fit after that.
//
// To add code to rewrite, add an archive to uuidfix/testdata, as CONTRIBUTING.md says. TestApplyLeaves in rewrite_test.go
// has what no archive can show.
package rewrite

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// Program rewrites a program, and lists what only a person can rewrite. It returns how many
// files and places it has rewritten. With internal, what can be reached from the exported API keeps the old types.
func Program(p *load.Program, list *finding.List, internal bool) (files, places int, err error) {
	j := &job{Program: p, list: list, edits: map[string]edits{}, sites: map[place]bool{}, sources: sources, helpers: newHelpers(p), left: map[string]bool{}}
	if internal {
		j.boundary = newBoundary(p)
	}
	j.rewriteNames()
	files = len(j.edits)
	if files > 0 && len(j.boundary) > 0 {
		list.Add(finding.Finding{File: p.Module.Env.GOMOD, Kind: finding.RunTime, What: "-internal", Write: "what importers can see keeps the old type, and the rest has the new one: " +
			"an any, reflection, MongoDB and CBOR tell them apart; write, look up and compare each id in one of them"})
	}
	for range 10 {
		if len(j.edits) == 0 {
			break
		}
		if err := j.apply(); err != nil {
			return 0, 0, err
		}
		for _, v := range j.Variants {
			if err := v.Recheck(); err != nil {
				return 0, 0, err
			}
		}
		j.each(func(v *load.Variant, p *load.Pkg, f *ast.File) {
			if !ast.IsGenerated(f) {
				j.newRewriter(v, p, f).repair()
			}
		})
		j.addHelpers()
	}
	if len(p.Files.Changed) > 0 {
		for _, v := range j.Variants {
			for _, p := range v.Pkgs {
				if v.Broken(p) == "" {
					j.listErrors(p)
				}
			}
		}
	}
	return files, len(j.sites), nil
}

// Format formats the files that were formatted before, and moves the findings.
func Format(p *load.Program, list *finding.List) {
	for name, src := range p.Files.Changed {
		if after := formatted(name, src); !bytes.Equal(after, src) {
			p.Files.Changed[name] = after
			list.Move(name, func(offset int) int { return sameByte(src, offset, after) })
		}
	}
}

// sameByte returns where a byte of a file is after gofmt, which changes spaces and semicolons.
func sameByte(before []byte, offset int, after []byte) int {
	printed := func(b byte) bool { return bytes.IndexByte([]byte(" \t\r\n;"), b) < 0 }
	n := 0
	for _, b := range before[:min(offset, len(before))] {
		if printed(b) {
			n++
		}
	}
	for i, b := range after {
		if printed(b) {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return len(after)
}

// A job is one run.
type job struct {
	*load.Program
	list     *finding.List
	edits    map[string]edits // of this round, by file
	sites    map[place]bool
	sources  map[string]*source
	helpers  *helpers
	left     map[string]bool // files of which the edits are wrong
	boundary boundary        // with -internal
}

// A place is an offset in a file.
type place struct {
	file   string
	offset int
}

// each calls do with the files of the packages to rewrite that compile before, once a variant.
func (j *job) each(do func(*load.Variant, *load.Pkg, *ast.File)) {
	for _, v := range j.Variants {
		for _, p := range v.Pkgs {
			if v.Broken(p) != "" || !j.Chosen(p) {
				continue
			}
			for _, f := range p.Files {
				if !j.left[v.Fset.File(f.FileStart).Name()] {
					do(v, p, f)
				}
			}
		}
	}
}

// rewriteNames is the first round.
func (j *job) rewriteNames() {
	j.each(func(v *load.Variant, p *load.Pkg, f *ast.File) {
		if !importsOld(f) {
			return
		}
		if r := j.newRewriter(v, p, f); ast.IsGenerated(f) {
			r.report(finding.Left, f.Name, "generated file", "not rewritten: change its generator's configuration, and run "+regenerate(j.Program, f, r.name))
		} else {
			r.rewriteNames()
		}
	})
	for _, v := range j.Variants {
		for _, p := range v.Pkgs {
			if why := v.Broken(p); why != "" && j.Chosen(p) {
				j.listPackage(p, why)
			}
		}
	}
	j.addHelpers()
}

// importsOld reports whether the file imports an old package.
func importsOld(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool {
		path, _ := strconv.Unquote(spec.Path.Value)
		return load.IsOld(path)
	})
}

func (j *job) addEdit(file string, e edit) {
	if j.edits[file] == nil {
		j.edits[file] = edits{}
	}
	j.edits[file][e] = true
}

// apply applies the edits of this round.
func (j *job) apply() error {
	for name, e := range j.edits {
		src, err := j.Files.Read(name)
		if err != nil {
			return err
		}
		sorted, err := e.sorted()
		if err != nil {
			j.leave(name, err)
			continue
		}
		if bytes.Contains(src, []byte("\r\n")) {
			for i := range sorted {
				sorted[i].text = strings.ReplaceAll(sorted[i].text, "\n", "\r\n")
			}
		}
		after := apply(src, sorted)
		if _, err := parser.ParseFile(token.NewFileSet(), name, after, parser.SkipObjectResolution); err != nil {
			j.leave(name, err)
			continue
		}
		j.Files.Changed[name] = after
		j.list.Move(name, func(offset int) int { return moved(offset, sorted) })
	}
	j.edits = map[string]edits{}
	return nil
}

// leave leaves a file as it was at first, because its edits are wrong.
func (j *job) leave(name string, why error) {
	delete(j.Files.Changed, name)
	j.left[name] = true
	j.list.Add(finding.Finding{File: name, Kind: finding.Left, What: "not rewritten", Write: "please report this: " + why.Error()})
}

// listPackage lists a package that does not compile before the rewriting, if no variant
// rewrites a file of it.
func (j *job) listPackage(p *load.Pkg, why string) {
	for _, name := range p.GoFiles {
		if slices.Contains(j.WithOld, name) && j.edits[name] == nil {
			j.list.Add(finding.Finding{File: name, Kind: finding.Left, What: "package " + p.PkgPath + " not rewritten", Write: j.Module.Short(strings.TrimPrefix(why, "-: "))})
			return
		}
	}
}

// listErrors lists why a package does not compile after the rewriting, where the list
// does not say so yet.
func (j *job) listErrors(p *load.Pkg) {
	for _, e := range p.Errs {
		if strings.HasPrefix(e.Msg, "\t") {
			continue // more about the one before
		}
		if at := e.Fset.PositionFor(e.Pos, false); !j.list.Explains(at.Filename, at.Offset) {
			what := strings.Join(strings.Fields(e.Msg), " ")
			j.list.Add(finding.Finding{File: at.Filename, Offset: at.Offset, End: at.Offset + 1, Kind: finding.Compile, What: what})
		}
	}
}

// formatted returns the file as gofmt formats it, if it was so before, with CRLF or without. It keeps the line ends.
func formatted(name string, src []byte) []byte {
	before, err := os.ReadFile(name)
	if err != nil {
		return src
	}
	crlf := bytes.Count(before, []byte("\r\n"))
	if crlf > 0 && crlf < bytes.Count(before, []byte("\n")) {
		return src
	}
	unix := func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")) }
	if same, err := format.Source(unix(before)); err != nil || !bytes.Equal(unix(before), same) {
		return src
	}
	out, err := format.Source(unix(src))
	if err != nil {
		return src
	}
	if crlf > 0 {
		out = bytes.ReplaceAll(out, []byte("\n"), []byte("\r\n"))
	}
	return out
}
