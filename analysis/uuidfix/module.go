package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/internal/toolchain"
)

const kit = "github.com/uuidkit/uuidkit"

// A module is the user's. Its go.mod and go.sum are changed in a folder of our own until
// everything is written.
type module struct {
	ctx    context.Context
	cwd    string     // where patterns start
	dir    string     // where go.mod is
	tmp    string     // where the changed go.mod and go.sum are
	target string     // the new package
	work   []replaced // the other modules of its workspace
	env    struct{ GOMOD, GOWORK, GOVERSION, GOOS, GOARCH, CGO_ENABLED string }
	stderr io.Writer
}

// open finds the module around dir.
func open(ctx context.Context, dir, target string, stderr io.Writer) (m *module, err error) {
	m = &module{ctx: ctx, target: target, stderr: stderr}
	if m.cwd, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	m.dir = m.cwd
	out, err := m.run("go", "env", "-json", "GOMOD", "GOWORK", "GOVERSION", "GOOS", "GOARCH", "CGO_ENABLED")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(out, &m.env); err != nil {
		return nil, err
	}
	switch m.env.GOMOD {
	case "", os.DevNull:
		return nil, errors.New("there is no go.mod here: run it in a module")
	}
	m.dir = filepath.Dir(m.env.GOMOD)
	if m.env.GOWORK != "" && m.env.GOWORK != "off" {
		if err := m.workspace(); err != nil {
			return nil, err
		}
	}
	needs := m.env.GOVERSION
	if target == "uuid" && version.Compare(needs, "go1.27") < 0 {
		needs = "go1.27.0"
	}
	if err := toolchain.Check("uuidfix", needs); err != nil {
		return nil, err
	}
	m.tmp, err = os.MkdirTemp("", "uuidfix")
	return m, err
}

// A replaced is another module of the user's workspace: the copy of go.mod replaces it by its
// folder, because the go command takes no copy of go.mod in a workspace.
type replaced struct {
	path, dir string
	required  bool // by the user's go.mod
}

// workspace finds the other modules of the workspace.
func (m *module) workspace() error {
	fmt.Fprintf(m.stderr, "uuidfix: rewriting this module of %s alone\n", m.env.GOWORK)
	out, err := m.run("go", "work", "edit", "-json", m.env.GOWORK)
	if err != nil {
		return err
	}
	var work struct{ Use []struct{ DiskPath string } }
	if err := json.Unmarshal(out, &work); err != nil {
		return err
	}
	mod, err := m.goMod(m.env.GOMOD)
	if err != nil {
		return err
	}
	for _, use := range work.Use {
		dir := filepath.FromSlash(use.DiskPath)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(m.env.GOWORK), dir)
		}
		other, err := m.goMod(filepath.Join(dir, "go.mod"))
		if err != nil {
			return err
		}
		if path := other.Module.Path; path != mod.Module.Path && !mod.replaces(path) {
			m.work = append(m.work, replaced{path, dir, mod.requires(path)})
		}
	}
	return nil
}

func (m *module) close() { os.RemoveAll(m.tmp) }

// modfile is the flag that names the copy of go.mod.
func (m *module) modfile() string { return "-modfile=" + filepath.Join(m.tmp, "go.mod") }

// require copies go.mod and go.sum, and adds what the new package needs.
func (m *module) require() error {
	for _, name := range []string{"go.mod", "go.sum"} {
		b, err := os.ReadFile(filepath.Join(m.dir, name))
		if errors.Is(err, os.ErrNotExist) {
			continue
		} else if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(m.tmp, name), b, 0o600); err != nil {
			return err
		}
	}
	mod, err := m.goMod(m.env.GOMOD)
	if err != nil {
		return err
	}
	for _, w := range m.work {
		args := []string{"mod", "edit", "-replace=" + w.path + "=" + w.dir}
		if !w.required {
			args = append(args, "-require="+w.path+"@v0.0.0")
		}
		if _, err := m.run("go", append(args, filepath.Join(m.tmp, "go.mod"))...); err != nil {
			return err
		}
	}
	if m.target == "uuid" {
		if version.Compare("go"+mod.Go, "go1.27") < 0 {
			_, err = m.run("go", "mod", "edit", "-go=1.27.0", filepath.Join(m.tmp, "go.mod"))
		}
		return err
	}
	if _, err := m.run("go", "list", m.modfile(), "-mod=mod", "-m", kit); err == nil {
		return nil // the user's choice of version
	}
	at := "latest"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path == kit+"/analysis" && info.Main.Version != "(devel)" && info.Main.Version != "" {
		at = info.Main.Version
	}
	if mod.replaces(kit) { // by a folder: any version will do
		at = "v0.0.0"
	}
	_, err = m.run("go", "get", m.modfile(), kit+"@"+at)
	return err
}

// A goMod is what matters of the user's go.mod.
type goMod struct {
	Module  struct{ Path string }
	Go      string
	Require []struct{ Path string }
	Replace []struct {
		Old struct{ Path, Version string }
	}
}

func (g goMod) requires(path string) bool {
	return slices.ContainsFunc(g.Require, func(r struct{ Path string }) bool { return r.Path == path })
}

// replaces reports whether all versions of a module are replaced.
func (g goMod) replaces(path string) bool {
	for _, r := range g.Replace {
		if r.Old.Path == path && r.Old.Version == "" {
			return true
		}
	}
	return false
}

func (m *module) goMod(name string) (mod goMod, err error) {
	out, err := m.run("go", "mod", "edit", "-json", name)
	if err != nil {
		return mod, err
	}
	err = json.Unmarshal(out, &mod)
	return mod, err
}

// run runs a command in the module's folder.
func (m *module) run(name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(m.ctx, name, args...)
	cmd.Dir = m.dir
	if m.env.GOMOD != "" { // known: from now on without a workspace
		cmd.Env = append(os.Environ(), "GOWORK=off")
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, bytes.TrimSpace(stderr.Bytes()))
	}
	return out, nil
}

// clean returns an error if git could not bring back each file as it is.
func (m *module) clean() error {
	out, err := m.run("git", "status", "--porcelain", "--", ".")
	if err != nil {
		return fmt.Errorf("uuidfix rewrites only what git can bring back (-diff writes nothing): %w", err)
	}
	if len(out) > 0 {
		return fmt.Errorf("commit or stash your changes first (-diff writes nothing):\n%s", bytes.TrimRight(out, "\n"))
	}
	return nil
}

// tidy makes the copies of go.mod and go.sum right for the new contents of the files. Of
// a go.mod that was not tidy before, only the old packages that nothing imports any more go.
func (m *module) tidy(contents map[string][]byte, gone []string) error {
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for name, src := range contents {
		file := filepath.Join(m.tmp, fmt.Sprintf("%d.go", len(overlay.Replace)))
		if err := os.WriteFile(file, src, 0o600); err != nil {
			return err
		}
		overlay.Replace[name] = file
	}
	b, err := json.Marshal(overlay)
	if err != nil {
		return err
	}
	file := filepath.Join(m.tmp, "overlay.json")
	if err := os.WriteFile(file, b, 0o600); err != nil {
		return err
	}
	if _, err := m.run("go", "mod", "tidy", "-diff"); err == nil && len(m.work) == 0 {
		_, err = m.run("go", "mod", "tidy", m.modfile(), "-overlay="+file)
		return err
	}
	used, err := m.run("go", "list", m.modfile(), "-mod=mod", "-overlay="+file, "-e", "-test", "-deps", "./...")
	if err != nil {
		return err
	}
	for _, path := range gone {
		if !slices.Contains(strings.Fields(string(used)), path) {
			if _, err := m.run("go", "mod", "edit", "-droprequire="+path, filepath.Join(m.tmp, "go.mod")); err != nil {
				return err
			}
		}
	}
	for _, w := range m.work {
		args := []string{"mod", "edit", "-dropreplace=" + w.path}
		if !w.required {
			args = append(args, "-droprequire="+w.path)
		}
		if _, err := m.run("go", append(args, filepath.Join(m.tmp, "go.mod"))...); err != nil {
			return err
		}
	}
	return nil
}

// changes returns the new contents of all files, in the order in which they are written:
// go.mod and go.sum last.
func (m *module) changes(contents map[string][]byte) (changes []change, err error) {
	for _, name := range slices.Sorted(maps.Keys(contents)) {
		changes = append(changes, change{name: name, after: contents[name]})
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		b, err := os.ReadFile(filepath.Join(m.tmp, name))
		if err == nil {
			changes = append(changes, change{name: filepath.Join(m.dir, name), after: b})
		} else if !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	for i := range changes {
		c := &changes[i]
		if c.before, err = os.ReadFile(c.name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	return changes, nil
}

// diff prints the changes as git does.
func (m *module) diff(changes []change, w io.Writer) error {
	for _, c := range changes {
		rel, err := filepath.Rel(m.dir, c.name)
		if err != nil {
			return err
		}
		for folder, b := range map[string][]byte{"a": c.before, "b": c.after} {
			name := filepath.Join(m.tmp, folder, rel)
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				return err
			}
			if err := os.WriteFile(name, b, 0o600); err != nil {
				return err
			}
		}
	}
	cmd := exec.Command("git", "diff", "--no-index", "--no-prefix", "--no-color", "--no-ext-diff", "a", "b")
	cmd.Dir = m.tmp
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil // they differ
	}
	if err != nil {
		return err
	}
	_, err = w.Write(out)
	return err
}
