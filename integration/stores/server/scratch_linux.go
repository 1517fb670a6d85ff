package server

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// prefix begins the names of the directories. Start removes those without a lock.
const prefix = "uuidkit-server-"

// A scratch is a temporary directory for one server. Its owner holds a lock on it
// while it lives, so a directory without a lock is known to be abandoned.
type scratch struct {
	path string
	lock *os.File // the directory itself, flocked; the kernel unlocks it if we die
}

// newScratch makes an empty directory in dir, and removes those of dead owners.
func newScratch(dir string, k Kind) (*scratch, error) {
	sweep()
	for {
		path, err := os.MkdirTemp(dir, prefix+k.Name+"-")
		if err != nil {
			return nil, err
		}
		s := &scratch{path: path}
		if s.lock, err = os.Open(path); errors.Is(err, os.ErrNotExist) {
			continue // another process swept it before we could lock it
		} else if err != nil {
			return nil, errors.Join(err, os.Remove(path))
		}
		if err := flock(s.lock, syscall.LOCK_EX); err != nil {
			return nil, errors.Join(err, s.remove())
		}
		if _, err := os.Stat(path); err == nil {
			return s, nil
		}
		s.lock.Close() // swept likewise
	}
}

// remove removes the directory and the server's shared memory. It may be called
// again.
func (s *scratch) remove() error {
	removeShared(s.path)
	err := os.RemoveAll(s.path)
	s.lock.Close() // after the removal: no other process need try
	return err
}

// sweep removes the directories whose owners were killed. A directory that it may
// not remove is another user's.
func sweep() {
	paths, _ := filepath.Glob(filepath.Join(os.TempDir(), prefix+"*"))
	for _, path := range paths {
		// Anybody may make anything of that name: opening a pipe would block.
		dir, err := os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
		if err != nil {
			continue
		}
		if flock(dir, syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			// Another user's directory could name any shared memory of ours.
			if info, err := dir.Stat(); err == nil && int(info.Sys().(*syscall.Stat_t).Uid) == os.Geteuid() {
				removeShared(path)
			}
			os.RemoveAll(path)
		}
		dir.Close()
	}
}

// removeShared removes the shared memory of a PostgreSQL that was killed in dir, or
// aborted. The kernel would keep it: 56 bytes, and one of the 4096 segments that
// there can be. The seventh line of postmaster.pid names it as "key id". A PostgreSQL
// that ends in good order removes both.
func removeShared(dir string) {
	data, _ := os.ReadFile(filepath.Join(dir, "data", "postmaster.pid"))
	lines := strings.Split(string(data), "\n")
	if len(lines) < 7 {
		return // there is no file, or it names none yet
	}
	if f := strings.Fields(lines[6]); len(f) == 2 {
		// Other programs that run as nobody could write that file, too. As nobody,
		// ipcrm cannot remove a segment of root's.
		notRoot("ipcrm", "--shmem-id="+f[1]).Run()
	}
}

// flock locks an open file or directory until it is closed, be it by our death.
func flock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how); err != syscall.EINTR {
			return err
		}
	}
}

// notRoot returns a command that runs as nobody if we are root, because PostgreSQL
// refuses to run as root. The command keeps root's right to read and write all files:
// root's home, with the cache in it, is usually closed to others.
func notRoot(program string, args ...string) *exec.Cmd {
	if os.Geteuid() != 0 {
		return exec.Command(program, args...)
	}
	return exec.Command("setpriv", append([]string{
		"--reuid=nobody", "--regid=65534", "--clear-groups", // 65534: nogroup, as Debian and Ubuntu call it
		"--inh-caps=+dac_override", "--ambient-caps=+dac_override",
		"--securebits=+no_setuid_fixup", // or access(2), which initdb uses, ignores the right
		"--pdeathsig=keep", program}, args...)...)
}
