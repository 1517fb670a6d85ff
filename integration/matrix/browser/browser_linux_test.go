package browser_test

import (
	"embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

var all = flag.Bool("all", false, "click through docs/matrix.html in a browser")

//go:embed package.json package-lock.json
var files embed.FS

func TestExplorer(t *testing.T) {
	if !*all {
		t.Skip("-all clicks through the page in a browser")
	}
	node := kit.Need(exec.LookPath("node"))(t)
	modules := kit.Need(server.InstallNPM(t.Context(), t.Logf, "browser-npm", files, func(string) error { return nil }))(t)
	deb := kit.Need(server.InstallDeb(t.Context(), t.Logf, "browser-deb", "chromium-headless-shell", "fonts-dejavu-core"))(t)

	dir := t.TempDir()
	fonts := filepath.Join(dir, "fonts.conf")
	kit.Check(t, os.WriteFile(fonts, fmt.Appendf(nil, `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>%s/usr/share/fonts</dir><cachedir>%s/fonts</cachedir></fontconfig>`, deb, dir), 0o644))
	cmd := exec.CommandContext(t.Context(), node, "browse.mjs", kit.Must(filepath.Abs("../../../docs/matrix.html"))(t),
		filepath.Join(deb, "usr/lib/chromium/chromium-headless-shell"), modules)
	if pictures := os.Getenv("UUIDKIT_SCREENSHOTS"); pictures != "" {
		cmd.Args = append(cmd.Args, pictures)
	}
	cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH="+libraries(t, deb), "FONTCONFIG_FILE="+fonts)
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}

// libraries makes a folder of the installation's libraries without those of the C
// library. Chromium starts itself again, which does not work through another dynamic
// loader than the machine's, and that has its own C library.
func libraries(t *testing.T, deb string) string {
	dir := filepath.Join(t.TempDir(), "lib")
	kit.Check(t, os.Mkdir(dir, 0o755))
	for _, in := range []string{"lib", "usr/lib", "usr/lib/*/nss", "usr/lib/*/pulseaudio"} {
		if !strings.Contains(in, "*") {
			in += "/*"
		}
		for _, lib := range kit.Must(filepath.Glob(filepath.Join(deb, in, "*.so*")))(t) {
			name, _, _ := strings.Cut(filepath.Base(lib), ".so")
			switch name {
			case "ld-linux-x86-64", "libc", "libm", "libmvec", "libpthread", "libdl", "librt", "libresolv", "libutil", "libanl":
				continue
			}
			if err := os.Symlink(lib, filepath.Join(dir, filepath.Base(lib))); err != nil && !os.IsExist(err) {
				t.Fatal(err)
			}
		}
	}
	return dir
}
