package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// durable are the arguments of a server that keeps what it has acknowledged when it is
// killed. It need not survive a power cut. For MongoDB a client asks for the journal.
var durable = map[string][]string{
	"postgres":   {"-c", "synchronous_commit=on", "-c", "full_page_writes=on"},
	"postgres15": {"-c", "synchronous_commit=on", "-c", "full_page_writes=on"},
	"mariadb":    {"--innodb-flush-log-at-trx-commit=2", "--innodb-doublewrite=ON"},
	"mysql":      {"--innodb-flush-log-at-trx-commit=2", "--innodb-doublewrite=ON"},
}

// StartDurable is Start for a server that a test kills: it keeps what it has acknowledged.
// Its data is in a new directory in dir, or if that is "", where Start has it. It gets the
// arguments, which count more than its others.
func StartDurable(ctx context.Context, k Kind, logf Logf, dir string, arguments ...string) (s *Server, err error) {
	return startDurable(ctx, k, nil, logf, dir, arguments)
}

func startDurable(ctx context.Context, k Kind, n *Node, logf Logf, dir string, arguments []string) (s *Server, err error) {
	r, err := recipeOf(ctx, k, n, logf)
	if err == nil {
		r.in, r.more = dir, slices.Concat(durable[k.Name], arguments)
		s, err = r.start(ctx, k, logf, n.port)
	}
	if err != nil {
		return nil, fmt.Errorf("server.StartDurable: %s: %w", k.Name, err)
	}
	return s, nil
}

// Kill ends the server and its children with SIGKILL. Its data stays.
func (s *Server) Kill() {
	pid := s.Pid()
	syscall.Kill(pid, syscall.SIGSTOP) // it starts no more children
	list := children(pid)
	for _, child := range list {
		syscall.Kill(child, syscall.SIGKILL)
	}
	syscall.Kill(pid, syscall.SIGKILL)
	<-s.process.done
	for _, child := range list { // PostgreSQL does not start while one has its memory
		for parent(child) > 0 {
			time.Sleep(pollInterval)
		}
	}
}

// StartCopy starts a server of the kind of one that has ended, on a copy of its data, to which it adds
// files: a PostgreSQL with standby.signal is a standby. It gets the arguments, and no others of that server.
func StartCopy(ctx context.Context, of *Server, logf Logf, files map[string]string, arguments ...string) (*Server, error) {
	r := *of.recipe
	return r.startCopy(ctx, of, logf, files, arguments)
}

func (r *recipe) startCopy(ctx context.Context, of *Server, logf Logf, files map[string]string, arguments []string) (*Server, error) {
	r.in, r.more = "", slices.Concat(durable[of.kind.Name], arguments)
	r.prepare = func(ctx context.Context, dir string) error {
		err := run(ctx, exec.Command("cp", "-a", of.dir.path+"/.", dir))
		for name, text := range files {
			err = errors.Join(err, os.WriteFile(filepath.Join(dir, "data", name), []byte(text), 0o600))
		}
		return err
	}
	s, err := r.start(ctx, of.kind, logf, r.node.port)
	if err != nil {
		return nil, fmt.Errorf("server.StartCopy: %s: %w", of.kind.Name, err)
	}
	return s, nil
}

// Halt ends the server in good order. Its data stays.
func (s *Server) Halt() error {
	end := syscall.SIGTERM
	if s.kind.Driver == "pgx" {
		end = syscall.SIGINT // with SIGTERM it would wait for its clients
	}
	if err := s.process.stop(end, stopTimeout); err != nil {
		return fmt.Errorf("server.Halt: %s: %w", s.kind.Name, err)
	}
	return nil
}

// Restart starts a server again that has ended, on its port.
func (s *Server) Restart(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, startTimeout, fmt.Errorf("not ready after %v", startTimeout))
	defer cancel()
	for {
		p, err := s.recipe.run(ctx, s.dir.path, s.url, s.port)
		if err == nil {
			s.process = p
			return nil
		}
		if !errors.Is(err, errPortTaken) || ctx.Err() != nil {
			return fmt.Errorf("server.Restart: %s: %w", s.kind.Name, err)
		}
		time.Sleep(pollInterval)
	}
}

// children returns the processes whose parent is pid.
func children(pid int) (list []int) {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		child, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if parent(child) == pid {
			list = append(list, child)
		}
	}
	return list
}

// parent returns the parent of a process, or 0 if it has ended.
func parent(pid int) int {
	stat, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, after, _ := strings.Cut(string(stat), ") ") // the name may have spaces
	f := strings.Fields(after)
	if len(f) < 2 || f[0] == "Z" {
		return 0
	}
	ppid, _ := strconv.Atoi(f[1])
	return ppid
}
