package meaning

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"go/version"
	"path"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// A Rise is that of the go line: what it goes past.
type Rise struct {
	Loops  bool // Go 1.22, whose loop variables are one per iteration
	Timers bool // Go 1.23, whose timers' channels have no buffer
	Seed   bool // Go 1.24, whose rand.Seed does nothing, and whose vet looks at formats
}

// Language lists what a rise of the go line changes in the source. To keep the loops it writes
// a build line into their files instead; old is the language before. The settings of before
// keep the rest.
func Language(p *load.Program, list *finding.List, rise Rise, old string, keep bool) error {
	addressed := map[position]bool{}
	for _, v := range p.Variants {
		if !rise.Loops && !rise.Seed {
			break
		}
		if err := v.Recheck(); err != nil { // for the positions in the files as they are now
			return err
		}
		if rise.Loops {
			newReceivers(v).addTo(addressed)
		}
		if rise.Seed {
			listFormats(v, list)
		}
	}
	for _, name := range p.GoFiles {
		src, err := p.Files.Read(name)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, src, parser.ParseComments)
		if err != nil {
			continue
		}
		add := func(n ast.Node, what, write string) {
			at, end := fset.PositionFor(n.Pos(), false).Offset, fset.PositionFor(n.End(), false).Offset
			list.Add(finding.Finding{File: name, Offset: at, End: end, Kind: finding.GoLine, What: what, Write: write})
		}
		if !keep {
			listTimersAndSeeds(f, rise, add)
		}
		if !rise.Loops || newer(f) {
			continue
		}
		loops := escaping(f, func(id ast.Node) bool { return addressed[position{name, fset.PositionFor(id.Pos(), false).Offset}] })
		if keep && len(loops) > 0 && !ast.IsGenerated(f) {
			after, by := withOldLanguage(src, old)
			p.Files.Changed[name] = after
			list.Move(name, func(offset int) int { return offset + by })
			continue
		}
		for _, id := range loops {
			add(id, "loop variable "+id.Name, "each iteration has one of its own from Go 1.22 on, and something keeps it here; -keep-language keeps one for all")
		}
	}
	return nil
}

// listFormats lists the calls with a format alone that is no constant: vet rejects these from Go 1.24 on, and
// go test runs vet.
func listFormats(v *load.Variant, list *finding.List) {
	for _, p := range v.Own {
		for _, f := range p.Files {
			for n := range ast.Preorder(f) {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) == 0 {
					continue
				}
				fn := p.Callee(call)
				if fn == nil || !hasFormat(fn.Signature(), fn.Name()) || len(call.Args) != fn.Signature().Params().Len()-1 {
					continue
				}
				if _, known := constantText(p, call.Args[len(call.Args)-1]); !known {
					at := v.Fset.PositionFor(call.Pos(), false)
					list.Add(finding.Finding{File: at.Filename, Offset: at.Offset, End: v.Fset.PositionFor(call.End(), false).Offset, Kind: finding.GoLine,
						What: text(call), Write: `vet, which go test runs, wants a constant format from Go 1.24 on: write "%s" before the text`})
				}
			}
		}
	}
}

// listTimersAndSeeds lists the calls that do something else after the rise.
func listTimersAndSeeds(f *ast.File, rise Rise, add func(n ast.Node, what, write string)) {
	for n := range ast.Preorder(f) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		switch fun := call.Fun.(type) {
		case *ast.SelectorExpr:
			if id, ok := fun.X.(*ast.Ident); ok && rise.Seed && id.Obj == nil && fun.Sel.Name == "Seed" && id.Name == imported(f, "math/rand") {
				add(call, "rand.Seed", "it does nothing from Go 1.24 on: use rand.New(rand.NewSource(seed)); -keep-language keeps it")
			}
		case *ast.Ident:
			if (fun.Name == "len" || fun.Name == "cap") && rise.Timers && len(call.Args) == 1 && imported(f, "time") != "" {
				if sel, ok := call.Args[0].(*ast.SelectorExpr); ok && sel.Sel.Name == "C" {
					add(call, fun.Name+" of a timer's channel", "it is 0 from Go 1.23 on; -keep-language keeps it")
				}
			}
		}
	}
}

// imported returns the name by which the file imports the package of the standard library, or nothing.
func imported(f *ast.File, pkg string) string {
	for _, spec := range f.Imports {
		switch {
		case spec.Path.Value != `"`+pkg+`"`:
		case spec.Name != nil:
			return spec.Name.Name
		default:
			return path.Base(pkg)
		}
	}
	return ""
}

// newer reports whether the file has a language of its own, by its build line.
func newer(f *ast.File) bool {
	for _, group := range f.Comments {
		for _, c := range group.List {
			if x, err := constraint.Parse(c.Text); err == nil && constraint.IsGoBuild(c.Text) && c.Pos() < f.Package {
				return constraint.GoVersion(x) != ""
			}
		}
	}
	return false
}

// escaping returns the variables of loops that a function literal uses, or whose address
// is taken, also for a method: those can outlive their iteration.
func escaping(f *ast.File, addressed func(ast.Node) bool) (all []*ast.Ident) {
	defined := map[*ast.Object]*ast.Ident{}
	define := func(e ast.Expr) {
		if id, ok := e.(*ast.Ident); ok && id.Obj != nil && id.Name != "_" {
			defined[id.Obj] = id
		}
	}
	found := map[*ast.Ident]bool{}
	var stack []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		switch n := n.(type) {
		case *ast.ForStmt:
			if init, ok := n.Init.(*ast.AssignStmt); ok && init.Tok == token.DEFINE {
				for _, l := range init.Lhs {
					define(l)
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				define(n.Key)
				define(n.Value)
			}
		case *ast.Ident:
			if id := defined[n.Obj]; n.Obj != nil && id != nil && id != n && !found[id] && (addressed(n) || outlives(stack, id)) {
				found[id] = true
				all = append(all, id)
			}
		}
		return true
	})
	return all
}

// outlives reports whether a use, the last node of the stack, is in a function literal inside
// of the loop that defines the variable, or takes the variable's address.
func outlives(stack []ast.Node, defined *ast.Ident) bool {
	for i := len(stack) - 2; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.UnaryExpr:
			if n.Op == token.AND && address(n.X) == stack[len(stack)-1] {
				return true
			}
		case *ast.SliceExpr:
			if address(n.X) == stack[len(stack)-1] { // of an array
				return true
			}
		case *ast.FuncLit:
			if n.Pos() > defined.Pos() && !calledAtOnce(stack[:i], n) {
				return true
			}
		case *ast.ForStmt, *ast.RangeStmt:
			if n.Pos() <= defined.Pos() && defined.Pos() < n.End() && i == loopOf(stack, defined) {
				return false
			}
		}
	}
	return false
}

// loopOf returns the index of the innermost loop that defines the variable.
func loopOf(stack []ast.Node, defined *ast.Ident) int {
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.ForStmt:
			if n.Init != nil && n.Init.Pos() <= defined.Pos() && defined.Pos() < n.Init.End() {
				return i
			}
		case *ast.RangeStmt:
			if n.Pos() <= defined.Pos() && defined.Pos() < n.X.Pos() {
				return i
			}
		}
	}
	return -1
}

// address returns the variable of x.f[0], whose address is that of a part of it.
func address(e ast.Expr) ast.Node {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		default:
			return e
		}
	}
}

// calledAtOnce reports whether the function literal is called where it stands.
func calledAtOnce(above []ast.Node, lit *ast.FuncLit) bool {
	call, ok := above[len(above)-1].(*ast.CallExpr)
	if !ok || call.Fun != lit || len(above) < 2 {
		return false
	}
	switch above[len(above)-2].(type) {
	case *ast.GoStmt, *ast.DeferStmt:
		return false
	}
	return true
}

// withOldLanguage returns the file with a build line for the old language, and by how much
// its text has moved.
func withOldLanguage(src []byte, old string) ([]byte, int) {
	if version.Compare(old, "go1.21") < 0 {
		old = "go1.21" // which has the same loops; a file can have no older language
	}
	eol := "\n"
	if strings.Contains(string(src), "\r\n") {
		eol = "\r\n"
	}
	text := strings.TrimPrefix(string(src), load.BOM)
	bom := string(src[:len(src)-len(text)])
	lines, was := buildLines(text)
	if len(lines) == 0 {
		text = bom + "//go:build " + old + eol + eol + text
		return []byte(text), len(text) - len(src)
	}
	both := &constraint.AndExpr{X: was, Y: &constraint.TagExpr{Tag: old}}
	text = strings.Replace(text, lines[0], "//go:build "+both.String()+eol, 1)
	for _, line := range lines[1:] {
		text = strings.Replace(text, line, "", 1)
	}
	text = bom + text
	return []byte(text), len(text) - len(src)
}

// buildLines returns the build lines of a file, a line //go:build first, and what they say. Lines // +build
// count if there is no other, and if an empty line follows.
func buildLines(text string) (lines []string, says constraint.Expr) {
	var build constraint.Expr
	var waiting []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "package ") {
			break
		}
		switch x, err := constraint.Parse(strings.TrimSpace(line)); {
		case err == nil && constraint.IsGoBuild(line):
			lines, build = append([]string{line}, lines...), x
		case err == nil:
			waiting = append(waiting, line)
		case strings.TrimSpace(line) == "":
			lines, waiting = append(lines, waiting...), nil
		}
	}
	if build != nil {
		return lines, build
	}
	for _, line := range lines {
		x, _ := constraint.Parse(strings.TrimSpace(line))
		if says != nil {
			x = &constraint.AndExpr{X: says, Y: x}
		}
		says = x
	}
	return lines, says
}
