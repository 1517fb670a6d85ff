package upstream

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

const head = `# What other libraries do wrong with UUIDs

Our adapters work around these faults, or our guides say how to avoid them. Each link leads to the
[sketch of a patch](../integration/upstream/SKETCHES.md), and to a minimal program that shows the fault without uuidkit. A test runs each
program with the version in the table. If it fails with a newer version, the library may have fixed the fault: then we remove the workaround.

`

const sketchHead = `# Sketches of patches

These are for the maintainers of the libraries, who may use them without asking. They show the idea and are not tested.
[docs/upstream.md](../../docs/upstream.md) lists the faults.
`

// Pages are docs/upstream.md and integration/upstream/SKETCHES.md. root is the top of the checkout.
func Pages(root string) (table, sketches string, err error) {
	var rows, sections strings.Builder
	rows.WriteString("| library | version | what is wrong | worked around in | issue |\n|---|---|---|---|---|\n")
	for _, f := range Faults() {
		version, err := f.version(root)
		if err != nil {
			return "", "", err
		}
		fmt.Fprintf(&rows, "| %s | %s | [%s](../integration/upstream/SKETCHES.md#%s) | %s | %s |\n", f.library(), version, f.Wrong, f.Key, f.files(), f.issue())
		fmt.Fprintf(&sections, "\n## %s\n\n%s %s: %s [The program](../../%s) `%s` returns `%s`. It should return `%s`.\n\n```diff\n%s\n```\n",
			f.Key, f.library(), version, f.Wrong, path.Join(f.In, "upstream"), f.Key, f.Got, f.Want, strings.Trim(f.Sketch, "\n"))
	}
	return head + rows.String(), sketchHead + sections.String(), nil
}

var major = regexp.MustCompile(`/v\d+$`)

// library is the short name of the module.
func (f Fault) library() string {
	if f.Module == "std" {
		return "Go"
	}
	return strings.TrimPrefix(major.ReplaceAllString(f.Module, ""), "github.com/")
}

func (f Fault) files() string {
	var files []string
	for _, name := range f.Around {
		link := "../" + name
		if in, ok := strings.CutPrefix(name, "docs/"); ok {
			link, name = in, in
		}
		files = append(files, fmt.Sprintf("[%s](%s)", name, link))
	}
	return strings.Join(files, ", ")
}

var issue = regexp.MustCompile(`^https://github\.com/(.+)/(?:issues|pull)/(\d+)$`)

func (f Fault) issue() string {
	if m := issue.FindStringSubmatch(f.Issue); m != nil {
		return fmt.Sprintf("[%s#%s](%s)", m[1], m[2], f.Issue)
	}
	return "none found"
}
