//go:build full

package ecosystem

// full is set by the tag full: all rows are measured.
const full = true
