package flow

import (
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// IsUUIDText reports whether the origin is the text of a UUID: id.String(), uuid.NewString(),
// fmt.Sprint(id), hex.EncodeToString(id[:]).
func (o Origin) IsUUIDText() bool {
	fn, pkg, call := o.Callee()
	switch {
	case fn == nil:
		return false
	case uuids.OneOf(fn.Name(), "String", "URN") && uuids.IsMethod(fn):
		return uuids.Is(uuids.Indirect(fn.Signature().Recv().Type()))
	case fn.Name() == "MarshalText" && uuids.IsMethod(fn):
		_, result := o.Call()
		return result == 0 && uuids.Is(uuids.Indirect(fn.Signature().Recv().Type()))
	case fn.Name() == "NewString":
		return pkg == uuids.Google
	case pkg == "fmt" && uuids.OneOf(fn.Name(), "Sprint", "Sprintf") && call != nil && len(call.Args) > 0:
		args := call.Args
		if fn.Name() == "Sprintf" {
			if f := o.p.pass.TypesInfo.Types[args[0]].Value; f == nil || !uuids.OneOf(constant.StringVal(f), "%s", "%v") {
				return false
			}
			args = args[1:]
		}
		return len(args) == 1 && uuids.Is(uuids.Indirect(o.p.pass.TypesInfo.TypeOf(args[0])))
	}
	return false
}

// Is16Bytes reports whether the origin is a slice of 16 bytes: id[:], sum[:16], id.Bytes().
func (o Origin) Is16Bytes() bool {
	if fn, _, _ := o.Callee(); fn != nil && uuids.IsMethod(fn) && uuids.OneOf(fn.Name(), "Bytes", "MarshalBinary") {
		_, result := o.Call()
		return result == 0 && uuids.Is(uuids.Indirect(fn.Signature().Recv().Type()))
	}
	s, ok := o.Value.(*ssa.Slice)
	if !ok || s.High == nil && s.Low == nil {
		return ok && uuids.Is16Bytes(uuids.Indirect(s.X.Type()))
	}
	low, known := int64(0), true
	if s.Low != nil {
		low, known = intOf(s.Low)
	}
	high, ok := int64(0), false
	if s.High != nil {
		high, ok = intOf(s.High)
	}
	return ok && known && high-low == 16
}

// intOf returns the value of a constant.
func intOf(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}

// requests are the functions that return text of an HTTP request, by package without its
// version.
var requests = map[string][]string{
	"net/http":                 {"FormValue", "PostFormValue", "PathValue", "Get", "Values"},
	"net/url":                  {"Get"},
	"github.com/gin-gonic/gin": {"Param", "Query", "DefaultQuery", "GetQuery", "PostForm", "DefaultPostForm", "GetPostForm", "GetHeader"},
	"github.com/labstack/echo": {"Param", "QueryParam", "FormValue"},
	"github.com/gofiber/fiber": {"Params", "Query", "FormValue", "Get"},
	"github.com/go-chi/chi":    {"URLParam", "URLParamFromCtx"},
	"github.com/gorilla/mux":   {"Vars"},
}

// IsRequest reports whether the origin is text of an HTTP request, and of a route that the package
// shows to have no pattern.
func (o Origin) IsRequest() bool { return o.isRequest(false) }

// MayBeRequest is like IsRequest, for routes that the package does not show as well.
func (o Origin) MayBeRequest() bool { return o.isRequest(true) }

func (o Origin) isRequest(anywhere bool) bool {
	switch v := o.Value.(type) {
	case *ssa.Lookup: // mux.Vars(r)["id"], r.URL.Query()["id"], r.Form["id"]
		if in := (Origin{p: o.p, Value: v.X, At: o.At}); in.isField("Form", "PostForm") || in.isQuery() {
			return true
		}
		call, ok := v.X.(*ssa.Call)
		if !ok {
			return false
		}
		key, ok := v.Index.(*ssa.Const)
		in := Origin{p: o.p, Value: call, At: o.At}
		fn, pkg, _ := in.Callee()
		if fn == nil || !ok || key.Value == nil {
			return false
		}
		return pkg == "github.com/gorilla/mux" && fn.Name() == "Vars" && o.p.isAnyText(constant.StringVal(key.Value), anywhere)
	case *ssa.UnOp:
		return o.p.isDecoded(v.X)
	case *ssa.FieldAddr: // used by its address
		return o.p.isDecoded(v)
	}
	fn, pkg, call := o.Callee()
	if fn == nil || uuids.Receiver(fn) == "Client" || call == nil { // http.Client.Get
		return false
	}
	if whole := o.whole(); whole != nil {
		return slices.ContainsFunc(o.p.Through(whole, Origin.whole), Origin.IsRequest)
	}
	if i := strings.LastIndex(pkg, "/v"); i > 0 && strings.Trim(pkg[i+2:], "0123456789") == "" {
		pkg = pkg[:i]
	}
	switch {
	case pkg == "github.com/gorilla/mux":
		return false // the map itself
	case pkg == "net/http" && uuids.Receiver(fn) == "Header":
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return ok && oneOfRequests(pkg, fn) && o.p.isField(sel.X, "Header")
	case pkg == "net/url": // whoever's Values they are
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return ok && oneOfRequests(pkg, fn) && (o.p.isField(sel.X, "Form", "PostForm") || o.p.Any(sel.X, Origin.isQuery))
	case pkg == "github.com/go-chi/chi" && oneOfRequests(pkg, fn):
		name := o.p.pass.TypesInfo.Types[call.Args[len(call.Args)-1]].Value
		return name != nil && name.Kind() == constant.String && o.p.isAnyText(constant.StringVal(name), anywhere)
	}
	return oneOfRequests(pkg, fn)
}

// whole returns the text of which the origin is an element, or nil.
func (o Origin) whole() ast.Expr {
	fn, pkg, call := o.Callee()
	if call == nil || pkg != "strings" || !uuids.OneOf(fn.Name(), "Split", "Fields", "SplitN") {
		return nil
	}
	return call.Args[0]
}

// isField reports whether the expression is one of these fields of a request, whatever the package assigns to others.
func (p *Package) isField(e ast.Expr, names ...string) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && uuids.OneOf(sel.Sel.Name, names...) && types.TypeString(uuids.Indirect(p.pass.TypesInfo.TypeOf(sel.X)), nil) == "net/http.Request" ||
		p.Any(e, func(o Origin) bool { return o.isField(names...) })
}

// isField reports whether the origin is one of these fields of a request, and not of an answer.
func (o Origin) isField(names ...string) bool {
	load, ok := o.Value.(*ssa.UnOp)
	if !ok {
		return false
	}
	f, ok := load.X.(*ssa.FieldAddr)
	return ok && uuids.OneOf(fieldOf(f).Name(), names...) && types.TypeString(pointed(f.X.Type()), nil) == "net/http.Request"
}

// isQuery reports whether the origin is the Query of a request's URL, and not of another, or what echo has of it.
func (o Origin) isQuery() bool {
	fn, pkg, call := o.Callee()
	if call == nil || pkg != "net/url" || fn.Name() != "Query" {
		return call != nil && uuids.IsWeb(pkg) && uuids.OneOf(fn.Name(), "QueryParams", "FormParams")
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && o.p.isField(sel.X, "URL")
}

func oneOfRequests(pkg string, fn *types.Func) bool { return uuids.OneOf(fn.Name(), requests[pkg]...) }

// isAnyText reports whether the package has a route with the variable of this name, or none but
// they may be anywhere, and none that has a pattern for it.
func (p *Package) isAnyText(name string, found bool) bool {
	return (found || p.hasText("{"+name+"}", func(string) bool { return true })) && !p.hasPattern(name)
}

// isDecoded reports whether it is a field of a cookie, or of a variable of the function that
// reads the body of a request, and no tag of it asks for a UUID.
func (p *Package) isDecoded(addr ssa.Value) bool {
	field, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	if n := uuids.Named(pointed(field.X.Type())); n != nil && n.Obj().Name() == "Cookie" && uuids.Path(n.Obj().Pkg()) == "net/http" {
		return fieldOf(field).Name() == "Value"
	}
	if p.asksForUUID(field) {
		return false
	}
	for {
		outer, ok := field.X.(*ssa.FieldAddr)
		if !ok {
			break
		}
		field = outer
	}
	alloc, ok := field.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *alloc.Referrers() {
		in, ok := ref.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		for _, use := range uses(in) {
			call, ok := use.(*ssa.Call)
			if !ok {
				continue
			}
			fn := funcOf(call.Common())
			if fn == nil || fn.Pkg() == nil {
				continue
			}
			if reads(uuids.Path(fn.Pkg()), fn.Name()) || fn.Pkg().Path() == "encoding/json" && fn.Name() == "Decode" && p.ofBody(call) {
				return true
			}
		}
	}
	return false
}

// asksForUUID reports whether the field's tag has a validator ask for a UUID. One that lets empty text pass does so if
// the package looks at the text as well.
func (p *Package) asksForUUID(field *ssa.FieldAddr) bool {
	tag := reflect.StructTag(structOf(field).Tag(field.Field))
	for _, key := range []string{"binding", "validate"} {
		options := strings.Split(tag.Get(key), ",")
		asks := slices.ContainsFunc(options, func(o string) bool { return strings.HasPrefix(o, "uuid") && !strings.Contains(o, "|") })
		if asks && (!slices.Contains(options, "omitempty") || p.comparesToConst(fieldOf(field))) {
			return true
		}
	}
	return false
}

// comparesToConst reports whether the package compares the field, or its length, with a constant.
func (p *Package) comparesToConst(field *types.Var) bool {
	for c := range p.root().Preorder((*ast.BinaryExpr)(nil)) {
		e := c.Node().(*ast.BinaryExpr)
		x := ast.Unparen(e.X)
		if call, ok := x.(*ast.CallExpr); ok && len(call.Args) == 1 {
			x = call.Args[0]
		}
		sel, ok := x.(*ast.SelectorExpr)
		if ok && p.pass.TypesInfo.Uses[sel.Sel] == field && p.pass.TypesInfo.Types[e.Y].Value != nil {
			return true
		}
	}
	return false
}

// IsProven reports whether the origin is text that the package shows to be a UUID's: a constant, a field whose tag
// asks for a UUID, or the variable of a route that has a pattern for it.
func (o Origin) IsProven() bool {
	switch v := o.Value.(type) {
	case *ssa.Lookup:
		if key, ok := v.Index.(*ssa.Const); ok && key.Value != nil && key.Value.Kind() == constant.String {
			fn, pkg, _ := Origin{p: o.p, Value: v.X}.Callee()
			return fn != nil && pkg == "github.com/gorilla/mux" && fn.Name() == "Vars" && o.p.hasPattern(constant.StringVal(key.Value))
		}
	case *ssa.Const:
		return v.Value != nil && v.Value.Kind() == constant.String && constant.StringVal(v.Value) != ""
	case *ssa.UnOp:
		field, ok := v.X.(*ssa.FieldAddr)
		return ok && o.p.asksForUUID(field)
	case *ssa.Call:
		fn, pkg, call := o.Callee()
		if call == nil || !strings.HasPrefix(pkg, "github.com/go-chi/chi") || !strings.HasPrefix(fn.Name(), "URLParam") {
			return false
		}
		name := o.p.pass.TypesInfo.Types[call.Args[len(call.Args)-1]].Value
		return name != nil && name.Kind() == constant.String && o.p.hasPattern(constant.StringVal(name))
	}
	return false
}

// ofUUID matches a route's pattern with hex digits, the length of a UUID, or a verb that stands for another text.
var ofUUID = regexp.MustCompile(`(?i)a-f|xdigit|\{(12|36)\}|%`)

// hasPattern reports whether a route of the package has a pattern for a variable that UUIDs have.
func (p *Package) hasPattern(name string) bool {
	return p.hasText("{"+name+":", func(rest string) bool {
		depth := 0
		for i, c := range rest {
			switch {
			case c == '{':
				depth++
			case c == '}' && depth > 0:
				depth--
			case c == '}':
				return ofUUID.MatchString(rest[:i])
			}
		}
		return true // another literal has the rest
	})
}

// hasText reports whether a literal of the package has a part of a route, and holds is true for what follows.
func (p *Package) hasText(part string, holds func(rest string) bool) bool {
	for c := range p.root().Preorder((*ast.BasicLit)(nil)) {
		v := p.pass.TypesInfo.Types[c.Node().(ast.Expr)].Value
		if v == nil || v.Kind() != constant.String {
			continue
		}
		if _, rest, ok := strings.Cut(constant.StringVal(v), part); ok && holds(rest) {
			return true
		}
	}
	return false
}

// ofBody reports whether the decoder reads the body of a request.
func (p *Package) ofBody(decode *ssa.Call) bool {
	w := walker{p: p, seen: map[seen]bool{}}
	w.walk(decode.Call.Args[0], decode.Block())
	for _, o := range w.found {
		made, ok := o.Value.(*ssa.Call)
		if !ok || len(made.Call.Args) != 1 {
			continue
		}
		body := walker{p: p, seen: map[seen]bool{}}
		body.walk(made.Call.Args[0], made.Block())
		for _, b := range body.found {
			if load, ok := b.Value.(*ssa.UnOp); ok {
				if f, ok := load.X.(*ssa.FieldAddr); ok && fieldOf(f).Name() == "Body" {
					return true
				}
			}
			if c, ok := b.Value.(*ssa.Call); ok { // http.MaxBytesReader
				if fn := funcOf(c.Common()); fn != nil && fn.Name() == "MaxBytesReader" {
					return true
				}
			}
		}
	}
	return false
}

// reads reports whether the function decodes the body, the query or the path of a request.
func reads(pkg, name string) bool {
	switch {
	case strings.HasPrefix(pkg, "github.com/gin-gonic/gin"):
		return strings.HasPrefix(name, "ShouldBind") || strings.HasPrefix(name, "Bind") || strings.HasPrefix(name, "MustBind")
	case strings.HasPrefix(pkg, "github.com/labstack/echo"):
		return name == "Bind"
	case strings.HasPrefix(pkg, "github.com/gofiber/fiber"):
		return strings.HasSuffix(name, "Parser") || strings.HasPrefix(name, "Bind")
	}
	return false
}

// IsChecked reports whether the package gives the text of the expression to a function of a
// package of UUIDs that parses or validates it, or to one whose name says that it checks.
func (p *Package) IsChecked(e ast.Expr, parse bool) bool {
	from := p.Origins(e)
	for c := range p.root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn, pkg := p.Callee(call)
		if fn == nil || strings.HasPrefix(fn.Name(), "Must") {
			continue
		}
		name := strings.ToLower(fn.Name())
		switch {
		case uuids.IsPackage(pkg) && strings.HasPrefix(name, "valid"), uuids.IsPackage(pkg) && parse:
		case !uuids.IsPackage(pkg) && !parse && (strings.Contains(name, "valid") || strings.HasPrefix(name, "match") || strings.HasPrefix(name, "isuuid")):
		default:
			continue
		}
		for _, arg := range call.Args {
			if t := p.pass.TypesInfo.TypeOf(arg); t == nil || !uuids.IsString(t) {
				continue
			}
			for _, o := range p.Origins(arg) {
				if slices.ContainsFunc(from, func(f Origin) bool { return same(f.Value, o.Value) }) {
					return true
				}
			}
		}
	}
	return false
}
