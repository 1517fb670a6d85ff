package pictures

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"github.com/uuidkit/uuidkit/integration/generators"
)

// oddsPicture has what was simulated at few random bits, and the formula, which goes on to a year of 10,000 machines.
func oddsPicture(r generators.Results) []byte {
	const top, high, half = 116, 250, 384
	s := newSheet(top + high + 36)
	s.bold(16, 24, "How often ids repeat", 17, left, ink)
	s.text(16, 46, "Version 7 with fewer random bits than it has. Lines are the formula, dots on the left are what a simulation saw.", 12, left, faint)
	few := oddsPlot("simulated: 10,000 to a million ids", 0, 22, 0, 6)
	many := oddsPlot("10,000 machines for a year", 40, 66, -6, 6)
	colors := map[generators.When]paint{generators.Spread: blue, generators.Together: green, generators.Standing: red}
	dotted := map[generators.When]bool{}
	y := 68.0
	for _, d := range r.Drawn {
		if !dotted[d.When] {
			dotted[d.When] = true
			s.line(16, y, 34, y, 2, colors[d.When])
			s.text(39, y, d.Clocks(), 12, left, ink)
			y += 16
			curve(few, d.Load, colors[d.When])
			year := generators.Year(7, d.When, d.Off)
			curve(many, year, colors[d.When])
			dot(many, year.Bits, year.Odds(), colors[d.When])
		}
		dot(few, d.Bits, float64(max(1, d.Seen)), colors[d.When])
	}
	few.Draw(s.area(16, top, half-8, high))
	many.Draw(s.area(16+half, top, half, high))
	s.text(16, s.height-14, fmt.Sprintf("Dots on the right: the %d random bits that version 7 has. docs/scale.md has the numbers of each version.", generators.Bits[7]), 11, left, faint)
	return s.svg("How often ids of version 7 repeat, by their number of random bits: simulated, and by the formula")
}

// oddsPlot has random bits, and pairs of equal ids from 10^low to 10^high.
func oddsPlot(title string, from, to float64, low, high int) *plot.Plot {
	g := newPlot(title)
	g.X.Label.Text, g.Y.Label.Text = "random bits", "repeats to expect"
	g.Y.Scale = plot.LogScale{}
	g.X.Padding, g.Y.Padding = 0, 0
	var ticks plot.ConstantTicks
	for e := low; e <= high; e += 2 {
		v := math.Pow(10, float64(e))
		label := fmt.Sprintf("%.0f", v)
		if e < 0 {
			label = fmt.Sprintf("1 in %.0f", 1/v)
		}
		ticks = append(ticks, plot.Tick{Value: v, Label: label})
	}
	g.Y.Tick.Marker = ticks
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = lines, lines
	grid.Vertical.Width, grid.Horizontal.Width = 0.5, 0.5
	g.Add(grid)
	g.X.Min, g.X.Max = from, to
	g.Y.Min, g.Y.Max = math.Pow(10, float64(low)), math.Pow(10, float64(high))
	return g
}

// curve adds the formula's line, as far as it is in the plot.
func curve(g *plot.Plot, l generators.Load, c paint) {
	var points plotter.XYs
	for b := g.X.Min; b <= g.X.Max; b += 0.125 {
		l.Bits = 0
		if y := l.Expected() / math.Pow(2, b); y >= g.Y.Min && y <= g.Y.Max {
			points = append(points, plotter.XY{X: b, Y: y})
		}
	}
	x, y := [2]float64{g.X.Min, g.X.Max}, [2]float64{g.Y.Min, g.Y.Max}
	line, err := plotter.NewLine(points)
	if err != nil {
		panic(err) // there are points, and none is infinite
	}
	line.Color, line.Width = c, 2
	g.Add(line)
	g.X.Min, g.X.Max, g.Y.Min, g.Y.Max = x[0], x[1], y[0], y[1]
}

func dot(g *plot.Plot, bits int, y float64, c paint) {
	scatter, err := plotter.NewScatter(plotter.XYs{{X: float64(bits), Y: y}})
	if err != nil {
		panic(err) // there is a point, and it is not infinite
	}
	scatter.GlyphStyle = draw.GlyphStyle{Color: c, Radius: 4, Shape: draw.CircleGlyph{}}
	g.Add(scatter)
}
