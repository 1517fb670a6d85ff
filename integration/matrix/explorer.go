package matrix

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"math"
	"regexp"
	"strings"
)

//go:embed explorer
var explorer embed.FS

// An ordered is what the explorer needs beside matrix.json, which is sorted: the rows and
// shapes in the order of the report, and what a UUID is in the native form of each row.
type ordered struct {
	Rows   [][5]string `json:"rows"` // store, column, library, native, and the rows that are like it
	Shapes []string    `json:"shapes"`
	// Instead has what to write in place of a shape that becomes wrong.
	Instead map[string]string `json:"instead"`
}

// Explorer is the content of docs/matrix.html: matrix.json in a page that shows the cells
// of one store, library, column and Go type, and the tables of docs/works-with.md, which are
// measured elsewhere. It needs no other file and no network.
func (r *Report) Explorer(rows []Row, worksWith string) ([]byte, error) {
	o := ordered{Instead: map[string]string{}}
	seen := map[string]bool{}
	for _, row := range rows {
		if row.As != "" {
			continue
		}
		native := ""
		if row.One != nil {
			native = strings.TrimSpace(row.One(u))
		}
		var twins []string
		for _, twin := range rows {
			if twin.As == row.Name() {
				twins = append(twins, twin.Name())
			}
		}
		o.Rows = append(o.Rows, [5]string{row.Store, row.Column, row.Library, native, strings.Join(twins, "; ")})
		for _, s := range row.shapes() {
			if !seen[s.Name] {
				seen[s.Name], o.Shapes = true, append(o.Shapes, s.Name)
			}
			if s.Instead != "" {
				o.Instead[s.Name] = s.Instead
			}
		}
	}
	// Nothing in the data ends the script that holds them.
	data := strings.ReplaceAll(`{"order": `+marshal(o)+`, "matrix": `+string(r.JSON())+"}", "<", `\u003c`)
	page, err := template.ParseFS(explorer, "explorer/page.html")
	if err != nil {
		return nil, err
	}
	read := func(name string) string {
		b, readErr := explorer.ReadFile("explorer/" + name)
		if readErr != nil {
			err = readErr
		}
		return string(b)
	}
	var b bytes.Buffer
	parts := map[string]any{
		"Style": template.CSS(read("page.css")), "Script": template.JS(read("page.js")), "Data": template.JS(data),
		"Colors": template.CSS(colors()), "Headline": r.Headline(), "Formats": r.Formats(),
		"Libraries": sections(worksWith),
	}
	if err != nil {
		return nil, err
	}
	err = page.Execute(&b, parts)
	return b.Bytes(), err
}

// A section is a heading of a page in Markdown, with the table below it.
type section struct {
	Title string
	Head  []template.HTML
	Rows  [][]template.HTML
}

// sections are those of a page that have a table. A table above all headings is left out.
func sections(page string) (all []section) {
	title, before := "", ""
	for line := range strings.Lines(page) {
		if after, ok := strings.CutPrefix(line, "## "); ok {
			title = strings.TrimSpace(after)
		}
		if title != "" && strings.HasPrefix(line, "| ") {
			var cells []template.HTML
			for cell := range strings.SplitSeq(strings.Trim(line, "| \n"), " | ") {
				cells = append(cells, inline(cell))
			}
			if !strings.HasPrefix(before, "|") {
				all = append(all, section{Title: title, Head: cells})
			} else {
				last := &all[len(all)-1]
				last.Rows = append(last.Rows, cells)
			}
		}
		before = line
	}
	return all
}

// marks are what a cell has of Markdown: a link that it begins with, code and bold words.
var marks = []struct {
	mark *regexp.Regexp
	html string
}{
	{regexp.MustCompile(`^\[([^\]]*)\]\(([^)]*)\)`), `<a href="$2">$1</a>`},
	{regexp.MustCompile("`([^`]*)`"), "<code>$1</code>"},
	{regexp.MustCompile(`\*\*([^*]*)\*\*`), "<b>$1</b>"},
}

func inline(cell string) template.HTML {
	s := template.HTMLEscapeString(cell)
	for _, m := range marks {
		s = m.mark.ReplaceAllString(s, m.html)
	}
	return template.HTML(s)
}

// colors are those of the verdicts in the page's style sheet, with a color for words on them.
func colors() string {
	variables := func(of func(Color) string) string {
		var b strings.Builder
		for _, v := range byRank {
			fmt.Fprintf(&b, " --%s: %s; --%[1]s-fg: %[3]s;", classes[v], of(Colors[v]), onColor(of(Colors[v])))
		}
		return b.String()
	}
	return fmt.Sprintf(":root {%s }\n@media (prefers-color-scheme: dark) { :root {%s } }\n",
		variables(func(c Color) string { return c.Light }), variables(func(c Color) string { return c.Dark }))
}

// classes are what the page calls the verdicts.
var classes = map[Verdict]string{Native: "native", Impossible: "impossible", Works: "works", Fails: "fails", Wrong: "wrong", BecomesWrong: "became"}

// onColor is the color of words on another one: of black and white what contrasts more.
func onColor(color string) string {
	var c [3]uint8
	fmt.Sscanf(color, "#%02x%02x%02x", &c[0], &c[1], &c[2])
	light := 0.0 // the relative luminance of WCAG
	for i, share := range []float64{0.2126, 0.7152, 0.0722} {
		light += share * math.Pow(float64(c[i])/255, 2.2)
	}
	if light > 0.18 {
		return "#000000"
	}
	return "#ffffff"
}
