package module

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Order returns lines with the modules in the folders, in the order in which to rewrite them:
// callers before the modules that they require. Conversions that uuidfix writes at a caller's
// boundary compile with the old type there and with the new one. Modules that require each
// other are on one line.
func Order(ctx context.Context, dirs []string) (lines []string, err error) {
	g, err := newGraph(ctx, dirs)
	if err != nil {
		return nil, err
	}
	waiting := slices.Sorted(maps.Keys(g))
	for len(waiting) > 0 {
		// Those that nobody requires but those that they require, too.
		ready := slices.DeleteFunc(slices.Clone(waiting), func(path string) bool {
			return slices.ContainsFunc(waiting, func(other string) bool { return g.requires(other, path) && !g.requires(path, other) })
		})
		for len(ready) > 0 {
			together := []string{ready[0]}
			for _, other := range ready[1:] {
				if g.requires(ready[0], other) && g.requires(other, ready[0]) {
					together = append(together, other)
				}
			}
			var names []string
			for _, path := range together {
				names = append(names, g[path].dir)
			}
			lines = append(lines, strings.Join(names, " "))
			done := func(path string) bool { return slices.Contains(together, path) }
			ready, waiting = slices.DeleteFunc(ready, done), slices.DeleteFunc(waiting, done)
		}
	}
	return lines, nil
}

// A graph has modules by their paths.
type graph map[string]node

type node struct {
	dir    string
	direct []string // paths that its go.mod requires
}

func newGraph(ctx context.Context, dirs []string) (graph, error) {
	g := graph{}
	for _, dir := range dirs {
		mod, err := (&Module{ctx: ctx, Dir: dir}).goMod("go.mod")
		if err != nil {
			return nil, err
		}
		if first, ok := g[mod.Module.Path]; ok {
			return nil, fmt.Errorf("%s is in %s and in %s", mod.Module.Path, first.dir, dir)
		}
		n := node{dir: dir}
		for _, r := range mod.Require {
			n.direct = append(n.direct, r.Path)
		}
		g[mod.Module.Path] = n
	}
	return g, nil
}

// requires reports whether a module requires another one, itself or through others of the graph.
func (g graph) requires(from, to string) bool {
	seen := map[string]bool{}
	var walk func(path string) bool
	walk = func(path string) bool {
		if seen[path] {
			return false
		}
		seen[path] = true
		return slices.ContainsFunc(g[path].direct, func(r string) bool { return r == to || walk(r) })
	}
	return walk(from)
}
