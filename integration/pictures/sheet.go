package pictures

import (
	"bytes"
	"fmt"
	"image/color"
	"slices"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// width of most pictures. It is as wide as a page of GitHub, so that a size of text is
// the size on the screen.
const width = 800

// A paint is a color on a white page, and on a dark one.
type paint struct{ light, dark string }

// The paints. No two have the same light color: the style sheet of an SVG finds what to
// change on a dark page by it.
var (
	paper = paint{"#fdfdfd", "#0d1117"}
	ink   = paint{"#1f2328", "#e6edf3"}
	faint = paint{"#59636e", "#9ba3ad"}
	lines = paint{"#d1d9e0", "#30363d"}

	// People with any kind of color blindness tell these apart: they are those of Okabe
	// and Ito, some darker on white and lighter on black.
	blue   = paint{"#0072b2", "#3a9bdc"}
	green  = paint{"#007f5f", "#2bb58d"}
	orange = paint{"#b36b00", "#e69f00"}
	red    = paint{"#c44e00", "#f07030"}
	purple = paint{"#a34f85", "#d68fb9"}
	grey   = paint{"#70777f", "#8b949e"}
	sky    = paint{"#8cc5e8", "#9fd0ee"}
	amber  = paint{"#e6b93c", "#d9b64a"}
	// The third parts of bars.
	paleBlue = paint{"#cfe6f5", "#cfe6f5"}
	paleRed  = paint{"#f2dd9c", "#f2dd9c"}

	paints = []paint{paper, ink, faint, lines, blue, green, orange, red, purple, grey, sky, amber, paleBlue, paleRed}
)

// verdictPaints are those that no other picture has.
func verdictPaints() (more []paint) {
	for _, v := range verdicts {
		if p := paintOf(v.verdict); !slices.Contains(paints, p) {
			more = append(more, p)
		}
	}
	return more
}

// RGBA makes a paint a color.
func (p paint) RGBA() (r, g, b, a uint32) {
	var c color.RGBA
	fmt.Sscanf(p.light, "#%02x%02x%02x", &c.R, &c.G, &c.B)
	c.A = 255
	return c.RGBA()
}

// A sheet is a picture. Its points are counted from the upper left corner.
type sheet struct {
	draw.Canvas
	canvas        *vgsvg.Canvas
	width, height float64
}

func newSheet(height float64) *sheet { return newSheetOf(width, height) }

func newSheetOf(width, height float64) *sheet {
	canvas := vgsvg.New(vg.Length(width), vg.Length(height))
	s := &sheet{draw.New(canvas), canvas, width, height}
	s.rect(0, 0, width, height, paper)
	return s
}

// svg returns the file. Its title is what a screen reader says.
func (s *sheet) svg(title string) []byte {
	var b bytes.Buffer
	if _, err := s.canvas.WriteTo(&b); err != nil {
		panic(err) // a Buffer has no errors
	}
	var style strings.Builder
	for _, p := range append(paints, verdictPaints()...) {
		fmt.Fprintf(&style, "[style*=\"fill:%[1]s\"]{fill:%[2]s!important}\n[style*=\"stroke:%[1]s\"]{stroke:%[2]s!important}\n", strings.ToUpper(p.light), p.dark)
	}
	svg := strings.NewReplacer(
		fmt.Sprintf(`width="%gpt" height="%gpt"`, s.width, s.height), fmt.Sprintf(`role="img" width="%g" height="%g"`, s.width, s.height),
		`xmlns:xlink="http://www.w3.org/1999/xlink">`, fmt.Sprintf("xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n<title>%s</title>\n<style>@media (prefers-color-scheme: dark) {\n%s}</style>", title, &style),
		"font-family:Liberation Sans;font-variant:normal;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;",
		"font-weight:normal;font-style:normal;", "", "font-style:normal;", "",
	).Replace(b.String())
	return []byte(svg)
}

func (s *sheet) at(x, y float64) vg.Point {
	return vg.Point{X: vg.Length(x), Y: vg.Length(s.height - y)}
}

func (s *sheet) rect(x, y, w, h float64, c color.Color) {
	s.FillPolygon(c, []vg.Point{s.at(x, y), s.at(x+w, y), s.at(x+w, y+h), s.at(x, y+h)})
}

func (s *sheet) line(x0, y0, x1, y1, thick float64, c color.Color, dashes ...vg.Length) {
	s.StrokeLines(draw.LineStyle{Color: c, Width: vg.Length(thick), Dashes: dashes}, []vg.Point{s.at(x0, y0), s.at(x1, y1)})
}

// area is the part of the sheet for a plot.
func (s *sheet) area(x, y, w, h float64) draw.Canvas {
	return draw.Canvas{Canvas: s.Canvas.Canvas, Rectangle: vg.Rectangle{Min: s.at(x, y+h), Max: s.at(x+w, y)}}
}

// Where a text has its point, as a share of its width.
const (
	left   = draw.XLeft
	center = draw.XCenter
	right  = draw.XRight
)

// text writes a line whose middle is at y.
func (s *sheet) text(x, y float64, text string, size float64, align draw.XAlignment, c color.Color) {
	s.write(x, y, text, textStyle(size, align, c))
}

// bold is text in bold type.
func (s *sheet) bold(x, y float64, text string, size float64, align draw.XAlignment, c color.Color) {
	style := textStyle(size, align, c)
	style.Font.Weight = xfont.WeightBold
	s.write(x, y, text, style)
}

func (s *sheet) write(x, y float64, text string, style draw.TextStyle) {
	at := s.at(x, y)
	at.X += vg.Length(style.XAlign) * style.Width(text)
	at.Y -= style.Font.Size * 0.35 // half of a capital letter
	style.XAlign = left
	face := style.Handler.Cache().Lookup(style.Font, style.Font.Size)
	s.SetColor(style.Color)
	s.FillString(face, at, text)
}

// textWidth is how wide text is.
func textWidth(text string, size float64) float64 {
	return float64(textStyle(size, left, ink).Width(text))
}

func textStyle(size float64, align draw.XAlignment, c color.Color) draw.TextStyle {
	return draw.TextStyle{Color: c, Font: sans(size), XAlign: align, Handler: plot.DefaultTextHandler}
}

func sans(size float64) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Length(size)}
}

// newPlot is a plot in the sheet's colors and type, with a grid.
func newPlot(title string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.Text, p.Title.TextStyle.Font, p.Title.TextStyle.Color = title, sans(13), ink
	p.Title.TextStyle.Font.Weight = xfont.WeightBold
	p.Title.Padding = 4
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font, a.Label.TextStyle.Color = sans(12), faint
		a.Tick.Label.Font, a.Tick.Label.Color = sans(11), faint
		a.Color, a.Tick.Color, a.Tick.Length = lines, lines, 4
		a.LineStyle.Width = 1
	}
	return p
}
