// Package advice has what the pages tell readers to do, and does it.
//
// A [Row] is one piece of advice: its words, and a function that does what they say against a
// real store. A [Table] is a table of README.md or docs that is made of rows, so two pages
// cannot give different advice. The tests fail if
//
//   - the words of a row name code, a tag, a connector or the plugin that its function does not use;
//   - the function of a row does not store and find ids in the form of the store;
//   - what a row warns of is not wrong, or has another error than the row says;
//   - an error of the packages says what to use or to call, and no row does it;
//   - a table of a page differs from its rows, or its header is in no list;
//   - a name of ours in a page does not exist, or no test runs a command's output in a page;
//   - a refusal of uuid migrate, or a line of Go of uuid audit, is run by no test.
//
// After a change of rows or tables
//
//	go -C integration test ./advice -update
//
// writes the pages. A new library is a function in a code_*.go, a row in rows.go, and a cell in
// tables.go.
package advice
