package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/internal/checks"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
)

func severity(kind string) string { return check.Kind(kind).Severity() }

// printJSON prints all findings and how many there are of each kind, to sum over repositories.
func printJSON(w io.Writer, found []finding) error {
	kinds := map[check.Kind]int{check.Wrong: 0, check.Fails: 0, check.Input: 0}
	for _, f := range found {
		kinds[check.Kind(f.Kind)]++
	}
	if found == nil {
		found = []finding{}
	}
	return encode(w, struct {
		Findings []finding          `json:"findings"`
		Kinds    map[check.Kind]int `json:"kinds"`
	}{found, kinds})
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// printSARIF prints SARIF 2.1.0.
func printSARIF(w io.Writer, found []finding) error {
	type text struct {
		Text string `json:"text"`
	}
	type rule struct {
		ID               string `json:"id"`
		ShortDescription text   `json:"shortDescription"`
		HelpURI          string `json:"helpUri"`
	}
	type result struct {
		RuleID     string            `json:"ruleId"`
		Level      string            `json:"level"`
		Message    text              `json:"message"`
		Locations  []any             `json:"locations"`
		Properties map[string]string `json:"properties"`
	}
	rules, results := []rule{}, []result{}
	for _, a := range checks.All() {
		title, _, _ := strings.Cut(a.Doc, "\n")
		rules = append(rules, rule{a.Name, text{title}, a.URL})
	}
	for _, f := range found {
		results = append(results, result{f.Check, f.Severity, text{f.Message}, []any{map[string]any{"physicalLocation": map[string]any{
			"artifactLocation": location(f.Path),
			"region":           map[string]any{"startLine": f.Line, "startColumn": f.Column},
		}}}, map[string]string{"kind": f.Kind}})
	}
	return encode(w, map[string]any{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json",
		"version": "2.1.0",
		"runs": []any{map[string]any{
			"tool":    map[string]any{"driver": map[string]any{"name": "uuidvet", "informationUri": "https://github.com/uuidkit/uuidkit/blob/main/docs/vet.md", "rules": rules}},
			"results": results,
		}},
	})
}

// location is a URI of SARIF: from the root of the repository, or absolute for a file outside.
func location(path string) map[string]string {
	if filepath.IsAbs(filepath.FromSlash(path)) {
		return map[string]string{"uri": (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(path, "/")}).String()}
	}
	return map[string]string{"uri": (&url.URL{Path: path}).String(), "uriBaseId": "%SRCROOT%"}
}

// The line of a finding in a baseline has no number, so that it stays when lines move. The
// same line several times stands for as many findings.
func (f finding) baseline() string { return withoutNumbers(f.Path + "\t" + f.Check + "\t" + f.Message) }

var numbered = regexp.MustCompile(`(\.go):\d+`)

// withoutNumbers is the text without the numbers of lines, which messages name, too.
func withoutNumbers(text string) string { return numbered.ReplaceAllString(text, "$1") }

// writeBaseline writes the file.
func writeBaseline(file string, found []finding) error {
	var b strings.Builder
	b.WriteString("# Reports of uuidvet that are known: uuidvet -baseline FILE -update-baseline\n")
	for _, f := range found {
		b.WriteString(f.baseline() + "\n")
	}
	return os.WriteFile(file, []byte(b.String()), 0o666)
}

// withoutBaseline returns the findings that the file does not have.
func withoutBaseline(file string, found []finding) (left []finding, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("%w: write it with -update-baseline", err)
	}
	defer f.Close()
	known := map[string]int{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if !strings.HasPrefix(lines.Text(), "#") {
			known[withoutNumbers(lines.Text())]++
		}
	}
	for _, f := range found {
		if known[f.baseline()] > 0 {
			known[f.baseline()]--
			continue
		}
		left = append(left, f)
	}
	return left, lines.Err()
}
