package results

// Speed is what the command bench measured: results.json.
type Speed struct {
	Command, Go, CPU string
	CPUs             int
	Sections         []Section
	Growth           []Panel
}

// A Section is a table of RESULTS.md.
type Section struct {
	Name       string
	Operations []Operation
}

// An Operation is a line of the table.
type Operation struct {
	Name  string
	Peers []Peer
}

// A Peer is who does the operation, and the time of the fastest round: of a call or, in a
// batch, of an id.
type Peer struct {
	Name   string
	NS     float64
	Allocs int64 // of a call
}

// A Panel is a part of the picture of growth: how the time of an id depends on a number.
type Panel struct {
	Name   string
	Number string // what it is the number of
	At     []int
	Curves []Curve
}

// A Curve is an operation by one peer.
type Curve struct {
	Operation string
	Who       string    // empty: ours
	NS        []float64 // of an id, at each number; 0 where it was not measured
}
