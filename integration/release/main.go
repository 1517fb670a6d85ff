// Release prepares the go.mod files for a release: it writes the version into every
// require of one of our modules, and prints the tags to set, in their order.
//
//	go -C integration run ./release v0.1.0
//
// All modules are tagged from one commit with one version. The test beside it
// rehearses the release: users outside the tree get each package by its version. A new
// adapter is a row of adapters in release_test.go.
package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"github.com/uuidkit/uuidkit/integration/internal/git"
)

const root = "github.com/uuidkit/uuidkit"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: release vX.Y.Z")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(version string) error {
	top, err := git.Run(".", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	files, err := tracked(top)
	if err != nil {
		return err
	}
	if err := write(top, files, version); err != nil {
		return err
	}
	for _, m := range published(files) {
		fmt.Println(path.Join(m, version))
	}
	return nil
}

// tracked returns the files of the checkout that git knows, by their slash paths.
func tracked(top string) ([]string, error) {
	out, err := git.Run(top, "ls-files", "-z")
	if err != nil {
		return nil, err
	}
	files := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	return slices.DeleteFunc(files, func(f string) bool {
		_, err := os.Lstat(filepath.Join(top, f))
		return err != nil // removed, and not committed yet
	}), nil
}

// unpublished are the folders of modules that nobody imports.
var unpublished = regexp.MustCompile(`^(integration|examples|docs|internal)(/|$)`)

// published returns the folders of the modules to tag, the root first.
func published(files []string) (folders []string) {
	for _, f := range files {
		if dir := path.Dir(f); path.Base(f) == "go.mod" && !unpublished.MatchString(dir) {
			folders = append(folders, dir)
		}
	}
	slices.Sort(folders) // "." first
	return folders
}

// write puts version into every require of one of our modules.
func write(top string, files []string, version string) error {
	// From v2 on, the paths of modules end in /v2.
	if !slices.Contains([]string{"v0", "v1"}, semver.Major(version)) || semver.Canonical(version) != version {
		return fmt.Errorf("%q is not a version such as v0.1.0", version)
	}
	for _, f := range files {
		if path.Ext(f) != ".mod" {
			continue
		}
		name := filepath.Join(top, f)
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		mod, err := modfile.Parse(f, data, nil)
		if err != nil {
			return err
		}
		for _, r := range mod.Require {
			if p := r.Mod.Path; p == root || strings.HasPrefix(p, root+"/") {
				if err := mod.AddRequire(p, version); err != nil {
					return err
				}
			}
		}
		if data, err = mod.Format(); err != nil {
			return err
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
