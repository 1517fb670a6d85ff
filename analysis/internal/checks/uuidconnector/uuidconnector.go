// Package uuidconnector reports SQL that a connector or a plugin makes wrong.
package uuidconnector

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidconnector",
	Kind: check.Wrong,
	Doc: `
report SQL that expects text of a UUID beside a connector that sends bytes

A connector of sqlx, and a plugin of gormtype, sends each UUID of the listed types as 16
bytes. SQL that was written for text then finds no row, or stores NULL: UNHEX(REPLACE(?, '-',
'')), UUID_TO_BIN(?), BIN_TO_UUID(id) = ?, CONCAT('user:', ?), JSON operators, columns of
text. A type that is not listed is sent as text. squirrel's Eq, goqu, bun and the In of
jmoiron/sqlx turn some UUIDs into text before the connector sees them.

Remove the functions, pass id.String() for text, list each type, and pass sqlx.Binary(id) to
query builders: see docs/database-sql.md. The check reports packages that open such a
database, and packages that import one of these. If only a caller knows the list of types, the
check does not know in which form a UUID is sent, and reports only what query builders do.`,

	Wrong:    `db.Exec("DELETE FROM users WHERE id = UNHEX(REPLACE(?, '-', ''))", id)`,
	Right:    `db.Exec("DELETE FROM users WHERE id = ?", id)`,
	Run:      run,
	Requires: []*analysis.Analyzer{setup.Analyzer},
})

func run(pass *analysis.Pass) {
	s := setup.Of(pass)
	if len(s.Connector)+len(s.Plugin) == 0 || strings.HasPrefix(uuids.Path(pass.Pkg), "github.com/uuidkit/uuidkit/") {
		return
	}
	for _, q := range queries.Of(pass).All() {
		list, by := s.Connector, "the connector"
		if strings.HasPrefix(q.Path, "gorm.io/gorm") && len(s.Plugin) > 0 {
			list, by = s.Plugin, "the plugin"
		}
		if by == "the connector" && (openedByName(pass, q, s) || isPGX(q)) {
			continue
		}
		if len(list) == 0 || strings.HasPrefix(q.Path, "github.com/uptrace/bun") || isText(pass, q) {
			continue
		}
		for _, p := range q.Params {
			statement(pass, q, p, list, by)
		}
	}
	if len(s.Connector) > 0 {
		for _, v := range queries.Values(pass) {
			value(pass, v)
		}
		for c, call := range check.Calls(pass) {
			builder(pass, c, call)
		}
	}
	if len(s.Plugin) > 0 {
		models(pass, s.Plugin)
	}
}

// isPGX reports whether the call is one of pgx, or returns a result of it: that goes through no connector.
func isPGX(q queries.Query) bool {
	results := q.Func.Signature().Results()
	for i := range results.Len() {
		if n := uuids.Named(results.At(i).Type()); n != nil && strings.HasPrefix(uuids.Path(n.Obj().Pkg()), "github.com/jackc/pgx") {
			return true
		}
	}
	return strings.HasPrefix(q.Path, "github.com/jackc/pgx")
}

// openedByName reports whether the database of the call comes from sql.Open, and not of a name
// under which a connector is registered.
func openedByName(pass *analysis.Pass, q queries.Query, s *setup.Setup) bool {
	sel, ok := ast.Unparen(q.Call.Node().(*ast.CallExpr).Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	return flow.Of(pass).All(sel.X, func(o flow.Origin) bool {
		fn, pkg, call := o.Callee()
		if fn == nil || call == nil || pkg != "database/sql" || fn.Name() != "Open" {
			return false
		}
		name := pass.TypesInfo.Types[call.Args[0]].Value
		return name != nil && !slices.Contains(s.Drivers, name.ExactString())
	})
}

// isText reports whether the call is sqlx.In, which is a check of its own.
func isText(pass *analysis.Pass, q queries.Query) bool {
	return q.Path == "github.com/jmoiron/sqlx" && q.Func.Name() == "In"
}

// pass16 are functions that return their argument as it is, takeText those that take text, and makeText those that
// make text of bytes. Of all others nobody knows what they take.
var (
	pass16   = []string{"COALESCE", "IFNULL", "NULLIF", "GREATEST", "LEAST", "IF", "ROW", "ANY", "::UUID"}
	takeText = []string{"REPLACE", "UNHEX", "UUID_TO_BIN", "IS_UUID", "HEXTORAW", "FROM_BASE64", "DECODE", "CONCAT", "CONCAT_WS", "LOWER", "LCASE", "UPPER", "UCASE",
		"TRIM", "LTRIM", "RTRIM", "SUBSTR", "SUBSTRING", "SUBSTRING_INDEX", "LEFT", "RIGHT", "MID", "FIND_IN_SET", "INSTR", "LOCATE", "FORMAT", "||", "->", "->>",
		"::TEXT", "::VARCHAR", "::CHAR", "::JSON", "::JSONB"}
	makeText = []string{"BIN_TO_UUID", "HEX", "RAWTOHEX", "ENCODE", "TO_BASE64"}
)

func takesText(function string) bool {
	return slices.Contains(takeText, function) || strings.HasPrefix(function, "JSON")
}

// statement reports an argument that is sent in another form than its place expects.
func statement(pass *analysis.Pass, q queries.Query, p sqls.Param, list []string, by string) {
	arg := q.Arg(p)
	if arg == nil {
		return
	}
	at, ok := q.Call.FindNode(arg)
	if !ok {
		at = q.Call
	}
	for _, t := range flow.Of(pass).Types(arg) {
		id := base(t)
		if id == nil {
			if from := embedded(t); from != nil && len(p.Around) == 0 && len(p.Beside) == 0 {
				check.Report(pass, at, nil, "%s does not know %s, which embeds a %s and is sent as text: give the UUID in it", by, uuids.Name(t), uuids.Name(from))
			}
			continue
		}
		if !setup.Has(list, id) {
			if column, ok := queries.Of(pass).Column(p.Table, p.Column); ok && column.Form() == sqls.Text {
				continue
			}
			if len(p.Around) == 0 && len(p.Beside) == 0 && uuids.IsValuer(id) {
				check.Report(pass, at, nil, "%s does not list %s, so it is sent as text, which equals no bytes: add Native[%s]()", by, uuids.Name(id), uuids.Name(id))
			}
			continue
		}
		if !slices.Contains(list, types.TypeString(id, nil)) {
			continue // nobody can say in which form it is sent
		}
		expects, known := text(p)
		if expects != "" {
			check.Report(pass, at, nil, "%s sends this %s as 16 bytes, and %s expects text: write the column alone, \"id = ?\", or give %s", by, uuids.Name(id), expects, asText(t))
			continue
		}
		column, ok := queries.Of(pass).Column(p.Table, p.Column)
		switch form := column.Form(); {
		case !ok || !known:
		case form == sqls.Text || form == sqls.JSON || form == sqls.Native && by == "the connector":
			check.Report(pass, at, nil, "%s sends this %s as 16 bytes, and the column %s is %s: give %s", by, uuids.Name(id), column.Name, column.Type, asText(t))
		}
	}
}

// text returns what around the placeholder or beside it works on text. The form is known if nothing there makes
// something else of a UUID.
func text(p sqls.Param) (works string, known bool) {
	around := slices.DeleteFunc(slices.Clone(p.Around), func(f string) bool { return slices.Contains(pass16, f) })
	if last := len(around) - 1; last > 0 && strings.HasPrefix(around[last], "::") { // it is the innermost
		around = around[last:]
	}
	if len(around) > 0 {
		if takesText(around[0]) {
			return around[0], true
		}
		return "", false
	}
	known = true
	for _, f := range p.Beside {
		switch {
		case slices.Contains(pass16, f):
		case uuids.OneOf(f, "UNHEX", "UUID_TO_BIN", "HEXTORAW", "FROM_BASE64", "DECODE"): // they return bytes
			return "", false
		case works == "" && (takesText(f) || slices.Contains(makeText, f)):
			works = f
		default:
			known = false
		}
	}
	return works, known
}

// asText is what to give in place of a value of the type, so that text is sent.
func asText(t types.Type) string {
	if uuids.Is(uuids.Indirect(t)) {
		return "its String()"
	}
	return "the String() of its UUID, or nil"
}

// asBytes is what to write in place of a value of the type, so that bytes are sent.
func asBytes(t types.Type) string {
	switch {
	case uuids.IsSQLNull(uuids.Indirect(t)):
		return "sql.Null[sqlx.Binary]{V: sqlx.Binary(id.V), Valid: id.Valid}"
	case !uuids.Is(uuids.Indirect(t)) && !isList(t):
		return "sql.Null[sqlx.Binary]{V: sqlx.Binary(id.UUID), Valid: id.Valid}"
	}
	return "sqlx.Binary(id)"
}

// base is the UUID type of a value, a pointer, a sql.Null or a NullUUID that a connector would
// convert, or nil.
func base(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	t = uuids.Indirect(t)
	n := uuids.Named(t)
	if n == nil {
		return nil
	}
	switch {
	case n.Obj().Pkg() != nil && uuids.Path(n.Obj().Pkg()) == "github.com/uuidkit/uuidkit/sqlx", n.Obj().Pkg() != nil && uuids.Path(n.Obj().Pkg()) == "github.com/uuidkit/uuidkit/gormtype":
		return nil
	case uuids.Is(t):
		return t
	case n.Obj().Name() == "NullUUID" && uuids.IsPackage(uuids.Path(n.Obj().Pkg())):
		if s, ok := n.Underlying().(*types.Struct); ok && s.NumFields() > 0 {
			return s.Field(0).Type()
		}
	case n.Obj().Name() == "Null" && n.TypeArgs().Len() == 1 && uuids.Is(n.TypeArgs().At(0)):
		return n.TypeArgs().At(0)
	}
	return nil
}

// embedded is the UUID type that a struct embeds and whose Value it has, or nil.
func embedded(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	s, ok := uuids.Indirect(t).Underlying().(*types.Struct)
	if !ok || !uuids.IsValuer(t) {
		return nil
	}
	for i := range s.NumFields() {
		if f := s.Field(i); f.Embedded() && uuids.Is(f.Type()) && uuids.IsValuer(f.Type()) {
			if _, index, _ := types.LookupFieldOrMethod(t, true, nil, "Value"); len(index) == 2 {
				return f.Type()
			}
		}
	}
	return nil
}

// value reports a UUID in an Eq of squirrel, or an Ex or a Record of goqu. The Set of squirrel leaves it
// to the connector.
func value(pass *analysis.Pass, v queries.Value) {
	for _, t := range flow.Of(pass).Types(v.Expr) {
		if v.Builder != "" && (base(t) != nil || v.Builder == "goqu" && isList(t)) {
			at, _ := v.At.FindNode(v.Expr)
			check.Report(pass, at, nil, "%s makes text of this %s before the connector sees it, and text equals no bytes: write %s", v.Builder, uuids.Name(t), asBytes(t))
			break
		}
	}
}

func isList(t types.Type) bool {
	if t == nil {
		return false
	}
	s, ok := t.Underlying().(*types.Slice)
	return ok && base(s.Elem()) != nil
}

// builder reports a UUID that a function of goqu, bun or jmoiron/sqlx makes text of.
func builder(pass *analysis.Pass, c inspector.Cursor, call *ast.CallExpr) {
	fn, pkg := uuids.Callee(pass, call)
	if fn == nil {
		return
	}
	name := ""
	args := call.Args
	switch {
	case strings.HasPrefix(pkg, "github.com/doug-martin/goqu") && uuids.OneOf(fn.Name(), "Eq", "Neq", "In", "NotIn", "Gt", "Gte", "Lt", "Lte", "V", "L", "Vals"):
		name = "goqu"
	case strings.HasPrefix(pkg, "github.com/uptrace/bun") && (strings.Contains(fn.Name(), "Where") || uuids.OneOf(fn.Name(), "Set", "Value", "NewRaw", "List", "In", "Having")):
		name = "bun"
	case pkg == "github.com/jmoiron/sqlx" && fn.Name() == "In":
		if !slices.ContainsFunc(args, func(e ast.Expr) bool { return isSlice(pass.TypesInfo.TypeOf(e)) }) {
			return
		}
		name = "the In of jmoiron/sqlx"
	default:
		return
	}
	for _, arg := range args {
		for _, t := range flow.Of(pass).Types(arg) {
			if base(t) != nil || strings.HasPrefix(name, "goqu") && isList(t) || name == "bun" && isList(t) {
				at, _ := c.FindNode(arg)
				check.Report(pass, at, nil, "%s makes text of this %s before the connector sees it, and text equals no bytes: write %s", name, uuids.Name(t), asBytes(t))
				break
			}
		}
	}
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok && !uuids.IsBytes(t)
}

// models reports fields of models whose UUID type the plugin does not list.
func models(pass *analysis.Pass, list []string) {
	for c := range check.Nodes(pass).Preorder((*ast.Field)(nil)) {
		f := c.Node().(*ast.Field)
		column, ok := queries.TagColumn(uuids.Tag(f), "x")
		if _, gorm := uuids.Tag(f).Lookup("gorm"); !ok || !gorm || column.Form() != sqls.Bytes16 && column.Form() != sqls.Bytes {
			continue
		}
		if id := base(pass.TypesInfo.TypeOf(f.Type)); id != nil && !setup.Has(list, id) {
			check.Report(pass, c, nil, "the plugin does not list %s, so it is sent as text, and this column is %s: add gormtype.Native[%s]()", uuids.Name(id), column.Type, uuids.Name(id))
		}
	}
}
