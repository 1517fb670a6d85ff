package sqlite

import "time"

// CountFor sets how long a table's rows are counted, and returns what sets it back.
func CountFor(d time.Duration) (back func()) {
	before := countFor
	countFor = d
	return func() { countFor = before }
}

var URI = uri
