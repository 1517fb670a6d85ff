//go:build linux

package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// grace is how long a process may take to end after it was told to.
var grace = 10 * time.Second

// What the lanes share.
type shared struct {
	steps   []step
	files   []string            // that git has
	modules map[string][]string // see sets
	tmp     string
	mysql9  string // the flag of the servers' keeper
	up      *exec.Cmd
	upEnded chan struct{}

	mu     sync.Mutex
	took   []took
	tested []string // folders
}

type took struct {
	seconds int
	text    string
}

// A lane runs steps one after the other.
type lane struct {
	*shared
	ctx         context.Context
	out, stderr *os.File
	beside      *lane      // runs beside this one, or is nil
	ended       chan error // has a value when this lane, beside another one, has ended
}

// part runs the rows of a part.
func (l *lane) part(name string) error {
	for _, s := range l.steps {
		if s.part != name {
			continue
		}
		var err error
		switch words := strings.Fields(s.command); words[0] {
		case "servers":
			err = l.servers(s.release)
		case "beside":
			err = l.start(words[1])
		case "join":
			err = l.join(l.out)
		default:
			err = l.step(s, s.release)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// step runs a step. The seconds of CPU are those of all that it has started, but not of servers.
func (l *lane) step(s step, release string) error {
	if l.beside != nil && len(l.beside.ended) > 0 {
		if err := l.join(l.out); err != nil {
			return err
		}
	}
	fmt.Fprintln(l.out, "==", s.title())
	begun, j := time.Now(), l.job(release)
	err := j.do(s)
	seconds := int(time.Since(begun).Seconds())
	if l.ctx.Err() != nil {
		return context.Cause(l.ctx)
	}
	if err != nil {
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
			fmt.Fprintln(l.out, err)
		}
		fmt.Fprintf(l.out, "== FAILED after %d s: %s\n", seconds, s.title())
		return status(1)
	}
	text := fmt.Sprintf("%d s, %d s of CPU", seconds, int(j.cpu.Seconds()))
	fmt.Fprintln(l.out, "   "+text)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.took = append(l.took, took{seconds, text + ": " + s.title()})
	return nil
}

// start runs a part in parallel with the steps that follow, at a lower priority of the CPU.
// The tests of cmd are no such part: TestRevoked sets a global variable of the servers.
func (l *lane) start(part string) error {
	out, err := os.Create(filepath.Join(l.tmp, "beside"))
	if err != nil {
		return err
	}
	l.beside = &lane{shared: l.shared, ctx: l.ctx, out: out, stderr: out, ended: make(chan error, 1)}
	go func(b *lane) {
		runtime.LockOSThread() // for ever, so that only what this thread starts is nice
		syscall.Setpriority(syscall.PRIO_PROCESS, 0, 5)
		b.ended <- b.part(part)
	}(l.beside)
	return nil
}

// join waits for the lane beside, if a step has not, and prints what it has printed.
func (l *lane) join(to io.Writer) error {
	b := l.beside
	if b == nil {
		return nil
	}
	err := <-b.ended
	l.beside = nil
	defer b.out.Close()
	b.out.Seek(0, io.SeekStart)
	io.Copy(to, b.out)
	return err
}

// servers starts the servers, once, and puts into the environment where they are.
func (l *lane) servers(release string) error {
	if l.up != nil {
		return nil
	}
	for _, s := range []step{
		{name: "build the servers' keeper", modules: "integration", command: `go build -o "$TMPDIR/up" ./stores/up`},
		{name: "install the servers", command: `"$TMPDIR/up" -install ` + l.mysql9},
		{name: "install the clients", modules: "integration", command: "go run ./interop/install"},
	} {
		if err := l.step(s, release); err != nil {
			return err
		}
	}
	fmt.Fprintln(l.out, "== start the servers")
	steady := *l
	steady.ctx = context.WithoutCancel(l.ctx) // endServers ends them, after the steps
	up := steady.job(release).command(".", "sh", "-c", `exec "$TMPDIR/up" `+l.mysql9+` -env "$TMPDIR/env"`)
	if err := up.Start(); err != nil {
		return err
	}
	l.up, l.upEnded = up, make(chan struct{})
	go func() {
		up.Wait()
		close(l.upEnded)
	}()
	for {
		if exports, err := os.ReadFile(filepath.Join(l.tmp, "env")); err == nil {
			return export(string(exports))
		}
		select {
		case <-l.ctx.Done():
			return context.Cause(l.ctx)
		case <-l.upEnded:
			return errors.New("the servers did not start")
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// export sets the variables of lines such as export NAME='VALUE'.
func export(lines string) error {
	for _, line := range strings.Split(strings.TrimSuffix(lines, "\n"), "\n") {
		name, value, ok := strings.Cut(strings.TrimPrefix(line, "export "), "='")
		value, quoted := strings.CutSuffix(value, "'")
		if !ok || !quoted {
			return fmt.Errorf("the servers' keeper wrote %.64q", line)
		}
		os.Setenv(name, strings.ReplaceAll(value, `'\''`, "'"))
	}
	return nil
}

// endServers ends the servers. Their keeper gives each of them as long as grace, at the same time.
func (s *shared) endServers() {
	if s.up == nil {
		return
	}
	s.up.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.upEnded:
	case <-time.After(2 * grace):
		syscall.Kill(-s.up.Process.Pid, syscall.SIGKILL)
		<-s.upEnded
	}
}

// A job is a step that runs.
type job struct {
	*lane
	env []string // besides that of this process
	cpu *time.Duration
}

func (l *lane) job(release string) job {
	j := job{lane: l, cpu: new(time.Duration)}
	if release != "" {
		j.env = []string{"GOTOOLCHAIN=" + release}
	}
	return j
}

func (j job) with(env ...string) job {
	j.env = slices.Concat(j.env, env)
	return j
}

// do runs the step's command.
func (j job) do(s step) error {
	var folders []string
	for _, name := range strings.Fields(cmp.Or(s.modules, ".")) {
		if set := j.modules[name]; set != nil {
			folders = append(folders, set...)
		} else {
			folders = append(folders, name)
		}
	}
	for _, command := range strings.Split(s.command, " && ") {
		words := strings.Fields(command)
		run := j.verbs()[words[0]]
		if run == nil {
			run = func(folders, _ []string) error {
				for _, folder := range folders {
					if err := j.sh(folder, command); err != nil {
						return err
					}
				}
				return nil
			}
		}
		if err := run(folders, words[1:]); err != nil {
			return err
		}
	}
	return nil
}

func (j job) sh(folder, script string, args ...string) error {
	return j.run(folder, append([]string{"sh", "-euc", script, "sh"}, args...)...)
}

func (j job) run(folder string, words ...string) error {
	return j.measured(j.command(folder, words...))
}

// lines returns what a program prints.
func (j job) lines(folder string, words ...string) ([]string, error) {
	var out bytes.Buffer
	cmd := j.command(folder, words...)
	cmd.Stdout = &out
	err := j.measured(cmd)
	return strings.FieldsFunc(out.String(), func(r rune) bool { return r == '\n' }), err
}

func (j job) measured(cmd *exec.Cmd) error {
	err := cmd.Run()
	if err != nil && cmd.Process != nil && j.ctx.Err() == nil {
		end(cmd.Process.Pid) // what has not failed
	}
	if cmd.ProcessState != nil {
		*j.cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return err
}

// command returns a program to run in a folder. It gets a process group, so that a signal
// reaches all that it has started. cmd takes the root module from the folder above by its
// go.work, the other modules by a replace.
func (j job) command(folder string, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(j.ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, j.out, j.stderr
	cmd.Env = append(cmd.Environ(), j.env...)
	if folder == "cmd" {
		cmd.Env = append(cmd.Env, "GOWORK=")
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return end(cmd.Process.Pid) }
	return cmd
}

// end interrupts a process group, because cmd/go removes its work then, but not on SIGTERM.
// It waits until the group has ended, and kills what has not.
func end(group int) error {
	syscall.Kill(-group, syscall.SIGINT)
	for begun := time.Now(); time.Since(begun) < grace; time.Sleep(10 * time.Millisecond) {
		if syscall.Kill(-group, 0) != nil {
			return nil
		}
	}
	return syscall.Kill(-group, syscall.SIGKILL)
}
