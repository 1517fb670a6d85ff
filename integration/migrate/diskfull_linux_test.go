package migrate

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestSQLiteDiskFull runs on a small file system.
func TestSQLiteDiskFull(t *testing.T) {
	db := newSQLite(t, 5000)
	db.exec(t, "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA journal_mode = DELETE")
	size := kit.Must(os.Stat(db.address))(t).Size() + 600_000
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		kit.Need(0, fmt.Errorf("no file system can be mounted here: %w", err))(t)
	}
	t.Cleanup(func() { kit.Check(t, syscall.Unmount(dir, 0)) })
	small := filepath.Join(dir, "small.db")
	in, out := kit.Must(os.Open(db.address))(t), kit.Must(os.Create(small))(t)
	kit.Must(io.Copy(out, in))(t)
	kit.Check(t, out.Close())
	db = openSQLite(t, small)
	defer db.Close()
	schema, rows, _ := sqliteState(t, db)
	printed := must(t, interrupted, append([]string{"run", small}, sqliteColumns...)...)
	if !strings.Contains(printed, "full") {
		t.Errorf("run does not say why: %s", printed)
	}
	got, gotRows, _ := sqliteState(t, db)
	sameSchema(t, schema, got, nil)
	same(t, "rows", gotRows, rows)
	same(t, "integrity", db.texts(t, "PRAGMA integrity_check"), []string{"ok"})
}

// TestServerDiskFull runs on servers whose data is on a small file system, which is full before
// run ends. When there is room again, the same command ends it.
func TestServerDiskFull(t *testing.T) {
	long(t)
	for _, name := range []string{"MariaDB", "PostgreSQL", "MongoDB"} {
		for _, online := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s online %t", name, online), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				kit.Check(t, os.Chmod(dir, 0o777))
				if err := syscall.Mount("none", dir, "tmpfs", 0, "size=400m"); err != nil {
					kit.Need(0, fmt.Errorf("no file system can be mounted here: %w", err))(t)
				}
				t.Cleanup(func() { kit.Check(t, syscall.Unmount(dir, syscall.MNT_DETACH)) })
				if name == "MongoDB" {
					s := newMongoSubjectIn(t, online, dir)
					diskFull(t, s, dir, func() error { return s.client_.Ping(t.Context(), nil) })
				} else {
					s := newSQLSubjectIn(t, dialects[name], online, dir)
					diskFull(t, s, dir, s.db.Ping)
				}
			})
		}
	}
}

func diskFull(t *testing.T, s subject, dir string, ping func() error) {
	a := plant(t, s, 20_000, rand.New(rand.NewPCG(1, 2)))
	args := slices.Concat([]string{"run", s.address()}, s.flags(true), s.columns())
	filler := kit.Must(os.Create(filepath.Join(dir, "filler")))(t)
	defer filler.Close()
	for { // the server may take room meanwhile
		var disk syscall.Statfs_t
		kit.Check(t, syscall.Statfs(dir, &disk))
		room := int64(disk.Bavail)*disk.Bsize - 1_500_000
		if room <= 0 {
			break
		}
		err := syscall.Fallocate(int(filler.Fd()), 0, 0, room)
		if err == nil {
			break
		}
		if err != syscall.ENOSPC {
			t.Fatal(err)
		}
	}
	status, out := uuid(t, args...)
	if status != interrupted && status != connection {
		t.Fatalf("on a full disk: status %d: %s", status, out)
	}
	t.Logf("status %d: %s", status, out[strings.LastIndex(strings.TrimSpace(out), "\n")+1:])
	kit.Check(t, filler.Truncate(0))
	if ping() != nil { // a server may end itself
		s.crash(t)
	}
	a.compare("on a full disk", s.stored(t))
	s.check(t, "on a full disk", false)
	must(t, done, args...)
	a.compare("with room again", s.stored(t))
	s.check(t, "with room again", true)
	if !s.isNew(t) {
		t.Error("run has done nothing")
	}
}
