// Conformance writes CONFORMANCE.md: for each of the numbered requirements of RFC
// 9562 and its predecessors in rows.tsv, the tests that prove it and their result,
// or the reason in reasons.tsv why there is none.
//
//	go run ./internal/conformance          # writes CONFORMANCE.md
//	go run ./internal/conformance -check   # fails if it would change
//
// A test proves a row by having the row's number in its name:
//
//	t.Run("C-051 C-070 version 3 of the RFC", ...)
//
// It runs the module's tests to see their results. It fails if a test fails, if a
// row has neither test nor reason or has both, and if a test or a reason names a
// row that does not exist.
package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

const (
	module = "github.com/uuidkit/uuidkit/"
	report = "CONFORMANCE.md"
)

//go:embed rows.tsv
var rowsTSV string // number, section, level, requirement in our words

//go:embed reasons.tsv
var reasonsTSV string // number, why no test proves it

type row struct {
	number, section, level, requirement string
	reason                              string
	tests                               []string // that passed
}

func main() {
	check := flag.Bool("check", false, "fail if "+report+" is not what would be written")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	rows, byNumber := readRows()
	problems := readReasons(byNumber)

	cmd := exec.Command("go", "test", "-json", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	problems = append(problems, readTests(out, byNumber)...)
	if err := cmd.Wait(); err != nil {
		problems = append(problems, fmt.Errorf("go test: %w", err))
	}

	for _, r := range rows {
		switch {
		case r.tests == nil && r.reason == "":
			problems = append(problems, fmt.Errorf("%s has neither a test nor a reason: %s", r.number, r.requirement))
		case r.tests != nil && r.reason != "":
			problems = append(problems, fmt.Errorf("%s has a reason, and a test: %s", r.number, r.tests[0]))
		}
	}
	if problems != nil {
		return errors.Join(problems...)
	}

	md := markdown(rows)
	if check {
		old, err := os.ReadFile(report)
		if err == nil && !bytes.Equal(old, md) {
			err = fmt.Errorf("%s is out of date: go run ./internal/conformance", report)
		}
		return err
	}
	return os.WriteFile(report, md, 0o644)
}

func readRows() (rows []*row, byNumber map[string]*row) {
	byNumber = map[string]*row{}
	for line := range strings.Lines(rowsTSV) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		r := &row{number: f[0], section: f[1], level: f[2], requirement: f[3]}
		rows, byNumber[r.number] = append(rows, r), r
	}
	return rows, byNumber
}

func readReasons(byNumber map[string]*row) (problems []error) {
	for line := range strings.Lines(reasonsTSV) {
		number, reason, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if r := byNumber[number]; r == nil || reason == "" {
			problems = append(problems, fmt.Errorf("reasons.tsv: %q", line))
		} else {
			r.reason = reason
		}
	}
	return problems
}

var rowNumber = regexp.MustCompile(`C-\d{3}`)

// readTests enters the tests of a go test -json into the rows that their names
// have, the last part of the name only: a subtest proves what it says itself.
func readTests(out io.Reader, byNumber map[string]*row) (problems []error) {
	s := bufio.NewScanner(out)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		var event struct{ Action, Package, Test, Output string }
		if json.Unmarshal(s.Bytes(), &event) != nil || event.Test == "" {
			continue
		}
		if event.Action == "output" && strings.Contains(event.Output, "_test.go:") {
			fmt.Fprint(os.Stderr, event.Output)
		}
		if event.Action != "pass" { // if one fails, go test does
			continue
		}
		name := event.Test[strings.LastIndexByte(event.Test, '/')+1:]
		for _, number := range rowNumber.FindAllString(name, -1) {
			r := byNumber[number]
			if r == nil {
				problems = append(problems, fmt.Errorf("%s names %s, which is no row", event.Test, number))
				continue
			}
			r.tests = append(r.tests, strings.TrimPrefix(event.Package, module)+": "+event.Test)
		}
	}
	if s.Err() != nil {
		problems = append(problems, s.Err())
	}
	return problems
}

func markdown(rows []*row) []byte {
	var b bytes.Buffer
	tested := 0
	for _, r := range rows {
		if r.tests != nil {
			tested++
		}
	}
	fmt.Fprintf(&b, `# Conformance to RFC 9562

Written by `+"`go run ./internal/conformance`"+` from the names and results of the tests; nothing here is filled in by hand
but the reasons. %d requirements, of RFC 9562, of RFC 4122 (errata included) and of the first draft between them:
%d have tests, %d a reason why not. A level in capitals is a keyword of the RFC, and Kn its n-th; (lc) is a word
in lower case; desc, hist and derived are what the text describes, what only the older texts say, and what follows from
it for the adapters.

| row | section | level | requirement | tests, or why none | result |
|---|---|---|---|---|---|
`, len(rows), tested, len(rows)-tested)
	for _, r := range rows {
		why, result := r.reason, "by reason"
		if r.tests != nil {
			slices.Sort(r.tests)
			why, result = "`"+strings.Join(slices.Compact(r.tests), "`<br>`")+"`", "pass"
		}
		cell := strings.NewReplacer("|", "&#124;").Replace
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", r.number, cell(r.section), cell(r.level), cell(r.requirement), cell(why), result)
	}
	return b.Bytes()
}
