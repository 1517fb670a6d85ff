// Package generators measures the code that generators make: testdata has it, and TestMade makes
// it again.
//
// To add a generator, add a row to generators in made_test.go and its folder to testdata; then write a function like
// sqlcRows in sqlc_test.go, and call it in TestGenerators in full_test.go.
package generators
