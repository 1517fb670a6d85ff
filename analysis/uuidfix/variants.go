package main

import (
	"fmt"

	"golang.org/x/tools/go/packages"
)

// loadVariants loads the program as this system builds it.
func (j *job) loadVariants(patterns []string) error {
	fmt.Fprintln(j.stderr, "uuidfix: loading", patterns)
	v, err := load(&packages.Config{
		Dir:        j.cwd,
		BuildFlags: []string{j.modfile(), "-mod=mod"},
	}, patterns, func(path string) bool { return j.sources[path] != nil }, j.to)
	if err != nil {
		return err
	}
	j.variants = append(j.variants, v)
	return nil
}
