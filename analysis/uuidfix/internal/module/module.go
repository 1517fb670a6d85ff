// Package module has the user's module: its folder, its go.mod and go.sum, and the files that
// are written.
//
// To add modules that require each other, add a row to TestOrder in order_test.go; an error while files are
// written, to TestWrite in write_test.go.
package module

import (
	"bytes"
	"cmp"
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
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/internal/toolchain"
)

const kit = "github.com/uuidkit/uuidkit"

// Std is the new package if it is Go 1.27's.
const Std = "uuid"

// A Module is the user's. Its go.mod and go.sum are changed in a folder of our own until
// everything is written.
type Module struct {
	Cwd  string // where patterns start
	Dir  string // where go.mod is
	Path string
	Env  struct{ GOMOD, GOWORK, GOROOT, GOVERSION, GOOS, GOARCH, CGO_ENABLED string }

	ctx    context.Context
	before goMod
	files  map[string][]byte // go.mod and go.sum as they were
	tmp    string            // where the changed go.mod and go.sum are
	target string            // the new package
	work   []replaced        // the other modules of its workspace, and what that replaces
	workGo string            // the go line of go.work, or nothing
	log    io.Writer
}

// Open finds the module around dir.
func Open(ctx context.Context, dir, target string, log io.Writer) (m *Module, err error) {
	m = &Module{ctx: ctx, target: target, log: log, files: map[string][]byte{}}
	if m.Cwd, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	if m.Cwd, err = filepath.EvalSymlinks(m.Cwd); err != nil { // the folder itself can be a link
		return nil, err
	}
	m.Dir = m.Cwd
	out, err := m.run("go", "env", "-json", "GOMOD", "GOWORK", "GOROOT", "GOVERSION", "GOOS", "GOARCH", "CGO_ENABLED")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(out, &m.Env); err != nil {
		return nil, err
	}
	switch m.Env.GOMOD {
	case "", os.DevNull:
		return nil, errors.New("there is no go.mod here: run it in a module")
	}
	m.Dir = filepath.Dir(m.Env.GOMOD)
	if m.Env.GOWORK != "" && m.Env.GOWORK != "off" {
		if err := m.workspace(); err != nil {
			return nil, err
		}
	}
	needs := m.Env.GOVERSION
	if target == Std && version.Compare(needs, "go1.27") < 0 {
		needs = "go1.27.0"
	}
	if err := toolchain.Check("uuidfix", needs); err != nil {
		return nil, err
	}
	if m.before, err = m.goMod(m.Env.GOMOD); err != nil {
		return nil, err
	}
	m.Path = m.before.Module.Path
	m.tmp, err = os.MkdirTemp("", "uuidfix")
	return m, err
}

// A replaced is another module of the user's workspace, or one that go.work or another module replaces. The copy
// of go.mod replaces it, too, because the go command takes no copy of go.mod in a workspace.
type replaced struct {
	path, version, by string
	used              bool // in go.work
	required          bool // by the user's go.mod
}

// workspace finds the other modules of the workspace, and what it replaces: go.work's lines win.
func (m *Module) workspace() error {
	fmt.Fprintf(m.log, "uuidfix: rewriting this module of %s alone\n", m.Env.GOWORK)
	out, err := m.run("go", "work", "edit", "-json", m.Env.GOWORK)
	if err != nil {
		return err
	}
	var work struct {
		Go      string
		Use     []struct{ DiskPath string }
		Replace []replacement
	}
	if err := json.Unmarshal(out, &work); err != nil {
		return err
	}
	m.workGo = cmp.Or(work.Go, "1.18")
	mod, err := m.goMod(m.Env.GOMOD)
	if err != nil {
		return err
	}
	replace := func(all []replacement, dir string) {
		for _, r := range all {
			known := slices.ContainsFunc(m.work, func(w replaced) bool { return w.path == r.Old.Path && (w.used || w.version == r.Old.Version) })
			own := slices.ContainsFunc(mod.Replace, func(o replacement) bool { return o.Old.Path == r.Old.Path })
			if known || own || r.Old.Path == mod.Module.Path || r.Old.Path == kit {
				continue
			}
			by := r.New.Path + "@" + r.New.Version
			if r.New.Version == "" {
				by = within(dir, r.New.Path)
			}
			m.work = append(m.work, replaced{path: r.Old.Path, version: r.Old.Version, by: by, required: mod.requires(r.Old.Path)})
		}
	}
	others := map[string]goMod{} // by folder
	for _, use := range work.Use {
		dir := within(filepath.Dir(m.Env.GOWORK), use.DiskPath)
		other, err := m.goMod(filepath.Join(dir, "go.mod"))
		if err != nil {
			return err
		}
		if path := other.Module.Path; path != mod.Module.Path && !mod.replaces(path) {
			m.work = append(m.work, replaced{path: path, by: dir, used: true, required: mod.requires(path)})
			others[dir] = other
		}
	}
	replace(work.Replace, filepath.Dir(m.Env.GOWORK))
	for dir, other := range others { // Go allows only lines that agree
		replace(other.Replace, dir)
	}
	return nil
}

// within returns a folder that a file in dir names.
func within(dir, name string) string {
	if name = filepath.FromSlash(name); filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// old is what a line of go.mod replaces.
func (r replaced) old() string {
	if r.version == "" {
		return r.path
	}
	return r.path + "@" + r.version
}

// Close deletes the copies.
func (m *Module) Close() { os.RemoveAll(m.tmp) }

// Short returns the text with file names relative to the working folder.
func (m *Module) Short(text string) string {
	return strings.ReplaceAll(text, m.Cwd+string(filepath.Separator), "")
}

// copy is the name of the copy of go.mod.
func (m *Module) copy() string { return filepath.Join(m.tmp, "go.mod") }

// Modfile is the flag that names the copy of go.mod.
func (m *Module) Modfile() string { return "-modfile=" + m.copy() }

// Require copies go.mod and go.sum, and adds what the new package needs.
func (m *Module) Require() error {
	for _, name := range []string{"go.mod", "go.sum"} {
		b, err := os.ReadFile(filepath.Join(m.Dir, name))
		if errors.Is(err, os.ErrNotExist) {
			continue
		} else if err != nil {
			return err
		}
		m.files[name] = b
		if err := os.WriteFile(filepath.Join(m.tmp, name), b, 0o600); err != nil {
			return err
		}
	}
	for _, w := range m.work {
		args := []string{"mod", "edit", "-replace=" + w.old() + "=" + w.by}
		if w.used && !w.required {
			args = append(args, "-require="+w.path+"@v0.0.0")
		}
		if _, err := m.run("go", append(args, m.copy())...); err != nil {
			return err
		}
	}
	if m.target == Std {
		if version.Compare("go"+m.before.Go, "go1.27") < 0 {
			_, err := m.run("go", "mod", "edit", "-go=1.27.0", m.copy())
			return err
		}
		return nil
	}
	if _, err := m.run("go", "list", m.Modfile(), "-mod=mod", "-m", kit); err == nil {
		return nil // the user's choice of version
	}
	at := "latest"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path == kit+"/analysis" && info.Main.Version != "(devel)" && info.Main.Version != "" {
		at = info.Main.Version
	}
	if m.before.replaces(kit) { // by a folder: any version will do
		at = "v0.0.0"
	}
	_, err := m.run("go", "get", m.Modfile(), kit+"@"+at)
	return err
}

// A goMod is what matters of the user's go.mod.
type goMod struct {
	Module    struct{ Path string }
	Go        string
	Toolchain string
	Godebug   []struct{ Key, Value string }
	Require   []required
	Replace   []replacement
}

type replacement struct {
	Old, New struct{ Path, Version string }
}

type required struct {
	Path, Version string
	Indirect      bool
}

func (g goMod) requires(path string) bool {
	return slices.ContainsFunc(g.Require, func(r required) bool { return r.Path == path })
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

func (m *Module) goMod(name string) (mod goMod, err error) {
	out, err := m.run("go", "mod", "edit", "-json", name)
	if err != nil {
		return mod, err
	}
	err = json.Unmarshal(out, &mod)
	return mod, err
}

// Vendored returns the file that lists the copies of other modules, or nothing, and the command that makes it.
func (m *Module) Vendored() (name, command string) {
	dir, command := m.Dir, "go mod vendor"
	if m.workGo != "" {
		dir, command = filepath.Dir(m.Env.GOWORK), "go work vendor"
	}
	name = filepath.Join(dir, "vendor", "modules.txt")
	if _, err := os.Stat(name); err != nil {
		return "", ""
	}
	return name, command
}

// run runs a command in the module's folder.
func (m *Module) run(name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(m.ctx, name, args...)
	cmd.Dir = m.Dir
	if m.Env.GOMOD != "" { // known: from now on without a workspace
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

// Clean returns an error if the module has changes that are not committed.
func (m *Module) Clean() error {
	out, err := m.run("git", "status", "--porcelain", "--untracked-files=normal", "--", ".")
	if err != nil {
		return fmt.Errorf("uuidfix rewrites only what git can bring back (-diff writes nothing): %w", err)
	}
	if len(out) > 0 {
		return fmt.Errorf("commit or stash your changes first (-diff writes nothing):\n%s", bytes.TrimRight(out, "\n"))
	}
	return nil
}

// Restorable returns an error if git could not bring back a file that changes: one that it ignores, or
// that is a link to outside of the module.
func (m *Module) Restorable(changes []Change) error {
	files, err := m.run("git", "ls-files", "-v", "-z", "--", ".")
	if err != nil {
		return err
	}
	differ, err := m.run("git", "diff", "--name-only", "--relative", "-z", "HEAD", "--", ".")
	if err != nil {
		return err
	}
	restorable := map[string]bool{}
	for file := range strings.SplitSeq(string(files), "\x00") {
		if name, ok := strings.CutPrefix(file, "H "); ok { // git compares it with the disk
			restorable[filepath.FromSlash(name)] = true
		}
	}
	for name := range strings.SplitSeq(string(differ), "\x00") {
		delete(restorable, filepath.FromSlash(name))
	}
	for _, c := range changes {
		if c.Before == nil || bytes.Equal(c.Before, c.After) {
			continue
		}
		file, err := filepath.EvalSymlinks(c.Name)
		if err != nil {
			return err
		}
		if rel, err := filepath.Rel(m.Dir, file); err != nil || !restorable[rel] {
			return fmt.Errorf("git cannot bring back %s: commit it, or move it away (-diff writes nothing)", m.Short(c.Name))
		}
	}
	return nil
}

// Tidy makes the copies of go.mod and go.sum right for the new contents of the files. Of
// a go.mod that was not tidy before, only the old packages that nothing imports any more go.
func (m *Module) Tidy(contents map[string][]byte, gone []string) error {
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
		_, err = m.run("go", "mod", "tidy", m.Modfile(), "-overlay="+file)
		return err
	}
	used, err := m.run("go", "list", m.Modfile(), "-mod=mod", "-overlay="+file, "-e", "-test", "-deps", "./...")
	if err != nil {
		return err
	}
	for _, path := range gone {
		if !slices.Contains(strings.Fields(string(used)), path) {
			if err := m.drop(path); err != nil {
				return err
			}
		}
	}
	for _, w := range m.work {
		args := []string{"mod", "edit", "-dropreplace=" + w.old()}
		if !w.required {
			args = append(args, "-droprequire="+w.path)
		}
		if _, err := m.run("go", append(args, m.copy())...); err != nil {
			return err
		}
	}
	return nil
}

// drop drops the line for an old package's module from the copy of go.mod. If another module requires it, it
// keeps the line: builds that are not this one may need the package.
func (m *Module) drop(path string) error {
	before, err := os.ReadFile(m.copy())
	if err != nil {
		return err
	}
	if _, err := m.run("go", "mod", "edit", "-droprequire="+path, m.copy()); err != nil {
		return err
	}
	all, err := m.run("go", "list", m.Modfile(), "-mod=mod", "-m", "-f", "{{.Path}}", "all")
	if err == nil && !slices.Contains(strings.Fields(string(all)), path) {
		return nil
	}
	line := regexp.MustCompile(`(?m)^(\s*(require )?` + regexp.QuoteMeta(path) + ` [^\s/]+)$`)
	return os.WriteFile(m.copy(), line.ReplaceAll(before, []byte("$1 // indirect")), 0o600)
}

// Changes returns the new contents of all files, in the order in which they are written:
// go.mod and go.sum last. Before returns a file as it was read; a new one is not there.
func (m *Module) Changes(contents map[string][]byte, before func(name string) ([]byte, error)) (changes []Change, err error) {
	names := map[string]string{} // of files that can have another one, by a link
	for _, name := range slices.Sorted(maps.Keys(contents)) {
		was, err := before(name)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		if real, err := filepath.EvalSymlinks(name); err == nil {
			if first := names[real]; first != "" && !bytes.Equal(contents[first], contents[name]) {
				return nil, fmt.Errorf("%s and %s are one file, and each needs other contents: nothing was written", m.Short(first), m.Short(name))
			}
			names[real] = name
		}
		changes = append(changes, Change{name, was, contents[name]})
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		b, err := os.ReadFile(filepath.Join(m.tmp, name))
		if err == nil {
			changes = append(changes, Change{filepath.Join(m.Dir, name), m.files[name], b})
		} else if !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	for i, c := range changes {
		changes[i].After = likeBefore(c.Before, c.After)
	}
	return changes, nil
}

// Diff returns the changes as git prints them.
func (m *Module) Diff(changes []Change) (string, error) {
	for _, c := range changes {
		rel, err := filepath.Rel(m.Dir, c.Name)
		if err != nil {
			return "", err
		}
		for folder, b := range map[string][]byte{"a": c.Before, "b": c.After} {
			name := filepath.Join(m.tmp, folder, rel)
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				return "", err
			}
			if err := os.WriteFile(name, b, 0o600); err != nil {
				return "", err
			}
		}
	}
	cmd := exec.Command("git", "diff", "--no-index", "--no-prefix", "--no-color", "--no-ext-diff", "a", "b")
	cmd.Dir = m.tmp
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil // they differ
	}
	return string(out), err
}
