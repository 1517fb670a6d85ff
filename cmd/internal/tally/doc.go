// Package tally reads the values of one column and says in which form they hold
// UUIDs, how sure that is, and which values are wrong.
//
//	t := tally.New(time.Now())
//	for … {
//		t.Add(value, key)
//	}
//	v := t.Verdict()
//
// Text of most forms is known by its shape. 16 bytes can be read in five orders,
// and hexadecimal digits can be a hash: there the version and the variant decide.
// In the right order all UUIDs have valid ones. In a wrong order one in two has, and of
// random values one in eight. So a single value proves little, and sixteen leave no doubt.
//
// Nothing here does input or output.
//
// To add a column with values of several forms, or with wrong ones, add a row to TestMixtures in
// tally_test.go or TestFaults in tally_test.go.
package tally
