package migrate

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

var (
	all   = flag.Bool("all", false, "200 faults in each database")
	large = flag.Bool("large", false, "ten faults at 200,000 + 200,000 rows: two in each database")
	kills = flag.Int("kills", 200, "with -all: how many faults in each database; a quarter in PostgreSQL 15")
)

// long skips a test that takes long. TestFaults has the same kinds of faults in each run.
func long(t testing.TB) {
	if !*all && !*large {
		t.Skip("only with -all")
	}
}

func TestMain(m *testing.M) {
	flag.Set("test.parallel", "4") // they wait for servers; the command line may say otherwise
	stores.Main(kit.WithCommand(m))
}

// The exit statuses of uuid migrate.
const (
	done = iota
	differs
	usage
	refused
	connection
	interrupted
	conflict
	killed = -1
)

// uuid runs "uuid migrate", and returns its status and all that it printed.
func uuid(t testing.TB, args ...string) (status int, output string) {
	t.Helper()
	return start(t, args...).wait(t, nil)
}

// waited reports whether run --online has said, each time, that writers waited for some milliseconds.
func waited(output string) bool {
	return strings.Contains(output, "writers waited ") && !strings.Contains(output, "writers waited 0")
}

// must runs "uuid migrate", and ends the test unless its status is want.
func must(t testing.TB, want int, args ...string) string {
	t.Helper()
	status, output := uuid(t, args...)
	if status != want {
		t.Fatalf("uuid migrate %s: status %d, want %d:\n%s", strings.Join(args, " "), status, want, output)
	}
	return output
}

// A refusal is one of those that "uuid migrate plan -o json" prints.
type refusal struct {
	Kind, Object, Reason, Manual string
	Keys                         []string
	Accept                       bool
}

// String is the kind and the object, that the user may accept it, and the key of the first row.
func (r refusal) String() string {
	s := r.Kind + ": " + r.Object
	if r.Accept {
		s += " (--accept)"
	}
	if len(r.Keys) > 0 {
		s += " " + strings.TrimSpace(r.Keys[0])
	}
	return s
}

// refusals returns those of a plan, whose arguments are the address and what follows it.
func refusals(t testing.TB, args ...string) []refusal {
	t.Helper()
	status, out := uuid(t, append([]string{"plan", "-o", "json"}, args...)...)
	var plan struct{ Refusals []refusal }
	if err := json.NewDecoder(strings.NewReader(out)).Decode(&plan); err != nil || (status == refused) != (len(plan.Refusals) > 0) {
		t.Errorf("plan %s: status %d, %v: %s", args, status, err, out)
	}
	return plan.Refusals
}

// refuses compares what a plan refuses with want, the texts of refusals with "; " between them. A run with the same
// arguments is refused, too, and names the first object.
func refuses(t testing.TB, want string, args ...string) {
	t.Helper()
	var got []string
	list := refusals(t, args...)
	for _, r := range list {
		got = append(got, r.String())
	}
	if got := strings.Join(got, "; "); got != want {
		t.Errorf("plan %s refuses\n%s, want\n%s", args, got, want)
	}
	if out := must(t, refused, append([]string{"run"}, args...)...); len(list) > 0 && !strings.Contains(out, list[0].Object) {
		t.Errorf("run does not name %s: %s", list[0].Object, out)
	}
}

// nothing reports whether a plan has nothing to do.
func nothing(t testing.TB, args ...string) bool {
	t.Helper()
	var plan struct{ Nothing bool }
	kit.Check(t, json.NewDecoder(strings.NewReader(must(t, done, append([]string{"plan", "-o", "json"}, args...)...))).Decode(&plan))
	return plan.Nothing
}

// hashOf returns the hash at the end of the command that "uuid migrate plan" has printed.
func hashOf(plan string) string {
	words := strings.Fields(plan)
	return words[len(words)-1]
}

// A process is a "uuid migrate" that runs.
type process struct {
	cmd    *exec.Cmd
	stdout bytes.Buffer
	lines  *bufio.Scanner // of stderr
}

// start starts "uuid migrate". The tests of cmd/internal/cli see that it asks; here nobody answers.
func start(t testing.TB, args ...string) *process {
	t.Helper()
	if slices.Contains([]string{"run", "undo", "cleanup"}, args[0]) {
		args = append(slices.Clip(args), "--yes")
	}
	p := &process{cmd: exec.Command(kit.Command(t), append([]string{"migrate"}, args...)...)}
	p.cmd.Stdout = &p.stdout
	p.lines = bufio.NewScanner(kit.Must(p.cmd.StderrPipe())(t))
	p.lines.Buffer(nil, 1<<20)
	kit.Check(t, p.cmd.Start())
	return p
}

// wait waits for the end. It calls line, if it is not nil, with the number of each line of
// the standard error.
func (p *process) wait(t testing.TB, line func(n int)) (status int, output string) {
	t.Helper()
	n := 0
	return p.read(t, func(string) {
		if n++; line != nil {
			line(n)
		}
	})
}

// background waits for the end while the test goes on. What it returns waits for that, as wait does.
func (p *process) background(t testing.TB) (end func() (status int, output string)) {
	t.Helper()
	ended := make(chan struct{})
	var status int
	var output string
	go func() {
		defer close(ended)
		status, output = p.wait(t, nil)
	}()
	return func() (int, string) {
		<-ended
		return status, output
	}
}

// read is wait for the texts of the lines.
func (p *process) read(t testing.TB, line func(text string)) (status int, output string) {
	t.Helper()
	var text strings.Builder
	for p.lines.Scan() {
		fmt.Fprintln(&text, p.lines.Text())
		line(p.lines.Text())
	}
	err := p.cmd.Wait()
	if _, ok := errors.AsType[*exec.ExitError](err); !ok {
		kit.Check(t, err)
	}
	return p.cmd.ProcessState.ExitCode(), p.stdout.String() + text.String()
}

// killAt runs "uuid migrate" and kills it when it prints a line.
func killAt(t testing.TB, line int, args ...string) (status int, output string) {
	t.Helper()
	p := start(t, args...)
	return p.wait(t, func(n int) {
		if n == line {
			p.cmd.Process.Kill()
		}
	})
}

// A database is what a test migrates.
type database struct {
	*sql.DB
	address string // for the command
}

// exec runs statements.
func (db *database) exec(t testing.TB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%.200s: %v", s, err)
		}
	}
}

// texts runs a query, and returns each row as a text: values with a | between them.
func (db *database) texts(t testing.TB, query string, args ...any) (list []string) {
	t.Helper()
	rows, err := db.Query(query, args...)
	if err != nil {
		t.Fatalf("%.200s: %v", query, err)
	}
	defer rows.Close()
	values := make([]any, len(kit.Must(rows.Columns())(t)))
	into := make([]any, len(values))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		kit.Check(t, rows.Scan(into...))
		var line []string
		for _, v := range values {
			switch v := v.(type) {
			case []byte:
				line = append(line, fmt.Sprintf("%x", v))
			default:
				line = append(line, fmt.Sprint(v))
			}
		}
		list = append(list, strings.Join(line, "|"))
	}
	kit.Check(t, rows.Err())
	return list
}

// same compares lists, and ends the test at the first difference.
func same(t testing.TB, what string, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Fatalf("%s: %d, want %d: missing %s", what, len(got), len(want), want[i])
		case i >= len(want):
			t.Fatalf("%s: %d, want %d: new %s", what, len(got), len(want), got[i])
		case got[i] != want[i]:
			t.Fatalf("%s: %d:\ngot  %s\nwant %s", what, i, got[i], want[i])
		}
	}
}

// sameSchema compares schemas, of which only the named objects may differ, as they say:
// "" says that there is none.
func sameSchema(t testing.TB, before, after map[string]string, changes map[string]string) {
	t.Helper()
	want := maps.Clone(before)
	maps.DeleteFunc(after, func(_, v string) bool { return v == "" })
	maps.Copy(want, changes)
	maps.DeleteFunc(want, func(_, v string) bool { return v == "" })
	list := func(m map[string]string) (list []string) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			list = append(list, k+": "+m[k])
		}
		return list
	}
	same(t, "schema", list(after), list(want))
}

// A pace knows how long a run takes now, on a machine that has other work.
type pace struct{ usual time.Duration }

// full notes the time of a run that was not killed.
func (p *pace) full(begin time.Time) { p.usual = (p.usual + time.Since(begin)) / 2 }

// part returns when the i-th of n runs is to be killed: spread over the run.
func (p *pace) part(i, n int) time.Duration {
	return p.usual * time.Duration(2*i+1) / time.Duration(2*n)
}

// killAfter runs "uuid migrate" and kills it after a time. It reports whether it was killed.
func killAfter(t testing.TB, after time.Duration, args ...string) (status int, output string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), after)
	defer cancel()
	p := start(t, args...)
	stop := context.AfterFunc(ctx, func() { p.cmd.Process.Kill() })
	defer stop()
	return p.wait(t, nil)
}
