package pictures

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const ours = "github.com/uuidkit/uuidkit"

// Imports has the packages of ours that a package imports, by the folders of both: "sqlx". That of the
// root module itself is "".
type Imports map[string][]string

// ReadImports asks go list for the imports of the modules in folders of top, which is where README.md is.
func ReadImports(top string, modules ...string) (Imports, error) {
	top, err := filepath.Abs(top)
	if err != nil {
		return nil, err
	}
	all := Imports{}
	for _, module := range modules {
		list := exec.Command("go", "list", "-e", "-json=ImportPath,Imports", "./...")
		list.Dir = filepath.Join(top, module)
		work := "off"
		if file := filepath.Join(list.Dir, "go.work"); exists(file) {
			work = file // cmd's
		}
		// Another system may have other files, and so other imports.
		list.Env = append(os.Environ(), "GOWORK="+work, "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=")
		var said bytes.Buffer
		list.Stderr = &said
		out, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("pictures: go list in %q: %w: %s", module, err, &said)
		}
		for d := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct {
				ImportPath string
				Imports    []string
			}
			if err := d.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, fmt.Errorf("pictures: go list in %q: %w", module, err)
			}
			all[folder(p.ImportPath)] = []string{}
			for _, path := range p.Imports {
				if path == ours || strings.HasPrefix(path, ours+"/") {
					all[folder(p.ImportPath)] = append(all[folder(p.ImportPath)], folder(path))
				}
			}
		}
	}
	return all, nil
}

func folder(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, ours), "/") }

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// joined returns the imports with the packages of each box as one. name returns the box of a package, or
// "" for one that is not drawn.
func (all Imports) joined(name func(string) string) Imports {
	boxes := Imports{}
	for p, imports := range all {
		from := name(p)
		if from == "" {
			continue
		}
		boxes[from] = append(boxes[from], []string{}...)
		for _, i := range imports {
			if to := name(i); to != "" && to != from && !slices.Contains(boxes[from], to) {
				boxes[from] = append(boxes[from], to)
			}
		}
	}
	return boxes
}

// reduced returns the imports without those that follow from others: if a imports b, and b imports c,
// then not that a imports c.
func (all Imports) reduced() Imports {
	less := Imports{}
	for p, imports := range all {
		less[p] = slices.DeleteFunc(slices.Clone(imports), func(to string) bool {
			return slices.ContainsFunc(imports, func(by string) bool { return by != to && all.reaches(by, to) })
		})
		slices.Sort(less[p])
	}
	return less
}

// reaches reports whether a package imports another one, if only by others.
func (all Imports) reaches(from, to string) bool {
	return slices.ContainsFunc(all[from], func(by string) bool { return by == to || all.reaches(by, to) })
}

// layer is how many packages are below a package, one under the other. above has those that import it.
func (all Imports) layer(p string, above ...string) (n int) {
	if slices.Contains(above, p) {
		panic("pictures: an arrow runs back up: " + strings.Join(append(above, p), " → "))
	}
	for _, i := range all[p] {
		n = max(n, all.layer(i, append(above, p)...)+1)
	}
	return n
}

// used returns the imports without the internal packages that only tests import.
func (all Imports) used() Imports {
	imported := map[string]bool{}
	for _, imports := range all {
		for _, i := range imports {
			imported[i] = true
		}
	}
	less := maps.Clone(all)
	maps.DeleteFunc(less, func(p string, _ []string) bool { return strings.Contains(p, "internal/") && !imported[p] })
	if len(less) == len(all) {
		return less
	}
	return less.used()
}
