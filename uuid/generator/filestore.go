package generator

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/uuidkit/uuidkit/internal/filelock"
)

// A FileStore is a [Store] in the file of that name, which several processes may share.
//
//	var ids = generator.Generator{Store: generator.FileStore("/var/lib/shop/uuid.state")}
//
// The Generators that share the file never make the same UUID of version 1, or of version
// 6 with a Node: not after a crash, and not if the clock is set back or forward. The UUIDs
// of one Generator are in order until the clock is set back by more than MaxBack; those of
// two processes are not ordered with each other.
//
// A missing file is created, with permissions for its owner only; its folder must exist,
// and be readable. An empty name is an error. Each update locks the file, overwrites its 296
// bytes, and waits until they and the name are on the disk. A file that is damaged, or
// cannot be locked or written, is an error, and no UUID is made. Use a file on a local disk,
// and one for each Node: the file of another Node is an error. Do not copy it, and do not
// restore it from a backup: remove it instead, and change the Node if there is one.
//
// It works on Linux, macOS, the BSDs, illumos and Windows. On other systems each update
// is an error.
type FileStore string

// Update implements [Store]. If another process has locked the file, Update waits
// for it. If ctx ends before, Update returns an error.
func (s FileStore) Update(ctx context.Context, f func(State) State) error {
	if s == "" {
		return errors.New(`FileStore(""): the file name is empty`)
	}
	err := s.update(ctx, f)
	if errors.Is(err, fs.ErrNotExist) {
		if err = s.create(ctx, f); errors.Is(err, fs.ErrExist) {
			err = s.update(ctx, f) // another process has created it
		}
	}
	if err != nil {
		return fmt.Errorf("FileStore(%q): %w", string(s), err)
	}
	return nil
}

// update overwrites the file. One write of less than a sector is on the disk or not: no
// crash leaves half of it.
func (s FileStore) update(ctx context.Context, f func(State) State) error {
	file, err := os.OpenFile(string(s), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := filelock.Lock(ctx, file); err != nil {
		return fmt.Errorf("locking: %w", err)
	}
	defer filelock.Unlock(file)
	kept, err := read(file)
	if err != nil {
		return err
	}
	// Even what was read is written: it may never have come to the disk, and after an fsync
	// that fails, a second one with nothing to write succeeds. Nor need the name be on the
	// disk, if create failed or was killed.
	next := f(kept)
	if _, err := file.WriteAt(next[:], 0); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	return s.syncFolder()
}

// read returns the State in the file.
func read(file *os.File) (s State, err error) {
	b, err := io.ReadAll(io.LimitReader(file, int64(len(s))+1))
	if err != nil {
		return s, err
	}
	return decode(b)
}

// create makes the file, or returns fs.ErrExist. The file gets its name when it is
// complete: an empty one is damaged. It is locked until the name is on the disk.
func (s FileStore) create(ctx context.Context, f func(State) State) error {
	first := f(State{})
	if first == (State{}) {
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(string(s)), filepath.Base(string(s))+".*.new")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if err := filelock.Lock(ctx, file); err != nil {
		return fmt.Errorf("locking: %w", err)
	}
	defer filelock.Unlock(file)
	if _, err := file.Write(first[:]); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := os.Link(file.Name(), string(s)); err != nil {
		return err
	}
	return s.syncFolder()
}

// syncFolder waits until the file's name is on the disk. Windows has no call for it.
func (s FileStore) syncFolder() error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(filepath.Dir(string(s)))
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
