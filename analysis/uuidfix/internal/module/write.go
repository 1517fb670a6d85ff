package module

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// A Change is a file before and after.
type Change struct {
	Name          string
	Before, After []byte
}

// ErrInterrupted is the error after a signal.
var ErrInterrupted = errors.New("interrupted: nothing was written")

// Write writes all changes, or none of them: an error or a signal halfway brings back
// what was there. It writes nothing if a file is not as it was before.
func Write(ctx context.Context, changes []Change) error {
	for _, c := range changes {
		if info, err := os.Stat(c.Name); err == nil && info.Mode()&0o200 == 0 {
			return fmt.Errorf("%s is read-only: nothing was written", c.Name)
		}
		if now, err := os.ReadFile(c.Name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		} else if !bytes.Equal(now, c.Before) {
			return fmt.Errorf("%s has changed since uuidfix read it: nothing was written", c.Name)
		}
	}
	for i, c := range changes {
		if bytes.Equal(c.Before, c.After) {
			continue
		}
		err := ErrInterrupted
		if ctx.Err() == nil {
			err = replaceFile(c.Name, c.After)
		}
		if err != nil {
			return restore(changes[:i], err)
		}
	}
	return nil
}

// restore brings back what was there before an error.
func restore(changes []Change, err error) error {
	for _, c := range changes {
		var undo error
		advice := "git restore brings it back"
		if c.Before == nil {
			undo, advice = os.Remove(c.Name), "delete it"
		} else {
			undo = replaceFile(c.Name, c.Before)
		}
		if undo != nil {
			if err == ErrInterrupted {
				err = errors.New("interrupted")
			}
			err = fmt.Errorf("%w\n%s is not as it was (%s): %w", err, c.Name, advice, undo)
		}
	}
	return err
}

// replaceFile writes a file in one step, so that nobody sees half of it.
func replaceFile(name string, data []byte) error {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".uuidfix*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err
	}
	if err := f.Chmod(mode); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
