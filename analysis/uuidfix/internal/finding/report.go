package finding

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// A Report is all that a run has done and found. Its JSON is uuidfix -json.
type Report struct {
	Module   string       `json:"module"`
	To       string       `json:"to"`
	Files    int          `json:"files"`
	Places   int          `json:"places"`
	Kinds    map[Kind]int `json:"kinds"` // how many findings there are of each
	Findings []Line       `json:"findings"`
	Diff     string       `json:"diff,omitempty"`
}

// A Line is a finding as a person or a program reads it.
type Line struct {
	File  string `json:"file"`
	Line  int    `json:"line"`
	Kind  Kind   `json:"kind"`
	What  string `json:"what"`
	Write string `json:"write,omitempty"`
}

func (l Line) String() string {
	text := fmt.Sprintf("%s:%d: %s: %s", l.File, l.Line, l.Kind, l.What)
	if l.Write != "" {
		text += ": " + l.Write
	}
	return text
}

// Fill sets the findings of the report and counts them. Read returns a file as it is now;
// short shortens its name.
func (r *Report) Fill(l *List, read func(file string) ([]byte, error), short func(file string) string) {
	r.Kinds = map[Kind]int{}
	for k := range statuses {
		r.Kinds[k] = 0
	}
	r.Findings = []Line{}
	for _, f := range l.Sorted() {
		src, _ := read(f.File)
		line := Line{short(f.File), 1 + bytes.Count(src[:min(f.Offset, len(src))], []byte("\n")), f.Kind, f.What, f.Write}
		if !slices.Contains(r.Findings, line) {
			r.Findings = append(r.Findings, line)
			r.Kinds[f.Kind]++
		}
	}
}

// String returns the diff and a line for each finding.
func (r *Report) String() string {
	var b strings.Builder
	b.WriteString(r.Diff)
	for _, line := range r.Findings {
		fmt.Fprintln(&b, line)
	}
	return b.String()
}

// Status returns the exit status: 0, or that of the worst kind.
func (r *Report) Status() int {
	worst := 0
	for kind, n := range r.Kinds {
		if n > 0 {
			worst = max(worst, statuses[kind])
		}
	}
	return worst
}

// Summary returns the counts in a line.
func (r *Report) Summary() string {
	return fmt.Sprintf("%d files, %d places rewritten, %s", r.Files, r.Places, counts(r.Kinds))
}

// counts returns how many findings there are, the worst first.
func counts(kinds map[Kind]int) string {
	total, each := 0, []string{}
	for _, kind := range order() {
		if n := kinds[kind]; n > 0 {
			total += n
			each = append(each, fmt.Sprintf("%d %s", n, kind))
		}
	}
	if total == 0 {
		return "0 listed"
	}
	return fmt.Sprintf("%d listed (%s)", total, strings.Join(each, ", "))
}

// order returns the kinds, the worst first.
func order() []Kind {
	return slices.SortedFunc(maps.Keys(statuses), func(a, b Kind) int { return cmp.Compare(statuses[b], statuses[a]) })
}

// Sum reads reports in JSON, one after the other, and writes a line for each and one for all.
func Sum(in io.Reader, out io.Writer) (*Report, error) {
	all := &Report{Kinds: map[Kind]int{}}
	modules := 0
	for dec := json.NewDecoder(in); ; modules++ {
		var r Report
		if err := dec.Decode(&r); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("report %d: %w", modules+1, err)
		}
		fmt.Fprintf(out, "%s: %s\n", r.Module, r.Summary())
		all.Files += r.Files
		all.Places += r.Places
		for kind, n := range r.Kinds {
			all.Kinds[kind] += n
		}
	}
	fmt.Fprintf(out, "%d modules: %s\n", modules, all.Summary())
	return all, nil
}
