package pictures

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/integration/bench/results"
)

// shardsCommand measures a part of docs/scale.md again.
const shardsCommand = "`go -C integration run ./clusters/shards -only %s`"

// spreadNames are what people call the ways to choose a part.
var spreadNames = []struct{ engine, by, name, part string }{
	{"MariaDB", "RANGE COLUMNS (id)", "MariaDB, `PARTITION BY RANGE COLUMNS (id)`", "partitions"},
	{"MariaDB", "KEY (id)", "MariaDB, `PARTITION BY KEY (id)`", "partitions"},
	{"MariaDB", "HASH (id)", "MariaDB, `PARTITION BY HASH (id)`, integers only", "partitions"},
	{"MariaDB", "HASH (prefix)", "MariaDB, `PARTITION BY HASH (prefix)`", "partitions"},
	{"MongoDB", "{_id: 1}", "MongoDB, `{_id: 1}`", "mongo"},
	{"MongoDB", `{_id: "hashed"}`, "MongoDB, `{_id: \"hashed\"}`", "mongo"},
	{"MongoDB", "{prefix: 1, _id: 1}", "MongoDB, `{prefix: 1, _id: 1}`", "mongo"},
}

// swapped is no id to take: it is there to show what becomes of version 7.
const swapped = "v7 swapped"

// singleParts are the parts of the command, by engine.
var singleParts = map[string]string{"MariaDB": "innodb", "PostgreSQL": "postgres"}

// choose is the table of docs/scale.md that says which id to take.
func choose(r results.Shards) string {
	var b strings.Builder
	b.WriteString("| where | take | the figure that says so | measured again by |\n|---|---|---|---|\n")
	row := func(where, take, figure, part string) {
		fmt.Fprintf(&b, "| %s | %s | %s | "+shardsCommand+" |\n", where, take, figure, part)
	}
	for _, s := range r.Single {
		var good []string // of 16 bytes
		least := slices.MinFunc(s.IDs[:5], func(x, y results.SingleID) int { return cmp.Compare(x.Bytes, y.Bytes) })
		for _, id := range s.IDs[:5] {
			if id.Bytes*5 <= least.Bytes*6 {
				good = append(good, id.ID)
			}
		}
		v4, v7 := singleOf(s, "v4"), singleOf(s, "v7")
		row("one server, "+s.Engine, strings.Join(good, ", "), fmt.Sprintf("%s rows. MB: v4 %.1f, v7 %.1f. Bytes read and written for a row: v4 %d, v7 %d. Rows a second in the last tenth: v4 %.0f, v7 %.0f",
			thousands(s.Rows), float64(v4.Bytes)/1e6, float64(v7.Bytes)/1e6, moved(v4)/int64(s.Rows), moved(v7)/int64(s.Rows), v4.Rates[len(v4.Rates)-1], v7.Rates[len(v7.Rates)-1]), singleParts[s.Engine])
	}
	for _, n := range spreadNames {
		s := spreadOf(r, n.engine, n.by)
		row(n.name, take(s), fmt.Sprintf("%s rows. Of the writes the busiest of %d parts gets: %s", thousands(s.Rows), s.Parts, shares(s)), n.part)
	}
	var refused []string
	for _, k := range r.Conflicts.Keys {
		refused = append(refused, fmt.Sprintf("%s %d", k.Key, k.Refused))
	}
	row(fmt.Sprintf("Galera, %d writers at %d nodes", r.Conflicts.Writers, r.Conflicts.Nodes), "ids of the program", fmt.Sprintf("%s rows. Inserts that the cluster refused: %s", thousands(r.Conflicts.Keys[0].Rows), strings.Join(refused, "; ")), "galera")
	return b.String()
}

// evenly reports whether the parts get about as many writes as with the best kind of id, and as they should.
func evenly(s results.Spread, id results.SpreadID) bool {
	least := slices.MinFunc(s.IDs, func(x, y results.SpreadID) int { return cmp.Compare(x.Hottest(), y.Hottest()) })
	return len(s.IDs) > 1 && id.Hottest() < 1.3*max(least.Hottest(), 1/float64(s.Parts))
}

// take are the kinds of id that a table in parts can have.
func take(s results.Spread) string {
	var good []string
	for _, id := range s.IDs {
		if id.ID != swapped && evenly(s, id) {
			good = append(good, id.ID)
		}
	}
	switch {
	case len(good) == 0:
		return "none: [put a byte of a hash into the key](#when-one-shard-gets-all-writes)"
	case len(good) >= len(s.IDs)-1:
		return "any"
	}
	return strings.Join(good, ", ")
}

// shares are the figures of the first kind of id that can be taken, and of all that should not.
func shares(s results.Spread) string {
	var list []string
	first := true
	for _, id := range s.IDs {
		good := evenly(s, id)
		if id.ID != swapped && (!good || first) {
			list = append(list, id.ID+" "+percent(id.Hottest()))
		}
		first = first && !good
	}
	return strings.Join(list, ", ")
}

// kindsOf is the table of docs/scale.md that has the figures of each kind of id.
func kindsOf(r results.Shards) string {
	var b strings.Builder
	b.WriteString("| |")
	ids := r.Single[0].IDs
	for _, id := range ids {
		b.WriteString(" " + id.ID + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", len(ids)) + "\n")
	for _, s := range r.Single {
		for _, figure := range []struct {
			name string
			of   func(results.SingleID) string
		}{
			{map[string]string{"MariaDB": "MB of the table", "PostgreSQL": "MB of the key's index"}[s.Engine], func(id results.SingleID) string { return fmt.Sprintf("%.1f", float64(id.Bytes)/1e6) }},
			{"page splits", func(id results.SingleID) string { return thousands(int(id.Splits)) }},
			{"bytes written for a row", func(id results.SingleID) string { return fmt.Sprint(id.Written / int64(s.Rows)) }},
			{"bytes read for a row", func(id results.SingleID) string { return fmt.Sprint(id.Read / int64(s.Rows)) }},
			{"rows a second, first tenth", func(id results.SingleID) string { return thousands(int(id.Rates[0])) }},
			{"rows a second, last tenth", func(id results.SingleID) string { return thousands(int(id.Rates[len(id.Rates)-1])) }},
		} {
			fmt.Fprintf(&b, "| %s, %s |", s.Engine, figure.name)
			for _, id := range s.IDs {
				b.WriteString(" " + figure.of(id) + " |")
			}
			b.WriteString("\n")
		}
		if s.Engine == "PostgreSQL" {
			b.WriteString(lag(r))
		}
	}
	for _, n := range spreadNames {
		s := spreadOf(r, n.engine, n.by)
		fmt.Fprintf(&b, "| %s, writes of the busiest of %d parts |", n.name, s.Parts)
		moves := fmt.Sprintf("| %s, chunks moved |", n.name)
		for _, id := range ids {
			share, moved := "–", "–"
			for _, of := range s.IDs {
				if of.ID == id.ID {
					share, moved = percent(of.Hottest()), fmt.Sprint(of.Moves)
				}
			}
			b.WriteString(" " + share + " |")
			moves += " " + moved + " |"
		}
		b.WriteString("\n")
		if n.engine == "MongoDB" {
			b.WriteString(moves + "\n")
		}
	}
	return b.String()
}

// lag are the rows of PostgreSQL's standby.
func lag(r results.Shards) string {
	behind, catchUp := "| PostgreSQL, MB that a standby is behind, at most |", "| PostgreSQL, seconds until the standby has all |"
	for _, id := range r.Lag.IDs {
		behind += fmt.Sprintf(" %.1f |", float64(slices.Max(id.Behind))/1e6)
		catchUp += fmt.Sprintf(" %.1f |", id.CatchUp)
	}
	return behind + "\n" + catchUp + "\n"
}

// moved are the bytes between the memory and the disk.
func moved(id results.SingleID) int64 { return id.Read + id.Written }

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

func singleOf(s results.Single, id string) results.SingleID {
	return find(s.IDs, func(of results.SingleID) bool { return of.ID == id })
}

func spreadOf(r results.Shards, engine, by string) results.Spread {
	return find(r.Spread, func(s results.Spread) bool { return s.Engine == engine && s.By == by })
}

// shardPaints are those of parts. The picture of a table of many parts has each several times.
var shardPaints = []paint{blue, amber, green, purple, sky, red, grey, paleRed}

// shardsPicture has a column for each kind of id: page splits as bars, and where each tenth of the rows goes.
func shardsPicture(r results.Shards) []byte {
	const (
		name, top = 176, 112
		high, gap = 46, 12
		margin    = 12 // between columns
	)
	step := (width - name - 4) / float64(len(r.Single[0].IDs))
	ids := r.Single[0].IDs
	s := newSheet(top + float64(len(r.Single)+len(spreadNames))*(high+gap) + 62)
	s.bold(16, 24, "Where the rows go", 17, left, ink)
	s.text(16, 46, fmt.Sprintf("Bars: bytes read and written for a row, on one server with %d MB for pages; %s rows.", r.Single[0].Pool>>20, thousands(r.Single[0].Rows)), 12, left, faint)
	s.text(16, 64, fmt.Sprintf("Squares: the writes of each tenth of %s rows, from left to right. A color is a part. One color: a hot part.", thousands(r.Spread[0].Rows)), 12, left, faint)
	for i, id := range ids {
		s.bold(name+float64(i)*step+step/2-margin/2, top-20, id.ID, 11, center, ink)
	}
	y := float64(top)
	for _, single := range r.Single {
		s.text(16, y+high/2-8, single.Engine, 12, left, ink)
		s.text(16, y+high/2+8, "one server", 11, left, faint)
		worst := slices.MaxFunc(single.IDs, func(a, b results.SingleID) int { return int(moved(a) - moved(b)) })
		for i, id := range single.IDs {
			x := name + float64(i)*step
			h := (high - 14) * float64(moved(id)) / float64(moved(worst))
			s.rect(x, y+high-h, step-margin, h, blue)
			s.text(x+(step-margin)/2, y+high-h-7, thousands(int(moved(id))/single.Rows), 11, center, ink)
		}
		y += high + gap
	}
	for _, n := range spreadNames {
		spread := spreadOf(r, n.engine, n.by)
		s.line(16, y-gap/2, width-16, y-gap/2, 0.5, lines)
		s.text(16, y+high/2-8, fmt.Sprintf("%s, %d parts", n.engine, spread.Parts), 12, left, ink)
		s.text(16, y+high/2+8, n.by, 11, left, faint)
		for i, id := range ids {
			x := name + float64(i)*step
			at := slices.IndexFunc(spread.IDs, func(of results.SpreadID) bool { return of.ID == id.ID })
			if at < 0 {
				s.text(x+(step-margin)/2, y+high/2, "no integer", 11, center, faint)
				continue
			}
			s.tenths(x, y, step-margin, high, spread.IDs[at].Writes)
		}
		y += high + gap
	}
	s.text(16, s.height-42, "KEY, HASH, RANGE: partitions of a table. {…}: shard keys. The prefix is a byte of a hash of the id. MongoDB's chunks are of 1 MB.", 11, left, faint)
	s.text(16, s.height-20, r.On()+". docs/scale.md has the numbers.", 11, left, faint)
	return s.svg("Where the rows go: bytes for a row on one server, and the share of each partition and shard, by kind of id")
}

// tenths draws a bar for each tenth of the rows, of the parts that got them.
func (s *sheet) tenths(x, y, w, h float64, writes [][]int64) {
	each := w / float64(len(writes))
	for i, parts := range writes {
		var all int64
		for _, n := range parts {
			all += n
		}
		top := y
		for part, n := range parts {
			if n > 0 {
				high := h * float64(n) / float64(all)
				s.rect(x+float64(i)*each, top, each, high, shardPaints[part%len(shardPaints)])
				top += high
			}
		}
	}
}
