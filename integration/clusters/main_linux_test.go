package clusters

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"testing"

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
	flag.Parse()
	if !*all && !*brief {
		os.Exit(m.Run())
	}
	if os.Getenv("UUIDKIT_ALONE") == "" {
		if aloneErr = install(); aloneErr != nil {
			os.Exit(m.Run())
		}
	}
	code, err := server.Alone(m.Run)
	if aloneErr = err; err != nil {
		code = m.Run()
	}
	os.Exit(code)
}

func install() error {
	var errs []error
	for _, k := range []server.Kind{server.Postgres, server.MariaDB, server.Mongo, server.Redis, server.MySQL} {
		if err := server.Install(context.Background(), k, log.Printf); err != nil && k != server.MySQL { // which Debian's sid may not have today
			errs = append(errs, err)
		}
	}
	return errors.Join(append(errs, server.InstallGalera(context.Background(), log.Printf))...)
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

func nodeName(i int) string { return fmt.Sprintf("node %d", i+1) }
