package finding_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
)

func read(string) ([]byte, error) { return []byte("one\ntwo\nthree\n"), nil }

func short(name string) string { return name }

// TestReport has two findings on a line, and one twice.
func TestReport(t *testing.T) {
	var list finding.List
	for range 2 {
		list.Add(finding.Finding{File: "a.go", Offset: 4, End: 7, Kind: finding.Compile, What: "x", Write: "y"})
	}
	list.Add(finding.Finding{File: "a.go", Offset: 5, Kind: finding.GoLine, What: "z"})
	list.Add(finding.Finding{File: "b.go", Offset: 99, Kind: finding.Left, What: "w"})
	list.Move("a.go", func(offset int) int { return offset + 4 })
	for offset, want := range map[int]bool{7: false, 8: true, 10: true, 11: false} {
		if got := list.Explains("a.go", offset); got != want {
			t.Errorf("Explains(%d): got %t, want %t", offset, got, want)
		}
	}
	r := finding.Report{Module: "m", Files: 2, Places: 3}
	r.Fill(&list, read, short)
	if got, want := r.String(), "a.go:3: compile: x: y\na.go:3: go line: z\nb.go:4: left: w\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := r.Summary(), "2 files, 3 places rewritten, 3 listed (1 compile, 1 go line, 1 left)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := r.Status(); got != 8 {
		t.Errorf("got status %d, want 8", got)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	all, err := finding.Sum(strings.NewReader(string(text)+"\n"+string(text)), &out)
	if err != nil || all.Kinds[finding.Compile] != 2 || all.Status() != 8 || !strings.HasSuffix(out.String(), "2 modules: 4 files, 6 places rewritten, 6 listed (2 compile, 2 go line, 2 left)\n") {
		t.Errorf("got %v, %v\n%s", all, err, &out)
	}
	if _, err := finding.Sum(strings.NewReader("{"), &out); err == nil {
		t.Error("no error for half a report")
	}
}

// TestStatus: the status is that of the worst kind.
func TestStatus(t *testing.T) {
	for kind, want := range map[finding.Kind]int{finding.Compile: 8, finding.Wire: 7, finding.RunTime: 6, finding.API: 5, finding.GoLine: 4, finding.Left: 3} {
		r := finding.Report{Kinds: map[finding.Kind]int{kind: 1, finding.Left: 1}}
		if got := r.Status(); got != want {
			t.Errorf("%s: got %d, want %d", kind, got, want)
		}
	}
	if got := (&finding.Report{Kinds: map[finding.Kind]int{finding.Wire: 0}}).Status(); got != 0 {
		t.Errorf("got %d, want 0", got)
	}
}
