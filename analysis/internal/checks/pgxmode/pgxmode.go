// Package pgxmode reports lists of UUIDs in the pgx modes that do not know a parameter's type.
package pgxmode

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/gorms"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// What the matrix measured.
var (
	pgxList = check.Measured("PostgreSQL 18", "uuid", "pgx (simple protocol)", "google", "[]T", "fails loudly", "write: unable to encode it into text format for unknown type (OID 0): cannot find encode plan")
	pgxOne  = check.Measured("PostgreSQL 18", "uuid", "pgx (simple protocol)", "[16]byte", "T", "fails loudly", "write: unable to encode it into text format for unknown type (OID 0): cannot find encode plan")
)

var Analyzer = check.New(check.Spec{
	Name: "pgxmode",
	Kind: check.Fails,
	Doc: `
report lists of UUIDs in the pgx modes that do not know a parameter's type

In the modes exec and simple protocol, which programs use behind PgBouncer, pgx does not know
the type of a parameter. It cannot encode a []uuid.UUID of any package there, or a [16]byte
without methods: the query fails. In the other modes the same code works. Register the type on
each connection, with pgxtype.Register: see docs/postgresql.md.

The check reports a list if the call names such a mode, or if the call names none and a package that
the check sees sets one as DefaultQueryExecMode. It does not if one of these packages registers the
type, with pgxtype.Register or RegisterDefaultPgType. Functions such as RegisterType register the
column's type, not that of Go, and do not help. If only a caller knows which type is registered, the
check takes each type for registered.`,

	Wrong:    `conn.Query(ctx, "select 1 where id = any($1)", pgx.QueryExecModeSimpleProtocol, ids)`,
	Right:    `pgxtype.Register[uuid.UUID](conn.TypeMap())`,
	Run:      run,
	Requires: []*analysis.Analyzer{setup.Analyzer},
	Facts:    []analysis.Fact{new(pgxFact)},
	Measured: []check.Cell{pgxList, pgxOne},
})

// A pgxFact says what a package, and those that it imports, do with pgx's connections.
type pgxFact struct {
	Mode      string   // where it sets such a mode as the default
	Registers []string // types, or setup.All, beside those of setup
}

func (*pgxFact) AFact() {}

func (f *pgxFact) String() string { return fmt.Sprintf("%+v", *f) }

const pgx = "github.com/jackc/pgx/v5"

func run(pass *analysis.Pass) {
	if own := uuids.Path(pass.Pkg); strings.HasPrefix(own, pgx) || strings.HasPrefix(own, "github.com/uuidkit/uuidkit/") {
		return
	}
	program := known(pass)
	registers := program.Registers
	for _, t := range setup.Of(pass).PGX {
		registers = append(registers, t, "[]"+t)
	}
	if slices.Contains(registers, setup.All) {
		return
	}
	for c, call := range check.Calls(pass) {
		fn, _ := uuids.Callee(pass, call)
		if fn == nil || !uuids.OneOf(fn.Name(), "Query", "QueryRow", "Exec", "Queue") || !usesPgx(fn) {
			continue
		}
		where := "which " + program.Mode + " sets"
		args := arguments(pass, c, call)
		if mode := modeOf(pass, args); mode != nil && isExecMode(pass, mode) {
			where = "which this call names"
		} else if mode != nil || program.Mode == "" {
			continue
		}
		for _, arg := range args {
			report(pass, c, arg, registers, where)
		}
	}
}

// modeOf returns the argument that names the mode of the call, or nil.
func modeOf(pass *analysis.Pass, args []ast.Expr) ast.Expr {
	i := slices.IndexFunc(args, func(arg ast.Expr) bool {
		n := uuids.Named(pass.TypesInfo.TypeOf(arg))
		return n != nil && uuids.Path(n.Obj().Pkg()) == pgx && n.Obj().Name() == "QueryExecMode"
	})
	if i < 0 {
		return nil
	}
	return args[i]
}

// known returns what this package and those that it imports do, and exports it.
func known(pass *analysis.Pass) (all pgxFact) {
	for c := range check.Nodes(pass).Preorder((*ast.AssignStmt)(nil), (*ast.KeyValueExpr)(nil), (*ast.CallExpr)(nil)) {
		switch node := c.Node().(type) {
		case *ast.AssignStmt:
			for i, e := range node.Rhs {
				if isDefault(pass, node.Lhs[i]) && isExecMode(pass, e) {
					all.Mode = check.Position(pass, e.Pos())
				}
			}
		case *ast.KeyValueExpr:
			if isDefault(pass, node.Key) && isExecMode(pass, node.Value) {
				all.Mode = check.Position(pass, node.Pos())
			}
		case *ast.CallExpr:
			all.Registers = append(all.Registers, registered(pass, node)...)
		}
	}
	for _, p := range check.Imported(pass) {
		var f pgxFact
		if pass.ImportPackageFact(p, &f) {
			all.Registers = append(all.Registers, f.Registers...)
			all.Mode = cmp.Or(all.Mode, f.Mode)
		}
	}
	slices.Sort(all.Registers)
	all.Registers = slices.Compact(all.Registers)
	if all.Mode != "" || len(all.Registers) > 0 {
		pass.ExportPackageFact(&all)
	}
	return all
}

// report reports an argument for which pgx has no encoding.
func report(pass *analysis.Pass, call inspector.Cursor, arg ast.Expr, registers []string, where string) {
	t := pass.TypesInfo.TypeOf(arg)
	quote := pgxOne
	switch elem := listed(t); {
	case elem != nil && setup.Has(registers, types.NewSlice(elem)), setup.Has(registers, t):
		return
	case elem != nil:
		quote = pgxList
	case !uuids.Is16Bytes(t) || uuids.IsValuer(t) || uuids.HasMethod(t, "String") || uuids.HasMethod(t, "MarshalText"):
		return
	}
	at, ok := call.FindNode(arg)
	if !ok {
		at = call
	}
	check.Report(pass, at, nil, "pgx has no encoding for %s in the mode %s: register the type with pgxtype.Register (measured: %v)", uuids.Name(t), where, quote)
}

// arguments are those of the call, with the values that the function around puts into pgx.NamedArgs, and
// those of args... that it writes as a literal.
func arguments(pass *analysis.Pass, c inspector.Cursor, call *ast.CallExpr) (all []ast.Expr) {
	for i, arg := range call.Args {
		n := uuids.Named(pass.TypesInfo.TypeOf(arg))
		named := n != nil && uuids.Path(n.Obj().Pkg()) == pgx && uuids.OneOf(n.Obj().Name(), "NamedArgs", "StrictNamedArgs")
		if values := gorms.MapValues(pass, c, arg); named && len(values) > 0 {
			for _, v := range values {
				all = append(all, v.Node().(ast.Expr))
			}
			continue
		}
		lit := queries.Literal(pass, c, arg)
		if lit == nil || !named && (!call.Ellipsis.IsValid() || i < len(call.Args)-1) {
			all = append(all, arg)
			continue
		}
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e = kv.Value
			}
			all = append(all, e)
		}
	}
	return all
}

// listed is the type of the elements of a list of UUIDs, or of other 16 bytes.
func listed(t types.Type) types.Type {
	s, ok := t.Underlying().(*types.Slice)
	if !ok || !uuids.Is16Bytes(s.Elem()) || uuids.IsValuer(t) {
		return nil
	}
	return s.Elem()
}

// isDefault reports whether the expression is the field of pgx that has a connection's mode.
func isDefault(pass *analysis.Pass, e ast.Expr) bool {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		e = sel.Sel
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := pass.TypesInfo.Uses[id].(*types.Var)
	return ok && v.IsField() && uuids.Path(v.Pkg()) == pgx && v.Name() == "DefaultQueryExecMode"
}

// isExecMode reports whether the expression is such a mode, or a variable that may have it.
func isExecMode(pass *analysis.Pass, e ast.Expr) bool {
	mode := uuids.Named(pass.TypesInfo.TypeOf(e))
	if mode == nil || uuids.Path(mode.Obj().Pkg()) != pgx || mode.Obj().Name() != "QueryExecMode" {
		return false
	}
	is := func(v constant.Value) bool {
		return v != nil && slices.ContainsFunc([]string{"QueryExecModeExec", "QueryExecModeSimpleProtocol"}, func(name string) bool {
			c, ok := mode.Obj().Pkg().Scope().Lookup(name).(*types.Const)
			return ok && constant.Compare(v, token.EQL, c.Val())
		})
	}
	if v := pass.TypesInfo.Types[e].Value; v != nil {
		return is(v)
	}
	return flow.Of(pass).Any(e, func(o flow.Origin) bool {
		v, ok := o.Value.(*ssa.Const)
		return ok && is(v.Value)
	})
}

// usesPgx reports whether it is a method of pgx, or one of an interface for it, as those
// that sqlc writes.
func usesPgx(fn *types.Func) bool {
	if !uuids.IsMethod(fn) || !fn.Signature().Variadic() {
		return false
	}
	for v := range fn.Signature().Results().Variables() {
		if n := uuids.Named(v.Type()); n != nil && strings.HasPrefix(uuids.Path(n.Obj().Pkg()), pgx) {
			return true
		}
	}
	return false
}

// registered returns the types of Go that a call registers. What pgxtype registers, setup knows.
func registered(pass *analysis.Pass, call *ast.CallExpr) []string {
	if fn, pkg := uuids.Callee(pass, call); fn != nil && pkg == pgx+"/pgtype" && fn.Name() == "RegisterDefaultPgType" {
		return setup.Values(pass, call.Args[0])
	}
	return nil
}
