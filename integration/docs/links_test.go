package docs_test

import (
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gm "github.com/yuin/goldmark/text"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/title"
)

// ours is how the documentation of packages links to a page of this repository.
const ours = "https://github.com/uuidkit/uuidkit/blob/main/"

// inComment matches such a link.
var inComment = regexp.MustCompile(regexp.QuoteMeta(ours) + `[\w./#-]*[\w/#-]`)

// TestLinks checks that each link to a place in this repository leads there: those of the
// Markdown files, and those to our pages in Go and other files. A path must be committed, and
// what follows a # must be a heading of that page.
func TestLinks(t *testing.T) {
	all := files(t)
	committed := map[string]bool{}
	for _, file := range all {
		for dir := file; dir != "."; dir = path.Dir(dir) {
			committed[dir] = true
		}
	}
	checked := 0
	check := func(from, to string) {
		checked++
		file, anchor, _ := strings.Cut(to, "#")
		if file == "" {
			file = from
		} else if rest, ok := strings.CutPrefix(file, ours); ok {
			file = rest
		} else {
			file = path.Join(path.Dir(from), file)
		}
		if !committed[file] {
			t.Errorf("%s: no file %s", from, file)
			return
		}
		if anchor == "" || path.Ext(file) != ".md" {
			return
		}
		if !slices.Contains(parse(t, file).anchors, anchor) {
			t.Errorf("%s: %s has no heading #%s", from, file, anchor)
		}
	}
	for _, file := range all {
		switch path.Ext(file) {
		case ".md":
			for _, to := range parse(t, file).links {
				if u := kit.Must(url.Parse(to))(t); u.Scheme == "" || strings.HasPrefix(to, ours) {
					check(file, to)
				}
			}
		case ".go":
			for _, m := range inComment.FindAllString(string(kit.Must(os.ReadFile(filepath.Join("../..", file)))(t)), -1) {
				check(file, m)
			}
		}
	}
	if checked < 100 {
		t.Errorf("checked %d links, want more", checked)
	}
	t.Logf("%d links", checked)
}

// A page has the links and the headings of a Markdown file.
type page struct{ links, anchors []string }

var pages = map[string]*page{}

// parse reads a file, once.
func parse(t *testing.T, file string) *page {
	if p := pages[file]; p != nil {
		return p
	}
	p, text, times := &page{}, kit.Must(os.ReadFile(filepath.Join("../..", file)))(t), map[string]int{}
	tree := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(gm.NewReader(text))
	kit.Check(t, ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			p.links = append(p.links, string(n.Destination))
		case *ast.Image:
			p.links = append(p.links, string(n.Destination))
		case *ast.Heading:
			slug := title.Anchor(string(n.Text(text)))
			if times[slug]++; times[slug] > 1 {
				slug += fmt.Sprint("-", times[slug]-1)
			}
			p.anchors = append(p.anchors, slug)
		}
		return ast.WalkContinue, nil
	}))
	pages[file] = p
	return p
}

// TestDocs checks that each guide is on the list of guides.
func TestDocs(t *testing.T) {
	for _, file := range files(t, "docs/*.md") {
		if name := strings.TrimPrefix(file, "docs/"); name != "README.md" && !slices.Contains(parse(t, "docs/README.md").links, name) {
			t.Errorf("docs/README.md does not list %s", name)
		}
	}
}
