package pictures

import (
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/integration/matrix"
)

// verdicts are in the order in which a bar has them.
var verdicts = []struct {
	verdict matrix.Verdict
	paint   paint
	means   string
}{
	{matrix.Native, blue, "stored in the store's own form, and read back"},
	{matrix.Works, sky, "read back, but stored as text or other bytes"},
	{matrix.Fails, amber, "an error"},
	{matrix.Wrong, red, "no error, and a wrong value or row"},
	{matrix.BecomesWrong, purple, "right without uuidkit, and not with it"},
}

// A count is how many cells have each verdict.
type count map[matrix.Verdict]int

func (c count) all() (n int) {
	for _, v := range c {
		n += v
	}
	return n
}

// percent is 100 only if all cells have the verdict, and 0 only if none has.
func (c count) percent(v matrix.Verdict) string {
	share := 100 * float64(c[v]) / float64(c.all())
	if share > 0 && share < 1 {
		return fmt.Sprintf("%.1f %%", share)
	}
	if share < 100 {
		share = min(share, 99)
	}
	return fmt.Sprintf("%.0f %%", share)
}

// matrixTypes are the Go types that are measured without uuidkit and with it.
var matrixTypes = []string{"std", "google", "gofrs", "[16]byte"}

// compared counts what is measured of a type in both ways, without uuidkit and with it, by
// store and library, and in all.
func compared(r matrix.Report) (counts map[string]map[string]*[2]count, total [2]count) {
	type key struct{ store, column, library, typ, shape string }
	both := map[key][2]matrix.Verdict{}
	for _, c := range r.Cells {
		k, at := key{c.Store, c.Column, c.Library, c.Type, c.Shape}, 0
		if c.Kit {
			at = 1
		}
		v := both[k]
		v[at] = measured(c)
		both[k] = v
	}
	counts = map[string]map[string]*[2]count{} // by row and type
	total = [2]count{{}, {}}
	for k, v := range both {
		if v[0] == "" || v[1] == "" || !slices.Contains(matrixTypes, k.typ) {
			continue
		}
		row := matrixRow(k.store, k.library)
		if counts[row] == nil {
			counts[row] = map[string]*[2]count{}
		}
		if counts[row][k.typ] == nil {
			counts[row][k.typ] = &[2]count{{}, {}}
		}
		for i := range v {
			counts[row][k.typ][i][v[i]]++
			total[i][v[i]]++
		}
	}
	return counts, total
}

// matrixPicture shows the share of each verdict.
func matrixPicture(r matrix.Report) []byte {
	counts, total := compared(r)
	const (
		first, cell, step = 196, 74, 24
		top               = 108
	)
	half := [2]float64{first, first + 4*cell + 12}
	s := newSheet(top + float64(len(matrixRows))*step + 180)
	s.bold(16, 24, "What becomes of a UUID, in every store and library", 17, left, ink)
	s.text(16, 46, fmt.Sprintf("%s measurements of the same Go types, without uuidkit and with it. The number is the share that is native.", thousands(total[0].all())), 12, left, faint)
	for i, name := range []string{"without uuidkit", "with uuidkit"} {
		s.bold(half[i], 74, name, 14, left, ink)
		for j, typ := range matrixTypes {
			s.text(half[i]+float64(j)*cell, 94, typ, 12, left, faint)
		}
	}
	y := float64(top)
	bars := func(name string, of func(typ string) *[2]count) {
		s.text(16, y+9, name, 12, left, ink)
		for i := range half {
			for j, typ := range matrixTypes {
				if c := of(typ); c != nil {
					x := half[i] + float64(j)*cell
					s.verdicts(x, y, 36, 18, c[i])
					s.text(x+39, y+9, c[i].percent(matrix.Native), 11, left, ink)
				}
			}
		}
		y += step
	}
	for _, row := range matrixRows {
		bars(row.name, func(typ string) *[2]count { return counts[row.name][typ] })
	}
	y += 10
	for i := range half {
		s.verdicts(half[i], y, 4*cell-14, 22, total[i])
		s.bold(half[i], y+38, total[i].percent(matrix.Native)+" native, "+total[i].percent(matrix.Wrong)+" silently wrong", 13, left, ink)
	}
	s.bold(half[1], y+56, total[1].percent(matrix.BecomesWrong)+" was right, and becomes wrong", 13, left, ink)
	s.bold(16, y+11, "all of these", 12, left, ink)
	y += 84
	for i, v := range verdicts {
		x, y := 16+float64(i%2)*392, y+float64(i/2)*22
		s.rect(x, y, 14, 14, v.paint)
		s.bold(x+20, y+7, string(v.verdict), 12, left, ink)
		s.text(x+20+106, y+7, v.means, 12, left, faint)
	}
	s.text(16, y+78, "Where a library or a type's own methods prevent the native form with uuidkit, integration/MATRIX.md says why.", 11, left, faint)
	return s.svg("What becomes of a UUID in every store and library: " +
		total[0].percent(matrix.Wrong) + " silently wrong without uuidkit, " + total[1].percent(matrix.Wrong) + " with it, and " + total[1].percent(matrix.BecomesWrong) + " becomes wrong with it")
}

// verdicts is a bar that has each verdict's share.
func (s *sheet) verdicts(x, y, w, h float64, c count) {
	for _, v := range verdicts {
		share := w * float64(c[v.verdict]) / float64(c.all())
		if share > 0 {
			s.rect(x, y, share, h, v.paint)
			x += share
		}
	}
}

// measured is the verdict without the excuse: what is impossible works, fails or is wrong.
func measured(c matrix.Cell) matrix.Verdict {
	if c.Verdict != matrix.Impossible {
		return c.Verdict
	}
	for _, v := range verdicts {
		if strings.Contains(c.Note, "Measured: "+string(v.verdict)) {
			return v.verdict
		}
	}
	panic("not measured: " + c.Note)
}

// matrixRows are the rows of the picture, with patterns of the stores and libraries.
var matrixRows = []struct {
	name, store string
	libraries   []string // one that the library's name has; nil: all
}{
	{"PostgreSQL, pgx", "PostgreSQL", []string{"pgx"}},
	{"PostgreSQL, database/sql", "PostgreSQL", []string{"database/sql"}},
	{"PostgreSQL, GORM", "PostgreSQL", []string{"GORM"}},
	{"MariaDB, database/sql", "MariaDB", []string{"database/sql"}},
	{"MariaDB, GORM", "MariaDB", []string{"GORM"}},
	{"MySQL, database/sql", "MySQL", []string{"database/sql"}},
	{"MySQL, GORM", "MySQL", []string{"GORM"}},
	{"SQLite, database/sql", "SQLite", []string{"database/sql"}},
	{"SQLite, GORM", "SQLite", []string{"GORM"}},
	{"MongoDB, driver v2", "MongoDB", []string{"mongo-driver v2"}},
	{"MongoDB, driver v1", "MongoDB", []string{"mongo-driver v1"}},
	{"MessagePack", "MessagePack", nil},
	{"CBOR", "CBOR", nil},
	{"JSON, XML, YAML, TOML, gob", "", nil}, // the rest
}

// matrixRow returns the name of the row for a store and library.
func matrixRow(store, library string) string {
	for _, r := range matrixRows {
		if !strings.HasPrefix(store, r.store) {
			continue
		}
		if r.libraries == nil || slices.ContainsFunc(r.libraries, func(l string) bool { return strings.HasPrefix(library, l) }) {
			return r.name
		}
	}
	panic("no row for " + store + ", " + library)
}
