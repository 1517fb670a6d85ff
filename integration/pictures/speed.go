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

// speedRows are the lines of the picture: operations of RESULTS.md, who is ours there, and
// who is the library's own.
var speedRows = []struct {
	title, section string
	operations     []string
	ours, own      string
}{
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
		least, most    = 0.5, 1024
	)
	at := func(ratio float64) float64 {
		if ratio < least || ratio > most {
			panic(fmt.Sprintf("%g is not on the scale", ratio))
		}
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
	for _, tick := range []float64{0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024} {
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
		section := find(r.Sections, func(x results.Section) bool { return x.Name == row.section })
		for _, label := range row.operations {
			o := find(section.Operations, func(o results.Operation) bool { return o.Name == label })
			ours := find(o.Peers, func(p results.Peer) bool { return p.Name == row.ours }).NS
			s.text(name, y+step/2, label, 12, left, ink)
			s.text(zero-22, y+step/2, fmt.Sprintf("%.3g ns", ours), 11, right, faint)
			if ours >= 1000 {
				panic(label + ": write microseconds")
			}
			// Ours is drawn last, above the others.
			for i := range slices.Backward(whose) {
				want := whose[i].name
				switch i {
				case 0:
					want = row.ours
				case len(whose) - 1:
					want = row.own
				}
				if j := slices.IndexFunc(o.Peers, func(p results.Peer) bool { return p.Name == want }); j >= 0 {
					s.mark(at(o.Peers[j].NS/ours), y+step/2, i)
				}
			}
			y += step
		}
	}
	s.text(16, s.height-16, fmt.Sprintf("%s, %d CPUs. integration/bench/RESULTS.md has all operations, peers and allocations.", r.CPU, r.CPUs), 11, left, faint)
	return s.svg("Speed of uuidkit beside other packages")
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
