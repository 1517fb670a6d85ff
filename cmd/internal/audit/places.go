package audit

import (
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/tally"
)

const (
	maxPaths = 5000 // of a table: a document can have any number of fields
	mapNames = 20   // an object with so many rare names is a map, whose other names are fields
)

// places are the columns of one table and the paths in them.
type places struct {
	table  *store.Table
	now    time.Time
	byName map[place]*column
	all    []*column
	maps   map[place]map[string]bool // objects whose names are keys, but for these
	lost   bool                      // there were more than maxPaths
}

type place struct{ column, path string }

func newPlaces(t *store.Table, now time.Time) *places {
	return &places{table: t, now: now, byName: make(map[place]*column), maps: make(map[place]map[string]bool)}
}

// column returns the column of a place, or nil if there are too many.
func (p *places) column(name, path string) *column {
	at := place{name, path}
	if c := p.byName[at]; c != nil {
		return c
	}
	if len(p.maps) > 0 {
		at.path = p.inMap(name, path)
		if c := p.byName[at]; c != nil {
			return c
		}
	}
	if p.lost {
		return nil
	}
	if len(p.all) >= maxPaths {
		p.mergeMaps()
		if len(p.all) >= maxPaths {
			p.lost = true
			return nil
		}
		at.path = p.inMap(name, path)
		if c := p.byName[at]; c != nil {
			return c
		}
	}
	c := &column{table: p.table, name: name, path: at.path, declared: p.table.Column(name), tally: tally.New(p.now)}
	p.byName[at] = c
	p.all = append(p.all, c)
	return c
}

// inMap returns a path with .* for the names that are keys of maps.
func (p *places) inMap(name, path string) string {
	var b strings.Builder
	for _, s := range segments(path) {
		if fields, is := p.maps[place{name, b.String()}]; is && s[0] == '.' && !fields[s] {
			s = ".*"
		}
		b.WriteString(s)
	}
	return b.String()
}

// segments splits ".a[].b{}" into ".a", "[]", ".b" and "{}". A name that has a
// dot is several segments, which changes nothing here.
func segments(path string) (all []string) {
	for path != "" {
		i := 1 + strings.IndexAny(path[1:], ".[{")
		if i == 0 {
			i = len(path)
		}
		all = append(all, path[:i])
		path = path[i:]
	}
	return all
}

// mergeMaps makes one column of the values of an object whose names are keys: there
// are many, and each is in few documents.
func (p *places) mergeMaps() {
	for {
		objects := make(map[place]map[string]int) // how many values each name has at most
		for _, c := range p.all {
			prefix := ""
			for _, s := range segments(c.path) {
				if s[0] == '.' && s != ".*" {
					at := place{c.name, prefix}
					if objects[at] == nil {
						objects[at] = make(map[string]int)
					}
					objects[at][s] = max(objects[at][s], c.tally.N())
				}
				prefix += s
			}
		}
		// The outermost first: what is in it can be merged then.
		var found *place
		var rest map[string]bool
		for at, names := range objects {
			if len(names) < mapNames || found != nil && len(at.path) >= len(found.path) {
				continue
			}
			fields, most := make(map[string]bool), p.most(at)
			for s, n := range names {
				if n > 2 && n*20 > most {
					fields[s] = true
				}
			}
			if len(names)-len(fields) >= mapNames {
				found, rest = &at, fields
			}
		}
		if found == nil {
			return
		}
		p.maps[*found] = rest
		p.merge(found.column)
	}
}

// most returns how many values the place with most of them has, of those in no other array or map than the object.
func (p *places) most(object place) (n int) {
	for _, c := range p.all {
		in := c.path[:1+strings.LastIndexAny(c.path, "]*}")]
		if in == "" || c.name == object.column && strings.HasPrefix(object.path, in) {
			n = max(n, c.tally.N())
		}
	}
	return n
}

// merge merges the columns of one name whose paths are now the same.
func (p *places) merge(name string) {
	p.all = slices.DeleteFunc(p.all, func(c *column) bool {
		if c.name != name {
			return false
		}
		path := p.inMap(name, c.path)
		if path == c.path {
			return false
		}
		delete(p.byName, place{name, c.path})
		to := p.byName[place{name, path}]
		if to == nil {
			c.path = path
			p.byName[place{name, path}] = c
			return false
		}
		to.tally.Merge(c.tally)
		to.rare += c.rare
		to.documents = to.documents || c.documents
		return true
	})
}
