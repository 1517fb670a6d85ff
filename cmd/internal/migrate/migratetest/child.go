package migratetest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// A job is what a child does: a command that SIGKILL ends before or after an action.
type job struct {
	URL string
	Command
	Point Point
}

// A result is what a child writes that has not been killed.
type result struct {
	ID    string
	Hit   bool
	Code  int
	Stale bool
	Error string
}

const jobVariable = "UUIDKIT_MIGRATETEST_JOB"

// Main is for TestMain of a store's package: a process that Kill has started does its job, and no test.
func Main(m *testing.M, open func(ctx context.Context, url string) (migrate.Store, error)) {
	text := os.Getenv(jobVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	var j job
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		panic(err)
	}
	var r result
	s, err := open(context.Background(), j.URL)
	if err == nil {
		r.ID, err = j.Do(Dying(s, &j.Point, suicide), migrate.Rules(), os.Stderr)
		s.Close()
	}
	if r.Hit = j.Point.Hit; err != nil {
		r.Error, r.Code = err.Error(), code(err)
		var e *migrate.Error
		r.Stale = errors.As(err, &e) && e.Stale
	}
	if err := json.NewEncoder(os.Stdout).Encode(r); err != nil {
		panic(err)
	}
}

// suicide is SIGKILL: nothing that is deferred is done, and the server sees its connections end.
func suicide() {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		panic(err)
	}
	select {}
}

// Kill does a command in a process that SIGKILL ends at the point. It returns errKilled then.
func Kill(url string, c Command, p *Point) (id string, err error) {
	text, err := json.Marshal(job{url, c, *p})
	if err != nil {
		return "", err
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), jobVariable+"="+string(text))
	var out, progress bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &progress
	if err := cmd.Run(); cmd.ProcessState == nil {
		return "", err
	} else if cmd.ProcessState.ExitCode() == -1 { // by a signal
		p.Hit = true
		return "", errKilled
	}
	var r result
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		return "", fmt.Errorf("the child of %s: %w: %s%s", c.Verb, err, &out, &progress)
	}
	switch p.Hit = r.Hit; {
	case r.Error == "":
		return r.ID, nil
	case r.Code == 0:
		return r.ID, errors.New(r.Error)
	}
	return r.ID, &migrate.Error{Code: r.Code, Stale: r.Stale, Err: errors.New(r.Error)}
}

// Server returns what the environment has under one of the names of package integration/stores, or skips
// the test: TestEveryAction of integration/migrate starts the servers.
func Server(t testing.TB, variable string) string {
	t.Helper()
	address := os.Getenv(variable)
	if address == "" {
		if os.Getenv("CI") == "true" && variable != "UUIDKIT_MYSQL9" { // which not every machine can have
			t.Fatal(variable + " is not set")
		}
		t.Skipf("%s is not set: `go -C integration test ./migrate -run TestEveryAction -all` has the servers", variable)
	}
	return address
}
