package pictures_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/pictures"
)

var update = flag.Bool("update", false, "write the pictures")

const folder = "../../docs/pictures"

// TestPictures makes all pictures from the committed results, and compares them with the
// committed ones.
func TestPictures(t *testing.T) {
	want := kit.Must(pictures.Read(".."))(t).Pictures()
	if *update {
		kit.Check(t, os.MkdirAll(folder, 0o755))
	}
	for name, svg := range want {
		file := filepath.Join(folder, name)
		if *update {
			kit.Check(t, os.WriteFile(file, svg, 0o644))
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, svg) {
			t.Errorf("%s is not what the results make (%v): go -C integration test ./pictures -update", name, err)
		}
	}
	for _, file := range kit.Must(filepath.Glob(folder + "/*.svg"))(t) {
		if want[filepath.Base(file)] == nil {
			t.Errorf("nothing makes %s", file)
		}
	}
}

// TestPages compares the figures in Markdown files with the committed results.
func TestPages(t *testing.T) {
	for file, texts := range kit.Must(pictures.Read(".."))(t).Pages() {
		path := filepath.Join("../..", file)
		page := string(kit.Must(os.ReadFile(path))(t))
		want := page
		for name, text := range texts {
			before, rest, ok := strings.Cut(want, "<!-- "+name+" -->\n")
			_, after, end := strings.Cut(rest, "<!-- /"+name+" -->")
			if !ok || !end {
				t.Fatalf("%s has no <!-- %s --> … <!-- /%[2]s -->", file, name)
			}
			want = before + "<!-- " + name + " -->\n" + text + "<!-- /" + name + " -->" + after
		}
		if *update {
			kit.Check(t, os.WriteFile(path, []byte(want), 0o644))
		} else if page != want {
			t.Errorf("%s is not what the results make: go -C integration test ./pictures -update", file)
		}
	}
}
