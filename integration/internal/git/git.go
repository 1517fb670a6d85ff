// Package git runs git on the folder that it is given, whatever the environment and the user's
// configuration say.
package git

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// ours are options for commits and tags that no person makes: no key of theirs signs them, and no hook sees them.
var ours = []string{"-c", "user.name=test", "-c", "user.email=test@example.com",
	"-c", "commit.gpgSign=false", "-c", "tag.gpgSign=false", "-c", "core.hooksPath=/dev/null"}

// Run returns what a git command in the folder dir prints. It removes variables such as GIT_DIR
// from the environment, also for later commands, such as uuidfix: if a hook runs us, git has set them
// to the user's repository, and they win over dir.
func Run(dir string, args ...string) (string, error) {
	local, _ := exec.Command("git", "rev-parse", "--local-env-vars").Output()
	for name := range strings.FieldsSeq(string(local)) {
		if !strings.HasPrefix(name, "GIT_CONFIG") { // such as safe.directory, of a container
			os.Unsetenv(name)
		}
	}
	cmd := exec.Command("git", append(ours[:len(ours):len(ours)], args...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}

// LastRelease returns the root module's tag of the last release in the history of a checkout. Other
// tags may be anybody's.
func LastRelease(top string) (string, error) {
	return Run(top, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*")
}

// Commit makes a repository of the folder dir, with all its files in one commit.
func Commit(dir string) error {
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-qm", "before"}} {
		if _, err := Run(dir, args...); err != nil {
			return err
		}
	}
	return nil
}
