package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain runs the tests, or, for TestCommand, the command.
func TestMain(m *testing.M) {
	if os.Getenv("UUIDVET") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestCommand runs uuidvet as a tool of go vet and by itself, in the folder of the tests of
// the checks.
func TestCommand(t *testing.T) {
	tool, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Abs("../internal/checks/testdata")
	if err != nil {
		t.Fatal(err)
	}
	other := t.TempDir()
	for name, src := range map[string]string{
		"src/broken/types/a.go":   "package a\n\nimport \"github.com/google/uuid\"\n\nvar x, _ = uuid.NewV6() + 1\n",
		"src/broken/syntax/a.go":  "package a\n\nfun F()\n",
		"src/broken/missing/a.go": "package a\n\nimport _ \"example.com/missing\"\n",
		"src/ignored/a.go": `package ignored

import "github.com/google/uuid"

func ids() {
	uuid.NewV6() //uuidvet:ignore googlev6 the reader of these ids repairs them
	uuid.NewV6()
	func() {
	}() //uuidvet:ignore googlev6 not the next line
	uuid.NewV6()
	//uuidvet:ignore gormid,googlev6 so here
	uuid.NewV6()
	//uuidvet:ignore googlev6
	uuid.NewV6()
}
`,
		"src/withc/a.go": `package withc

// int one(void) { return 1; }
import "C"
import "github.com/google/uuid"

func ids() C.int {
	uuid.NewV6()
	//uuidvet:ignore googlev6 so here
	uuid.NewV6()
	return C.one()
}
`,
		"new.cfg": `{"GoVersion":"go1.99"}`,
	} {
		name = filepath.Join(other, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, args ...string) (string, int) {
		cmd := exec.Command(name, args...)
		cmd.Dir = filepath.Join(path, "src")
		cmd.Env = append(os.Environ(), "GOPATH="+path+string(filepath.ListSeparator)+other, "GO111MODULE=off", "GOWORK=off", "GOFLAGS=", "UUIDVET=1")
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return string(out), cmd.ProcessState.ExitCode()
	}
	tests := []struct {
		name    string
		command []string
		status  int
		want    []string
	}{
		{"go vet", []string{"go", "vet", "-vettool=" + tool, "./googlev6"}, 1, []string{"a.go:9:9: google/uuid's NewV6"}},
		{"go vet, facts", []string{"go", "vet", "-vettool=" + tool, "./bsonuuid/program"}, 1, []string{"a.go:4:2: the client made in store/a.go:8"}},
		{"go vet, documents in tests only", []string{"go", "vet", "-vettool=" + tool, "./bsontests"}, 0, nil},
		{"go vet, one check", []string{"go", "vet", "-vettool=" + tool, "-gormid", "./googlev6"}, 0, nil},
		{"go vet, without one", []string{"go", "vet", "-vettool=" + tool, "-googlev6=false", "./googlev6"}, 0, nil},
		{"alone, facts", []string{tool, "./bsonuuid/program"}, 3, []string{"bsonuuid/program/a.go:4:2: error: the client made in store/a.go:8", "(bsonuuid)"}},
		{"alone, one check", []string{tool, "-gormid", "./googlev6"}, 0, nil},
		{"ignored with a reason", []string{tool, "./ignored"}, 3, []string{"ignored/a.go:7:2: error: google/uuid's NewV6", "ignored/a.go:10:2: ",
			"ignored/a.go:14:2: error: google/uuid's NewV6", "googlev6 needs a reason"}},
		{"JSON, cgo", []string{tool, "-json", "./withc"}, 3, []string{"/withc/a.go\",\n      \"line\": 8,", `"silently-wrong": 1`}},
		{"JSON", []string{tool, "-json", "./googlev6", "./uuidmust"}, 3, []string{
			`"check": "googlev6",
      "kind": "silently-wrong",
      "severity": "error",
      "file": "googlev6/a.go",
      "line": 9,`, `"severity": "warning"`, `"fails-loudly": 18`, `"bad-input": 0`}},
		{"JSON, nothing", []string{tool, "-json", "./bsonuuid/registered"}, 0, []string{`"findings": []`, `"silently-wrong": 0`}},
		{"SARIF", []string{tool, "-sarif", "./googlev6"}, 3, []string{`"version": "2.1.0"`, `"ruleId": "googlev6"`, `"level": "error"`, `/googlev6/a.go"`, `"startLine": 9`}},
		{"no baseline", []string{tool, "-baseline", filepath.Join(other, "none"), "./googlev6"}, 2, []string{"write it with -update-baseline"}},
		{"write a baseline", []string{tool, "-baseline=" + filepath.Join(other, "known"), "-update-baseline", "./googlev6"}, 0, nil},
		{"known", []string{tool, "-baseline=" + filepath.Join(other, "known"), "./googlev6"}, 0, nil},
		{"write no part of a baseline", []string{tool, "-baseline=" + filepath.Join(other, "known"), "-update-baseline", "broken/types"}, 1, []string{"stays as it is"}},
		{"still known", []string{tool, "-baseline=" + filepath.Join(other, "known"), "./googlev6"}, 0, nil},
		{"known and new", []string{tool, "-baseline", filepath.Join(other, "known"), "./googlev6", "./bsonuuid/program"}, 3, []string{"bsonuuid/program/a.go:4:2"}},
		{"bad flags", []string{tool, "-json", "-sarif", "./googlev6"}, 2, []string{"exclude each other"}},
		{"no such flag", []string{tool, "-nosuch", "./googlev6"}, 2, []string{"-nosuch"}},
		{"no file of a baseline", []string{tool, "./googlev6", "-baseline"}, 2, []string{"-baseline needs a file"}},
		{"empty name of a baseline", []string{tool, "-baseline=", "./googlev6"}, 2, []string{"-baseline needs a file"}},
		{"alone, nothing", []string{tool, "./bsonuuid/registered"}, 0, nil},
		{"types do not fit", []string{tool, "./googlev6", "broken/types"}, 1, []string{"a.go:9:9: error: google/uuid's NewV6", "types/a.go:5:12: "}},
		{"no syntax", []string{tool, "broken/syntax"}, 1, []string{"syntax/a.go:3:1: ", "found fun"}},
		{"no such import", []string{tool, "./googlev6", "broken/missing"}, 1, []string{"example.com/missing"}},
		{"new Go", []string{tool, filepath.Join(other, "new.cfg")}, 2, []string{"needs go1.99"}},
		{"help", []string{tool, "help", "gormid"}, 0, []string{"gormid: report ids"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, status := run(tt.command[0], tt.command[1:]...)
			if status != tt.status {
				t.Errorf("got status %d, want %d", status, tt.status)
			}
			for _, want := range tt.want {
				if !strings.Contains(out, want) {
					t.Errorf("got\n%s\nwant %q in it", out, want)
				}
			}
			if tt.want == nil && out != "" || strings.Contains(out, "skipped") {
				t.Errorf("output %q", out)
			}
		})
	}
}

// TestRepository: the paths of SARIF and of a baseline begin at the root of the repository, and a baseline has no
// numbers of lines.
func TestRepository(t *testing.T) {
	tool, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	stubs, err := filepath.Abs("../internal/checks/testdata")
	if err != nil {
		t.Fatal(err)
	}
	const (
		store = "package store\n\nimport \"go.mongodb.org/mongo-driver/v2/mongo\"\nimport \"go.mongodb.org/mongo-driver/v2/mongo/options\"\n\nfunc Connect() { mongo.Connect(options.Client()) }\n"
		user  = "package main\n\nimport \"github.com/google/uuid\"\nimport \"part/store\"\n\ntype User struct {\n\tID uuid.UUID `bson:\"_id\"`\n}\n\nfunc main() { store.Connect() }\n"
	)
	for _, mark := range []string{".git", "go.work", "go.mod"} {
		root := filepath.Join(t.TempDir(), "a b")
		part := filepath.Join(root, "src", "part")
		write := func(name, text string) {
			t.Helper()
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		run := func(dir string, args ...string) string {
			cmd := exec.Command(tool, args...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GOPATH="+stubs+string(filepath.ListSeparator)+root, "GO111MODULE=off", "GOWORK=off", "GOFLAGS=", "UUIDVET=1")
			out, err := cmd.CombinedOutput()
			if cmd.ProcessState == nil {
				t.Fatal(err)
			}
			return string(out)
		}
		write(filepath.Join(root, mark), "")
		write(filepath.Join(part, "store", "s.go"), store)
		write(filepath.Join(part, "main 1#.go"), user)
		if got, want := run(part, "-sarif", "."), `"uri": "src/part/main%201%23.go",
                  "uriBaseId": "%SRCROOT%"`; !strings.Contains(got, want) {
			t.Errorf("%s: got\n%s\nwant %s in it", mark, got, want)
		}
		known := "-baseline=" + filepath.Join(root, "known")
		if got := run(part, known, "-update-baseline", "."); got != "" {
			t.Errorf("%s: got %s", mark, got)
		}
		write(filepath.Join(part, "store", "s.go"), strings.Replace(store, "func", "\n\nfunc", 1))
		write(filepath.Join(part, "main 1#.go"), strings.Replace(user, "type", "\n\ntype", 1))
		if got := run(root, known, "./src/part"); got != "" {
			t.Errorf("%s: new though only lines have moved:\n%s", mark, got)
		}
	}
}
