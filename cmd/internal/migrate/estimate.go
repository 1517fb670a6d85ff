package migrate

import (
	"fmt"
	"math"
	"time"
)

// TrialRows is how many rows of each table a plan reads and converts, to see how long that
// takes. It writes none.
const TrialRows = 5000

// Trial estimates the time of run from the time that the first rows of each table take: times
// as much for each row. convert returns how many rows of the table it has converted.
func (p *Plan) Trial(times int, convert func(t *Table) (rows int64, err error)) error {
	if len(p.Refusals) > 0 || p.Request.Untimed || p.Nothing() {
		return nil
	}
	var all time.Duration
	for i := range p.Tables {
		var n int64
		took := time.Duration(math.MaxInt64)
		for range 3 { // the fastest: the others are of other work
			begin := time.Now()
			var err error
			if n, err = convert(&p.Tables[i]); err != nil {
				return err
			}
			took = min(took, time.Since(begin))
		}
		if all += took; n > 0 {
			p.Takes += time.Duration(float64(times) * float64(took) * float64(p.Tables[i].Rows) / float64(n))
		}
	}
	p.Basis = fmt.Sprintf("measured: the first %d rows of each table took %s to read, convert and sum up; run does so more than once, and writes, and takes about %d times as long for each row", TrialRows, all.Round(time.Millisecond), times)
	return nil
}
