package pgxmode

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// What the matrix measured.
var (
	pgxList = check.Measured("PostgreSQL 18", "uuid", "pgx (simple protocol)", "google", "[]T", "fails loudly", "write: unable to encode it into text format for unknown type (OID 0): cannot find encode plan")
	pgxOne  = check.Measured("PostgreSQL 18", "uuid", "pgx (simple protocol)", "[16]byte", "T", "fails loudly", "write: unable to encode it into text format for unknown type (OID 0): cannot find encode plan")
)

var Analyzer = newAnalyzer()

func newAnalyzer() *analysis.Analyzer {
	a := check.New("pgxmode", `
report lists of UUIDs in pgx's modes that do not ask for types

In the modes exec and simple protocol, which programs use behind PgBouncer, pgx does not know
the type of a parameter, and has no encoding for a []uuid.UUID of any package, nor for a
[16]byte without methods: the query fails. In the other modes the same code works. Register
the type on each connection, with pgxtype.Register: see docs/postgresql.md.

Reported are lists where the call names such a mode, or a package that is seen sets it as
the default and none registers a type.`, run, pgxList, pgxOne)
	a.FactTypes = []analysis.Fact{new(pgxFact)}
	return a
}

// A pgxFact says what a package, and those that it imports, do with pgx's connections.
type pgxFact struct {
	Mode      string // where it sets such a mode as the default
	Registers bool
}

func (*pgxFact) AFact() {}

func (f *pgxFact) String() string { return fmt.Sprintf("%+v", *f) }

const pgx = "github.com/jackc/pgx/v5"

func run(pass *analysis.Pass) {
	if strings.HasPrefix(uuids.Path(pass.Pkg), pgx) {
		return
	}
	own := pgxFact{}
	for c := range check.Nodes(pass).Preorder((*ast.AssignStmt)(nil), (*ast.KeyValueExpr)(nil)) {
		switch node := c.Node().(type) {
		case *ast.AssignStmt:
			for _, e := range node.Rhs {
				if isExecMode(pass, e) {
					own.Mode = check.Position(pass, e.Pos())
				}
			}
		case *ast.KeyValueExpr:
			if isExecMode(pass, node.Value) {
				own.Mode = check.Position(pass, node.Pos())
			}
		}
	}
	for c := range check.Nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		if fn, _ := uuids.Callee(pass, c.Node().(*ast.CallExpr)); fn != nil && strings.HasPrefix(fn.Name(), "Register") && takesTypeMap(fn) {
			own.Registers = true
		}
	}
	all := own
	for _, p := range check.Imported(pass) {
		var f pgxFact
		if pass.ImportPackageFact(p, &f) {
			all.Registers = all.Registers || f.Registers
			if all.Mode == "" {
				all.Mode = f.Mode
			}
		}
	}
	if all != (pgxFact{}) {
		pass.ExportPackageFact(&all) // with what the imported packages' facts say
	}
	if all.Registers {
		return
	}
	for c := range check.Nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn, _ := uuids.Callee(pass, call)
		if fn == nil || !uuids.OneOf(fn.Name(), "Query", "QueryRow", "Exec", "Queue") || !usesPgx(fn) {
			continue
		}
		where := "which " + all.Mode + " sets"
		if len(call.Args) > 2 && isExecMode(pass, call.Args[2]) {
			where = "which this call names"
		} else if all.Mode == "" {
			continue
		}
		for _, arg := range call.Args {
			t := pass.TypesInfo.TypeOf(arg)
			quote := pgxOne
			switch elem := listed(t); {
			case elem != nil:
				quote = pgxList
			case !uuids.Is16Bytes(t) || uuids.IsValuer(t) || uuids.HasMethod(t, "String") || uuids.HasMethod(t, "MarshalText"):
				continue
			}
			check.Report(pass, c.Child(arg), nil, "pgx has no encoding for %s in the mode %s: register the type with pgxtype.Register (measured: %v)", uuids.Name(t), where, quote)
		}
	}
}

// listed is the type of the elements of a list of UUIDs.
func listed(t types.Type) types.Type {
	s, ok := t.Underlying().(*types.Slice)
	if !ok || !uuids.Is(s.Elem()) || uuids.IsValuer(t) {
		return nil
	}
	return s.Elem()
}

func isExecMode(pass *analysis.Pass, e ast.Expr) bool {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return false
	}
	c, ok := pass.TypesInfo.Uses[id].(*types.Const)
	return ok && uuids.Path(c.Pkg()) == pgx && uuids.OneOf(c.Name(), "QueryExecModeExec", "QueryExecModeSimpleProtocol")
}

// takesTypeMap reports whether it is a method of pgx's type map, or a function of one.
func takesTypeMap(fn *types.Func) bool {
	vars := []*types.Var{fn.Signature().Recv()}
	for v := range fn.Signature().Params().Variables() {
		vars = append(vars, v)
	}
	for _, v := range vars {
		if v == nil {
			continue
		}
		if n := uuids.Named(v.Type()); n != nil && n.Obj().Name() == "Map" && uuids.Path(n.Obj().Pkg()) == pgx+"/pgtype" {
			return true
		}
	}
	return false
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
