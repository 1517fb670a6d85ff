// Package layout knows the forms in which databases hold UUIDs: the store's own
// type, text in its spellings, and 16 bytes in five orders.
//
//	for _, r := range layout.Read(nil, v) { // every form that v can be read in
//		fmt.Println(r.Form, r.UUID)
//	}
//	u, err := layout.Swapped.Decode(v)      // v is known to be in this form
//	v, err = layout.Text.Encode(u)          // the same UUID in another
//
// One value is rarely enough to know its form: any 16 bytes can be read in five
// orders. Package tally decides for a column. Nothing here does input or output.
//
// To add a form, add its text or bytes to written in layout_test.go, and a value that several
// forms read to TestRead in layout_test.go.
package layout
