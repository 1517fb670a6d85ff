package git_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/git"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestCommit commits as a hook of somebody who signs.
func TestCommit(t *testing.T) {
	theirs, config, dir := t.TempDir(), filepath.Join(t.TempDir(), "config"), t.TempDir()
	kit.Must(git.Run(theirs, "init", "-q"))(t)
	kit.Check(t, os.WriteFile(filepath.Join(dir, "a"), nil, 0o666))
	kit.Check(t, os.WriteFile(config, []byte("[commit]\ngpgSign = true\n[tag]\ngpgSign = true\n[gpg]\nprogram = false\n"), 0o666))
	t.Setenv("GIT_CONFIG_GLOBAL", config)
	for name, value := range map[string]string{"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"} {
		t.Setenv(name, value)
	}
	t.Setenv("GIT_DIR", filepath.Join(theirs, ".git"))
	t.Setenv("GIT_INDEX_FILE", filepath.Join(theirs, ".git", "index"))
	kit.Check(t, git.Commit(dir))
	kit.Must(git.Run(dir, "tag", "v0.1.0"))(t)
	if got := kit.Must(git.Run(dir, "ls-tree", "--name-only", "v0.1.0"))(t); got != "a" {
		t.Errorf("got %q in the commit, want a", got)
	}
	if got, err := git.Run(theirs, "log"); err == nil {
		t.Errorf("got %s in the user's repository, want nothing", got)
	}
	if got := kit.Must(git.Run(dir, "config", "safe.directory"))(t); got != "*" {
		t.Errorf("got the user's safe.directory %q, want *", got)
	}
}
