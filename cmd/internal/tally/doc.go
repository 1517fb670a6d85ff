// Package tally reads the values of one column and says in which form they hold
// UUIDs, how sure that is, and which values are wrong.
//
//	t := tally.New()
//	for … {
//		t.Add(value, key)
//	}
//	v := t.Verdict()
//
// Nothing here does input or output.
package tally
