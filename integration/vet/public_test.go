package vet

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

var (
	public = flag.Bool("public", false, "run uuidvet on the modules of testdata/public.tsv; with -run TestPublic/PATH on one, _ for each slash")
	cost   = flag.Bool("cost", false, "measure what uuidvet costs on three large modules")
	rounds = flag.Int("rounds", 5, "of -cost")
)

// A verdict is what a person says of a report, having read the code.
type verdict struct {
	module, check, place, says, why string
	used                            bool
}

// TestPublic joins what uuidvet reports on public modules with the verdicts of
// testdata/verdicts.tsv. A report without a verdict is an error, and a verdict without a report.
// With -update it writes the row of each module as soon as it has it.
func TestPublic(t *testing.T) {
	if !*public {
		t.Skip("only with -public")
	}
	tool := build(t)
	verdicts := readVerdicts(t)
	for _, row := range tsv(t, "testdata/public.tsv", 2) {
		t.Run(strings.ReplaceAll(row[0], "/", "_"), func(t *testing.T) {
			path, version := row[0], row[1]
			dir := module(t, path, version)
			found := reports(t, dir, tool)
			count := map[string]int{}
			for _, f := range found {
				v := find(verdicts, path, f.Check, fmt.Sprintf("%s:%d", f.File, f.Line))
				if v == nil {
					t.Errorf("no verdict of\t%s\t%s\t%s:%d\t%s", path, f.Check, f.File, f.Line, f.Message)
					continue
				}
				v.used = true
				count[f.Check+" "+v.says]++
			}
			for _, v := range verdicts {
				if v.module == path && !v.used {
					t.Errorf("not reported: %s %s %s", v.module, v.check, v.place)
				}
			}
			if t.Failed() {
				return
			}
			kit.Check(t, writeRow(path, fmt.Sprintf("| %s %s | %s |", path, version, counted(count)), *update))
		})
	}
}

// TestVerdicts compares the page's modules with those of testdata/public.tsv, and their reports with
// the verdicts. docs/vet.md says that each report was right.
func TestVerdicts(t *testing.T) {
	for _, v := range readVerdicts(t) {
		if v.says != "true" {
			t.Errorf("%s %s %s: got %s, want true, as docs/vet.md says", v.module, v.check, v.place, v.says)
		}
	}
	got, want, clean := map[string]string{}, map[string]string{}, 0
	text := kit.Must(inside(page, "public"))(t)
	for line := range strings.Lines(text) {
		if f := strings.Split(strings.TrimSuffix(line, " |\n"), " | "); len(f) == 2 && f[0] != "| module" {
			got[strings.TrimPrefix(f[0], "| ")] = f[1]
		}
	}
	for _, row := range tsv(t, "testdata/public.tsv", 2) {
		count := map[string]int{}
		for _, v := range readVerdicts(t) {
			if v.module == row[0] {
				count[v.check+" "+v.says]++
			}
		}
		if len(count) == 0 {
			clean++
		}
		want[row[0]+" "+row[1]] = counted(count)
	}
	if !maps.Equal(got, want) {
		t.Errorf("%s has the reports\n%q, want\n%q", page, got, want)
	}
	if head := fmt.Sprintf("%d modules, %d of them without a report.\n", len(want), clean); !strings.HasPrefix(text, head) {
		t.Errorf("%s does not have %s", page, head)
	}
}

// counted is the cell of a module's reports.
func counted(count map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(count)) {
		parts = append(parts, fmt.Sprintf("%s %d", name, count[name]))
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}

// A report is one of uuidvet -json.
type report struct {
	Check, File, Message string
	Line                 int
}

// reports runs uuidvet on all packages of a module. Each must compile.
func reports(t *testing.T, dir, tool string) []report {
	t.Helper()
	cmd := exec.Command(tool, "-json", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -buildvcs=false", "CGO_ENABLED=0") // to compile SQLite takes minutes
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if status := cmd.ProcessState.ExitCode(); status != 0 && status != 3 {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	var got struct{ Findings []report }
	kit.Check(t, json.Unmarshal(out, &got))
	return got.Findings
}

// module returns a copy of a module that the go command may write to.
func module(t *testing.T, path, version string) string {
	t.Helper()
	var download struct{ Dir string }
	out, err := exec.Command("go", "mod", "download", "-json", path+"@"+version).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	kit.Check(t, json.Unmarshal(out, &download))
	dir := filepath.Join(t.TempDir(), "module")
	kit.Check(t, os.CopyFS(dir, os.DirFS(download.Dir)))
	if out, err := exec.Command("chmod", "-R", "u+w", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

func find(verdicts []verdict, module, check, place string) *verdict {
	for i := range verdicts {
		if v := &verdicts[i]; v.module == module && v.check == check && v.place == place {
			return v
		}
	}
	return nil
}

func readVerdicts(t *testing.T) (all []verdict) {
	t.Helper()
	for _, f := range tsv(t, "testdata/verdicts.tsv", 5) {
		if !slices.Contains([]string{"true", "false", "unsure"}, f[3]) {
			t.Fatalf("verdicts.tsv: %q is no verdict", f[3])
		}
		all = append(all, verdict{f[0], f[1], f[2], f[3], f[4], false})
	}
	return all
}

// tsv returns the rows of a file, without comments.
func tsv(t *testing.T, file string, n int) (rows [][]string) {
	t.Helper()
	for line := range strings.Lines(string(kit.Must(os.ReadFile(file))(t))) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != n {
			t.Fatalf("%s: got %d fields, want %d: %s", file, len(f), n, line)
		}
		rows = append(rows, f)
	}
	return rows
}

// writeRow writes the row of a module into the page, or compares it, and counts the rows.
func writeRow(path, row string, write bool) error {
	text, err := inside(page, "public")
	if err != nil {
		return err
	}
	rows := map[string]string{}
	for line := range strings.Lines(text) {
		if f := strings.Fields(line); len(f) > 2 && f[0] == "|" && f[1] != "module" {
			rows[f[1]] = strings.TrimSpace(line)
		}
	}
	if !write && rows[path] != row {
		return fmt.Errorf("%s has %q, want %s", page, rows[path], row)
	}
	rows[path] = row
	clean := 0
	for _, r := range rows {
		if strings.HasSuffix(r, "| none |") {
			clean++
		}
	}
	head := fmt.Sprintf("%d modules, %d of them without a report.\n\n| module | reports |\n|---|---|\n", len(rows), clean)
	return between(page, "public", head+strings.Join(slices.Sorted(maps.Values(rows)), "\n")+"\n", write)
}

// costed are modules of testdata/public.tsv with many packages.
var costed = []string{"go.temporal.io/sdk", "entgo.io/ent", "github.com/ydb-platform/ydb-go-sdk/v3"}

// TestCost compares go vet with go vet that has uuidvet as its tool, on modules that are compiled, with no
// result of vet cached: the medians of the rounds, which alternate. With -update it writes the table.
func TestCost(t *testing.T) {
	if !*cost {
		t.Skip("only with -cost")
	}
	table := fmt.Sprintf("%d CPUs, medians of %d.\n\n| module | time of go vet | with uuidvet | of go vet | processor time, of go vet |\n|---|---:|---:|---:|---:|\n", runtime.NumCPU(), *rounds)
	for _, row := range tsv(t, "testdata/public.tsv", 2) {
		if slices.Contains(costed, row[0]) {
			table += costOf(t, row[0], row[1])
		}
	}
	t.Log("\n" + table)
	if *update && !t.Failed() {
		kit.Check(t, between(page, "cost", table, true))
	}
}

// wrongUse is a package with a wrong use, which shows that uuidvet ran.
const wrongUse = `package planted

import "github.com/google/uuid"

func Get(text string, m map[uuid.UUID]int) int {
	id, _ := uuid.Parse(text)
	return m[id]
}
`

// costOf is the row of a module.
func costOf(t *testing.T, path, version string) string {
	t.Helper()
	dir, tool := module(t, path, version), build(t)
	kit.Check(t, os.Mkdir(filepath.Join(dir, "planted"), 0o777))
	kit.Check(t, os.WriteFile(filepath.Join(dir, "planted", "planted.go"), []byte(wrongUse), 0o666))
	var plain, ours, plainWork, ourWork []time.Duration
	for round := range *rounds + 1 {
		nonce := fmt.Sprintf("n%d_%d", os.Getpid(), round)
		fresh := filepath.Join(t.TempDir(), "uuidvet") // go vet knows a tool by its bytes
		kit.Check(t, os.WriteFile(fresh, append(kit.Must(os.ReadFile(tool))(t), nonce...), 0o777))
		a, aWork, _ := took(t, dir, "go", "vet", "-printf.funcs="+nonce, "./...")
		b, bWork, reports := took(t, dir, "go", "vet", "-vettool="+fresh, "./...")
		if !strings.Contains(reports, "planted.go") {
			t.Fatalf("%s: uuidvet did not report the planted use:\n%s", path, reports)
		}
		if round == 0 {
			continue // it compiles
		}
		plain, ours, plainWork, ourWork = append(plain, a), append(ours, b), append(plainWork, aWork), append(ourWork, bWork)
	}
	middle := func(list []time.Duration) float64 {
		slices.Sort(list)
		return list[len(list)/2].Seconds()
	}
	a, b, work := middle(plain), middle(ours), middle(ourWork)/middle(plainWork)
	if work > 1.5 { // which other programs on the machine do not change, as they do the time
		t.Errorf("%s: uuidvet takes %.2f of the processor time of go vet, want 1.5 at most", path, work)
	}
	return fmt.Sprintf("| %s %s | %.1f s | %.1f s | %.2f | %.2f |\n", path, version, a, b, b/a, work)
}

// took returns the time that the command took, the time that it and all that it started ran in user and system mode,
// and what it printed.
func took(t *testing.T, dir, name string, args ...string) (wall, work time.Duration, printed string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -buildvcs=false", "CGO_ENABLED=0")
	begin := time.Now()
	out, err := cmd.CombinedOutput()
	wall = time.Since(begin)
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), string(out)
}
