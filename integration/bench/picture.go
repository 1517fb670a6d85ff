package main

import (
	"bytes"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// colors are those of operations; the peers of one have its color, in dashes.
var colors = []color.Color{
	color.RGBA{0x1f, 0x77, 0xb4, 255}, color.RGBA{0xff, 0x7f, 0x0e, 255}, color.RGBA{0x2c, 0xa0, 0x2c, 255}, color.RGBA{0xd6, 0x27, 0x28, 255},
	color.RGBA{0x94, 0x67, 0xbd, 255}, color.RGBA{0x8c, 0x56, 0x4b, 255}, color.RGBA{0xe3, 0x77, 0xc2, 255}, color.RGBA{0x7f, 0x7f, 0x7f, 255},
}

// picture draws the panels, two in a row, as SVG.
func picture(panels []panel) []byte {
	const columns = 2
	var grid [][]*plot.Plot
	for i, p := range panels {
		if i%columns == 0 {
			grid = append(grid, nil)
		}
		row := &grid[len(grid)-1]
		*row = append(*row, p.plot())
	}
	canvas := vgsvg.New(32*vg.Centimeter, 24*vg.Centimeter)
	tiles := draw.Tiles{Rows: len(grid), Cols: columns, PadX: vg.Centimeter, PadY: vg.Centimeter}
	for i, row := range plot.Align(grid, tiles, draw.New(canvas)) {
		for j, at := range row {
			grid[i][j].Draw(at)
		}
	}
	var b bytes.Buffer
	_, err := canvas.WriteTo(&b)
	check(err)
	return b.Bytes()
}

func (p panel) plot() *plot.Plot {
	g := plot.New()
	g.Title.Text = p.name
	g.X.Label.Text, g.Y.Label.Text = p.number, "ns per id"
	g.X.Scale, g.Y.Scale = plot.LogScale{}, plot.LogScale{}
	var ticks plot.ConstantTicks
	for _, n := range p.at {
		label := fmt.Sprint(n)
		if n > 1000 {
			label = fmt.Sprintf("1e%d", len(label)-1)
		}
		ticks = append(ticks, plot.Tick{Value: float64(n), Label: label})
	}
	g.X.Tick.Marker, g.Y.Tick.Marker = ticks, plot.LogTicks{Prec: -1}
	g.Legend.Top = true
	g.Add(plotter.NewGrid())
	ours := -1 // the operation of the peers that follow
	for _, c := range p.curves {
		if c.who == "" {
			ours++
		}
		var points plotter.XYs
		for _, n := range p.at {
			if ns := c.ns[n]; ns > 0 {
				points = append(points, plotter.XY{X: float64(n), Y: ns})
			}
		}
		if points == nil {
			continue
		}
		line := must(plotter.NewLine(points))
		line.Color, line.Width = colors[ours%len(colors)], vg.Points(1.5)
		if c.who != "" {
			line.Width, line.Dashes = vg.Points(1), []vg.Length{vg.Points(4), vg.Points(3)}
		}
		g.Add(line)
		g.Legend.Add(c.String(), line)
	}
	g.X.Max = math.Pow(g.X.Max, 1.7) // room for the legend
	return g
}
