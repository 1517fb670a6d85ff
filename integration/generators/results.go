package generators

import (
	"fmt"
	"time"
)

// Results are what the tests have measured: results.json.
type Results struct {
	Command   string
	Fleet     []Fleeted
	Simulated []Simulated // of Simulations
	Drawn     []Simulated // of Curves
}

// Fleeted is what a fleet has made of a Kind.
type Fleeted struct {
	Kind   Kind
	IDs    int
	Again  int     // ids that come again
	Orders []Order // of the processes whose clocks are Right, at worst Skewed, and at worst Stepped
}

// FleetTable returns the table of what the fleet has made.
func (r Results) FleetTable() string {
	table := "| version | ids | come again | 16 right clocks | and 24 that are up to 5 s off | and 23 that are set again and again |\n|---|---:|---:|---|---|---|\n"
	for _, f := range r.Fleet {
		table += fmt.Sprintf("| %s | %d | %d |", f.Kind, f.IDs, f.Again)
		for _, o := range f.Orders {
			table += " " + o.String() + " |"
		}
		if len(f.Orders) == 0 {
			table += " does not sort | | |"
		}
		table += "\n"
	}
	return table
}

func (o Order) String() string {
	if o.Late == 0 && o.Wrong == 0 {
		return "in order"
	}
	return fmt.Sprintf("%v; %.0f %%", o.Late.Round(10*time.Millisecond), 100*o.Wrong)
}
