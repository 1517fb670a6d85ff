// Package redisuuid reports values of Redis that are bytes in one place and text in another.
package redisuuid

import (
	"go/ast"
	"go/constant"
	"go/types"
	"iter"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "redisuuid",
	Kind: check.Wrong,
	Doc: `
report UUIDs that are written to Redis as bytes, and read or looked up as text

go-redis writes a UUID by its MarshalBinary, as 16 bytes. Parse of what Get returns then fails
with "invalid UUID length: 16". A member that was added to a set as bytes is not found by its
text. Read with Scan(&id) or FromBytes, or write id.String() everywhere.

The check reports Parse of a value or an element, and text as a member, if the same package
writes a UUID under a key that may be the same. It also reports the Scan of HGetAll into a
struct, if the package wrote the UUID of one of its fields as bytes under such a key.`,

	Wrong: `rdb.Set(ctx, "session", id, 0)
uuid.Parse(rdb.Get(ctx, "session").Val())`,
	Right: `rdb.Set(ctx, "session", id, 0)
rdb.Get(ctx, "session").Scan(&id)`,
	Run: run,
})

func isRedis(pkg string) bool {
	return strings.HasPrefix(pkg, "github.com/redis/go-redis") || strings.HasPrefix(pkg, "github.com/go-redis/redis")
}

// A command is a call of a command with what is known of its key.
type command struct {
	c    inspector.Cursor
	call *ast.CallExpr
	name string
	kind string // of the key: string, set, sorted set, hash, list
	key
}

// A key is what is known of one.
type key struct {
	text string       // with variable for each part that is not constant, or the name of the function that makes it
	full bool         // it is constant
	of   types.Object // the variable that it is, if it is one alone
}

const variable = "\x00"

// kinds are the commands by the kind of their key.
var kinds = map[string][]string{
	"string": {"Set", "SetNX", "SetEx", "SetEX", "SetXX", "SetArgs", "GetSet", "Get", "GetDel", "GetEx", "MSet"},
	"set":    {"SAdd", "SRem", "SIsMember", "SMIsMember", "SMembers", "SPop", "SPopN", "SRandMember", "SRandMemberN"},
	"zset":   {"ZAdd", "ZRem", "ZScore", "ZMScore", "ZRank", "ZRevRank", "ZIncrBy", "ZRange", "ZRevRange", "ZRangeByScore", "ZRevRangeByScore"},
	"hash":   {"HSet", "HSetNX", "HMSet", "HGet", "HDel", "HExists", "HGetAll", "HMGet", "HKeys", "HVals"},
	"list":   {"LPush", "RPush", "LPop", "RPop", "LRem", "LRange", "LPos", "LIndex", "BLPop", "BRPop"},
}

func run(pass *analysis.Pass) {
	if !check.Imports(pass, "github.com/redis/go-redis", "github.com/go-redis/redis") {
		return
	}
	var bytes, text []command
	for c := range check.Nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		cmd, ok := commandOf(pass, c)
		if !ok {
			continue
		}
		for _, arg := range cmd.call.Args[2:] {
			at, _ := c.FindNode(arg)
			cmd.c = at
			isList := cmd.call.Ellipsis.IsValid() || isMap(pass, arg)
			switch {
			case isBytes(pass, arg), isList && slices.ContainsFunc(flow.Of(pass).Contents(arg), boxesBytes):
				bytes = append(bytes, cmd)
			case flow.Of(pass).Any(arg, flow.Origin.IsUUIDText), isList && slices.ContainsFunc(flow.Of(pass).Contents(arg), flow.Origin.IsUUIDText):
				text = append(text, cmd)
			}
		}
	}
	for _, ask := range text {
		if b, ok := written(ask, bytes, text); ok {
			check.Report(pass, ask.c, nil, "%s asks for text, and %s writes 16 bytes under this key: give both the UUID, or both its String()", ask.name, b.name)
		}
	}
	for _, ask := range bytes {
		if b, ok := written(ask, text, bytes); ok {
			check.Report(pass, ask.c, nil, "%s asks for 16 bytes, and %s writes text under this key: give both the UUID, or both its String()", ask.name, b.name)
		}
	}
	for c := range check.Nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		parsed(pass, c, bytes, text)
		scanned(pass, c, bytes)
	}
}

// asks are the commands that look for a member.
var asks = []string{"SIsMember", "SMIsMember", "SRem", "ZRem", "ZScore", "ZRank", "ZRevRank", "ZIncrBy", "LRem", "LPos"}

// written returns the command that writes the other form of what is asked for, if none writes
// the same.
func written(ask command, other, same []command) (found command, ok bool) {
	if !uuids.OneOf(ask.name, asks...) {
		return found, false
	}
	for _, w := range same {
		if w.kind == ask.kind && w.key.same(ask.key) && !uuids.OneOf(w.name, asks...) {
			return found, false
		}
	}
	for _, w := range other {
		if w.kind == ask.kind && w.key.same(ask.key) && !uuids.OneOf(w.name, asks...) {
			return w, true
		}
	}
	return found, false
}

// commandOf returns the command with its key, which is the argument after the context.
func commandOf(pass *analysis.Pass, c inspector.Cursor) (cmd command, ok bool) {
	call := c.Node().(*ast.CallExpr)
	fn, pkg := uuids.Callee(pass, call)
	if fn == nil || !isRedis(pkg) && !isCommand(fn) || !uuids.IsMethod(fn) || len(call.Args) < 2 {
		return cmd, false
	}
	for kind, names := range kinds {
		if uuids.OneOf(fn.Name(), names...) {
			at := 1
			if fn.Name() == "BLPop" || fn.Name() == "BRPop" { // after the timeout
				if at = 2; len(call.Args) != 3 {
					return cmd, false
				}
			}
			return command{c, call, fn.Name(), kind, keyOf(pass, call.Args[at])}, true
		}
	}
	return cmd, false
}

// isCommand reports whether the method is of an interface, and returns a command of Redis.
func isCommand(fn *types.Func) bool {
	if !uuids.IsMethod(fn) || !types.IsInterface(fn.Signature().Recv().Type()) || fn.Signature().Results().Len() != 1 {
		return false
	}
	n := uuids.Named(fn.Signature().Results().At(0).Type())
	return n != nil && isRedis(uuids.Path(n.Obj().Pkg()))
}

func keyOf(pass *analysis.Pass, e ast.Expr) key {
	text := pattern(pass, e)
	if text != variable {
		return key{text: text, full: !strings.Contains(text, variable)}
	}
	if value := uuids.Declared(pass, e); value != nil {
		e = value
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return key{text: text, of: pass.TypesInfo.ObjectOf(e)}
	case *ast.SelectorExpr:
		return key{text: text, of: pass.TypesInfo.ObjectOf(e.Sel)}
	case *ast.CallExpr:
		if fn, _ := uuids.Callee(pass, e); fn != nil {
			return key{text: text, of: fn}
		}
	}
	return key{text: text}
}

var verbs = regexp.MustCompile(`%[^a-zA-Z%]*[a-zA-Z]`)

// pattern is the text with variable for each part that is not constant.
func pattern(pass *analysis.Pass, e ast.Expr) string {
	e = ast.Unparen(e)
	if v := pass.TypesInfo.Types[e].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	switch e := e.(type) {
	case *ast.Ident:
		if value := uuids.Declared(pass, e); value != nil {
			return pattern(pass, value)
		}
	case *ast.BinaryExpr:
		return strings.ReplaceAll(pattern(pass, e.X)+pattern(pass, e.Y), variable+variable, variable)
	case *ast.CallExpr:
		if _, pkg := uuids.Callee(pass, e); pkg == "fmt" && len(e.Args) > 0 && uuids.IsConst(pass, e.Args[0]) {
			return verbs.ReplaceAllString(pattern(pass, e.Args[0]), variable)
		}
	}
	return variable
}

// same reports whether both keys may be the same. A variable alone is the same as itself.
func (a key) same(b key) bool {
	switch {
	case a.text == variable || b.text == variable:
		return a.of != nil && a.of == b.of
	case a.full && !b.full:
		return b.matches(a.text)
	case b.full && !a.full:
		return a.matches(b.text)
	}
	return a.text == b.text
}

func (k key) matches(text string) bool {
	parts := strings.Split(k.text, variable)
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile("(?s)^" + strings.Join(parts, ".*") + "$").MatchString(text)
}

// isBytes reports whether go-redis writes the value as bytes.
func isBytes(pass *analysis.Pass, e ast.Expr) bool {
	for _, t := range flow.Of(pass).Types(e) {
		if t == nil {
			continue
		}
		id := uuids.Indirect(t)
		if uuids.Is(id) && uuids.HasMethod(id, "MarshalBinary") {
			return true
		}
		n := uuids.Named(t)
		if n != nil && n.Obj().Name() == "Z" && isRedis(uuids.Path(n.Obj().Pkg())) && memberIsBytes(pass, e) {
			return true
		}
	}
	if s, ok := ast.Unparen(e).(*ast.SliceExpr); ok {
		t := pass.TypesInfo.TypeOf(s.X)
		return t != nil && uuids.Is(uuids.Indirect(t))
	}
	return false
}

// boxesBytes reports whether the origin is a UUID in an interface, which go-redis writes as bytes.
func boxesBytes(o flow.Origin) bool {
	t := o.Boxed()
	return t != nil && uuids.Is(uuids.Indirect(t)) && uuids.HasMethod(uuids.Indirect(t), "MarshalBinary")
}

func isMap(pass *analysis.Pass, e ast.Expr) bool {
	_, ok := pass.TypesInfo.TypeOf(e).Underlying().(*types.Map)
	return ok
}

// memberIsBytes reports whether the member of a redis.Z literal is a UUID.
func memberIsBytes(pass *analysis.Pass, e ast.Expr) (is bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			if t := pass.TypesInfo.TypeOf(kv.Value); t != nil && uuids.Is(uuids.Indirect(t)) {
				is = true
			}
		}
		return true
	})
	return is
}

// parsed reports Parse of what a command returns.
func parsed(pass *analysis.Pass, c inspector.Cursor, bytes, text []command) {
	call := c.Node().(*ast.CallExpr)
	fn, pkg := uuids.Callee(pass, call)
	if fn == nil || !uuids.IsPackage(pkg) || !uuids.OneOf(fn.Name(), "Parse", "MustParse", "FromString", "ParseBytes") || len(call.Args) != 1 || readsBytes(pass, c, call.Args[0]) {
		return
	}
	for _, o := range flow.Of(pass).Origins(call.Args[0]) {
		o, field := o.Map()
		_, resultPkg, result := o.Callee()
		if result == nil || !isRedis(resultPkg) {
			continue
		}
		sel, ok := ast.Unparen(result.Fun).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		for cmd := range commands(pass, sel.X) {
			for _, b := range bytes {
				if b.kind == cmd.kind && b.key.same(cmd.key) && sameField(pass, b, cmd, field) && !otherwise(pass, c, b, text) {
					check.Report(pass, c, nil, "%s wrote 16 bytes under this key, and %s of them is an error: read with Scan(&id) or FromBytes", b.name, fn.Name())
					return
				}
			}
		}
	}
}

// readsBytes reports whether the function around also reads the text with FromBytes: it knows both forms.
func readsBytes(pass *analysis.Pass, c inspector.Cursor, text ast.Expr) bool {
	for f := range c.Enclosing((*ast.FuncDecl)(nil)) {
		for other := range f.Preorder((*ast.CallExpr)(nil)) {
			call := other.Node().(*ast.CallExpr)
			fn, pkg := uuids.Callee(pass, call)
			if fn == nil || !uuids.IsPackage(pkg) || fn.Name() != "FromBytes" || len(call.Args) != 1 {
				continue
			}
			if bytes, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr); ok && len(bytes.Args) == 1 && uuids.SameExpr(pass, bytes.Args[0], text) {
				return true
			}
		}
	}
	return false
}

// sameField reports whether two commands of a hash name the same field, as far as can be seen.
func sameField(pass *analysis.Pass, write, read command, field constant.Value) bool {
	if write.kind != "hash" {
		return true
	}
	if field == nil && len(read.call.Args) > 2 {
		field = pass.TypesInfo.Types[read.call.Args[2]].Value
	}
	if field == nil {
		return true
	}
	if lit := queries.Literal(pass, write.c, write.call.Args[2]); lit != nil {
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if v := pass.TypesInfo.Types[kv.Key].Value; v != nil && v.ExactString() == field.ExactString() {
					return isBytes(pass, kv.Value)
				}
			}
		}
	}
	for i := 2; i+1 < len(write.call.Args); i += 2 {
		if v := pass.TypesInfo.Types[write.call.Args[i]].Value; v != nil && v.ExactString() == field.ExactString() {
			return isBytes(pass, write.call.Args[i+1])
		}
	}
	return false
}

// otherwise reports whether the function around writes text under the same key, and the other
// command is elsewhere.
func otherwise(pass *analysis.Pass, c inspector.Cursor, b command, text []command) bool {
	for f := range c.Enclosing((*ast.FuncDecl)(nil)) {
		in := func(n ast.Node) bool { return f.Node().Pos() <= n.Pos() && n.End() <= f.Node().End() }
		if in(b.call) {
			return false
		}
		for _, t := range text {
			if t.kind == b.kind && t.key.same(b.key) && in(t.call) {
				return true
			}
		}
	}
	return false
}

func cursorOf(pass *analysis.Pass, n ast.Node) inspector.Cursor {
	c, _ := check.Nodes(pass).FindNode(n)
	return c
}

// commands are those whose result the expression is.
func commands(pass *analysis.Pass, e ast.Expr) iter.Seq[command] {
	return func(yield func(command) bool) {
		for _, o := range flow.Of(pass).Origins(e) {
			_, _, call := o.Callee()
			if call == nil {
				continue
			}
			if cmd, ok := commandOf(pass, cursorOf(pass, call)); ok && !yield(cmd) {
				return
			}
		}
	}
}

// scanned reports HGetAll(…).Scan into a struct with a UUID, if the hash may have its field as bytes.
func scanned(pass *analysis.Pass, c inspector.Cursor, bytes []command) {
	call := c.Node().(*ast.CallExpr)
	fn, pkg := uuids.Callee(pass, call)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if fn == nil || !ok || !isRedis(pkg) || fn.Name() != "Scan" || uuids.Receiver(fn) != "MapStringStringCmd" || len(call.Args) != 1 {
		return
	}
	s, ok := uuids.Indirect(pass.TypesInfo.TypeOf(call.Args[0])).Underlying().(*types.Struct)
	if !ok {
		return
	}
	for read := range commands(pass, sel.X) {
		for i := range s.NumFields() {
			name, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("redis"), ",")
			if t := s.Field(i).Type(); name == "" || !uuids.Is(t) || uuids.HasMethod(t, "ScanRedis") {
				continue
			}
			for _, b := range bytes {
				if b.kind == "hash" && b.key.same(read.key) && sameField(pass, b, read, constant.MakeString(name)) {
					check.Report(pass, c, nil, "%s wrote %s as 16 bytes, and the Scan of HGetAll reads text: write its String()", b.name, s.Field(i).Name())
					return
				}
			}
		}
	}
}
