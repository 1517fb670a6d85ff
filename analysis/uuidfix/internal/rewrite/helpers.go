package rewrite

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// helperTexts are functions that the user's package gets if it needs them: what the old
// packages had and the new one has not. PKG. stands for the import's name.
var helperTexts = map[string]string{
	"mustUUID": `
// mustUUID panics if err is not nil.
func mustUUID(id PKG.UUID, err error) PKG.UUID {
	if err != nil {
		panic(err)
	}
	return id
}
`,
	"parseOrNil": `
// parseOrNil returns the Nil UUID if s is not a UUID.
func parseOrNil(s string) PKG.UUID {
	id, _ := PKG.Parse(s)
	return id
}
`,
	"fromBytesOrNil": `
// fromBytesOrNil returns the Nil UUID if b has not 16 bytes.
func fromBytesOrNil(b []byte) PKG.UUID {
	id, _ := PKG.FromBytes(b)
	return id
}
`,
	"validateUUID": `
// validateUUID returns an error if s is not a UUID.
func validateUUID(s string) error {
	_, err := PKG.Parse(s)
	return err
}
`,
	"uuidStrings": `
// uuidStrings returns the texts of the UUIDs.
func uuidStrings(ids []PKG.UUID) []string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	return texts
}
`,
	"uuidBytes": `
// uuidBytes returns the bytes of a copy of id.
func uuidBytes(id PKG.UUID) []byte { return id[:] }
`,
}

// A helperOf is a helper in a package.
type helperOf struct {
	packageOf
	name string
}

// packageOf returns the package of the file.
func (r *rewriter) packageOf() packageOf { return newPackageOf(r.p) }

// A packageOf is a package, of which a folder can have two. A file that is built alone has its own.
type packageOf struct{ dir, file, name string }

func newPackageOf(p *load.Pkg) packageOf {
	of := packageOf{dir: filepath.Dir(p.GoFiles[0]), name: p.Types.Name()}
	if p.PkgPath == "command-line-arguments" {
		of.file = p.GoFiles[0]
	}
	return of
}

// helpers are what the packages of a program get.
type helpers struct {
	declared map[packageOf]map[string]bool  // names, before
	wanted   map[helperOf]map[string]string // by file, the name of the import in it
	written  map[helperOf]string            // the file
	made     map[string]made                // files
}

// A made is a new file for the helpers of a package, and what stands before the new package's names in it.
type made struct {
	packageOf
	qualifier string
}

// newHelpers collects what is declared anywhere in a package, so that no helper's name is
// hidden where the helper is called.
func newHelpers(p *load.Program) *helpers {
	h := &helpers{map[packageOf]map[string]bool{}, map[helperOf]map[string]string{}, map[helperOf]string{}, map[string]made{}}
	for _, v := range p.Variants {
		for _, p := range v.Pkgs {
			if v.Broken(p) != "" {
				continue
			}
			for id := range p.Info.Defs {
				key := newPackageOf(p)
				if h.declared[key] == nil {
					h.declared[key] = map[string]bool{}
				}
				h.declared[key][id.Name] = true
			}
		}
	}
	return h
}

// name returns the helper's name, or with a number after it if that is taken.
func (h *helpers) name(of helperOf) string {
	name := of.name
	for i := 2; h.declared[of.packageOf][name]; i++ {
		name = of.name + strconv.Itoa(i)
	}
	return name
}

// help replaces a use by a helper.
func (r *rewriter) help(u use, helper string) {
	r.replace(u.expr, r.wantHelper(helper, u.qualifier()))
}

// methodHelped is for x.Method(), which is helper(x) now.
func methodHelped(helper string) methodRule {
	return func(r *rewriter, c inspector.Cursor) {
		sel := c.Node().(*ast.SelectorExpr)
		call, ok := c.Parent().Node().(*ast.CallExpr)
		q, imported := r.qualifier()
		if !ok || call.Fun != sel || !imported || r.p.Info.Types[sel.X].IsType() {
			r.report(finding.Compile, sel.Sel, types.ExprString(sel), "there is no such method")
			return
		}
		open := "("
		if _, pointer := r.p.Info.TypeOf(sel.X).Underlying().(*types.Pointer); pointer {
			open = "(*"
		}
		r.put(sel.Pos(), sel.Pos(), r.wantHelper(helper, q)+open)
		r.delete(sel.X.End(), call.Rparen)
	}
}

// qualifier returns how the file names the new package.
func (r *rewriter) qualifier() (q string, ok bool) {
	names := r.targetNames()
	if len(names) == 0 {
		return "", false
	}
	return strings.TrimPrefix(names[0].Name()+".", ".."), true // a dot import needs none
}

// wantHelper returns the name of a helper, which addHelpers will write.
func (r *rewriter) wantHelper(helper, qualifier string) string {
	key := helperOf{r.packageOf(), helper}
	if r.helpers.wanted[key] == nil {
		r.helpers.wanted[key] = map[string]string{}
	}
	r.helpers.wanted[key][r.name] = qualifier
	return r.helpers.name(key)
}

// addHelpers writes each helper into one file of its package that has all builds which need it. If more files
// come to need it, it can move to another one.
func (j *job) addHelpers() {
	keys := slices.SortedFunc(maps.Keys(j.helpers.wanted), func(a, b helperOf) int {
		return cmp.Or(cmp.Compare(a.dir, b.dir), cmp.Compare(a.packageOf.name, b.packageOf.name), cmp.Compare(a.name, b.name))
	})
	for _, key := range keys {
		files := j.helpers.wanted[key]
		was := j.helpers.written[key]
		name, qualifier := j.helperFile(key.packageOf, files, was)
		if name == was {
			continue
		}
		j.helpers.written[key] = name
		if was != "" {
			j.deleteFunc(was, j.helpers.name(key))
		}
		src, _ := j.Files.Read(name)
		text := strings.NewReplacer("PKG.", qualifier, key.name, j.helpers.name(key)).Replace(helperTexts[key.name])
		j.addEdit(name, edit{len(src), len(src), len(src), text})
	}
}

// deleteFunc deletes a function that was added to a file.
func (j *job) deleteFunc(file, name string) {
	src, _ := j.Files.Read(file)
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == name {
			from := fset.Position(fn.Doc.Pos()).Offset - len("\n")
			j.addEdit(file, edit{from, fset.Position(fn.End()).Offset, from, ""})
		}
	}
}

// helperFile returns the file for a helper: where it is, one of those that use it, or a new one if each is for
// some systems alone. A helper for more than tests is in no test.
func (j *job) helperFile(of packageOf, files map[string]string, was string) (file, qualifier string) {
	names := slices.Sorted(maps.Keys(files))
	isTest := func(name string) bool { return strings.HasSuffix(name, "_test.go") }
	tests := !slices.ContainsFunc(names, func(name string) bool { return !isTest(name) })
	fits := func(name string) bool { return j.Everywhere(name) && (tests || !isTest(name)) }
	file = was
	if file == "" || !fits(file) {
		file = names[0]
		if i := slices.IndexFunc(names, fits); i >= 0 {
			file = names[i]
		} else if len(names) > 1 {
			file = j.makeFile(of, tests, files[names[0]])
		}
	}
	if made, ok := j.helpers.made[file]; ok {
		j.addToBuilds(file, names)
		return file, made.qualifier
	}
	return file, files[file]
}

// makeFile returns a new file for the helpers of a package, or the one that it has. It imports the new package
// as the first file does that needs it.
func (j *job) makeFile(of packageOf, test bool, qualifier string) string {
	end := ".go"
	if test {
		end = "_test.go"
	}
	file := filepath.Join(of.dir, "uuidhelpers"+end)
	for i := 2; j.helpers.made[file].packageOf != of && exists(file, j.helpers.made); i++ {
		file = filepath.Join(of.dir, "uuidhelpers"+strconv.Itoa(i)+end)
	}
	if _, ok := j.helpers.made[file]; ok {
		return file
	}
	j.helpers.made[file] = made{of, qualifier}
	name := cmp.Or(strings.TrimSuffix(qualifier, "."), ".") + " "
	if name == path.Base(j.Target)+" " {
		name = ""
	}
	j.Files.Changed[file] = []byte("package " + of.name + "\n\nimport " + name + strconv.Quote(j.Target) + "\n")
	return file
}

// exists reports whether a file is there, or will be.
func exists(file string, all map[string]made) bool {
	_, err := os.Stat(file)
	return err == nil || all[file] != made{}
}

// addToBuilds adds a new file to the builds that have one of others.
func (j *job) addToBuilds(file string, others []string) {
	for _, v := range j.Variants {
		for _, p := range v.Pkgs {
			needs := slices.ContainsFunc(p.GoFiles, func(name string) bool { return slices.Contains(others, name) })
			if needs && !slices.Contains(p.GoFiles, file) {
				p.GoFiles = append(p.GoFiles, file)
			}
		}
	}
}
