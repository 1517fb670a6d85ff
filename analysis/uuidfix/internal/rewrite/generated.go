package rewrite

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// generatedBy is the line that says who has made a file.
var generatedBy = regexp.MustCompile(`^// Code generated (?:by )?(.*?),?;? *DO NOT EDIT\.$`)

// regenerate returns the command that makes a generated file again, as the module names it: a
// line go:generate that names the file, or its folder's only one if it names the generator that the
// file names, or else what the file says itself.
func regenerate(p *load.Program, f *ast.File, name string) string {
	by := "the generator again"
	for _, group := range f.Comments {
		for _, c := range group.List {
			if m := generatedBy.FindStringSubmatch(c.Text); m != nil && c.Pos() < f.Package && m[1] != "" {
				by = strings.Trim(strings.TrimRight(m[1], ".; "), `"`) + " again"
			}
		}
	}
	var here []string
	for _, other := range p.GoFiles {
		src, err := os.ReadFile(other)
		if err != nil || !strings.Contains(string(src), "//go:generate ") {
			continue
		}
		for line := range strings.Lines(string(src)) {
			command, ok := strings.CutPrefix(strings.TrimSpace(line), "//go:generate ")
			switch {
			case !ok:
			case strings.Contains(command, filepath.Base(name)):
				return goGenerate(p, other, command)
			case filepath.Dir(other) == filepath.Dir(name) && strings.Contains(strings.ToLower(command), generatorOf(by)):
				here = append(here, goGenerate(p, other, command))
			}
		}
	}
	if len(here) == 1 {
		return here[0]
	}
	return by
}

// generatorOf is the name of the program in what a generated file says of it: sqlc, mockgen, protoc
// of protoc-gen-go.
func generatorOf(by string) string {
	name, _, _ := strings.Cut(strings.ToLower(by), " ")
	name, _, _ = strings.Cut(filepath.Base(name), "-")
	if name == "the" {
		return ""
	}
	return name
}

func goGenerate(p *load.Program, file, command string) string {
	return "go generate " + p.Module.Short(file) + " (" + command + ")"
}
