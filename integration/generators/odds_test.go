package generators_test

import (
	"math"
	"slices"
	"testing"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/generators"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

const resultsFile = "results.json"

// TestOdds simulates loads at so few random bits that ids repeat: about as often as the formula says. results.json has what
// is seen.
func TestOdds(t *testing.T) {
	r := kit.Must(results.Read[generators.Results](resultsFile))(t)
	simulated, drawn := simulate(t, generators.Simulations()), simulate(t, generators.Curves())
	if !*update && (!slices.Equal(simulated, r.Simulated) || !slices.Equal(drawn, r.Drawn)) {
		t.Errorf("%s has not what is seen: go -C integration test ./generators -run TestOdds -update", resultsFile)
	}
	if r.Simulated, r.Drawn = simulated, drawn; *update && !t.Failed() {
		kit.Check(t, results.Write(resultsFile, r))
	}
}

func simulate(t *testing.T, loads []generators.Load) (all []generators.Simulated) {
	for _, l := range loads {
		seen := kit.Must(l.Simulate())(t)
		want, deviation := l.Expected(), l.Deviation()
		t.Logf("%+v: %d, by the formula %.0f ± %.0f", l, seen, want, deviation)
		if want < 20 || math.Abs(float64(seen)-want) > 4*deviation {
			t.Errorf("%+v: %d pairs of ids are the same, want %.0f ± %.0f", l, seen, want, 4*deviation)
		}
		all = append(all, generators.Simulated{Load: l, Seen: seen})
	}
	return all
}
