// Package flow follows values through a package: through variables, fields, closures and
// functions, back to the calls and constants that they come from.
package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"
)

// Analyzer gives each check the Package. It builds nothing until a check asks.
var Analyzer = &analysis.Analyzer{
	Name:       "uuidflow",
	Doc:        "follow values for the other checks",
	Requires:   []*analysis.Analyzer{inspect.Analyzer},
	ResultType: reflect.TypeFor[*Package](),
	Run:        func(pass *analysis.Pass) (any, error) { return &Package{pass: pass}, nil },

	RunDespiteErrors: true,
}

// Of returns the package that a check looks at.
func Of(pass *analysis.Pass) *Package { return pass.ResultOf[Analyzer].(*Package) }

// A Package is a package in SSA form. Most packages have nothing for a check to follow, and
// are never built.
type Package struct {
	pass *analysis.Pass
	once sync.Once

	values   map[ast.Expr]place                      // of each expression that is not a constant
	calls    map[token.Pos]*ast.CallExpr             // by the parenthesis
	made     map[token.Pos]*ssa.Call                 // by the parenthesis
	sites    map[*ssa.Function][]ssa.CallInstruction // where the package calls its own functions
	escapes  map[*ssa.Function]bool                  // functions that are also values
	closures map[*ssa.Function][]*ssa.MakeClosure
	fields   map[*types.Var][]*ssa.Store
	globals  map[*ssa.Global][]*ssa.Store
	updates  []*ssa.MapUpdate
	fills    []*ssa.Call // of other packages, which may write to a map
}

// A place is a value, or the address of one, and where the program uses it.
type place struct {
	value ssa.Value
	addr  bool
	at    *ssa.BasicBlock
}

func (p *Package) build() {
	p.once.Do(func() {
		p.values = map[ast.Expr]place{}
		p.calls = map[token.Pos]*ast.CallExpr{}
		p.made = map[token.Pos]*ssa.Call{}
		p.sites = map[*ssa.Function][]ssa.CallInstruction{}
		p.escapes = map[*ssa.Function]bool{}
		p.closures = map[*ssa.Function][]*ssa.MakeClosure{}
		p.fields = map[*types.Var][]*ssa.Store{}
		p.globals = map[*ssa.Global][]*ssa.Store{}

		prog := ssa.NewProgram(p.pass.Fset, ssa.GlobalDebug)
		for _, imported := range p.pass.Pkg.Imports() {
			prog.CreatePackage(imported, nil, nil, true)
		}
		pkg := prog.CreatePackage(p.pass.Pkg, p.pass.Files, p.pass.TypesInfo, false)
		pkg.Build()

		for c := range p.root().Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			p.calls[call.Lparen] = call
		}
		var add func(*ssa.Function)
		add = func(fn *ssa.Function) {
			p.indexAll(fn)
			for _, anon := range fn.AnonFuncs {
				add(anon)
			}
		}
		if init := pkg.Func("init"); init != nil { // the variables of the package
			add(init)
		}
		for c := range p.root().Preorder((*ast.FuncDecl)(nil)) {
			if obj, ok := p.pass.TypesInfo.Defs[c.Node().(*ast.FuncDecl).Name].(*types.Func); ok {
				if fn := prog.FuncValue(obj); fn != nil {
					add(fn)
				}
			}
		}
	})
}

func (p *Package) root() inspector.Cursor {
	return p.pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
}

func (p *Package) indexAll(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			p.index(instr, b)
		}
	}
}

// index remembers what later questions look up.
func (p *Package) index(instr ssa.Instruction, b *ssa.BasicBlock) {
	switch instr := instr.(type) {
	case *ssa.DebugRef:
		p.values[instr.Expr] = place{instr.X, instr.IsAddr, b}
		return
	case *ssa.MakeClosure:
		fn := instr.Fn.(*ssa.Function)
		p.closures[fn] = append(p.closures[fn], instr)
	case *ssa.MapUpdate:
		p.updates = append(p.updates, instr)
	case *ssa.Store:
		switch addr := instr.Addr.(type) {
		case *ssa.FieldAddr:
			f := fieldOf(addr)
			p.fields[f] = append(p.fields[f], instr)
		case *ssa.Global:
			p.globals[addr] = append(p.globals[addr], instr)
		}
	}
	if call, ok := instr.(*ssa.Call); ok {
		p.made[call.Pos()] = call
		if fills(call) {
			p.fills = append(p.fills, call)
		}
	}
	shows := func(fn *ssa.Function) bool { // a test shows nothing of what the program passes
		return !p.inTest(instr.Pos()) && !p.inTest(b.Parent().Pos()) || p.inTest(origin(fn).Pos())
	}
	var called *ssa.Value
	if call, ok := instr.(ssa.CallInstruction); ok {
		if fn := call.Common().StaticCallee(); fn != nil {
			if shows(fn) {
				p.sites[origin(fn)] = append(p.sites[origin(fn)], call)
			}
			called = &call.Common().Value
		}
	}
	_, makes := instr.(*ssa.MakeClosure)
	for _, operand := range instr.Operands(nil) {
		switch v := (*operand).(type) {
		case *ssa.MakeClosure:
			if fn := v.Fn.(*ssa.Function); operand != called && shows(fn) {
				p.escapes[fn] = true
			}
		case *ssa.Function:
			if !shows(v) {
				continue
			}
			if isWrapper(v) {
				p.indexAll(v)
			}
			if operand != called && !makes { // a closure that is made may only be called
				p.escapes[origin(v)] = true
			}
		}
	}
}

// isWrapper reports whether the function is one that calls a method for a value: t.M or T.M.
func isWrapper(fn *ssa.Function) bool {
	return fn.Pkg == nil && fn.Origin() == nil && fn.Object() != nil
}

func (p *Package) inTest(pos token.Pos) bool {
	return strings.HasSuffix(p.pass.Fset.Position(pos).Filename, "_test.go")
}

func origin(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}

// fieldOf is the field whose address it is.
func fieldOf(addr *ssa.FieldAddr) *types.Var { return structOf(addr).Field(addr.Field).Origin() }

// structOf is the struct of the field whose address it is.
func structOf(addr *ssa.FieldAddr) *types.Struct { return core(pointed(addr.X.Type())).(*types.Struct) }

// pointed is what the pointer points to.
func pointed(t types.Type) types.Type { return core(t).(*types.Pointer).Elem() }

// core is the underlying type. That of a type parameter is the one that its constraint asks for, as *T in
// func F[P interface{ *T }](p P): SSA reads fields through it, and makes structs of it.
func core(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Union:
		return core(u.Term(0).Type())
	case *types.Interface:
		for embedded := range u.EmbeddedTypes() {
			if to := core(embedded); !types.IsInterface(to) {
				return to
			}
		}
	}
	return t.Underlying()
}
