package pictures

import (
	"cmp"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// drawn are the modules whose packages the picture has: not those that nothing imports.
var drawn = []string{"", "pgxtype", "gormtype", "bsonx", "bsonx/driverv1", "msgpackx", "cborx", "cmd", "analysis"}

// stores are packages of which cmd has one a database.
var stores = []string{"mongo", "mysql", "postgres", "sqlite"}

// A part of the picture has the packages of some modules, in layers: each imports packages below it.
type part struct {
	title, below string
	paint        paint
	box          func(folder string) string // its name in the picture, or "" if it is not in this part
}

var parts = []part{
	{"The library", "Green: an adapter, which is a module of its own. Blue: the root module.", blue, func(p string) string {
		switch {
		case strings.HasPrefix(p, "cmd/"), strings.HasPrefix(p, "analysis/"):
			return ""
		case strings.HasPrefix(p, "bsonx"):
			return "bsonx, bsonx/driverv1"
		case strings.HasPrefix(p, "internal/"):
			return "internal/…"
		}
		return p
	}},
	{"cmd/: the command uuid", "A module of its own. Packages are below cmd/internal.", orange, func(p string) string {
		name, is := strings.CutPrefix(p, "cmd/")
		name = strings.TrimPrefix(name, "internal/")
		dir, base := path.Split(name)
		switch {
		case p == "uuid/form" || p == "uuid/generator" || p == "uuid/ids" || p == "uuid/uuidtest" || p == "uuid":
			return "the library"
		case !is:
			return ""
		case slices.Contains(stores, base):
			return dir + "{" + strings.Join(stores, ",") + "}"
		case name == "uuid":
			return "cmd/uuid"
		}
		return name
	}},
	{"analysis/: the commands uuidfix and uuidvet", "A module of its own, without the library.", purple, func(p string) string {
		name, is := strings.CutPrefix(p, "analysis/")
		if !is {
			return ""
		}
		check, is := strings.CutPrefix(name, "internal/checks/")
		if shared := []string{"check", "flow", "gorms", "queries", "setup", "sqls", "uuids"}; is && !slices.Contains(shared, check) {
			return "a package for each check"
		}
		return strings.Replace(strings.TrimPrefix(name, "internal/"), "/internal/", "/", 1)
	}},
}

// Architecture draws which package imports which. What follows from other arrows has none. It is as narrow
// as a telephone, as matrixPicture is.
func Architecture(all Imports) []byte {
	const wide, margin, row, head = 460, 12, 54, 62
	height := float64(24)
	var layouts []*layout
	all = all.used()
	for _, p := range parts {
		l := newLayout(all.joined(p.box), wide-2*margin)
		layouts = append(layouts, l)
		height += head + float64(len(l.rows))*row
	}
	s := newSheetOf(wide, height)
	y := float64(20)
	for i, p := range parts {
		s.bold(margin, y, p.title, 16, left, ink)
		s.text(margin, y+20, p.below, 12, left, faint)
		layouts[i].draw(s, margin, y+44, row, p.paint)
		y += head + float64(len(layouts[i].rows))*row
	}
	return s.svg("The packages of uuidkit, in layers, and which of them import which")
}

// Modules are what Architecture needs the imports of.
func Modules() []string { return slices.Clone(drawn) }

const (
	boxHigh, boxFont = 24, 12.5
	boxWider         = 1.2 // than its text in our font: a reader's may be wider
	gap              = 10  // between two boxes, at least
)

// A node is a box, or the place where an arrow goes through a layer.
type node struct {
	name   string // "" of an arrow
	x      float64
	wide   float64
	to, by []*node // in the next layer below, and above
}

type layout struct {
	rows [][]*node // the highest layer first
	wide float64
}

// newLayout puts the boxes of imports into layers, and in each layer into an order in which few arrows
// cross.
func newLayout(imports Imports, wide float64) *layout {
	names := slices.SortedFunc(maps.Keys(imports), func(a, b string) int {
		return cmp.Or(cmp.Compare(imports.layer(b), imports.layer(a)), cmp.Compare(a, b))
	})
	l := &layout{wide: wide, rows: make([][]*node, imports.layer(names[0])+1)}
	less, boxes := imports.reduced(), map[string]*node{}
	at := func(name string) int { return len(l.rows) - 1 - imports.layer(name) }
	for _, name := range names {
		boxes[name] = &node{name: name, wide: textWidth(name, boxFont)*boxWider + 8}
		l.rows[at(name)] = append(l.rows[at(name)], boxes[name])
	}
	for _, from := range names {
		for _, to := range less[from] {
			last := boxes[from]
			for r := at(from) + 1; r < at(to); r++ {
				through := &node{wide: 4}
				l.rows[r] = append(l.rows[r], through)
				link(last, through)
				last = through
			}
			link(last, boxes[to])
		}
	}
	l.order()
	return l
}

func link(from, to *node) { from.to, to.by = append(from.to, to), append(to.by, from) }

// order sorts each layer by the middle of what its nodes are linked to, down and up some times, and keeps
// the order with the fewest crossings.
func (l *layout) order() {
	l.place()
	best, fewest := l.copied(), l.crossings()
	for range 24 {
		for i := range l.rows {
			l.sort(i, func(n *node) []*node { return n.by })
		}
		for i := len(l.rows) - 1; i >= 0; i-- {
			l.sort(i, func(n *node) []*node { return n.to })
		}
		if n := l.crossings(); n < fewest {
			best, fewest = l.copied(), n
		}
	}
	l.rows = best
	l.place()
	for range 40 {
		for _, row := range l.rows {
			l.straighten(row)
		}
	}
}

// straighten moves the nodes of a layer towards the middle of what they are linked to, in their order.
func (l *layout) straighten(row []*node) {
	right, left := make([]float64, len(row)), make([]float64, len(row)) // pushed there by those before, and after
	for i, n := range row {
		right[i] = middle(n, slices.Concat(n.by, n.to))
		left[i] = right[i]
	}
	apart := func(i int) float64 { return (row[i].wide+row[i+1].wide)/2 + gap }
	push := func(x []float64) {
		x[0] = max(x[0], row[0].wide/2)
		for i := range row[1:] {
			x[i+1] = max(x[i+1], x[i]+apart(i))
		}
	}
	pull := func(x []float64) {
		last := len(row) - 1
		x[last] = min(x[last], l.wide-row[last].wide/2)
		for i := last - 1; i >= 0; i-- {
			x[i] = min(x[i], x[i+1]-apart(i))
		}
	}
	push(right)
	pull(right)
	pull(left)
	push(left)
	for i, n := range row {
		n.x = (right[i] + left[i]) / 2
	}
}

// middle is that of the linked nodes, or where n is.
func middle(n *node, linked []*node) float64 {
	sum := 0.0
	for _, o := range linked {
		sum += o.x
	}
	if len(linked) == 0 {
		return n.x
	}
	return sum / float64(len(linked))
}

func (l *layout) copied() (rows [][]*node) {
	for _, row := range l.rows {
		rows = append(rows, slices.Clone(row))
	}
	return rows
}

func (l *layout) sort(i int, linked func(*node) []*node) {
	slices.SortStableFunc(l.rows[i], func(a, b *node) int { return cmp.Compare(middle(a, linked(a)), middle(b, linked(b))) })
	l.place()
}

// place gives the nodes of each layer equal gaps.
func (l *layout) place() {
	for _, row := range l.rows {
		free := l.wide
		for _, n := range row {
			free -= n.wide
		}
		gap := free / float64(len(row)+1)
		x := gap
		for _, n := range row {
			n.x = x + n.wide/2
			x += n.wide + gap
		}
	}
}

func (l *layout) crossings() (n int) {
	for _, row := range l.rows {
		for i, a := range row {
			for _, b := range row[i+1:] {
				for _, to := range a.to {
					for _, other := range b.to {
						if to.x > other.x {
							n++
						}
					}
				}
			}
		}
	}
	return n
}

// draw draws arrows, and boxes over them.
func (l *layout) draw(s *sheet, x, y, row float64, p paint) {
	for i, nodes := range l.rows {
		top := y + float64(i)*row
		for _, n := range nodes {
			if n.name == "" {
				s.line(x+n.x, top, x+n.x, top+boxHigh, 1, grey)
			}
			for _, to := range n.to {
				s.line(x+n.x, top+boxHigh, x+to.x, top+row, 1, grey)
				if to.name != "" {
					s.tip(x+n.x, top+boxHigh, x+to.x, top+row)
				}
			}
		}
	}
	for i, nodes := range l.rows {
		top := y + float64(i)*row
		for _, n := range nodes {
			if n.name == "" {
				continue
			}
			edge := p
			if slices.Contains(drawn[1:], strings.Split(n.name, ",")[0]) {
				edge = green
			} else if n.name == "the library" {
				edge = blue
			}
			s.rect(x+n.x-n.wide/2, top, n.wide, boxHigh, edge)
			s.rect(x+n.x-n.wide/2+1.5, top+1.5, n.wide-3, boxHigh-3, paper)
			s.text(x+n.x-textWidth(n.name, boxFont)*(1+boxWider)/4, top+boxHigh/2, n.name, boxFont, left, ink)
		}
	}
}

// tip draws the tip of an arrow.
func (s *sheet) tip(x0, y0, x1, y1 float64) {
	const long, half = 7, 3
	d := math.Hypot(x1-x0, y1-y0)
	ux, uy := (x1-x0)/d, (y1-y0)/d
	bx, by := x1-ux*long, y1-uy*long
	s.FillPolygon(grey, []vg.Point{s.at(x1, y1), s.at(bx-uy*half, by+ux*half), s.at(bx+uy*half, by-ux*half)})
}
