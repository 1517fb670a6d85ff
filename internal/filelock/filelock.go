// Package filelock locks files among processes, and among the open files of one process.
package filelock

import (
	"context"
	"os"
	"time"
)

// Lock waits until it has locked f, or until ctx ends.
func Lock(ctx context.Context, f *os.File) error {
	for {
		if locked, err := try(f); locked || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(time.Millisecond):
		}
	}
}

// Unlock ends the lock at once. Closing f ends it later if the system is about to start
// another process, which has f open until it runs.
func Unlock(f *os.File) { unlock(f) }
