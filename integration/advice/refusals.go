package advice

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Refusal is what uuid migrate tells users to do by hand, as its code has it: … stands for what
// is not a string constant there. Where nothing is, the text is the function and the expression.
type Refusal struct{ Package, Manual string }

// Refusals returns those of a folder: the values of Manual, also those that a query fills, the last argument of
// calls of refuse, and the formats of errors that are CodeRefused.
func Refusals(folder string) ([]Refusal, error) {
	found := map[Refusal]bool{}
	name := filepath.Base(folder)
	err := each(folder, func(file *ast.File, source string, at func(token.Pos) int) {
		of := func(n ast.Node) string { return source[at(n.Pos()):at(n.End())] }
		for _, decl := range file.Decls {
			in := ""
			if f, ok := decl.(*ast.FuncDecl); ok {
				in = f.Name.Name + ": "
			}
			add := func(e ast.Expr) {
				text := constant(e)
				if strings.Trim(text, "…") == "" {
					text = in + of(e)
				}
				found[Refusal{name, strings.Join(strings.Fields(text), " ")}] = true
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.KeyValueExpr:
					if of(n.Key) == "Manual" {
						add(n.Value)
					}
				case *ast.AssignStmt:
					if strings.HasSuffix(of(n.Lhs[0]), ".Manual") {
						add(n.Rhs[0])
					}
				case *ast.UnaryExpr:
					if n.Op == token.AND && strings.HasSuffix(of(n.X), ".Manual") {
						add(n)
					}
				case *ast.CallExpr:
					switch f := of(n.Fun); {
					case strings.HasSuffix(f, "Errorf") && strings.HasSuffix(of(n.Args[0]), "CodeRefused"):
						add(n.Args[1])
					case strings.HasSuffix(f, "refuse") && len(n.Args) > 1:
						add(n.Args[len(n.Args)-1])
					}
				}
				return true
			})
		}
	})
	return slices.SortedFunc(maps.Keys(found), func(a, b Refusal) int { return strings.Compare(a.Manual, b.Manual) }), err
}

// constant returns the string constants of an expression, with … between them.
func constant(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil {
			return text
		}
	case *ast.BinaryExpr:
		return strings.ReplaceAll(constant(e.X)+constant(e.Y), "……", "…")
	case *ast.ParenExpr:
		return constant(e.X)
	case *ast.CallExpr:
		text := constant(e.Fun)
		for _, arg := range e.Args {
			text += constant(arg)
		}
		return strings.ReplaceAll(text, "……", "…")
	}
	return "…"
}

// A ByHand is a row of refusals.tsv: a refusal, and the test that does what it says.
type ByHand struct {
	Refusal
	Test string
}

// ByHands reads the table.
func ByHands(file string) (rows []ByHand, err error) {
	b, err := os.ReadFile(file)
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 3 {
			return nil, fmt.Errorf("%s: %q: want three columns", file, line)
		}
		rows = append(rows, ByHand{Refusal{f[0], f[1]}, f[2]})
	}
	return rows, err
}
