package rewrite

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// A rewriter rewrites one file of one package.
type rewriter struct {
	*job
	v    *load.Variant
	p    *load.Pkg
	file *ast.File
	name string // of the file
	src  []byte
	root inspector.Cursor

	refs map[types.Object][]*ast.Ident // in the file, in their order
	dead []span                        // statements that are deleted
}

// A span is a part of a file.
type span struct{ pos, end token.Pos }

func (s span) contains(pos token.Pos) bool { return s.pos <= pos && pos < s.end }

func (j *job) newRewriter(v *load.Variant, p *load.Pkg, file *ast.File) *rewriter {
	r := &rewriter{job: j, v: v, p: p, file: file, name: v.Fset.File(file.FileStart).Name()}
	r.src, _ = j.Files.Read(r.name)
	r.root, _ = inspector.New([]*ast.File{file}).Root().FirstChild()
	r.refs = map[types.Object][]*ast.Ident{}
	for c := range r.root.Preorder((*ast.Ident)(nil)) {
		id := c.Node().(*ast.Ident)
		if obj := r.object(id); obj != nil {
			r.refs[obj] = append(r.refs[obj], id)
		}
	}
	return r
}

// object returns what the identifier defines or uses.
func (r *rewriter) object(id *ast.Ident) types.Object {
	if obj := r.p.Info.Defs[id]; obj != nil {
		return obj
	}
	return r.p.Info.Uses[id]
}

// from returns the source that the object is a name of, or nil.
func (r *rewriter) from(obj types.Object) *source {
	if obj == nil || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
		return nil
	}
	return r.sources[obj.Pkg().Path()]
}

// oldObject returns the function of an old package that is called, or nil.
func (r *rewriter) oldObject(fun ast.Expr) types.Object {
	id, ok := fun.(*ast.Ident)
	if sel, is := fun.(*ast.SelectorExpr); is {
		id, ok = sel.Sel, true
	}
	if ok && r.from(r.p.Info.Uses[id]) != nil {
		return r.p.Info.Uses[id]
	}
	return nil
}

// rewriteNames rewrites all that the file names of old packages, and their imports.
func (r *rewriter) rewriteNames() {
	var uses []use
	for c := range r.root.Preorder((*ast.Ident)(nil)) {
		id := c.Node().(*ast.Ident)
		obj := r.p.Info.Uses[id]
		if r.from(obj) == nil {
			continue
		}
		u := use{Cursor: c, expr: id, name: id, obj: obj}
		if sel, ok := c.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel == id {
			u.Cursor, u.expr = c.Parent(), sel
		}
		if call, ok := u.Parent().Node().(*ast.CallExpr); ok && call.Fun == u.expr {
			u.call = call
		}
		uses = append(uses, u)
	}
	uses, stays := r.withoutBoundary(uses)
	if stays {
		return
	}
	// From the end to the beginning, so that an error variable is first dropped where
	// nothing reads it afterwards.
	for _, u := range slices.Backward(uses) {
		r.site(u.expr)
		if rule := r.from(u.obj).names[u.name.Name]; rule != nil {
			rule(r, u)
		} else {
			r.byHand(u.expr, "there is nothing like it")
		}
	}
	r.listMethods()
	r.nameEmbedded()
	r.mergeCases()
	for _, spec := range r.file.Imports {
		if path, _ := strconv.Unquote(spec.Path.Value); r.sources[path] != nil {
			r.replaceImport(spec)
		}
	}
}

// listMethods lists calls of methods that compile and have another meaning now.
func (r *rewriter) listMethods() {
	for c := range r.root.Preorder((*ast.SelectorExpr)(nil)) {
		sel := c.Node().(*ast.SelectorExpr)
		f, ok := r.p.Info.Uses[sel.Sel].(*types.Func)
		if !ok || f.Pkg() == nil || r.sources[f.Pkg().Path()] == nil || f.Signature().Recv() == nil {
			continue
		}
		if advice := r.sources[f.Pkg().Path()].changed[f.Name()]; advice != "" {
			r.byHand(sel, advice)
		}
	}
}

// offset returns the offset of the position in the file.
func (r *rewriter) offset(pos token.Pos) int { return r.v.Fset.PositionFor(pos, false).Offset }

func (r *rewriter) add(e edit) { r.addEdit(r.name, e) }

// put replaces what is from pos to end.
func (r *rewriter) put(pos, end token.Pos, text string) {
	r.add(edit{r.offset(pos), r.offset(end), r.offset(pos), text})
}

func (r *rewriter) replace(n ast.Node, text string) { r.put(n.Pos(), n.End(), text) }
func (r *rewriter) delete(pos, end token.Pos)       { r.put(pos, end, "") }

// insertAfter writes the text after the expression.
func (r *rewriter) insertAfter(n ast.Node, text string) {
	r.add(edit{r.offset(n.End()), r.offset(n.End()), r.offset(n.Pos()), text})
}

// wrap writes text around the expression.
func (r *rewriter) wrap(n ast.Node, before, after string) {
	r.add(edit{r.offset(n.Pos()), r.offset(n.Pos()), r.offset(n.End()), before})
	r.insertAfter(n, after)
}

// deleteLines deletes statements, and their lines if nothing else is there.
func (r *rewriter) deleteLines(pos, end token.Pos) {
	r.dead = append(r.dead, span{pos, end})
	from, to := r.offset(pos), r.offset(end)
	line := bytes.LastIndexByte(r.src[:from], '\n') + 1
	rest := bytes.IndexByte(r.src[to:], '\n')
	if rest >= 0 && len(bytes.TrimSpace(r.src[line:from])) == 0 && len(bytes.TrimSpace(r.src[to:to+rest])) == 0 {
		from, to = line, to+rest+1
	}
	r.add(edit{from, to, from, ""})
}

// rename gives a use another name. It reports whether the new package has it.
func (r *rewriter) rename(u use, name string) bool {
	if !r.has(u, name) {
		return false
	}
	if u.name.Name != name {
		r.replace(u.name, name)
	}
	return true
}

// has reports whether the new package has all the names.
func (r *rewriter) has(u use, names ...string) bool {
	for _, name := range names {
		if r.v.Target.Scope().Lookup(name) == nil {
			r.byHand(u.expr, cmp.Or(stdLacks[name], "package "+r.Program.Target+" has no "+name))
			return false
		}
	}
	return true
}

// code replaces a use by Go code that needs the names.
func (r *rewriter) code(u use, text string, names ...string) {
	if r.has(u, names...) {
		r.replace(u.expr, text)
	}
}

// inMust returns the call of Must that the use's call is the only argument of, or nil.
func (r *rewriter) inMust(u use) *ast.CallExpr {
	if u.call == nil {
		return nil
	}
	outer, ok := u.Parent().Parent().Node().(*ast.CallExpr)
	if !ok || len(outer.Args) != 1 || outer.Args[0] != u.call {
		return nil
	}
	if obj := r.oldObject(outer.Fun); obj == nil || obj.Name() != "Must" || !r.from(u.obj).must[u.obj.Name()] {
		return nil
	}
	return outer
}

// byHand lists an expression that does not compile until a person rewrites it.
func (r *rewriter) byHand(e ast.Expr, write string) {
	r.report(finding.Compile, e, types.ExprString(e), write)
}

// report lists a place.
func (r *rewriter) report(kind finding.Kind, n ast.Node, what, write string) {
	r.list.Add(finding.Finding{File: r.name, Offset: r.offset(n.Pos()), End: r.offset(n.End()), Kind: kind, What: what, Write: write})
}

// site counts a place that is rewritten.
func (r *rewriter) site(n ast.Node) { r.sites[place{r.name, r.offset(n.Pos())}] = true }
