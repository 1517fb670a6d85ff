package pictures_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/pictures"
)

var update = flag.Bool("update", false, "write the pictures")

const folder = "../../docs/pictures"

// TestPictures makes all pictures from the committed results and the code, and compares them with the
// committed ones.
func TestPictures(t *testing.T) {
	want := kit.Must(pictures.Read(".."))(t).Pictures()
	want["architecture.svg"] = pictures.Architecture(kit.Must(pictures.ReadImports("../..", pictures.Modules()...))(t))
	if *update {
		kit.Check(t, os.MkdirAll(folder, 0o755))
	}
	for name, svg := range want {
		file := filepath.Join(folder, name)
		if *update {
			kit.Check(t, os.WriteFile(file, svg, 0o644))
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, svg) {
			t.Errorf("%s is not what the results or the code make (%v): go -C integration test ./pictures -update", name, err)
		}
	}
	for _, file := range kit.Must(filepath.Glob(folder + "/*.svg"))(t) {
		if want[filepath.Base(file)] == nil {
			t.Errorf("nothing makes %s", file)
		}
	}
}

// TestTables compares the tables of figures in Markdown files with the committed results.
func TestTables(t *testing.T) {
	for file, tables := range kit.Must(pictures.Read(".."))(t).Tables() {
		path := filepath.Join("../..", file)
		page := string(kit.Must(os.ReadFile(path))(t))
		want := page
		for _, table := range tables {
			want = kit.Must(pictures.Replace(want, table))(t)
		}
		if *update {
			kit.Check(t, os.WriteFile(path, []byte(want), 0o644))
		} else if page != want {
			t.Errorf("%s is not what the results make: go -C integration test ./pictures -update", file)
		}
	}
}

func TestReplace(t *testing.T) {
	const table = "| a | b |\n|---|---|\n| new | 1 |\n"
	for _, tt := range []struct{ name, page, want string }{
		{"between texts", "x\n\n| a | b |\n|---|---|\n| old | 2 |\n| old | 3 |\n\ny\n", "x\n\n" + table + "\ny\n"},
		{"at the end", "x\n\n| a | b |\n|---|---|\n", "x\n\n" + table},
		{"another table", "x\n\n| a | c |\n|---|---|\n", ""},
		{"twice", "\n| a | b |\n|---|---|\n\n| a | b |\n|---|---|\n", ""},
	} {
		got, err := pictures.Replace(tt.page, table)
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s: got %q, %v, want %q", tt.name, got, err, tt.want)
		}
	}
}
