package upstream_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/integration/upstream"
)

func TestMain(m *testing.M) { stores.Main(m) }

func TestUpstream(t *testing.T) {
	if floors {
		t.Skip("the table is of the latest versions")
	}
	programs := map[string]upstream.Program{}
	for _, ps := range []map[string]upstream.Program{typePrograms, pgxPrograms, sqlPrograms, gormPrograms, formatPrograms} {
		maps.Copy(programs, ps)
	}
	upstream.Run(t, upstream.Integration, true, programs)
}

const text = "00112233-4455-6677-8899-aabbccddeeff"

// id is the UUID of all programs.
var id = [16]byte{0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff}

// TestFaults checks the table: keys are unique, and what the rows name is there.
func TestFaults(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range upstream.Faults() {
		if seen[f.Key] || f.Got == f.Want || f.Wrong == "" || f.Sketch == "" || len(f.Around) == 0 {
			t.Errorf("%s: the key is twice in the table, or something is missing", f.Key)
		}
		seen[f.Key] = true
		for _, name := range f.Around {
			if _, err := os.Stat(filepath.Join("../..", name)); err != nil {
				t.Errorf("%s: %v", f.Key, err)
			}
		}
		if f.Issue != "" && !regexp.MustCompile(`^https://github\.com/[\w.-]+/[\w.-]+/(issues|pull)/\d+$`).MatchString(f.Issue) {
			t.Errorf("%s: the issue is %s", f.Key, f.Issue)
		}
		if strings.ContainsAny(f.Wrong, "|\n") {
			t.Errorf("%s: %q does not fit into a table", f.Key, f.Wrong)
		}
	}
}
