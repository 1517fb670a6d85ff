package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
)

// others are expressions with a package or a variable that has the name of one of [imports].
var others = []string{
	`bson.DefaultRegistry`, // of version 1 of the driver
	`gorm.Open(mysql.New(mysql.Config{Conn: db}), &gorm.Config{})`, // gorm.io/driver/mysql
	`ids.Next`,                      // a uuidtest.Sequence
	`log.Info().Stringer("id", id)`, // zerolog
	`sqlx.BindDriver("sqlite3+uuid", sqlx.QUESTION)`, // github.com/jmoiron/sqlx
	`sqlx.NewDb(db, "sqlite3")`,
}

var (
	// inPackage matches a span of code that begins with a name of a package, such as sqlx.Native[uuid.UUID]().
	inPackage = regexp.MustCompile(`^[*&]?([a-z]\w*)\.[A-Z]`)
	fences    = regexp.MustCompile("(?ms)^[ \t]*```.*?^[ \t]*```")
	undefined = regexp.MustCompile(`undefined: (\w+)$`)
	// alike matches errors of what a sentence may write: a variable ids, and sql.Conn.Raw for a method of *sql.Conn.
	alike = regexp.MustCompile(`use of package ids not in selector|needs pointer receiver`)
)

// TestSpans type-checks the Go expressions in the sentences of the guides, such as
// `sqlx.Native[uuid.UUID]()`. A variable that the sentence does not declare ends the check of its
// expression; an exported name, such as UserID, becomes a type of 16 bytes. The pages of docs/moving
// name the API of other packages.
func TestSpans(t *testing.T) {
	here := kit.Must(os.Getwd())(t)
	src, known := "package spans\n\n", maps.Clone(imports)
	if !std.Present {
		delete(known, "stduuid")
	}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		src += fmt.Sprintf("import %s %q\n", name, known[name])
	}
	loaded := kit.Must(packages.Load(&packages.Config{
		Mode:    packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedTypes | packages.NeedSyntax,
		Overlay: map[string][]byte{filepath.Join(here, "spans", "spans.go"): []byte(src)},
	}, "./spans"))(t)[0]
	if len(loaded.Syntax) != 1 {
		t.Fatalf("%v", loaded.Errors)
	}
	checked := 0
	for _, file := range files(t, "*.md", ":!CHANGELOG.md", ":!docs/moving") {
		text := fences.ReplaceAllStringFunc(string(kit.Must(os.ReadFile(filepath.Join("../..", file)))(t)), func(block string) string {
			return strings.Repeat("\n", strings.Count(block, "\n"))
		})
		for _, m := range inCode.FindAllStringSubmatchIndex(text, -1) {
			span := text[m[2]:m[3]]
			of := inPackage.FindStringSubmatch(span)
			if of == nil || known[of[1]] == "" || slices.Contains(others, span) {
				continue
			}
			expr, err := parser.ParseExpr(span)
			if err != nil {
				continue // it is only like Go, such as a call with …
			}
			switch err := check(loaded, expr); {
			case err == nil:
				checked++
			case !undefined.MatchString(err.Error()) && !alike.MatchString(err.Error()):
				t.Errorf("%s:%d: %s: %v", file, 1+strings.Count(text[:m[2]], "\n"), span, err)
			}
		}
	}
	if checked < 100 {
		t.Errorf("checked %d expressions, want more", checked)
	}
	t.Logf("%d expressions", checked)
}

// check type-checks an expression in the scope of a package. It adds the exported names that are
// undefined to the scope.
func check(p *packages.Package, expr ast.Expr) error {
	for {
		err := types.CheckExpr(p.Fset, p.Types, p.Syntax[0].End(), expr, nil)
		if err == nil {
			return nil
		}
		m := undefined.FindStringSubmatch(err.Error())
		if m == nil || !ast.IsExported(m[1]) {
			return fmt.Errorf("%s", err.(types.Error).Msg)
		}
		name := types.NewTypeName(token.NoPos, p.Types, m[1], nil)
		types.NewNamed(name, types.NewArray(types.Typ[types.Byte], 16), nil)
		p.Types.Scope().Insert(name)
	}
}
