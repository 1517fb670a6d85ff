package pictures

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/uuidkit/uuidkit/integration/bench/results"
)

// whose are the packages that a picture compares, each with its mark.
var whose = []struct {
	name  string
	paint paint
	mark  string // a circle, a box (filled), a square, a triangle, a cross or a plus
}{
	{"uuidkit", blue, "circle"},
	{"std", green, "triangle"},
	{"google", orange, "box"},
	{"gofrs", purple, "square"},
	{"ulid", grey, "cross"},
	{"the library's own", red, "plus"},
}

// A speedRow is some lines of the picture: operations of RESULTS.md, who is ours there, and
// who is the library's own.
type speedRow struct {
	title, section string
	operations     []string
	ours, own      string
}

var speedRows = []speedRow{
	{"uuid", "uuid", []string{"Parse", "AppendText", "String", "NewV4", "NewV7", "NewV7 from every core", "1000 of v4, each", "1000 of v7, each", "NewV5"}, "uuidkit", ""},
	{"pgx", "pgx", []string{"encode", "scan", "encode array of 100, each", "scan array of 100, each"}, "uuidkit", "pgtype.UUID"},
	{"database/sql", "database/sql", []string{"Value", "Scan of 16 bytes", "Scan of text"}, "uuid.UUID", ""},
	{"SQL array", "sqlx.Array", []string{"Value of 1000, each", "Scan of 1000, each"}, "Array", "pq, google"},
	{"BSON, driver v2", "BSON, mongo-driver v2", []string{"encode a struct of 4", "decode a struct of 4", "encode a slice of 1000", "decode a slice of 1000"}, "uuidkit, registered", ""},
	{"MessagePack", "MessagePack", []string{"encode struct of 4", "decode struct of 4", "encode list of 1000, each", "decode list of 1000, each"}, "uuidkit", ""},
	{"CBOR", "CBOR", []string{"encode struct of 4", "decode struct of 4"}, "uuidkit", ""},
	{"", "CBOR", []string{"encode list of 1000, each", "decode list of 1000, each"}, "UUIDs", ""},
	{"JSON", "JSON", []string{"v1: encode struct of 4", "v1: decode struct of 4", "v1: encode list of 1000, each", "v1: decode list of 1000, each"}, "uuidkit", ""},
}

// speedPicture shows how many times the time of uuidkit each peer takes.
func speedPicture(r results.Speed) []byte {
	const (
		top, step      = 112, 20
		name, zero, to = 128, 376, 770
	)
	least, most := scale(r)
	at := func(ratio float64) float64 {
		return zero + (to-zero)*math.Log(ratio/least)/math.Log(most/least)
	}
	height := 0.0
	for _, row := range speedRows {
		height += float64(len(row.operations)) * step
		if row.title != "" {
			height += 6
		}
	}
	s := newSheet(top + height + 52)
	s.bold(16, 24, "Speed beside other packages", 17, left, ink)
	s.text(16, 46, fmt.Sprintf("How many times as long as uuidkit each takes; %s. Farther right is slower. A logarithmic scale.", r.Go), 12, left, faint)
	x := 16.0
	for i, w := range whose {
		s.mark(x+6, 70, i)
		s.text(x+16, 70, w.name, 12, left, ink)
		x += 16 + textWidth(w.name, 12) + 26
	}
	for tick := least; tick <= most; tick *= 2 {
		thick := 1.0
		if tick == 1 {
			thick = 2
		}
		s.line(at(tick), top-8, at(tick), top+height, thick, lines)
		s.text(at(tick), top-18, fmt.Sprintf("%g×", tick), 11, center, faint)
		s.text(at(tick), top+height+12, fmt.Sprintf("%g×", tick), 11, center, faint)
	}
	s.text(zero-22, top-18, "uuidkit", 11, right, faint)
	y := float64(top)
	for _, row := range speedRows {
		if row.title != "" {
			y += 6
			s.line(16, y-3, to, y-3, 0.5, lines)
			s.bold(16, y+step/2, row.title, 12, left, ink)
		}
		for _, label := range row.operations {
			ns := row.times(r, label)
			s.text(name, y+step/2, label, 12, left, ink)
			s.text(zero-22, y+step/2, fmt.Sprintf("%.3g ns", ns[0]), 11, right, faint)
			for i := range slices.Backward(whose) { // ours is drawn last, above the others
				if ns[i] > 0 {
					s.mark(at(ns[i]/ns[0]), y+step/2, i)
				}
			}
			y += step
		}
	}
	s.text(16, s.height-16, fmt.Sprintf("%s, %d CPUs. integration/bench/RESULTS.md has all operations, peers and allocations.", r.CPU, r.CPUs), 11, left, faint)
	return s.svg("Speed of uuidkit beside other packages")
}

// times are those of each of whose for an operation, 0 where there is none.
func (row speedRow) times(r results.Speed, operation string) []float64 {
	section := find(r.Sections, func(s results.Section) bool { return s.Name == row.section })
	o := find(section.Operations, func(o results.Operation) bool { return o.Name == operation })
	ns := make([]float64, len(whose))
	for _, p := range o.Peers {
		for i, w := range whose {
			is := w.name
			switch i {
			case 0:
				is = row.ours
			case len(whose) - 1:
				is = row.own
			}
			if p.Name == is {
				ns[i] = p.NS
			}
		}
	}
	return ns
}

// scale returns powers of 2 between which all ratios are.
func scale(r results.Speed) (least, most float64) {
	least, most = 0.5, 2
	for _, row := range speedRows {
		for _, operation := range row.operations {
			ns := row.times(r, operation)
			for _, other := range ns[1:] {
				for other > most*ns[0] {
					most *= 2
				}
				for other > 0 && other < least*ns[0] {
					least /= 2
				}
			}
		}
	}
	return least, most
}

// mark draws the mark of one of whose.
func (s *sheet) mark(x, y float64, i int) {
	const r = 4.2
	strokes := func(points ...float64) { // four numbers each
		for p := range slices.Chunk(points, 4) {
			s.line(x+p[0], y+p[1], x+p[2], y+p[3], 1.8, whose[i].paint)
		}
	}
	switch whose[i].mark {
	case "circle":
		s.DrawGlyphNoClip(draw.GlyphStyle{Color: whose[i].paint, Radius: 5, Shape: draw.CircleGlyph{}}, s.at(x, y))
	case "triangle":
		s.FillPolygon(whose[i].paint, []vg.Point{s.at(x-r-0.6, y+r), s.at(x+r+0.6, y+r), s.at(x, y-r-0.6)})
	case "box":
		s.rect(x-r, y-r, 2*r, 2*r, whose[i].paint)
	case "square":
		strokes(-r, -r, r, -r, r, -r, r, r, r, r, -r, r, -r, r, -r, -r)
	case "cross":
		strokes(-r, -r, r, r, -r, r, r, -r)
	case "plus":
		strokes(-r, 0, r, 0, 0, -r, 0, r)
	}
}

// find returns the one that is so.
func find[T any](all []T, is func(T) bool) T {
	i := slices.IndexFunc(all, is)
	if i < 0 {
		panic(fmt.Sprintf("not among the %d of %T", len(all), all))
	}
	return all[i]
}
