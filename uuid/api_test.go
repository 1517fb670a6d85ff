package uuid_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestNothingToChange: what is exported cannot be changed by others, and no network
// card is asked for its address.
func TestNothingToChange(t *testing.T) {
	for _, dir := range []string{".", "generator", "uuidtest"} {
		paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(paths), err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, imp := range file.Imports {
				if name, _ := strconv.Unquote(imp.Path.Value); name == "net" || name == "syscall" {
					t.Errorf("%s imports %s", path, name)
				}
			}
			for _, decl := range file.Decls {
				decl, ok := decl.(*ast.GenDecl)
				if !ok || decl.Tok != token.VAR {
					continue
				}
				for _, spec := range decl.Specs {
					for _, name := range spec.(*ast.ValueSpec).Names {
						if name.IsExported() && !strings.HasPrefix(name.Name, "Err") {
							t.Errorf("%s: %s is an exported variable", path, name.Name)
						}
					}
				}
			}
		}
	}
}
