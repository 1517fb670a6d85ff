package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// What npm fetches is pinned by hash, and from no particular registry. npm ci compares
// the versions in package.json.
func TestPins(t *testing.T) {
	for _, file := range []string{"npm/package-lock.json", "../../interop/clients/npm/package-lock.json"} {
		var lock struct {
			Packages map[string]struct{ Version, Integrity, Resolved string }
		}
		data := kit.Must(os.ReadFile(file))(t)
		if err := json.Unmarshal(data, &lock); err != nil || len(lock.Packages) < 2 || strings.Contains(string(data), "://") {
			t.Errorf("%s: got %v, %d packages, in %s; want some, and no host", file, err, len(lock.Packages), data)
		}
		for name, p := range lock.Packages {
			if name != "" && (p.Version == "" || p.Resolved != "" || !strings.HasPrefix(p.Integrity, "sha512-")) {
				t.Errorf("%s: %s: got version %q, integrity %q and resolved %q, want a version, sha512 and none", file, name, p.Version, p.Integrity, p.Resolved)
			}
		}
	}
}

var hash = make([]byte, 6)

// installation gives the user an empty cache, and returns where it will hold the
// installation x.
func installation(t *testing.T) string {
	t.Helper()
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	return filepath.Join(cache, "uuidkit", "x-2-000000000000")
}

func TestInstallOnce(t *testing.T) {
	installation(t)
	var builds atomic.Int32
	build := func(_ context.Context, dir string) error {
		builds.Add(1)
		if err := os.WriteFile(filepath.Join(dir, "1"), nil, 0o600); err != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond) // for the others to come
		return os.WriteFile(filepath.Join(dir, "2"), nil, 0o600)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			dir, err := server.InstallInto(t.Context(), t.Logf, "x", hash, build)
			if err != nil {
				t.Error(err)
			}
			if got, err := os.ReadDir(dir); err != nil || len(got) != 3 {
				t.Errorf("got %v, %v, want both files and their list", got, err)
			}
		})
	}
	wg.Wait()
	if got, want := builds.Load(), int32(1); got != want {
		t.Errorf("builds: got %d, want %d", got, want)
	}
}

// What has lost files, or parts of them, is installed again; what has not, is not. A build
// that fails leaves nothing.
func TestInstallDamaged(t *testing.T) {
	dir := installation(t)
	list := filepath.Join(dir, "uuidkit-contents")
	builds, want := 0, errors.New("no network")
	_, err := server.InstallInto(t.Context(), t.Logf, "x", hash, func(_ context.Context, dir string) error {
		return errors.Join(want, os.WriteFile(filepath.Join(dir, "1"), nil, 0o600))
	})
	if left := kit.Left(filepath.Dir(dir)); !errors.Is(err, want) || len(left) != 1 || filepath.Ext(left[0]) != ".lock" {
		t.Errorf("a build that fails: got %v, want %v; left %v, want the lock file alone", err, want, left)
	}
	build := func(_ context.Context, dir string) error {
		builds++
		if got := kit.Must(os.ReadDir(dir))(t); len(got) != 0 {
			t.Errorf("at the beginning: got %v, want nothing", got)
		}
		return errors.Join(os.Mkdir(filepath.Join(dir, "sub"), 0o755), os.WriteFile(filepath.Join(dir, "sub", "1 2"), []byte("bytes"), 0o600),
			os.WriteFile(filepath.Join(dir, "3"), nil, 0o600), os.Symlink("3", filepath.Join(dir, "link")))
	}
	for _, test := range []struct {
		name   string
		damage func() error
		builds int // so far
	}{
		{"new, beside what a killed process left", func() error { return os.MkdirAll(filepath.Join(dir+".part", "rest"), 0o755) }, 1},
		{"whole", func() error { return nil }, 1},
		{"one more", func() error { return os.WriteFile(filepath.Join(dir, "4"), nil, 0o600) }, 1},
		{"one less", func() error { return os.Remove(filepath.Join(dir, "3")) }, 2},
		{"no link", func() error { return os.Remove(filepath.Join(dir, "link")) }, 3},
		{"cut", func() error { return os.Truncate(filepath.Join(dir, "sub", "1 2"), 4) }, 4},
		{"no directory", func() error { return os.RemoveAll(filepath.Join(dir, "sub")) }, 5},
		{"empty list", func() error { return os.Truncate(list, 0) }, 6},
		{"cut list", func() error { return os.Truncate(list, 4) }, 7},
		{"list cut in a line", func() error { return os.Truncate(list, 1) }, 8},
		{"no list", func() error { return os.Remove(list) }, 9},
		{"whole again", func() error { return nil }, 9},
	} {
		kit.Check(t, test.damage())
		got, err := server.InstallInto(t.Context(), t.Logf, "x", hash, build)
		if err != nil || got != dir || builds != test.builds {
			t.Errorf("%s: got %q, %v, builds %d; want %q, builds %d", test.name, got, err, builds, dir, test.builds)
		}
		if data, err := os.ReadFile(filepath.Join(dir, "sub", "1 2")); err != nil || string(data) != "bytes" {
			t.Errorf("%s: got %q, %v", test.name, data, err)
		}
	}
}
