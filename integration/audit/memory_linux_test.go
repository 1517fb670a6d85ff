package audit

import (
	"os/exec"
	"syscall"
)

// resident returns the most memory that a command which has ended had, in KiB.
func resident(cmd *exec.Cmd) int64 {
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		return int64(usage.Maxrss)
	}
	return 0
}
