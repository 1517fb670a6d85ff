package advice

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
)

// Code is the source of a package, by the names of what it declares. Those of methods begin with a dot.
type Code map[string]string

// Load reads the source of a folder.
func Load(folder string) (Code, error) {
	code := Code{}
	return code, each(folder, func(file *ast.File, source string, at func(token.Pos) int) {
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil {
					name = "." + name
				}
				code[name] += source[at(d.Pos()):at(d.End())] + "\n"
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						code[s.Name.Name] = source[at(s.Pos()):at(s.End())]
					case *ast.ValueSpec:
						for _, name := range s.Names {
							code[name.Name] = source[at(s.Pos()):at(s.End())]
						}
					}
				}
			}
		}
	})
}

// each parses the Go files of a folder.
func each(folder string, f func(file *ast.File, source string, at func(token.Pos) int)) error {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return err
	}
	for _, name := range names {
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, source, parser.ParseComments)
		if err != nil {
			return err
		}
		f(file, string(source), func(p token.Pos) int { return set.Position(p).Offset })
	}
	return nil
}

// Of returns the source of a function without comments, and of what it uses of its package.
func (c Code) Of(f func(*Env)) (string, error) {
	name := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
	name = name[strings.LastIndexByte(name, '.')+1:]
	if c[name] == "" {
		return "", fmt.Errorf("no function %s", name)
	}
	text, used := "", map[string]bool{}
	for next := []string{name}; len(next) > 0; next = next[1:] {
		source := c[next[0]]
		if used[next[0]] || source == "" {
			continue
		}
		used[next[0]] = true
		text += uncommented(source) + "\n"
		next = append(next, names(source)...)
	}
	return text, nil
}

// uncommented returns Go code without its comments.
func uncommented(source string) string {
	var s scanner.Scanner
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(source))
	s.Init(file, []byte(source), nil, scanner.ScanComments)
	text, from := "", 0
	for {
		pos, tok, comment := s.Scan()
		switch tok {
		case token.EOF:
			return text + source[from:]
		case token.COMMENT:
			text += source[from:file.Offset(pos)]
			from = file.Offset(pos) + len(comment)
		}
	}
}

// names returns the identifiers of Go code, and not the words of its comments and strings. Those after
// a dot have it.
func names(source string) (list []string) {
	var s scanner.Scanner
	set := token.NewFileSet()
	s.Init(set.AddFile("", -1, len(source)), []byte(source), nil, 0)
	dot := ""
	for {
		_, tok, text := s.Scan()
		switch tok {
		case token.EOF:
			return list
		case token.IDENT:
			list = append(list, dot+text)
		}
		dot = map[bool]string{true: "."}[tok == token.PERIOD]
	}
}

// Tests returns the names of a folder's tests.
func Tests(folder string) (tests []string, err error) {
	err = each(folder, func(file *ast.File, _ string, _ func(token.Pos) int) {
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				tests = append(tests, f.Name.Name)
			}
		}
	})
	return tests, err
}

// Folder returns all Go and YAML text of a folder and those in it.
func Folder(folder string) (text string, err error) {
	err = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if ext := filepath.Ext(name); err != nil || ext != ".go" && ext != ".yaml" {
			return err
		}
		b, err := os.ReadFile(name)
		text += string(b) + "\n"
		return err
	})
	return text, err
}

// Table returns the SQL that makes the table of a store.
func (s *Store) Table() string { return s.ddl }
