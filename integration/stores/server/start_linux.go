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
	startTimeout = 60 * time.Second // a loaded machine needs a few seconds at most
	stopTimeout  = 10 * time.Second // then SIGKILL
	pollInterval = 20 * time.Millisecond
)

// A recipe is what one kind of server differs in from the others. One recipe makes
// one server: it holds the secrets of that server.
type recipe struct {
	name string
	// prepare makes the data directory in dir, which is empty.
	prepare func(ctx context.Context, dir string) error
	// command is the server's command line.
	command func(dir string, port int) *exec.Cmd
	// url is what a client connects to.
	url func(port int) string
	// ready returns nil once the server at url does everything asked of it.
	ready func(ctx context.Context, url string) error
	// quit ends the server at once and in good order. Clients are not waited for.
	quit syscall.Signal
	// orphaned is what the kernel sends the server if we die.
	orphaned syscall.Signal
}

// Install makes sure that the server is installed. If it already is, it only looks.
func Install(ctx context.Context, k Kind, logf Logf) error {
	if _, err := recipeOf(ctx, k, logf); err != nil {
		return fmt.Errorf("server.Install: %s: %w", k, err)
	}
	return nil
}

// Start installs the server if need be, starts it on a free port and returns when
// it answers. The context bounds the start only; end the server with
// [Server.Stop].
func Start(ctx context.Context, k Kind, logf Logf) (*Server, error) {
	r, err := recipeOf(ctx, k, logf)
	if err == nil {
		var s *Server
		if s, err = r.start(ctx, logf, freePort); err == nil {
			return s, nil
		}
	}
	return nil, fmt.Errorf("server.Start: %s: %w", k, err)
}

// recipeOf installs what the kind needs and returns its recipe.
func recipeOf(ctx context.Context, k Kind, logf Logf) (*recipe, error) {
	switch k {
	case Postgres:
		return postgres(ctx, k, postgresDir, logf)
	case MariaDB:
		return mariadb(ctx, logf)
	case Mongo:
		return mongodb(ctx, logf)
	case Postgres15:
		return postgres(ctx, k, postgres15Dir, logf)
	case MySQL:
		return mysqld(ctx, logf)
	}
	return nil, errors.New("no such kind")
}

// A Server is a running server.
type Server struct {
	url     string
	recipe  *recipe
	dir     *scratch
	process *process
}

// URL returns what a client connects to: a postgres:// URL, a DSN for
// github.com/go-sql-driver/mysql, or a mongodb:// URI. The user in it may do
// anything. The database is an empty one; a MongoDB URI names none.
func (s *Server) URL() string { return s.url }

// Pid returns the server's process ID.
func (s *Server) Pid() int { return s.process.cmd.Process.Pid }

// Stop ends the server and removes its data. A server that has not ended by itself
// after ten seconds is killed and reported. Stop may be called after the server
// was killed, and more than once.
func (s *Server) Stop() error {
	err := s.process.stop(s.recipe.quit, stopTimeout)
	if err := errors.Join(err, s.dir.remove()); err != nil {
		return fmt.Errorf("server.Stop: %s: %w", s.recipe.name, err)
	}
	return nil
}

// start prepares a data directory and runs the server in it. ports yields ports to
// try: a free one can be taken by someone else before the server binds it.
func (r *recipe) start(ctx context.Context, logf Logf, ports func() (int, error)) (_ *Server, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, startTimeout, fmt.Errorf("not ready after %v", startTimeout))
	defer cancel()

	dir, err := newScratch(r.name)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, dir.remove())
		}
	}()

	begun := time.Now()
	if err := r.prepare(ctx, dir.path); err != nil {
		return nil, err
	}
	logf.took(begun, "%s: made the data directory", r.name)

	begun = time.Now()
	for attempt := 1; ; attempt++ {
		port, err := ports()
		if err != nil {
			return nil, err
		}
		s := &Server{url: r.url(port), recipe: r, dir: dir}
		err = s.run(ctx, port)
		if err == nil {
			logf.took(begun, "%s: process %d is ready on 127.0.0.1:%d", r.name, s.Pid(), port)
			return s, nil
		}
		if attempt == 5 || !errors.Is(err, errPortTaken) {
			return nil, err
		}
		logf("%s: port %d was taken meanwhile, trying another", r.name, port)
	}
}

var errPortTaken = errors.New("port taken")

// run starts the process and waits until it is ready.
func (s *Server) run(ctx context.Context, port int) (err error) {
	path := filepath.Join(s.dir.path, "log")
	log, err := os.Create(path)
	if err != nil {
		return err
	}
	defer log.Close() // the server has its own

	cmd := s.recipe.command(s.dir.path, port)
	cmd.Stdout, cmd.Stderr = log, log
	if s.process, err = launch(cmd, s.recipe.orphaned); err != nil {
		return err
	}

	// Someone else may hold the port and never say a word: ask no longer than our
	// process lives.
	alive, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-s.process.done:
			cancel()
		case <-alive.Done():
		}
	}()
	for {
		err := s.recipe.ready(alive, s.url)
		if err == nil {
			return nil
		}
		select {
		case <-s.process.done:
			log, _ := os.ReadFile(path)
			if bytes.Contains(log, []byte("Address already in use")) {
				return errPortTaken
			}
			return fmt.Errorf("ended while starting (%v), its log ends:\n%s", s.process.err, tail(log))
		case <-ctx.Done():
			// It serves nobody yet, and MariaDB's does not hear SIGTERM before it does.
			s.process.stop(s.recipe.orphaned, stopTimeout)
			log, _ := os.ReadFile(path)
			return fmt.Errorf("%w (%v), its log ends:\n%s", context.Cause(ctx), err, tail(log))
		case <-time.After(pollInterval):
		}
	}
}

// environment is a server's: nothing of ours may change how it behaves. Its log is
// in English, in which run looks for a message.
func environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
}

// tail returns the last 4 kB of a log, in whole lines.
func tail(log []byte) []byte {
	const size = 4096
	if len(log) <= size {
		return log
	}
	log = log[len(log)-size:]
	return log[bytes.IndexByte(log, '\n')+1:]
}

// freePort returns a port of 127.0.0.1 that nobody listens on now.
func freePort() (int, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
