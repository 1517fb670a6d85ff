package matrix

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"math"
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
// of one store, library, column and Go type. It needs no other file and no network.
func (r *Report) Explorer(rows []Row) ([]byte, error) {
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
	}
	if err != nil {
		return nil, err
	}
	err = page.Execute(&b, parts)
	return b.Bytes(), err
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
