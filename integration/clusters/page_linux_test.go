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
	{regexp.MustCompile(`[Tt]oo many connections|max_user_connections`), "MySQL, MariaDB: 1040, 1203", "the server has too many connections: wait, and try again"},
	{regexp.MustCompile(`\b(1290|1836|read-only|25006|ValidateConnect)\b`), "MySQL: 1290, 1836; PostgreSQL: 25006; pgx: `read only connection`", "the server is not the primary: try the next address"},
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

// happens is what the trials do to each cluster of the page's first table.
var happens = map[string]string{
	"MariaDB Galera, 3 nodes":                               "the node that is written to is killed; another node is cut off; a third node is killed",
	"MariaDB Spider, 2 shards":                              "a shard is killed; the other shard is cut off",
	"MongoDB, shards of 3 members and 1":                    "the primary of shard a is killed; shard b is killed; the primary of shard a is cut off; mongos is killed; the primary of shard a steps down",
	"MySQL Group Replication, 3 members, several primaries": "the first primary is killed; another member is killed",
	"MySQL Group Replication, 3 members, single primary":    "the first primary is killed; another member is killed",
	"PostgreSQL, a standby":                                 "the server is killed, and the standby promoted",
	"PostgreSQL, logical replication":                       "the subscriber is killed; the subscriber is cut off; the publisher is killed",
	"PostgreSQL, partitions on 2 servers":                   "a shard is killed; the other shard is cut off; the coordinator is killed",
	"Redis Cluster, 3 nodes":                                "a node is killed; another node is cut off",
}

const page = "../../docs/clusters.md"

var pageMutex sync.Mutex

// The page's first table, whose rows are of one cluster each.
const (
	tableBegin, tableEnd = "<!-- clusters -->\n", "<!-- /clusters -->"
	tableHeader          = "| cluster | what happened | writers | acknowledged | lost | doubled | altered |\n|---|---|---|---|---|---|---|\n"
)

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
	before, rest, ok := strings.Cut(string(kit.Must(os.ReadFile(page))(t)), tableBegin)
	table, after, ok2 := strings.Cut(rest, tableEnd)
	if !ok || !ok2 {
		t.Fatal(page + " has no place for the table")
	}
	rows := map[string]string{engine: row + "\n"}
	for line := range strings.Lines(strings.TrimPrefix(table, tableHeader)) {
		if name := strings.Split(line, " | ")[0][2:]; name != engine {
			rows[name] = line
		}
	}
	table = tableHeader
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		table += rows[name]
	}
	kit.Check(t, os.WriteFile(page, []byte(before+tableBegin+table+tableEnd+after), 0o644))
}

// TestPage sees that the page has the trials of today, and each kind of error, with what a program does then.
func TestPage(t *testing.T) {
	text := string(kit.Must(os.ReadFile(page))(t))
	_, table, _ := strings.Cut(text, tableBegin+tableHeader)
	table, _, _ = strings.Cut(table, tableEnd)
	got := map[string]string{}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.TrimPrefix(line, "| "), " | ")
		got[cells[0]] = cells[min(1, len(cells)-1)]
	}
	if !maps.Equal(got, happens) {
		t.Errorf("%s has the trials %q, want %q", page, got, happens)
	}
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
