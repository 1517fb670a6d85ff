package rewrite

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/module"
)

// wantImport returns how the file names a package of the standard library, and imports it
// if the file does not. It reports whether it can: the name may be taken.
func (r *rewriter) wantImport(pkg string) (name string, ok bool) {
	for _, spec := range r.file.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); p == pkg && (spec.Name == nil || spec.Name.Name != "_" && spec.Name.Name != ".") {
			if spec.Name != nil {
				return spec.Name.Name, true
			}
			return path.Base(pkg), true
		}
	}
	name = path.Base(pkg)
	if r.taken(name) {
		return "", false
	}
	r.addImport(strconv.Quote(pkg))
	return name, true
}

// taken reports whether the package declares the name, or an import of the file has it.
func (r *rewriter) taken(name string) bool {
	return r.helpers.declared[r.packageOf()][name] || slices.ContainsFunc(r.file.Imports, func(spec *ast.ImportSpec) bool {
		obj := r.imported(spec)
		return obj != nil && obj.Name() == name
	})
}

// addImport adds an import to the group where its like are: gofmt sorts it there. It adds nothing beside
// an import that goes: what is inside of a deletion is dropped. It adds nothing before "C", whose comment is
// C code. The file imports an old package, so that another import is there.
func (r *rewriter) addImport(spec string) {
	isC := func(s *ast.ImportSpec) bool { return s.Path.Value == `"C"` }
	decl := r.importDecl(r.file.Imports[slices.IndexFunc(r.file.Imports, func(s *ast.ImportSpec) bool { return !isC(s) })])
	if !decl.Lparen.IsValid() {
		r.put(decl.Pos(), decl.Pos(), "import "+spec+"\n")
		return
	}
	for _, s := range decl.Specs {
		s := s.(*ast.ImportSpec)
		path, _ := strconv.Unquote(s.Path.Value)
		goes := r.Program.Target == module.Std && r.sources[path] != nil
		if !goes && !isC(s) && isStd(s) == isStdPath(spec) {
			r.put(s.Pos(), s.Pos(), spec+"\n\t")
			return
		}
	}
	if isStdPath(spec) {
		r.put(decl.Lparen+1, decl.Lparen+1, "\n\t"+spec+"\n")
	} else {
		r.put(decl.Rparen, decl.Rparen, "\n\t"+spec+"\n")
	}
}

func isStd(spec *ast.ImportSpec) bool { return isStdPath(spec.Path.Value) }

// isStdPath reports whether the standard library has the package: no dot is in the first
// part of its path.
func isStdPath(spec string) bool {
	fields := strings.Fields(spec)
	first, _, _ := strings.Cut(strings.Trim(fields[len(fields)-1], `"`), "/")
	return !strings.Contains(first, ".")
}

// replaceImport replaces an old package's import by the new one's. Go 1.27's goes to the
// group of the standard library.
func (r *rewriter) replaceImport(spec *ast.ImportSpec) {
	quoted := strconv.Quote(r.Program.Target)
	decl := r.importDecl(spec)
	if r.Program.Target != module.Std || decl == nil || !decl.Lparen.IsValid() || len(decl.Specs) == 1 || spec.Comment != nil || spec.Doc != nil {
		r.replace(spec.Path, quoted)
		return
	}
	text := quoted
	if spec.Name != nil {
		text = spec.Name.Name + " " + quoted
	}
	r.deleteLines(spec.Pos(), spec.End())
	r.addImport(text)
}

// importDecl returns the declaration of an import.
func (r *rewriter) importDecl(spec *ast.ImportSpec) *ast.GenDecl {
	for _, d := range r.file.Decls {
		if decl, ok := d.(*ast.GenDecl); ok && decl.Tok == token.IMPORT && decl.Pos() <= spec.Pos() && spec.Pos() < decl.End() {
			return decl
		}
	}
	return nil
}
