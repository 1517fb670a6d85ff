package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// Unchecked reports whether the origin is the first result of a call whose error nobody has
// looked at on some way to where the value is used: it is dropped, or the program goes on
// after it.
func (o Origin) Unchecked() bool {
	call, result := o.Call()
	if call == nil || result != 0 {
		return false
	}
	tuple, ok := call.Type().(*types.Tuple)
	if !ok || tuple.Len() != 2 {
		return false
	}
	if comparesToZero(o.Value) {
		return false
	}
	var errs []ssa.Value
	for _, use := range uses(call) {
		if extract, ok := use.(*ssa.Extract); ok && extract.Index == 1 {
			errs = append(errs, extract)
		}
	}
	return o.ignores(call, errs)
}

// ignores reports whether the program uses the value though the call's error says that it is none.
func (o Origin) ignores(call *ssa.Call, errs []ssa.Value) bool {
	compared, other, early := false, false, true
	for _, err := range errs {
		for _, use := range uses(err) {
			op, ok := use.(*ssa.BinOp)
			if !ok || !isNil(op.X) && !isNil(op.Y) {
				if !drops(use, err) {
					other = true
					early = early && o.before(call, use)
				}
				continue
			}
			for _, branch := range uses(op) {
				i, ok := branch.(*ssa.If)
				if !ok {
					other, early = true, false
					continue
				}
				compared = true
				if o.before(call, i) || o.goesOn(call, err, i, op.Op) {
					return true
				}
			}
		}
	}
	return !compared && (!other || early)
}

// goesOn reports whether the program uses the value after the branch in which it has seen the error. A
// branch that leaves in some cases has looked at the error, and so has one that sets a flag, or keeps the
// error, unless the value is used before anything else.
func (o Origin) goesOn(call *ssa.Call, err ssa.Value, i *ssa.If, op token.Token) bool {
	failed := i.Block().Succs[0]
	if op == token.EQL {
		failed = i.Block().Succs[1]
	}
	return reaches(failed, o.At, call.Block()) && !leaves(failed, o.At, call.Block()) && !marks(failed) &&
		(!keeps(err, 0) || o.At == o.use && follows(failed, o.At))
}

// before reports whether the value is used after the call, and before the instruction looks at the error.
func (o Origin) before(call *ssa.Call, look ssa.Instruction) bool {
	if o.use == nil || o.At != o.use || !call.Block().Dominates(o.use) || o.use == call.Block() && call.Pos() > o.pos {
		return false
	}
	if _, ok := look.(*ssa.If); ok {
		return o.use.Dominates(look.Block())
	}
	pos := lookPos(look)
	return pos.IsValid() && (o.use != look.Block() && o.use.Dominates(look.Block()) || o.use == look.Block() && o.pos < pos)
}

// lookPos is where the instruction, or the call that it makes an argument for, is.
func lookPos(look ssa.Instruction) token.Pos {
	switch look := look.(type) {
	case *ssa.Call:
		return look.Pos()
	case *ssa.Store:
		if call := argumentOf(look); call != nil {
			return call.Pos()
		}
	}
	return token.NoPos
}

// argumentOf returns the call for whose variadic arguments the value is stored, or nil.
func argumentOf(s *ssa.Store) *ssa.Call {
	addr, ok := s.Addr.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	for _, use := range uses(addr.X) {
		if slice, ok := use.(*ssa.Slice); ok {
			for _, use := range uses(slice) {
				if call, ok := use.(*ssa.Call); ok {
					return call
				}
			}
		}
	}
	return nil
}

// keeps reports whether the program stores the error, or one that is made of it, where something can
// look at it later.
func keeps(err ssa.Value, depth int) bool {
	if depth > 5 {
		return true
	}
	for _, use := range uses(err) {
		switch use := use.(type) {
		case *ssa.Store:
			call := argumentOf(use)
			if call == nil || keptBy(call, depth) {
				return true
			}
		case *ssa.Call:
			if keptBy(use, depth) {
				return true
			}
		case *ssa.MakeInterface:
			if keeps(use, depth+1) {
				return true
			}
		case *ssa.ChangeInterface:
			if keeps(use, depth+1) {
				return true
			}
		case *ssa.Send, *ssa.MapUpdate:
			return true
		}
	}
	return false
}

// keptBy reports whether the call appends the error, or makes another one of it that is kept.
func keptBy(call *ssa.Call, depth int) bool {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		return b.Name() == "append"
	}
	return types.Identical(call.Type(), types.Universe.Lookup("error").Type()) && keeps(call, depth+1)
}

// GoesOn reports whether the program only logs the error of the call, and goes on as without one.
func (p *Package) GoesOn(call *ast.CallExpr) bool {
	p.build()
	made := p.made[call.Lparen]
	if made == nil {
		return false
	}
	var err ssa.Value = made
	if tuple, ok := made.Type().(*types.Tuple); ok {
		for _, use := range uses(made) {
			if extract, ok := use.(*ssa.Extract); ok && extract.Index == tuple.Len()-1 {
				err = extract
			}
		}
	}
	on := false
	for _, use := range uses(err) {
		op, ok := use.(*ssa.BinOp)
		if !ok {
			if !isLogged(use) {
				return false
			}
			continue
		}
		for _, branch := range uses(op) {
			i, ok := branch.(*ssa.If)
			if !ok || !isNil(op.X) && !isNil(op.Y) {
				return false
			}
			failed, fine := i.Block().Succs[0], i.Block().Succs[1]
			if op.Op == token.EQL {
				failed, fine = fine, failed
			}
			if on = reaches(failed, fine, made.Block()) && onlyLogs(failed, fine); !on {
				return false
			}
		}
	}
	return on
}

// onlyLogs reports whether the branch that begins with one block goes to the other, and does nothing
// before but log.
func onlyLogs(from, to *ssa.BasicBlock) bool {
	if len(from.Succs) != 1 || from.Succs[0] != to || marks(from) {
		return false
	}
	for _, instr := range from.Instrs {
		switch instr := instr.(type) {
		case *ssa.Store:
			if argumentOf(instr) == nil {
				return false
			}
		case *ssa.Call:
			if fn := funcOf(instr.Common()); fn == nil || !logs.MatchString(fn.Name()) {
				return false
			}
		case *ssa.MapUpdate, *ssa.Send, *ssa.Go, *ssa.Defer:
			return false
		case *ssa.Phi:
			return false
		}
	}
	for _, instr := range to.Instrs {
		if phi, ok := instr.(*ssa.Phi); ok && slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool { return e != phi.Edges[0] }) {
			return false // the branch sets a variable
		}
	}
	return true
}

// marks reports whether the branch that begins with the block sets a flag, as ok = false.
func marks(from *ssa.BasicBlock) bool {
	isBool := func(v ssa.Value) bool { return types.Identical(v.Type().Underlying(), types.Typ[types.Bool]) }
	for _, b := range from.Parent().Blocks {
		if !from.Dominates(b) {
			continue
		}
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok && isBool(s.Val) {
				return true
			}
		}
		for _, next := range b.Succs {
			for _, instr := range next.Instrs {
				phi, ok := instr.(*ssa.Phi)
				if !ok || from.Dominates(next) || !isBool(phi) {
					continue
				}
				if c, ok := phi.Edges[slices.Index(next.Preds, b)].(*ssa.Const); ok && c.Value != nil {
					return true
				}
			}
		}
	}
	return false
}

var logs = regexp.MustCompile("^(Print|Log|Debug|Info|Warn|Error)")

// isLogged reports whether the instruction gives the error to a function that logs it.
func isLogged(use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.Store:
		call := argumentOf(use)
		return call != nil && isLogged(call)
	case *ssa.MakeInterface, *ssa.ChangeInterface:
		for _, next := range uses(use.(ssa.Value)) {
			if !isLogged(next) {
				return false
			}
		}
		return true
	case *ssa.Call:
		fn := funcOf(use.Common())
		return fn != nil && logs.MatchString(fn.Name()) && uuids.Path(fn.Pkg()) != "testing" && len(uses(use)) == 0
	}
	return false
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// drops reports whether the instruction gives the error to a function that does not look at it.
func drops(use ssa.Instruction, err ssa.Value) bool {
	call, ok := use.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	fn := origin(call.Call.StaticCallee())
	if len(fn.Blocks) == 0 {
		return false
	}
	for i, arg := range call.Call.Args {
		if arg == err && (i >= len(fn.Params) || len(uses(fn.Params[i])) > 0) {
			return false
		}
	}
	return true
}

// Unmarshaled returns the method or the decoder that has read the UUID, or a struct with one, if the
// origin is a variable that one has, or a field of it, and nobody has looked at its error.
func (o Origin) Unmarshaled() *types.Func {
	load, ok := o.Value.(*ssa.UnOp)
	if !ok {
		return nil
	}
	addr, t := load.X, load.Type()
	if f, ok := addr.(*ssa.FieldAddr); ok && uuids.Is(t) {
		if addr = f.X; o.passed(addr) != nil {
			addr, t = o.passed(addr), elem(o.passed(addr))
		}
	}
	if alloc, ok := addr.(*ssa.Alloc); ok && !asked(alloc) {
		return o.readInto(alloc, t)
	}
	return nil
}

// passed returns the variable that the call passes with which the value goes into the function, if v is
// the parameter for it, or nil.
func (o Origin) passed(v ssa.Value) *ssa.Alloc {
	param := parameterOf(v)
	if param == nil || o.site == nil {
		return nil
	}
	if fn := o.site.Common().StaticCallee(); fn == nil || origin(fn) != origin(param.Parent()) {
		return nil
	}
	return variable(o.site.Common().Args[slices.Index(param.Parent().Params, param)])
}

// asked reports whether the program asks of the variable, or of a field of it, if it is Nil.
func asked(addr ssa.Value) bool {
	for _, use := range uses(addr) {
		switch use := use.(type) {
		case *ssa.UnOp:
			if uuids.Is(use.Type()) && comparesToZero(use) {
				return true
			}
		case *ssa.FieldAddr:
			if asked(use) {
				return true
			}
		}
	}
	return false
}

// readInto returns what has read the variable, or its field of the type, if nobody has looked at its
// error.
func (o Origin) readInto(alloc *ssa.Alloc, t types.Type) *types.Func {
	ignored := func(use ssa.Instruction, reads func(*types.Func) bool) *types.Func {
		call, ok := use.(*ssa.Call)
		if !ok || !o.after(call) {
			return nil
		}
		if fn := funcOf(call.Common()); fn != nil && reads(fn) && o.ignores(call, []ssa.Value{call}) {
			return fn
		}
		return nil
	}
	for _, use := range uses(alloc) {
		if store, ok := use.(*ssa.Store); ok && store.Addr == alloc {
			return nil // it has had a value
		}
	}
	for _, use := range uses(alloc) {
		if call, ok := use.(*ssa.Call); ok && len(call.Call.Args) > 0 && call.Call.Args[0] == alloc {
			if fn := ignored(call, isReader); fn != nil {
				return fn
			}
		}
		if boxed, ok := use.(*ssa.MakeInterface); ok && (uuids.Is(t) || hasUnset(alloc, t)) {
			for _, use := range uses(boxed) {
				if fn := ignored(use, isDecoder); fn != nil {
					return fn
				}
			}
		}
	}
	return nil
}

// after reports whether the value can be used after the call.
func (o Origin) after(call *ssa.Call) bool {
	switch {
	case o.use == nil || o.use.Parent() != call.Parent():
		return true
	case o.use == call.Block():
		return call.Pos() < o.pos
	}
	return !o.use.Dominates(call.Block())
}

var validates = regexp.MustCompile("(?i)valid|check|verify")

// hasUnset reports whether the variable is a struct with a UUID that the program does not set, and that
// no function validates.
func hasUnset(alloc *ssa.Alloc, t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	set := map[int]bool{}
	for _, use := range uses(alloc) {
		switch use := use.(type) {
		case *ssa.FieldAddr:
			for _, to := range uses(use) {
				store, ok := to.(*ssa.Store)
				set[use.Field] = set[use.Field] || ok && store.Addr == use
			}
		case *ssa.Call:
			if validatesIn(use) {
				return false
			}
		case *ssa.MakeInterface, *ssa.UnOp:
			for _, to := range uses(use.(ssa.Value)) {
				if call, ok := to.(*ssa.Call); ok && validatesIn(call) {
					return false
				}
			}
		}
	}
	for i := range s.NumFields() {
		if uuids.Is(s.Field(i).Type()) && !set[i] {
			return true
		}
	}
	return false
}

func validatesIn(call *ssa.Call) bool {
	fn := funcOf(call.Common())
	return fn != nil && validates.MatchString(fn.Name())
}

// Reads reports whether the function reads a UUID into a variable, and returns an error.
func Reads(fn *types.Func) bool { return isReader(fn) || isDecoder(fn) }

func isReader(fn *types.Func) bool {
	return uuids.IsMethod(fn) && uuids.OneOf(fn.Name(), "UnmarshalText", "UnmarshalBinary", "UnmarshalJSON", "Parse")
}

var decoders = []string{"encoding/json", "encoding/xml", "encoding/gob", "go.mongodb.org/mongo-driver/bson", "go.mongodb.org/mongo-driver/v2/bson",
	"github.com/fxamacker/cbor/v2", "github.com/vmihailenco/msgpack/v5"}

func isDecoder(fn *types.Func) bool {
	return uuids.OneOf(uuids.Path(fn.Pkg()), decoders...) && uuids.OneOf(fn.Name(), "Unmarshal", "Decode")
}

// Drops reports whether nothing takes the error of the call at the cursor.
func Drops(c inspector.Cursor) bool {
	switch parent := c.Parent().Node().(type) {
	case *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt:
		return true
	case *ast.AssignStmt:
		if len(parent.Rhs) != 1 {
			return false
		}
		id, ok := parent.Lhs[len(parent.Lhs)-1].(*ast.Ident)
		return ok && id.Name == "_"
	}
	return false
}

// uses returns the instructions that use the value.
func uses(v ssa.Value) (instrs []ssa.Instruction) {
	for _, ref := range *v.Referrers() {
		if _, ok := ref.(*ssa.DebugRef); !ok {
			instrs = append(instrs, ref)
		}
	}
	return instrs
}

// comparesToZero reports whether the program asks if the UUID is Nil.
func comparesToZero(v ssa.Value) bool { return compares(v, map[ssa.Value]bool{}) }

func compares(v ssa.Value, seen map[ssa.Value]bool) bool {
	if v.Referrers() == nil || seen[v] {
		return false
	}
	seen[v] = true
	for _, use := range uses(v) {
		switch use := use.(type) {
		case *ssa.BinOp:
			for _, side := range []ssa.Value{use.X, use.Y} {
				if side != v && isZero(side) {
					return true
				}
			}
		case *ssa.Call:
			if fn := funcOf(use.Common()); fn != nil && uuids.OneOf(fn.Name(), "IsZero", "IsNil", "Version", "Variant") {
				return true
			}
		case *ssa.Store: // into a variable whose address is taken
			if alloc, ok := use.Addr.(*ssa.Alloc); ok {
				for _, ref := range uses(alloc) {
					if load, ok := ref.(*ssa.UnOp); ok && compares(load, seen) {
						return true
					}
				}
			}
		case *ssa.Phi:
			for _, u := range uses(use) {
				if op, ok := u.(*ssa.BinOp); ok && (isZero(op.X) || isZero(op.Y)) {
					return true
				}
			}
		}
	}
	return false
}

// isZero reports whether the value is a zero value, a variable named Nil, or what a function
// named Nil returns.
func isZero(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok {
			return strings.Contains(g.Name(), "Nil") || strings.Contains(g.Name(), "Zero")
		}
		if alloc, ok := v.X.(*ssa.Alloc); ok {
			for _, ref := range uses(alloc) {
				if _, ok := ref.(*ssa.UnOp); !ok {
					return false
				}
			}
			return true
		}
	case *ssa.Call:
		fn := funcOf(v.Common())
		return fn != nil && uuids.OneOf(fn.Name(), "Nil", "Max")
	}
	return false
}

// reaches reports whether the program can go from one block to the other, without a call that
// ends it, and without the block that makes the value anew.
func reaches(from, to, again *ssa.BasicBlock) bool {
	visited := map[*ssa.BasicBlock]bool{again: true}
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		if visited[b] || ends(b) {
			return false
		}
		if b == to {
			return true
		}
		visited[b] = true
		for _, next := range b.Succs {
			if visit(next) {
				return true
			}
		}
		return false
	}
	return visit(from)
}

// leaves reports whether the program can end, return or go elsewhere within the branch that begins with
// the block, instead of going on to the other block.
func leaves(from, to, again *ssa.BasicBlock) bool {
	visited := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		switch {
		case visited[b] || b == to:
			return false
		case !from.Dominates(b):
			return !reaches(b, to, again)
		case len(b.Succs) == 0 || ends(b):
			return true
		}
		visited[b] = true
		return slices.ContainsFunc(b.Succs, visit)
	}
	return visit(from)
}

// follows reports whether the program goes from one block to the other without a condition.
func follows(from, to *ssa.BasicBlock) bool {
	for range 10 {
		if from == to {
			return true
		}
		if len(from.Succs) != 1 {
			return false
		}
		from = from.Succs[0]
	}
	return false
}

// ends reports whether the block calls a function that does not return.
func ends(b *ssa.BasicBlock) bool {
	for _, instr := range b.Instrs {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		if fn := call.Common().StaticCallee(); fn != nil && len(fn.Blocks) > 0 && !returns(fn) {
			return true
		}
		fn := funcOf(call.Common())
		if fn == nil {
			continue
		}
		name := fn.Name()
		if strings.HasPrefix(name, "Fatal") || strings.HasPrefix(name, "Panic") || strings.HasPrefix(name, "Skip") || uuids.OneOf(name, "Exit", "FailNow", "Goexit") {
			return true
		}
	}
	return false
}

func returns(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !endsBefore(b) {
			return true
		}
	}
	return false
}

// endsBefore reports whether a call of package os or log ends the program in the block.
func endsBefore(b *ssa.BasicBlock) bool {
	for _, instr := range b.Instrs {
		if call, ok := instr.(*ssa.Call); ok {
			if fn := funcOf(call.Common()); fn != nil && (fn.Name() == "Exit" || strings.HasPrefix(fn.Name(), "Fatal")) {
				return true
			}
		}
	}
	return false
}

// ComparesToNil reports whether the program asks if the value is the Nil UUID.
func (o Origin) ComparesToNil() bool { return comparesToZero(o.Value) }
