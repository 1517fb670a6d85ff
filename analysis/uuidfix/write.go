package main

import (
	"bytes"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// A change is a file before and after.
type change struct {
	name          string
	before, after []byte
}

// write writes all changes, or none of them: an error or a signal halfway brings back
// what was there.
func (m *module) write(contents map[string][]byte) error {
	changes, err := m.changes(contents)
	if err != nil {
		return err
	}
	for _, c := range changes {
		if info, err := os.Stat(c.name); err == nil && info.Mode()&0o200 == 0 {
			return fmt.Errorf("%s is read-only: nothing was written", c.name)
		}
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(stop)
	for i, c := range changes {
		if bytes.Equal(c.before, c.after) {
			continue
		}
		err := replaceFile(c.name, c.after)
		select {
		case s := <-stop:
			err = fmt.Errorf("interrupted: %v", s)
		default:
		}
		if err != nil {
			for _, c := range changes[:i+1] {
				if undo := restore(c); undo != nil {
					err = fmt.Errorf("%w\n%s is not as it was (git restore brings it back): %w", err, c.name, undo)
				}
			}
			return err
		}
	}
	return nil
}

// restore brings back what was there before.
func restore(c change) error {
	if c.before == nil {
		return os.Remove(c.name)
	}
	return replaceFile(c.name, c.before)
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
