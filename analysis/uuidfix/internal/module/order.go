package module

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Order returns lines with the modules in the folders, in the order in which to rewrite them:
// callers before the modules that they require. Conversions that uuidfix writes at a caller's
// boundary compile with the old type there and with the new one. Modules that require each
// other are on one line.
func Order(ctx context.Context, dirs []string) (lines []string, err error) {
	type node struct {
		dir, path string
		requires  []string
	}
	nodes := map[string]*node{}
	var all []string
	for _, dir := range dirs {
		m := &Module{ctx: ctx, Dir: dir}
		mod, err := m.goMod(filepath.Join(dir, "go.mod"))
		if err != nil {
			return nil, err
		}
		if nodes[mod.Module.Path] != nil {
			return nil, fmt.Errorf("%s is in %s and in %s", mod.Module.Path, nodes[mod.Module.Path].dir, dir)
		}
		n := &node{dir: dir, path: mod.Module.Path}
		for _, r := range mod.Require {
			n.requires = append(n.requires, r.Path)
		}
		nodes[n.path] = n
		all = append(all, n.path)
	}
	slices.Sort(all)
	reaches := func(from, to string) bool {
		seen := map[string]bool{}
		var walk func(path string) bool
		walk = func(path string) bool {
			for _, r := range nodes[path].requires {
				if r == to || nodes[r] != nil && !seen[r] && !mark(seen, r) && walk(r) {
					return true
				}
			}
			return false
		}
		return walk(from)
	}
	for len(all) > 0 {
		var ready []string // nobody requires them but those that they require
		for _, path := range all {
			if !slices.ContainsFunc(all, func(other string) bool {
				return other != path && reaches(other, path) && !reaches(path, other)
			}) {
				ready = append(ready, path)
			}
		}
		for _, path := range ready {
			if !slices.Contains(all, path) {
				continue // with one before
			}
			var together []string
			for _, other := range ready {
				if other == path || reaches(path, other) && reaches(other, path) {
					together = append(together, nodes[other].dir)
				}
			}
			lines = append(lines, strings.Join(together, " "))
			all = slices.DeleteFunc(all, func(p string) bool { return slices.Contains(together, nodes[p].dir) })
		}
	}
	return lines, nil
}

// mark sets seen, and returns false.
func mark(seen map[string]bool, path string) bool {
	seen[path] = true
	return false
}
