package migrate

import (
	"os"
	"syscall"
)

// peak is the most memory that a process had that has ended.
func peak(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return usage.Maxrss * 1024
}
