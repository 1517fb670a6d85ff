package results

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Shards is what an id does to an index and to shards: the command clusters/shards writes shards.json.
type Shards struct {
	Machines  map[string]Machine // of each part of the command
	Single    []Single
	Lag       Lag
	Spread    []Spread
	Conflicts Conflicts
}

// A Machine is what a part was measured on, and the release of Go.
type Machine struct {
	Go, CPU string
	CPUs    int
}

// On names the machines of all parts.
func (s Shards) On() string {
	on := map[string]bool{}
	for _, m := range s.Machines {
		on[fmt.Sprintf("%s, %d CPUs", m.CPU, m.CPUs)] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(on)), "; ")
}

// A Single is one server with little memory, whose table has an id as its key and a number of 8 bytes.
type Single struct {
	Engine, Version string
	Rows            int
	Pool            int64 // bytes for pages in the server's memory
	IDs             []SingleID
}

// A SingleID is the table with ids of one kind.
type SingleID struct {
	ID            string
	Bytes         int64     // of the index of the key: in InnoDB it has the rows
	Splits        int64     // of its pages
	Read, Written int64     // bytes: see the command
	Rates         []float64 // inserted rows a second, one for each tenth of the rows
}

// Lag is how far a standby of PostgreSQL is behind.
type Lag struct {
	Version string
	Rows    int
	Pool    int64 // bytes for pages, in each of the two servers
	IDs     []LagID
}

// A LagID is the table with ids of one kind.
type LagID struct {
	ID      string
	Behind  []int64 // bytes of the log that the standby has not replayed, after each tenth of the rows
	CatchUp float64 // seconds from the last row until it has all
}

// A Spread is a table or collection in parts.
type Spread struct {
	Engine, Version string
	Rows, Parts     int
	By              string // what chooses the part
	IDs             []SpreadID
}

// A SpreadID is the table with ids of one kind.
type SpreadID struct {
	ID     string
	Writes [][]int64 // into each part, for each tenth of the rows
	Rows   [][]int64 // that each part has after it
	Moves  int       // of chunks
}

// Hottest is the share of the writes that the busiest part gets in the last tenth of the rows.
func (s SpreadID) Hottest() float64 {
	var most, all int64
	for _, n := range s.Writes[len(s.Writes)-1] {
		most, all = max(most, n), all+n
	}
	return float64(most) / float64(all)
}

// Conflicts are those of writers at all nodes of a Galera cluster.
type Conflicts struct {
	Version        string
	Nodes, Writers int
	Keys           []Conflict
}

// A Conflict is how often inserts met each other.
type Conflict struct {
	Key     string // who makes it, and the column
	Rows    int    // that were inserted
	Refused int    // inserts that got an error and were sent again
	Rate    float64
}
