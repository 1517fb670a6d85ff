package pictures

import (
	"fmt"
	"strings"

	"github.com/uuidkit/uuidkit/integration/matrix"
)

// verdicts are the squares of the picture, in the order in which a line has them.
var verdicts = []struct {
	verdict matrix.Verdict
	name    string
}{
	{matrix.Native, "right"},
	{matrix.Fails, "fails loudly"},
	{matrix.Wrong, "silently wrong"},
	{matrix.BecomesWrong, "right today, wrong with uuidkit"},
}

// paintOf is the color of a verdict, which is the same in docs/matrix.html.
func paintOf(v matrix.Verdict) paint {
	c := matrix.Colors[v]
	return paint{c.Light, c.Dark}
}

// message is what the picture says: in how many lines google/uuid is silently wrong, today
// and with uuidkit.
func message(all []matrix.Line) []string {
	today, kit, became, others := 0, 0, 0, 0
	for _, l := range all {
		if l.Today.Wrong > 0 {
			today++
		}
		if l.Kit.Wrong > 0 {
			kit++
		}
		became += l.BecameWrong
		others += l.Tried - l.Kit.Right - l.BecameWrong
	}
	said := []string{fmt.Sprintf("google/uuid is silently wrong in %d of %d", today, len(all))}
	switch {
	case became == 0 && others == 0:
		return append(said, "With uuidkit: in none")
	case others == 0:
		return append(said, "With uuidkit: only SQL that expects text")
	}
	return append(said, fmt.Sprintf("With uuidkit: in %d", kit))
}

// matrixPicture has a square for each statement of the headline, without uuidkit and with
// it. It is as narrow as a telephone, where a wider one would be too small to read.
func matrixPicture(r matrix.Report) []byte {
	const (
		wide, margin      = 460, 12
		square, step, row = 10, 11, 38
		top               = 126
		half              = 228 // from one side to the other
	)
	all := r.Headline()
	height := top + float64(len(all)*row) + float64(len(verdicts))*22 + 26
	s := newSheetOf(wide, height)
	said := message(all)
	for i, line := range said {
		s.bold(margin, 24+float64(i)*26, line, 19, left, ink)
	}
	s.text(margin, 76, fmt.Sprintf("%d everyday statements in each store and library (MongoDB: %d)", all[0].Tried, all[len(all)-1].Tried), 13, left, faint)
	for i, name := range []string{"today", "with uuidkit"} {
		s.bold(margin+float64(i)*half, 104, name, 15, left, ink)
	}
	y := float64(top)
	for _, l := range all {
		s.line(margin, y-8, wide-margin, y-8, 0.5, lines)
		s.text(margin, y+3, l.Plain(), 13, left, ink)
		for side, right := range []int{l.Today.Right, l.Kit.Right} {
			x := margin + float64(side)*half
			for _, v := range verdicts {
				for _, cell := range l.Cells {
					if cell[side] == v.verdict {
						s.rect(x, y+13, square, square, paintOf(v.verdict))
						x += step
					}
				}
			}
			s.bold(x+6, y+18, fmt.Sprint(right), 13, left, ink)
		}
		y += row
	}
	y += 6
	for _, v := range verdicts {
		s.rect(margin, y, 13, 13, paintOf(v.verdict))
		s.text(margin+20, y+7, v.name, 13, left, ink)
		y += 22
	}
	return s.svg(strings.Join(said, ". "))
}
