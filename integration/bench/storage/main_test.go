package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

func TestMain(m *testing.M) { stores.Main(m) }

// TestStorage measures tables of 10,000 rows.
func TestStorage(t *testing.T) {
	mongo, _ := stores.Mongo(t)
	t.Setenv("UUIDKIT_POSTGRES", stores.Postgres(t))
	t.Setenv("UUIDKIT_MYSQL", stores.MariaDB(t))
	t.Setenv("UUIDKIT_MONGO", mongo)
	dir := t.TempDir()
	run(t, "-rows", "10000", "-o", dir)
	all := kit.Must(results.Read[results.Storage](filepath.Join(dir, "storage.json")))(t)
	if len(all.Stores) != 4 {
		t.Errorf("got %d stores, want 4", len(all.Stores))
	}
	for _, s := range all.Stores {
		binary := map[string]int64{} // the most bytes of a form that is no text
		for _, table := range s.Tables {
			if !table.Text {
				binary[table.Version] = max(binary[table.Version], table.Total())
			}
		}
		for _, table := range s.Tables {
			at := s.Name + ", " + table.Form + ", " + table.Version
			// Two ids, a number and two indexes.
			if least := int64(all.Rows * 2 * 16); table.Total() < least {
				t.Errorf("%s: got %d bytes, want at least %d", at, table.Total(), least)
			}
			// MongoDB compresses text. InnoDB takes pages by the 64, so that so few rows can need as many in both forms.
			if table.Text && s.Name != "MongoDB" && table.Total() < binary[table.Version] {
				t.Errorf("%s: got %d bytes, want at least what 16 bytes need, %d", at, table.Total(), binary[table.Version])
			}
			if len(table.Rates) != 10 {
				t.Errorf("%s: got %d rates, want 10", at, len(table.Rates))
			}
			for _, v := range append(table.Rates, table.Reads[:]...) {
				if v <= 0 {
					t.Errorf("%s: rates %v, reads %v: want no 0", at, table.Rates, table.Reads)
					break
				}
			}
		}
	}
}

// TestPage compares the committed page with what the committed results make.
func TestPage(t *testing.T) {
	dir := t.TempDir()
	kit.Check(t, os.WriteFile(filepath.Join(dir, "storage.json"), kit.Must(os.ReadFile("../storage.json"))(t), 0o644))
	run(t, "-page", "-o", dir)
	got := string(kit.Must(os.ReadFile(filepath.Join(dir, "STORAGE.md")))(t))
	if want := string(kit.Must(os.ReadFile("../STORAGE.md"))(t)); got != want {
		t.Error("STORAGE.md is not what storage.json makes: go -C integration run ./bench/storage -page")
	}
}

func run(t *testing.T, args ...string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"run", "."}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
