package pictures

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/uuidkit/uuidkit/integration/bench/results"
)

// growthPicture has a plot for new ids, one for goroutines, and one for the lists of each
// adapter.
func growthPicture(r results.Speed) []byte {
	panel := func(name string) results.Panel {
		return find(r.Growth, func(p results.Panel) bool { return p.Name == name })
	}
	written, read := panel("lists written"), panel("lists read")
	var operations []string // of the lists
	for _, c := range written.Curves {
		if !slices.Contains(operations, c.Operation) {
			operations = append(operations, c.Operation)
		}
	}
	const (
		columns  = 3
		top, row = 96, 210
		high     = 270 // the first row
	)
	rows := (len(operations) + columns - 1) / columns
	s := newSheet(top + high + 40 + float64(rows*row) + 26)
	s.bold(16, 24, "How cost grows", 17, left, ink)
	s.text(16, 46, "Nanoseconds of one id. Where a line is level or falls, the cost is linear. Both scales are logarithmic.", 12, left, faint)
	x := 16.0
	for _, w := range whose {
		s.line(x, 70, x+18, 70, 2, w.paint)
		s.text(x+23, 70, w.name, 12, left, ink)
		x += 23 + textWidth(w.name, 12) + 22
	}
	for i, name := range []string{"new ids", "new ids from many goroutines"} {
		p := panel(name)
		g := growthPlot(p.Name, p)
		for _, c := range p.Curves {
			add(g, p, c, c.Operation == "FillV4" || c.Operation == "NewV4" || c.Operation == "NewRandom")
		}
		g.X.Label.Text = p.Number
		g.Draw(s.area(16+float64(i)*392, top, 376, high-8))
	}
	s.text(16, top+high+6, "Above: v7 and ULID have a line, v4 has dashes. Below: lists by their length, written with a line, read with dashes.", 11, left, faint)
	for i, operation := range operations {
		g := growthPlot(operation, written)
		for dashed, p := range []results.Panel{written, read} {
			for _, c := range p.Curves {
				if c.Operation == operation {
					add(g, p, c, dashed == 1)
				}
			}
		}
		g.Draw(s.area(16+float64(i%columns)*260, top+high+28+float64(i/columns)*row, 250, row-10))
	}
	s.text(16, s.height-14, fmt.Sprintf("%s on %s, %d CPUs. integration/bench/RESULTS.md has the numbers.", r.Go, r.CPU, r.CPUs), 11, left, faint)
	return s.svg("How the time of an id grows with the number of ids, elements and goroutines")
}

func growthPlot(title string, p results.Panel) *plot.Plot {
	g := newPlot(title)
	g.X.Scale, g.Y.Scale = plot.LogScale{}, plot.LogScale{}
	var ticks plot.ConstantTicks
	for i, n := range p.At {
		label := fmt.Sprint(n)
		if n >= 1000 {
			label = fmt.Sprintf("1e%d", len(label)-1)
		}
		if len(p.At) > 6 && i%2 == 1 {
			label = ""
		}
		ticks = append(ticks, plot.Tick{Value: float64(n), Label: label})
	}
	g.X.Tick.Marker, g.Y.Tick.Marker = ticks, decades{}
	g.X.Padding, g.Y.Padding = 0, 0
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = lines, lines
	grid.Vertical.Width, grid.Horizontal.Width = 0.5, 0.5
	g.Add(grid)
	g.X.Min, g.X.Max = float64(p.At[0]), float64(p.At[len(p.At)-1])
	return g
}

// add adds a curve to the plot.
func add(g *plot.Plot, p results.Panel, c results.Curve, dashed bool) {
	var points plotter.XYs
	for i, n := range p.At {
		if ns := c.NS[i]; ns > 0 {
			points = append(points, plotter.XY{X: float64(n), Y: ns})
		}
	}
	if len(points) == 0 {
		return
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		panic(err) // there are points, and none is infinite
	}
	who := cmp.Or(c.Who, whose[0].name)
	line.Color, line.Width = whose[len(whose)-1].paint, 1.5
	for _, w := range whose {
		if w.name == who {
			line.Color = w.paint
		}
	}
	if c.Who == "" {
		line.Width = 2.5
	}
	if dashed {
		line.Dashes = []vg.Length{5, 3}
	}
	g.Add(line)
}

// decades are ticks at 1, 2, 5, 10, 20 and so on, and some more if that would be few.
type decades struct{}

func (decades) Ticks(least, most float64) (ticks []plot.Tick) {
	in := []float64{1, 2, 5}
	if most < 8*least {
		in = []float64{1, 1.5, 2, 3, 5, 7}
	}
	for unit := 1.0; unit <= most; unit *= 10 {
		for _, n := range in {
			if v := n * unit; v >= least*0.999 && v <= most*1.001 {
				ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprint(v)})
			}
		}
	}
	return ticks
}
