package migrate

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
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
		t.Skipf("no file system can be mounted here: %v", err)
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
