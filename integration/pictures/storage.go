package pictures

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/uuidkit/uuidkit/integration/bench/results"
)

// storagePicture has a block for each store: the bytes of a row as bars, and the inserts a
// second as the table grows.
func storagePicture(r results.Storage) []byte {
	const (
		top, bar, gap = 116, 22, 40
		least         = 4 // bars: room for the plot beside them
		zero, full    = 136, 400
		plotAt        = 452
	)
	most, height := int64(0), 0.0
	for _, s := range r.Stores {
		height += float64(max(len(s.Tables), least))*bar + gap
		for _, t := range s.Tables {
			most = max(most, t.Total())
		}
	}
	s := newSheet(top + height + 14)
	s.bold(16, 24, "What a UUID costs in a database", 17, left, ink)
	s.text(16, 46, fmt.Sprintf("A table of %s rows: an id as its key, another with an index, and a number.", thousands(r.Rows)), 12, left, faint)
	s.bold(16, 76, "bytes of a row", 13, left, ink)
	s.bold(plotAt, 76, "thousands of rows inserted a second", 13, left, ink)
	storageLegend(s, 97, plotAt)
	y := float64(top)
	for _, store := range r.Stores {
		s.line(16, y+2, width-16, y+2, 0.5, lines)
		s.bold(16, y+16, store.Name, 13, left, ink)
		g := newPlot("")
		g.X.Min, g.X.Max, g.Y.Min, g.Y.Max = 0, 1, 0, 1
		g.X.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: 0.5, Label: thousands(r.Rows / 2)}, {Value: 1, Label: thousands(r.Rows)}}
		g.Y.Tick.Marker = fewTicks{}
		g.X.Padding, g.Y.Padding = 0, 0
		grid := plotter.NewGrid()
		grid.Vertical.Color, grid.Horizontal.Color = nil, lines
		g.Add(grid)
		for i, t := range store.Tables {
			y := y + 28 + float64(i)*bar
			s.text(16, y+bar/2-2, t.Form+", "+t.Version, 12, left, ink)
			text := 0
			if t.Text {
				text = 1
			}
			x := float64(zero)
			for part, n := range t.Bytes {
				w := (full - zero) * float64(n) / float64(most)
				if w > 0 {
					s.rect(x, y, w, bar-5, shades[text][part])
				}
				x += w
			}
			s.text(x+5, y+bar/2-2, fmt.Sprintf("%.0f", float64(t.Total())/float64(r.Rows)), 12, left, ink)
			g.Add(rates(t))
		}
		rows := float64(max(len(store.Tables), least)) * bar
		g.Draw(s.area(plotAt, y+8, width-plotAt-24, rows+gap-10))
		y += rows + gap
	}
	return s.svg("What a UUID costs in a database: bytes of a row, and inserts a second")
}

// storageLegend says at y what the colours of the bars and, from plotAt on, those of the curves are.
func storageLegend(s *sheet, y, plotAt float64) {
	x := 16.0
	for i, name := range []string{"table", "key (MariaDB: in the table)", "index"} {
		s.rect(x, y-6, 12, 12, shades[0][i])
		s.rect(x+13, y-6, 12, 12, shades[1][i])
		s.text(x+30, y, name, 11, left, ink)
		x += 30 + textWidth(name, 11) + 28
	}
	x = plotAt
	for _, l := range []struct {
		name   string
		paint  paint
		dashes []vg.Length
	}{{"16 bytes", blue, nil}, {"MariaDB's UUID", green, nil}, {"text", red, nil}, {"v7", ink, nil}, {"v4", ink, dashes}} {
		s.line(x, y, x+20, y, 2, l.paint, l.dashes...)
		s.text(x+24, y, l.name, 11, left, ink)
		x += 24 + textWidth(l.name, 11) + 12
	}
}

// fewTicks are those of a small plot.
type fewTicks struct{}

func (fewTicks) Ticks(_, most float64) (ticks []plot.Tick) {
	step := 1.0
	for _, more := range []float64{2, 5, 10, 20, 50, 100, 200} {
		if most > 4*step {
			step = more
		}
	}
	for v := 0.0; v <= most; v += step {
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprint(v)})
	}
	return ticks
}

var dashes = []vg.Length{5, 3}

// shades are those of table, key and index: of 16 bytes, and of text.
var shades = [2][3]paint{{blue, sky, paleBlue}, {red, amber, paleRed}}

// rates is the curve of a table's inserts.
func rates(t results.StoreTable) *plotter.Line {
	var points plotter.XYs
	for i, rate := range t.Rates {
		points = append(points, plotter.XY{X: (float64(i) + 0.5) / float64(len(t.Rates)), Y: rate / 1000})
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		panic(err) // no rate is infinite
	}
	line.Color, line.Width = blue, 2
	if t.Text {
		line.Color = red
	} else if t.Form == "UUID" {
		line.Color = green
	}
	if t.Version == "v4" {
		line.Dashes = dashes
	}
	return line
}

// thousands writes 1,000,000.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
