package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

const (
	startTimeout = 3 * time.Minute  // an idle machine needs 3 seconds, and a very busy one 60
	stopTimeout  = 10 * time.Second // then SIGKILL
	pollInterval = 20 * time.Millisecond
)

// A recipe is what one kind of server differs in from the others. One recipe makes
// one server: it holds the secrets of that server.
type recipe struct {
	// prepare makes the data directory, data in dir, which is empty.
	prepare func(ctx context.Context, dir string) error
	// command is the server's command line.
	command func(dir string, port int) *exec.Cmd
	// url is what a client connects to, with %d for the port.
	url string
	// ready returns nil once the server at url does everything asked of it.
	ready func(ctx context.Context, url string) error
	// end is the signal that ends the server at once. The kernel sends it, too, if
	// our process dies. It is SIGKILL where a killed server leaves nothing behind.
	end syscall.Signal
	// in is where to make the directory, or "", and more are more arguments of command.
	in   string
	more []string
	node *Node // where it runs
}

// Install makes sure that the server is installed. If it already is, it only looks.
func Install(ctx context.Context, k Kind, logf Logf) error {
	if _, err := recipeOf(ctx, k, nil, logf); err != nil {
		return fmt.Errorf("server.Install: %s: %w", k.Name, err)
	}
	return nil
}

// Start installs the server if need be, starts it on a free port and returns when
// it answers. The context bounds the start only; end the server with
// [Server.Stop].
func Start(ctx context.Context, k Kind, logf Logf) (*Server, error) {
	return startAt(ctx, k, logf, freePort)
}

// startAt is Start with ports to try: another process may take a free one before the
// server binds it.
func startAt(ctx context.Context, k Kind, logf Logf, ports func() (int, error)) (s *Server, err error) {
	r, err := recipeOf(ctx, k, nil, logf)
	if err == nil {
		s, err = r.start(ctx, k, logf, ports)
	}
	if err != nil {
		return nil, fmt.Errorf("server.Start: %s: %w", k.Name, err)
	}
	return s, nil
}

// recipeOf installs what the kind needs and returns its recipe.
func recipeOf(ctx context.Context, k Kind, n *Node, logf Logf) (*recipe, error) {
	switch k {
	case Postgres:
		return postgres(ctx, postgresDir, n, logf)
	case Postgres15:
		return postgres(ctx, postgres15Dir, n, logf)
	case MariaDB:
		return mariadb(ctx, n, logf)
	case MySQL:
		return mysql9(ctx, n, logf)
	case Mongo:
		return mongodb(ctx, n, logf)
	case Redis:
		return redis(ctx, n, logf)
	}
	return nil, errors.New("no such kind")
}

// A Server is a running server.
type Server struct {
	kind    Kind
	url     string
	port    int
	recipe  *recipe
	dir     *scratch
	process *process
}

// URL returns what a client connects to: a postgres:// URL, a DSN for
// github.com/go-sql-driver/mysql, a mongodb:// URI or a redis:// URL. The user in it may do
// anything. The database is an empty one; a MongoDB URI names none.
func (s *Server) URL() string { return s.url }

// Pid returns the server's process ID.
func (s *Server) Pid() int { return s.process.cmd.Process.Pid }

// Stop ends the server and removes its data. A server that is still running ten
// seconds later is killed, and Stop returns an error. Stop may be called after the
// server was killed, and more than once.
func (s *Server) Stop() error {
	if err := errors.Join(s.process.stop(s.recipe.end, stopTimeout), s.dir.remove()); err != nil {
		return fmt.Errorf("server.Stop: %s: %w", s.kind.Name, err)
	}
	return nil
}

// start prepares a data directory and runs the server in it.
func (r *recipe) start(ctx context.Context, k Kind, logf Logf, ports func() (int, error)) (_ *Server, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, startTimeout, fmt.Errorf("not ready after %v", startTimeout))
	defer cancel()
	begun := time.Now()
	dir, err := newScratch(r.in, k)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, dir.remove())
		}
	}()
	if err := r.prepare(ctx, dir.path); err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		port, err := ports()
		if err != nil {
			return nil, err
		}
		s := &Server{kind: k, url: fmt.Sprintf(r.url, port), port: port, recipe: r, dir: dir}
		s.process, err = r.run(ctx, dir.path, s.url, port)
		if err == nil {
			logf("%s: process %d is ready on %s:%d in %.2f s", k.Name, s.Pid(), r.node.host(), port, time.Since(begun).Seconds())
			return s, nil
		}
		if attempt == 5 || !errors.Is(err, errPortTaken) {
			return nil, err
		}
		logf("%s: another process took port %d meanwhile, trying another port", k.Name, port)
	}
}

var errPortTaken = errors.New("port taken")

// run starts the process and waits until it is ready.
func (r *recipe) run(ctx context.Context, dir, url string, port int) (*process, error) {
	path := filepath.Join(dir, "log")
	log, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	defer log.Close() // the server has its own

	cmd := r.command(dir, port)
	cmd.Args = append(cmd.Args, r.more...)
	r.node.enter(cmd)
	cmd.Stdout, cmd.Stderr = log, log
	p, err := launch(cmd, r.end)
	if err != nil {
		return nil, err
	}

	// Another process may hold the port and never answer: ask no longer than our
	// process lives.
	alive, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		<-p.done
		cancel()
	}()
	for {
		err := r.ready(alive, url)
		if err == nil {
			return p, nil
		}
		select {
		case <-p.done:
			if log, _ := os.ReadFile(path); bytes.Contains(log, []byte("Address already in use")) {
				return nil, errPortTaken
			}
			return nil, fmt.Errorf("ended while starting (%v), its log ends:\n%s", p.err, tail(path))
		case <-ctx.Done():
			p.stop(r.end, stopTimeout)
			return nil, fmt.Errorf("%w (%v), its log ends:\n%s", context.Cause(ctx), err, tail(path))
		case <-time.After(pollInterval):
		}
	}
}

// environment is a server's: no variable of ours may change how it behaves. It logs
// in English, because run looks for a message.
func environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
}

// tail returns the last 4 kB of a log, in whole lines.
func tail(path string) []byte {
	const size = 4096
	log, _ := os.ReadFile(path)
	if len(log) > size {
		log = log[len(log)-size:]
		log = log[bytes.IndexByte(log, '\n')+1:]
	}
	return log
}

// freePort returns a port of 127.0.0.1 that no process listens on now.
func freePort() (int, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
