package clusters

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"testing"

	"github.com/uuidkit/uuidkit/integration/generators"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

var (
	all   = flag.Bool("all", false, "run each engine, and each fault")
	brief = flag.Bool("brief", false, "run a short case of three engines")
)

// aloneErr is why there is no network here.
var aloneErr error

// TestMain installs the servers, which is not possible where the tests run: no packet leaves that.
func TestMain(m *testing.M) {
	generators.Child()
	flag.Parse()
	if !*all && !*brief {
		os.Exit(m.Run())
	}
	if os.Getenv("UUIDKIT_ALONE") == "" {
		if aloneErr = install(); aloneErr != nil {
			os.Exit(m.Run())
		}
	}
	code, err := server.Alone(kit.WithCommand(m).Run)
	if aloneErr = err; err != nil {
		code = m.Run()
	}
	os.Exit(code)
}

// spiderPackage is Debian's package of Spider.
const spiderPackage = "mariadb-plugin-spider"

func install() error {
	var errs []error
	for _, k := range []server.Kind{server.Postgres, server.MariaDB, server.Mongo, server.Redis, server.MySQL} {
		err := server.Install(context.Background(), k, log.Printf)
		if k == server.MySQL && err != nil { // Debian's sid may not have it today
			os.Setenv("UUIDKIT_NO_MYSQL9", err.Error()) // for the process that runs the tests
			continue
		}
		errs = append(errs, err)
	}
	_, err := server.InstallDeb(context.Background(), log.Printf, "spider-deb", spiderPackage)
	return errors.Join(append(errs, err, server.InstallGalera(context.Background(), log.Printf))...)
}

// network returns n nodes. short says whether -brief has the test, too.
func network(t *testing.T, n int, short bool) []*server.Node {
	t.Helper()
	if !*all && (!*brief || !short) {
		t.Skip("without -all")
	}
	kit.Need(0, aloneErr)(t)
	w := kit.Must(server.NewNetwork())(t)
	var nodes []*server.Node
	for range n {
		nodes = append(nodes, kit.Must(w.Add(t.Context()))(t))
	}
	t.Cleanup(func() { kit.Check(t, w.Remove()) })
	return nodes
}

// stops ends a server after the test.
func stops(t *testing.T, s *server.Server) *server.Server {
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func ready(t *testing.T, s *server.Server, err error) *server.Server {
	t.Helper()
	return stops(t, kit.Need(s, err)(t))
}

// audits sees that uuid audit reads a server, and what it says of the rest of the cluster.
func audits(t *testing.T, url, column string, misses bool) {
	t.Helper()
	out, err := exec.Command(kit.Command(t), "audit", "-o", "json", url).Output()
	var r struct {
		Columns []struct{ Table, Column string }
		NotSeen []struct{ Where string } `json:"not_seen"`
	}
	if err := first(err, json.Unmarshal(out, &r)); err != nil {
		var e *exec.ExitError
		if errors.As(err, &e) {
			err = fmt.Errorf("%w: %s", err, e.Stderr)
		}
		t.Fatalf("uuid audit: %v", err)
	}
	found, says := false, false
	for _, c := range r.Columns {
		found = found || c.Column == column
	}
	for _, n := range r.NotSeen {
		says = says || n.Where == "the rest of the cluster"
	}
	if !found || says != misses {
		t.Errorf("uuid audit %s: got column %s %t, cluster %t, want true, %t: %s", url, column, found, says, misses, out)
	}
}

// The exit statuses of uuid migrate.
const done, refused = 0, 3

// migrateEnds sees with which status uuid migrate ends.
func migrateEnds(t *testing.T, want int, args ...string) {
	t.Helper()
	cmd := exec.Command(kit.Command(t), append([]string{"migrate"}, args...)...)
	out, err := cmd.CombinedOutput()
	if got := cmd.ProcessState.ExitCode(); got != want {
		t.Errorf("uuid migrate %s: got status %d, want %d: %v %s", args[0], got, want, err, out)
	}
}

func nodeName(i int) string { return fmt.Sprintf("node %d", i+1) }
