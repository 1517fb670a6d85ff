package meaning

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/module"
)

// listCalls lists calls that compile and have another result.
func (f *file) listCalls() {
	for c := range f.root.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn := f.oldFunc(call)
		if sel, ok := call.Fun.(*ast.SelectorExpr); fn == nil || ok && f.kept.keeps(sel.X) {
			continue
		}
		from := families[fn.Pkg().Path()]
		var recv string
		if r := fn.Signature().Recv(); r != nil {
			_, recv = family(pointed(r.Type()))
		}
		says := f.called(call, fn.Name(), from, recv)
		if from == "google" && recv == "UUID" && fn.Name() == "Variant" && f.program.Target != module.Std && !f.comparesVariants(c) {
			says = "its number differs but for RFC 9562's: google/uuid's Reserved is 2, Microsoft 3 and Future 4, and VariantNCS is 0, VariantMicrosoft 2 and VariantFuture 3"
		}
		if says != "" {
			f.add(finding.RunTime, call, text(call), says)
		}
	}
}

// comparesVariants reports whether a call's result, a Variant, is only compared with others and with their
// constants by name, or asked for its text.
func (f *file) comparesVariants(call inspector.Cursor) bool {
	var with []ast.Expr
	switch n := call.Parent().Node().(type) {
	case *ast.ParenExpr:
		return f.comparesVariants(call.Parent())
	case *ast.SelectorExpr:
		return true
	case *ast.BinaryExpr:
		if n.Op != token.EQL && n.Op != token.NEQ {
			return false
		}
		with = []ast.Expr{n.X, n.Y}
	case *ast.SwitchStmt:
		for _, clause := range n.Body.List {
			with = append(with, clause.(*ast.CaseClause).List...)
		}
	default:
		return false
	}
	return !slices.ContainsFunc(with, func(e ast.Expr) bool {
		e = ast.Unparen(e)
		if sel, ok := e.(*ast.SelectorExpr); ok {
			e = sel.Sel
		}
		id, _ := e.(*ast.Ident)
		named := f.p.Info.Uses[id] != nil && f.p.Info.Uses[id].Pkg() != nil && load.IsOld(f.p.Info.Uses[id].Pkg().Path())
		return f.p.Info.Types[e].Value != nil && !named
	})
}

// called says how the result of a call differs, or nothing.
func (f *file) called(call *ast.CallExpr, name, from, recv string) string {
	std := f.program.Target == module.Std
	switch {
	case recv == "" && parses[name], recv == "UUID" && name == "UnmarshalText":
		if s, known := constantText(f.p, call.Args[0]); known && (allRead.MatchString(s) || !digits.MatchString(s)) && !(std && strings.HasPrefix(s, "URN")) {
			return ""
		}
		return f.parsed(from)
	case std: // which has none of these
		return ""
	case name == "Scan" && len(call.Args) == 1:
		return scanned[from+" "+recv]
	case recv == "Variant" && name == "String":
		return "the text is RFC 9562 now, and was RFC4122"
	case recv == "UUID" && name == "Version":
		return "it is 0 now for Max and for other variants than RFC 9562's, and was the bits"
	case recv == "NullUUID" && name == "UnmarshalText":
		return "the empty text is null now, and was an error"
	case recv == "" && (name == "NewUUID" || strings.HasPrefix(name, "NewV1")):
		return "the node is a random number now, and was the network card's address"
	case recv == "" && name == "NewV6" && from == "google":
		return "google/uuid's are not in RFC 9562's order, which these are, and have the network card's address: both do not sort by time together"
	}
	return ""
}

// parses are the functions that read text.
var parses = map[string]bool{"Parse": true, "ParseBytes": true, "MustParse": true, "Validate": true, "FromString": true, "FromStringOrNil": true}

const usual = `[[:xdigit:]]{8}-([[:xdigit:]]{4}-){3}[[:xdigit:]]{12}`

// These match the texts that all packages read, and what those that only some read have, too.
var (
	allRead = regexp.MustCompile(`^((?i:urn:uuid:)?` + usual + `|\{` + usual + `\}|[[:xdigit:]]{32})$`)
	digits  = regexp.MustCompile(usual + `|[[:xdigit:]]{32}`)
)

// onlyOld are the texts that only an old package reads.
var onlyOld = map[string]string{
	"google": "38 characters that are not { } around a UUID",
	"gofrs":  "urn:uuid: and { } with 32 digits",
	"satori": "urn:uuid: with 32 digits",
}

// parsed says which texts are errors now.
func (f *file) parsed(from string) string {
	if f.program.Target == module.Std {
		return "URN:UUID: in upper case is an error now, and so are " + onlyOld[from] + ": uuidkit's Parse reads both cases"
	}
	return onlyOld[from] + " are errors now"
}

// binary are libraries that read bytes, not text.
var binary = []string{"encoding/gob", "github.com/vmihailenco/msgpack", "github.com/fxamacker/cbor", "go.mongodb.org/mongo-driver"}

// listDecoded lists the first value with UUIDs of each family that a library reads from text.
func (f *file) listDecoded(e ast.Expr, got types.Type, to sink) {
	decodes := slices.ContainsFunc([]string{"Unmarshal", "Decode", "Bind"}, func(name string) bool { return strings.Contains(to.name, name) })
	if _, pointer := got.Underlying().(*types.Pointer); !pointer || !decodes || slices.ContainsFunc(binary, func(path string) bool { return strings.HasPrefix(to.path, path) }) {
		return
	}
	for _, p := range f.partsOf(got, to.path) {
		key, says := "text of "+p.from, "in text that a program reads, here and elsewhere, "+f.parsed(p.from)
		switch {
		case p.shape == "UUIDs" && (form{library: jsons}).of(to.path) != "":
			key, says = "null in UUIDs", "null in a list, here and elsewhere, is an error now, and was Nil"
		case p.shape != "UUID" && p.shape != "NullUUID":
			continue
		}
		if !f.found[key] {
			f.found[key] = true
			f.addTo(finding.RunTime, e, p.in(text(e)), to, says)
		}
	}
}

// listScanned lists a pointer through which a row is read.
func (f *file) listScanned(e ast.Expr, got types.Type, to sink) {
	if _, pointer := got.Underlying().(*types.Pointer); !pointer {
		return
	}
	scans := strings.HasPrefix(to.name, "Scan") || slices.ContainsFunc(scanners, func(library string) bool {
		return to.path == library || strings.HasPrefix(to.path, library+"/")
	})
	if !scans {
		return
	}
	for _, p := range f.partsOf(got, "database/sql") {
		says := scanned[p.from+" "+p.shape]
		if f.program.Target == module.Std {
			says = stdScanned[p.from+" "+p.shape]
		}
		if says == begins { // rare
			if f.found[says] {
				continue
			}
			f.found[says] = true
			says += ", here and elsewhere"
		}
		if says != "" {
			f.addTo(finding.RunTime, e, p.in(text(e)), to, says)
			return
		}
	}
}

// scanners are libraries that read rows into structs and pointers, also by functions of other names than Scan….
var scanners = []string{"database/sql", "github.com/jmoiron/sqlx", "gorm.io/gorm", "github.com/jackc/pgx", "github.com/uptrace/bun", "github.com/georgysavva/scany", "xorm.io/xorm", "github.com/go-pg/pg", "github.com/gobuffalo/pop",
	"github.com/stephenafamo/scan", "github.com/stephenafamo/bob", "github.com/go-gorp/gorp", "github.com/upper/db", "github.com/gocraft/dbr", "github.com/go-jet/jet"}

// scanned says how Scan of an old type differs from the new one's.
var scanned = map[string]string{
	"google UUID":     `NULL and "" are errors now, and left the old value before: use NullUUID where a column can be NULL; ` + begins,
	"google NullUUID": `"" is an error now, and was Nil before; after an error the value is unchanged; ` + begins,
	"gofrs UUID":      begins,
	"gofrs NullUUID":  "after an error the value is unchanged; Valid was true before; " + begins,
	"satori UUID":     begins,
	"satori NullUUID": "after an error the value is unchanged; Valid was true before; " + begins,
}

// stdScanned says it of Go 1.27's type.
var stdScanned = map[string]string{
	"google UUID": `NULL and "" are errors now, and left the old value before: use *uuid.UUID or sql.Null[uuid.UUID] where a column can be NULL`,
}

const begins = "16 bytes that are the beginning of a UUID's text are an error now"
