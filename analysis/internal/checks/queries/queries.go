// Package queries finds the SQL of a package, with its arguments, and the columns that the
// package declares.
package queries

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/gorms"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// Analyzer gives each check the SQL of the package. It reads nothing until a check asks.
var Analyzer = &analysis.Analyzer{
	Name:             "uuidqueries",
	Doc:              "find SQL for the other checks",
	Requires:         []*analysis.Analyzer{inspect.Analyzer, flow.Analyzer},
	ResultType:       reflect.TypeFor[*Package](),
	RunDespiteErrors: true,
	Run:              func(pass *analysis.Pass) (any, error) { return &Package{pass: pass}, nil },
}

// Of returns the SQL of the package.
func Of(pass *analysis.Pass) *Package { return pass.ResultOf[Analyzer].(*Package) }

// A Package is the SQL of a package.
type Package struct {
	pass      *analysis.Pass
	once      sync.Once
	queries   []Query
	columns   []sqls.Column
	reordered []string // tables
}

// A Query is a call with SQL and arguments.
type Query struct {
	Call   inspector.Cursor
	Func   *types.Func
	Path   string // of the function's package
	SQL    string
	Params []sqls.Param
	args   []ast.Expr // after the SQL
	either bool       // the SQL is one of several
	pass   *analysis.Pass
}

// All returns the calls with SQL, or with a condition, and at least one placeholder.
func (p *Package) All() []Query {
	p.read()
	return p.queries
}

func (p *Package) read() {
	p.once.Do(func() {
		var changes []sqls.Column
		root := p.pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
		for c := range root.Preorder((*ast.CallExpr)(nil), (*ast.BasicLit)(nil), (*ast.StructType)(nil), (*ast.FuncDecl)(nil)) {
			switch n := c.Node().(type) {
			case *ast.CallExpr:
				p.query(c, n)
			case *ast.BasicLit:
				if n.Kind == token.STRING && len(n.Value) > 20 {
					if v := p.pass.TypesInfo.Types[n].Value; v != nil && v.Kind() == constant.String {
						p.columns = append(p.columns, sqls.Columns(constant.StringVal(v))...)
						changes = append(changes, sqls.Changes(constant.StringVal(v))...)
						p.reordered = append(p.reordered, sqls.Reordered(constant.StringVal(v))...)
					}
				}
			case *ast.StructType:
				p.model(c, n)
			case *ast.FuncDecl:
				p.ent(n)
			}
		}
		p.change(changes)
		for _, q := range p.queries {
			for i, param := range q.Params {
				if param.Nth > 0 {
					q.Params[i].Column = p.nth(param.Table, param.Nth)
				}
			}
		}
	})
}

// Table is the table of a model of GORM, or nothing.
func (p *Package) Table(model ast.Expr) string {
	if model == nil {
		return ""
	}
	n := uuids.Named(uuids.Element(p.pass.TypesInfo.TypeOf(model)))
	if n == nil {
		return ""
	}
	return p.tableOf(n.Obj())
}

// quiet are packages whose functions take text and arguments, and no SQL.
var quiet = []string{"fmt", "log", "log/slog", "errors", "testing", "go.uber.org/zap", "github.com/sirupsen/logrus", "github.com/rs/zerolog",
	"github.com/DATA-DOG/go-sqlmock", "github.com/stretchr/testify", "github.com/pkg/errors", "strings", "regexp"}

func (p *Package) query(c inspector.Cursor, call *ast.CallExpr) {
	fn, pkg := uuids.Callee(p.pass, call)
	if fn == nil {
		return
	}
	for _, q := range quiet {
		if pkg == q || strings.HasPrefix(pkg, q+"/") {
			return
		}
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && strings.HasSuffix(uuids.Receiver(fn), "Stmt") && strings.Contains(pkg, "sql") {
		if sql := p.prepared(sel.X); sql != "" {
			args := call.Args
			if strings.HasSuffix(fn.Name(), "Context") && len(args) > 0 {
				args = args[1:]
			}
			p.add(c, fn, pkg, sql, args, false)
		}
		return
	}
	for i, arg := range call.Args {
		t := p.pass.TypesInfo.TypeOf(arg)
		if t == nil || !uuids.IsString(t) || i+1 >= len(call.Args) && !takesAny(fn) {
			continue
		}
		if sql := p.text(arg, 0); sqls.IsSQL(sql) {
			p.add(c, fn, pkg, sql, call.Args[i+1:], p.either(arg))
			return
		}
	}
}

func takesAny(fn *types.Func) bool {
	params := fn.Signature().Params()
	return fn.Signature().Variadic() && params.Len() > 0 && types.IsInterface(params.At(params.Len()-1).Type().(*types.Slice).Elem())
}

func (p *Package) add(c inspector.Cursor, fn *types.Func, pkg, sql string, args []ast.Expr, either bool) {
	if params := sqls.Params(sql); len(params) > 0 {
		if pkg == "gorm.io/gorm" || pkg == "github.com/uptrace/bun" {
			if table := p.Table(gorms.Model(p.pass, c)); table != "" {
				for i := range params {
					if of := params[i].Of; of == "" || of == table { // not of a join
						params[i].Table = cmp.Or(params[i].Table, table)
					}
				}
			}
		}
		p.queries = append(p.queries, Query{c, fn, pkg, sql, params, args, either, p.pass})
	}
}

// either reports whether a variable in the SQL can have several texts with placeholders.
func (p *Package) either(sql ast.Expr) (is bool) {
	ast.Inspect(sql, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if v, isVar := p.pass.TypesInfo.Uses[id].(*types.Var); !ok || !isVar || !uuids.IsString(v.Type()) {
			return !is
		}
		texts := map[string]bool{}
		for _, o := range flow.Of(p.pass).Origins(id) {
			if c, ok := o.Value.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String && strings.ContainsAny(constant.StringVal(c.Value), "?$:@") {
				texts[constant.StringVal(c.Value)] = true
			}
		}
		is = is || len(texts) > 1
		return !is
	})
	return is
}

// SQL returns the SQL of a call, or nothing.
func (p *Package) SQL(call *ast.CallExpr) string {
	for _, arg := range call.Args {
		if t := p.pass.TypesInfo.TypeOf(arg); t != nil && uuids.IsString(t) {
			if sql := p.text(arg, 0); sqls.IsSQL(sql) {
				return sql
			}
		}
	}
	return ""
}

// prepared returns the SQL of a prepared statement.
func (p *Package) prepared(stmt ast.Expr) string {
	for _, o := range flow.Of(p.pass).Origins(stmt) {
		if fn, _, call := o.Callee(); fn != nil && call != nil && strings.HasPrefix(fn.Name(), "Prepare") && len(call.Args) > 0 {
			return p.text(call.Args[len(call.Args)-1], 0)
		}
	}
	return ""
}

// text is the constant text, with an x for each part that is not constant.
func (p *Package) text(e ast.Expr, depth int) string {
	if e == nil {
		return ""
	}
	e = ast.Unparen(e)
	if v := p.pass.TypesInfo.Types[e].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	if depth > 4 {
		return ""
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		left, right := p.text(e.X, depth+1), p.text(e.Y, depth+1)
		if left == "" && right == "" {
			return ""
		}
		if left == "" {
			left = "x"
		}
		if right == "" && strings.HasSuffix(strings.ToLower(strings.TrimSpace(left)), " in (") {
			right = "?" // the placeholders of a list
		} else if right == "" {
			right = "x"
		}
		return left + right
	case *ast.CallExpr:
		if fn, pkg := uuids.Callee(p.pass, e); fn != nil && len(e.Args) > 0 {
			if pkg == "fmt" && fn.Name() == "Sprintf" {
				return strings.NewReplacer("%s", "x", "%v", "x", "%d", "1", "%q", "x").Replace(p.text(e.Args[0], depth+1))
			}
			if pkg == "github.com/jmoiron/sqlx" && fn.Name() == "In" {
				return p.text(e.Args[0], depth+1)
			}
			if uuids.OneOf(fn.Name(), "Rebind") {
				return p.text(e.Args[len(e.Args)-1], depth+1)
			}
		}
	case *ast.IndexExpr: // a map of statements
		if key := p.pass.TypesInfo.Types[e.Index].Value; key != nil {
			if lit := p.global(e.X); lit != nil {
				return p.text(entry(p.pass, lit, key), depth+1)
			}
		}
	case *ast.Ident:
		for _, o := range flow.Of(p.pass).Origins(e) {
			if fn, pkg, call := o.Callee(); fn != nil && call != nil && pkg == "github.com/jmoiron/sqlx" && fn.Name() == "In" {
				return p.text(call.Args[0], depth+1)
			}
			if c, ok := o.Value.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
				if s := constant.StringVal(c.Value); s != "" {
					return s
				}
			}
		}
	}
	return ""
}

// Simple reports whether the call of pgx names a mode in which pgx does not ask for the types of
// the parameters.
func (q Query) Simple() bool {
	for _, arg := range q.args {
		if sel, ok := ast.Unparen(arg).(*ast.SelectorExpr); ok && uuids.OneOf(sel.Sel.Name, "QueryExecModeExec", "QueryExecModeSimpleProtocol") {
			return true
		}
	}
	return false
}

// Arg returns the argument of the placeholder, or nil. If both the SQL and the argument can have several
// values, nothing says which belong together.
func (q Query) Arg(p sqls.Param) ast.Expr {
	arg := q.arg(p)
	if q.either && arg != nil && len(flow.Of(q.pass).Origins(arg)) > 1 {
		return nil
	}
	return arg
}

func (q Query) arg(p sqls.Param) ast.Expr {
	skip := 0 // of pgx's options and modes
	for skip < len(q.args) {
		n := uuids.Named(q.pass.TypesInfo.TypeOf(q.args[skip]))
		if n == nil || !strings.HasPrefix(n.Obj().Name(), "Query") || !strings.Contains(uuids.Path(n.Obj().Pkg()), "pgx") {
			break
		}
		skip++
	}
	args := q.args[skip:]
	if p.Name == "" {
		call, ok := q.Call.Node().(*ast.CallExpr)
		if last := len(args) - 1; ok && call.Ellipsis.IsValid() && last >= 0 && p.Arg >= last {
			return element(q.pass, q.Call, args[last], p.Arg-last)
		}
		if p.Arg < 0 || p.Arg >= len(args) {
			return nil
		}
		return args[p.Arg]
	}
	for _, arg := range args {
		if e := q.named(arg, p.Name); e != nil {
			return e
		}
	}
	return nil
}

// Types returns the types that the argument of the placeholder can have, and where it is.
func (q Query) Types(p sqls.Param) (all []types.Type, at ast.Expr) {
	if arg := q.Arg(p); arg != nil {
		return flow.Of(q.pass).Types(arg), arg
	}
	if p.Name != "" {
		for _, arg := range q.args {
			if t := fieldType(q.pass.TypesInfo.TypeOf(arg), p.Name); t != nil {
				return []types.Type{t}, arg
			}
		}
	}
	return nil, nil
}

// fieldType is the type of the field with the tag db, or the name.
func fieldType(t types.Type, name string) types.Type {
	s, ok := uuids.Element(t).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range s.NumFields() {
		db, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("db"), ",")
		if db == "" {
			db = strings.ToLower(s.Field(i).Name())
		}
		if strings.EqualFold(db, name) {
			return s.Field(i).Type()
		}
	}
	return nil
}

// List returns the list that is given in place of several arguments, args..., or in place of one,
// as GORM's IN ? and bun.List, if all placeholders are for one column.
func (q Query) List() (list ast.Expr, column sqls.Param) {
	call, ok := q.Call.Node().(*ast.CallExpr)
	if !ok || len(q.args) == 0 || q.either {
		return nil, column
	}
	last := q.args[len(q.args)-1]
	if list, ok := ast.Unparen(last).(*ast.CallExpr); ok && len(list.Args) == 1 {
		if fn, pkg := uuids.Callee(q.pass, list); fn != nil && pkg == "github.com/uptrace/bun" && uuids.OneOf(fn.Name(), "List", "In") {
			last = list.Args[0]
		}
	}
	if !call.Ellipsis.IsValid() {
		t := q.pass.TypesInfo.TypeOf(last)
		if len(q.args) != 1 || len(q.Params) != 1 || t == nil || uuids.IsBytes(t) {
			return nil, column
		}
		if _, ok := t.Underlying().(*types.Slice); !ok {
			return nil, column
		}
	}
	return last, q.Params[len(q.Params)-1]
}

// named returns the argument of a name: sql.Named("id", v), or an entry of a map.
func (q Query) named(arg ast.Expr, name string) ast.Expr {
	if call, ok := ast.Unparen(arg).(*ast.CallExpr); ok && len(call.Args) == 2 {
		if fn, pkg := uuids.Callee(q.pass, call); fn != nil && pkg == "database/sql" && fn.Name() == "Named" {
			if v := q.pass.TypesInfo.Types[call.Args[0]].Value; v != nil && strings.EqualFold(constant.StringVal(v), name) {
				return call.Args[1]
			}
		}
	}
	lit := Literal(q.pass, q.Call, arg)
	if lit == nil {
		return nil
	}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if v := q.pass.TypesInfo.Types[kv.Key].Value; v != nil && v.Kind() == constant.String && strings.EqualFold(constant.StringVal(v), name) {
			return kv.Value
		}
	}
	return nil
}
