package audit

import (
	stdbytes "bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

var (
	all  = flag.Bool("all", false, "50 databases of each kind, and large tables")
	seed = flag.Uint64("seed", 1, "of the databases that TestPlanted makes")
	only = flag.Int("only", -1, "the number of the only database that TestPlanted audits")
)

func TestMain(m *testing.M) { stores.Main(kit.WithCommand(m)) }

// An outcome is what a run of the command leaves.
type outcome struct {
	status         int
	stdout, stderr string
	took           time.Duration
	memory         int64 // the most that was resident, in KiB
}

// run runs the command, with variables of the environment.
func run(t testing.TB, env []string, args ...string) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, kit.Command(t), args...)
	cmd.Env = append(os.Environ(), env...)
	var stdout, stderr stdbytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	err := cmd.Run()
	o := outcome{stdout: stdout.String(), stderr: stderr.String(), took: time.Since(start), memory: resident(cmd)}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && ctx.Err() == nil {
		o.status = exit.ExitCode()
	} else if err != nil {
		t.Fatalf("uuid %q: %v\n%s", args, err, o.stderr)
	}
	return o
}

// A report is what -o json prints.
type report struct {
	Store, Version, Database string
	Full                     bool
	Sample, Tables           int
	Rows                     int64
	Columns                  []found
	Findings                 []finding
	NotSeen                  []map[string]any `json:"not_seen"`
	Unread                   []string
	Next                     []struct {
		Columns, With []string
		Command       string
	}
}

type found struct {
	Where, Schema, Table, Column, Path, Type string
	View                                     bool
	Form, Case, Sure, Why                    string
	Forms, Subtypes, Versions                map[string]int
	Sampled, Nulls, Nil, Max                 int
	Rows                                     int64
	Order, Key, Line, Argument               string
	First, Last                              *time.Time
	RefersTo                                 []string `json:"refers_to"`
	SavedBytes                               int64    `json:"saved_bytes"`
}

type finding struct {
	Kind, Severity, Where, Other, Text, Do, Key, Value string
	Count                                              int
}

// audit runs the command and reads its report. The exit status must be that of the
// report.
func audit(t testing.TB, url string, flags ...string) (r report, o outcome) {
	t.Helper()
	o = run(t, nil, append([]string{"audit", url, "-o", "json"}, flags...)...)
	if o.status == 2 {
		t.Fatalf("uuid audit: status 2\n%s", o.stderr)
	}
	if err := json.Unmarshal([]byte(o.stdout), &r); err != nil {
		t.Fatalf("uuid audit -o json: %v\n%.2000s\n%s", err, o.stdout, o.stderr)
	}
	want := 0
	for _, f := range r.Findings {
		if f.Severity == "error" || f.Severity == "warning" {
			want = 1
		}
	}
	if o.status != want {
		t.Errorf("uuid audit: status %d, want %d for these findings: %+v", o.status, want, r.Findings)
	}
	return r, o
}
