package rewrite

import (
	"cmp"
	"go/ast"
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
func (r *rewriter) packageOf() packageOf {
	return packageOf{filepath.Dir(r.name), r.p.Types.Name()}
}

// A packageOf is a package, of which a folder can have two.
type packageOf struct{ dir, name string }

// helpers are what the packages of a program get.
type helpers struct {
	declared map[packageOf]map[string]bool  // names, before
	wanted   map[helperOf]map[string]string // by file, the name of the import in it
	written  map[helperOf]bool
	made     map[string]packageOf // files
}

// newHelpers collects what is declared anywhere in a package, so that no helper's name is
// hidden where the helper is called.
func newHelpers(p *load.Program) *helpers {
	h := &helpers{map[packageOf]map[string]bool{}, map[helperOf]map[string]string{}, map[helperOf]bool{}, map[string]packageOf{}}
	for _, v := range p.Variants {
		for _, p := range v.Pkgs {
			if v.Broken(p) != "" {
				continue
			}
			for id := range p.Info.Defs {
				key := packageOf{filepath.Dir(p.GoFiles[0]), p.Types.Name()}
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

// addHelpers writes each helper into one file of its package that has all builds which need it.
func (j *job) addHelpers() {
	for key, files := range j.helpers.wanted {
		if j.helpers.written[key] {
			continue
		}
		j.helpers.written[key] = true
		name := j.helperFile(key.packageOf, files)
		src, _ := j.Files.Read(name)
		text := strings.NewReplacer("PKG.", files[name], key.name, j.helpers.name(key)).Replace(helperTexts[key.name])
		if j.edits[name] == nil {
			j.edits[name] = edits{}
		}
		j.edits[name][edit{len(src), len(src), len(src), text}] = true
	}
}

// helperFile returns the file for a helper: one of those that use it, or a new one if each is for some systems
// alone. A helper for more than tests is in no test.
func (j *job) helperFile(of packageOf, files map[string]string) string {
	names := slices.Sorted(maps.Keys(files))
	tests := !slices.ContainsFunc(names, func(name string) bool { return !strings.HasSuffix(name, "_test.go") })
	for _, name := range names {
		if len(names) == 1 || load.Everywhere(name) && (tests || !strings.HasSuffix(name, "_test.go")) {
			return name
		}
	}
	end := ".go"
	if tests {
		end = "_test.go"
	}
	file := filepath.Join(of.dir, "uuidhelpers"+end)
	for i := 2; j.helpers.made[file] != of && exists(file, j.helpers.made); i++ {
		file = filepath.Join(of.dir, "uuidhelpers"+strconv.Itoa(i)+end)
	}
	files[file] = files[names[0]]
	if j.helpers.made[file] != of {
		j.helpers.made[file] = of
		j.makeFile(of, file, names, files[file])
	}
	return file
}

// exists reports whether a file is there, or will be.
func exists(file string, made map[string]packageOf) bool {
	_, err := os.Stat(file)
	return err == nil || made[file] != packageOf{}
}

// makeFile adds a file to the builds that have one of others. It imports the new package as the first of those.
func (j *job) makeFile(of packageOf, file string, others []string, qualifier string) {
	name := cmp.Or(strings.TrimSuffix(qualifier, "."), ".") + " "
	if name == path.Base(j.Target)+" " {
		name = ""
	}
	j.Files.Changed[file] = []byte("package " + of.name + "\n\nimport " + name + strconv.Quote(j.Target) + "\n")
	for _, v := range j.Variants {
		for _, p := range v.Pkgs {
			if slices.ContainsFunc(p.GoFiles, func(name string) bool { return slices.Contains(others, name) }) {
				p.GoFiles = append(p.GoFiles, file)
			}
		}
	}
}
