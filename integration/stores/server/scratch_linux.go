package server

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// prefix begins the names of temporary directories. Whatever has it, and is not
// locked, is removed.
const prefix = "uuidkit-server-"

// A scratch is a temporary directory for one server. Its owner holds a lock on it
// while it lives, so that a directory without a lock is known to be abandoned.
type scratch struct {
	path string
	lock *os.File // the directory itself, flocked; the kernel unlocks it if we die
}

// newScratch makes an empty directory, and removes those of dead owners.
func newScratch(name string) (*scratch, error) {
	base := scratchBase()
	sweep(base)
	for {
		path, err := os.MkdirTemp(base, prefix+name+"-")
		if err != nil {
			return nil, err
		}
		s := &scratch{path: path}
		if s.lock, err = os.Open(path); errors.Is(err, os.ErrNotExist) {
			continue // swept by another process before we could lock it
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

// remove removes the directory and what a server has left in memory. It may be
// called again.
func (s *scratch) remove() error {
	removeShared(s.path)
	err := os.RemoveAll(s.path)
	s.lock.Close() // after the removal: nobody else need try
	return err
}

// sweep removes the directories in base whose owners were killed. What it may not
// remove is another user's.
func sweep(base string) {
	paths, _ := filepath.Glob(filepath.Join(base, prefix+"*"))
	for _, path := range paths {
		// Anybody may make anything of that name: a pipe would keep us waiting.
		dir, err := os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
		if err != nil {
			continue
		}
		if flock(dir, syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			// In another user's directory any segment of ours could be named.
			if info, err := dir.Stat(); err == nil && int(info.Sys().(*syscall.Stat_t).Uid) == os.Geteuid() {
				removeShared(path)
			}
			os.RemoveAll(path)
		}
		dir.Close()
	}
}

// removeShared removes the shared memory of a PostgreSQL that was killed in dir, or
// aborted, which the kernel would keep: 56 bytes, and one of the 4096 segments that
// there can be. Who ends in good order has removed both it and postmaster.pid, which
// names it, in its seventh line, as "key id".
func removeShared(dir string) {
	data, err := os.ReadFile(filepath.Join(dir, "data", "postmaster.pid"))
	if err != nil {
		return // all ended in good order
	}
	lines := strings.Split(string(data), "\n")
	if len(lines) < 7 {
		return // it had none yet
	}
	f := strings.Fields(lines[6])
	user, err := nobody()
	if len(f) != 2 || err != nil {
		return
	}
	// Others who run as nobody could write that file too: as nobody, no segment of
	// root's can be removed.
	cmd := exec.Command("ipcrm", "--shmem-id="+f[1])
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: user}
	cmd.Run()
}

// flock locks an open file or directory until it is closed, even by our death.
func flock(f *os.File, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if err != syscall.EINTR {
			return err
		}
	}
}

// scratchBase returns the directory for temporary directories. For root, who hands
// some of them to another user, that user must be able to get there.
func scratchBase() string {
	base := os.TempDir()
	if os.Geteuid() != 0 {
		return base
	}
	for dir := base; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil || info.Mode()&0o001 == 0 {
			return "/tmp"
		}
		if dir == filepath.Dir(dir) {
			return base
		}
	}
}

// nobody returns the credentials of the user for programs that refuse to run as
// root, or nil if we are not root.
func nobody() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// giveTo gives a file, or a directory and all that is in it, to another user. None
// must be a hard link to a file of ours.
func giveTo(user *syscall.Credential, path string) error {
	return filepath.WalkDir(path, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, int(user.Uid), int(user.Gid))
	})
}

// share lets another user read the tree src as dst, of which the user may reach the
// parent: by hard links, or by a copy where they are impossible.
func share(user *syscall.Credential, src, dst string) error {
	if link(src, dst) == nil {
		return nil
	}
	if err := os.RemoveAll(dst); err != nil {
		return err
	}
	if err := os.CopyFS(dst, os.DirFS(src)); err != nil {
		return err
	}
	return giveTo(user, dst)
}

// link makes the tree dst of hard links to the files in src. It fails if those are
// on another file system or not for everybody to read.
func link(src, dst string) error {
	return filepath.WalkDir(src, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(src, path)
		if err != nil {
			return err
		}
		to := filepath.Join(dst, rel)
		if entry.IsDir() {
			if err := os.Mkdir(to, 0o755); err != nil {
				return err
			}
			return os.Chmod(to, 0o755) // whatever the umask
		}
		if info, err := entry.Info(); err != nil || info.Mode()&0o004 == 0 {
			return fs.ErrPermission
		}
		return os.Link(path, to) // of a symbolic link itself, too
	})
}
