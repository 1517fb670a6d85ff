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
	run := func(name string, args ...string) (string, int) {
		cmd := exec.Command(name, args...)
		cmd.Dir = filepath.Join(path, "src")
		cmd.Env = append(os.Environ(), "GOPATH="+path, "GO111MODULE=off", "GOWORK=off", "GOFLAGS=", "UUIDVET=1")
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return string(out), cmd.ProcessState.ExitCode()
	}
	tests := []struct {
		name    string
		command []string
		reports bool
		want    string
	}{
		{"go vet", []string{"go", "vet", "-vettool=" + tool, "./googlev6"}, true, "a.go:9:9: google/uuid's NewV6"},
		{"go vet, facts", []string{"go", "vet", "-vettool=" + tool, "./bsonuuid/program"}, true, "a.go:4:2: the client made in store/a.go:8"},
		{"go vet, documents in tests only", []string{"go", "vet", "-vettool=" + tool, "./bsontests"}, false, ""},
		{"go vet, one check", []string{"go", "vet", "-vettool=" + tool, "-gormid", "./googlev6"}, false, ""},
		{"go vet, without one", []string{"go", "vet", "-vettool=" + tool, "-googlev6=false", "./googlev6"}, false, ""},
		{"alone, facts", []string{tool, "./bsonuuid/program"}, true, "a.go:4:2: the client made in store/a.go:8"},
		{"alone, nothing", []string{tool, "./bsonuuid/registered"}, false, ""},
		{"help", []string{tool, "help", "gormid"}, false, "gormid: report ids that GORM takes for a list of numbers"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, status := run(tt.command[0], tt.command[1:]...)
			if (status != 0) != tt.reports || !strings.Contains(out, tt.want) {
				t.Errorf("status %d, want reports %t, and %q in:\n%s", status, tt.reports, tt.want, out)
			}
			if tt.want == "" && out != "" {
				t.Errorf("output %q", out)
			}
		})
	}
}
