package clusters

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

var update = flag.Bool("update", false, "write what was seen into docs/clusters.md")

// An answer is a kind of error that programs got, and what they do then. An error of no kind here fails the test: the
// page must have it.
type answer struct {
	text    *regexp.Regexp // of the error
	error   string
	meaning string
}

var answers = []answer{
	{regexp.MustCompile(`connection refused`), "connection refused", "no server listens at this address: try the next, then this one again"},
	{regexp.MustCompile(`reset by peer|EOF|invalid connection|bad connection|conn closed|closed the connection|unexpectedly closed|broken pipe|Connection timed out`), "the connection is broken", "the row may be there or not: send the insert again"},
	{regexp.MustCompile(`deadline exceeded|i/o timeout|context canceled`), "no answer in time", "the row may be there or not, and the server may be cut off: send the insert again, to another address"},
	{regexp.MustCompile(`starting up|not yet accepting connections|shutting down|Server shutdown|Connection was killed`), "PostgreSQL: 57P03, 57P01; MySQL, MariaDB: 1053, 1927", "the server starts or stops: wait, and try again"},
	{regexp.MustCompile(`\b(1290|read-only|25006|ValidateConnect)\b`), "MySQL: 1290; PostgreSQL: 25006; pgx: `read only connection`", "the server is not the primary: try the next address"},
	{regexp.MustCompile(`Deadlock|Lock wait timeout|Plugin instructed the server to rollback`), "MySQL, MariaDB: 1205, 1213, 3101", "another transaction was first, here or at another node: send the whole transaction again"},
	{regexp.MustCompile(`WSREP|Not connected to Primary Component`), "MariaDB: 1047, 1180", "the node is not in the cluster now: try the next address"},
	{regexp.MustCompile(`could not connect to server|could not receive data|could not establish`), "PostgreSQL: 08001, 08006 from a foreign table", "the other server does not answer: try again"},
	{regexp.MustCompile(`foreign data source|communication packets`), "MariaDB: 1429, 1158 to 1161 from Spider", "the shard does not answer: try again"},
	{regexp.MustCompile(`CLUSTERDOWN|LOADING|MOVED|READONLY`), "Redis: CLUSTERDOWN, LOADING", "no node serves the key now: try again"},
	{regexp.MustCompile(`NotWritablePrimary|InterruptedDueToReplStateChange|PrimarySteppedDown|HostUnreachable|FailedToSatisfyReadPreference|ShutdownInProgress|server selection`), "MongoDB: no primary", "the members elect a primary: wait a few seconds, and try again"},
}

// answerOf returns the kind of an error's text, or nil.
func answerOf(text string) *answer {
	for i := range answers {
		if answers[i].text.MatchString(text) {
			return &answers[i]
		}
	}
	return nil
}

const page = "../../docs/clusters.md"

var pageMutex sync.Mutex

// note writes a row of the page's first table.
func note(t *testing.T, engine string, cells ...any) {
	row := "| " + engine + " |"
	for _, c := range cells {
		row += fmt.Sprintf(" %v |", c)
	}
	t.Log(row)
	if !*update || !*all || t.Failed() {
		return
	}
	pageMutex.Lock()
	defer pageMutex.Unlock()
	const begin, end = "<!-- clusters -->\n", "<!-- /clusters -->"
	before, rest, ok := strings.Cut(string(kit.Must(os.ReadFile(page))(t)), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal(page + " has no place for the table")
	}
	const header = "| cluster | what happened | acknowledged | lost | doubled | altered |\n|---|---|---|---|---|---|\n"
	rows := map[string]string{engine: row + "\n"}
	for line := range strings.Lines(strings.TrimPrefix(table, header)) {
		if name := strings.Split(line, " | ")[0][2:]; name != engine {
			rows[name] = line
		}
	}
	table = header
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		table += rows[name]
	}
	kit.Check(t, os.WriteFile(page, []byte(before+begin+table+end+after), 0o644))
}

// TestPage sees that the page has each kind of error, with what a program does then.
func TestPage(t *testing.T) {
	text := string(kit.Must(os.ReadFile(page))(t))
	want := "| a program gets | it means, and what to do |\n|---|---|\n"
	for _, a := range answers {
		want += "| " + a.error + " | " + a.meaning + " |\n"
	}
	if strings.Contains(text, want) {
		return
	}
	begin := strings.Index(text, want[:strings.Index(want, "\n")])
	if !*update || begin < 0 {
		t.Fatalf("%s does not have this table: -update writes it\n%s", page, want)
	}
	end := begin + strings.Index(text[begin:]+"\n\n", "\n\n") + 1
	kit.Check(t, os.WriteFile(page, []byte(text[:begin]+want+text[end:]), 0o644))
}
