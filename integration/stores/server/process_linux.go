package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// A process is a child that does not outlive us.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when the process has ended
	err  error         // how it ended; set before done is closed
}

// launch starts the command in a process group of its own, so that a Ctrl-C at the
// terminal reaches us alone and we decide the order in which things end. If we
// die, the kernel sends it the signal end.
func launch(cmd *exec.Cmd, end syscall.Signal) (*process, error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
	cmd.SysProcAttr.Pdeathsig = end

	p := &process{cmd: cmd, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		// "Parent" means the thread that started the child, see prctl(2): it must
		// live as long as the child does. https://go.dev/issue/27505
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			p.err = cmd.Wait()
			close(p.done)
		}
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

// stop sends the signal, and SIGKILL if the process has not ended after grace.
func (p *process) stop(sig syscall.Signal, grace time.Duration) error {
	p.cmd.Process.Signal(sig) // fails only if it has ended
	select {
	case <-p.done:
		return nil
	case <-time.After(grace):
	}
	p.cmd.Process.Kill()
	<-p.done
	return fmt.Errorf("killed: it ignored %q for %v", sig, grace)
}

// run runs a command to its end. What it prints is in the error. If ctx ends first,
// so do the command and its children.
func run(ctx context.Context, cmd *exec.Cmd) error {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.WaitDelay = 30 * time.Second // for children, which have our pipe too
	p, err := launch(cmd, syscall.SIGKILL)
	if err != nil {
		return err
	}
	select {
	case <-p.done:
		err = p.err
	case <-ctx.Done():
		// Kill the command alone at first: most of initdb's children then end by
		// themselves in good order (see removeShared for the others). Those without our
		// pipe may outlive done.
		cmd.Process.Kill()
		<-p.done
		group := -cmd.Process.Pid
		for end := time.Now().Add(5 * time.Second); syscall.Kill(group, 0) == nil && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond)
		}
		syscall.Kill(group, syscall.SIGKILL) // what lives on
		return fmt.Errorf("%s: %w", cmd.Path, context.Cause(ctx))
	}
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		return fmt.Errorf("%s: %w\n%s", cmd.Path, err, bytes.TrimSpace(out.Bytes()))
	}
	return nil
}
