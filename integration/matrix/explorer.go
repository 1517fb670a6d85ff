package matrix

import (
	"bytes"
	"embed"
	"html/template"
	"strings"
)

//go:embed explorer
var explorer embed.FS

// An ordered is what the explorer needs beside matrix.json, which is sorted: the rows and
// shapes in the order of the report, and what a UUID is in the native form of each row.
type ordered struct {
	Rows   [][4]string `json:"rows"` // store, column, library, native
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
		native := ""
		if row.One != nil {
			native = strings.TrimSpace(row.One(u))
		}
		o.Rows = append(o.Rows, [4]string{row.Store, row.Column, row.Library, native})
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
		"Counts": r.counts(),
	}
	if err != nil {
		return nil, err
	}
	err = page.Execute(&b, parts)
	return b.Bytes(), err
}

// counts are the numbers of cells without uuidkit and with it, and how many of them have a
// verdict.
func (r *Report) counts() (n struct{ Today, Wrong, Kit, KitNative, KitImpossible, KitBecomesWrong int }) {
	for _, c := range r.Cells {
		if c.Type == "int64" {
			continue // a control, and no UUID
		}
		if !c.Kit {
			n.Today++
			if c.Verdict == Wrong {
				n.Wrong++
			}
			continue
		}
		n.Kit++
		switch c.Verdict {
		case Native:
			n.KitNative++
		case Impossible:
			n.KitImpossible++
		case BecomesWrong:
			n.KitBecomesWrong++
		}
	}
	return n
}
