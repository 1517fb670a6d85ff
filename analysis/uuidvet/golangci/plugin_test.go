package golangci_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"

	_ "github.com/uuidkit/uuidkit/analysis/uuidvet/golangci"
)

// TestPlugin makes the plugin as golangci-lint does: by its name, with what YAML has become.
func TestPlugin(t *testing.T) {
	newPlugin, err := register.GetPlugin("uuidvet")
	if err != nil {
		t.Fatal(err)
	}
	count := func(settings any) int {
		t.Helper()
		p, err := newPlugin(settings)
		if err != nil {
			t.Fatal(err)
		}
		analyzers, err := p.BuildAnalyzers()
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range analyzers {
			if settings != nil && a.Name == "uuidscan" {
				t.Error("uuidscan is not disabled")
			}
		}
		return len(analyzers)
	}
	all, some := count(nil), count(map[string]any{"disable": []any{"uuidscan", "gormid"}})
	if all < 10 || some != all-2 {
		t.Errorf("%d checks, and %d with two disabled", all, some)
	}
	for _, bad := range []any{
		map[string]any{"disable": []any{"uuidscam"}},
		map[string]any{"disabled": []any{"uuidscan"}},
		"uuidscan",
	} {
		if _, err := newPlugin(bad); err == nil {
			t.Errorf("settings %v: no error", bad)
		}
	}
}

var build = flag.Bool("golangci", false, "build golangci-lint with the plugin: several minutes, and 400 modules")

// golangciLint is the version that docs/vet.md names.
const golangciLint = "v2.15.0"

// TestGolangciLint builds golangci-lint with the plugin, as "golangci-lint custom" does, and
// runs it on a module of one file.
func TestGolangciLint(t *testing.T) {
	if !*build {
		t.Skip("only with -golangci")
	}
	analysis, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	run := func(dir, name string, args ...string) (string, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	must := func(dir, name string, args ...string) string {
		t.Helper()
		out, err := run(dir, name, args...)
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return out
	}
	write := func(dir, name, content string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}

	var module struct{ Dir string }
	download := exec.Command("go", "mod", "download", "-json", "github.com/golangci/golangci-lint/v2@"+golangciLint)
	download.Dir = t.TempDir()
	out, err := download.Output()
	if err := errors.Join(err, json.Unmarshal(out, &module)); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(module.Dir, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(dir, "go.sum", string(sums))
	write(dir, "go.mod", "module custom\n\ngo 1.26.0\n\nrequire github.com/golangci/golangci-lint/v2 "+golangciLint+
		"\n\nrequire github.com/uuidkit/uuidkit/analysis v0.0.0\n\nreplace github.com/uuidkit/uuidkit/analysis => "+strconv.Quote(analysis)+"\n")
	write(dir, "main.go", `package main

import (
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"

	_ "github.com/uuidkit/uuidkit/analysis/uuidvet/golangci"
)

func main() {
	if err := commands.Execute(commands.BuildInfo{}); err != nil {
		os.Exit(3)
	}
}
`)
	must(dir, "go", "build", "-o", "custom", ".")

	user := t.TempDir()
	write(user, "go.mod", "module user\n\ngo 1.24\n")
	write(user, "a.go", `package user

type UUID [16]byte

type Order struct {
	UUID // taken over
	N    int
}

func (UUID) MarshalText() ([]byte, error) { return nil, nil }
`)
	const settings = "version: \"2\"\nlinters:\n  default: none\n  enable: [uuidvet]\n  settings:\n    custom:\n      uuidvet:\n        type: module\n"
	write(user, ".golangci.yml", settings)
	if out, err := run(user, filepath.Join(dir, "custom"), "run", "./..."); err == nil || !strings.Contains(out, "a.go:6:2: uuidembed: the struct inherits MarshalText of user.UUID") {
		t.Errorf("%v\n%s", err, out)
	}
	write(user, ".golangci.yml", settings+"        settings:\n          disable: [uuidembed]\n")
	if out := must(user, filepath.Join(dir, "custom"), "run", "./..."); !strings.Contains(out, "0 issues") {
		t.Error(out)
	}
}
