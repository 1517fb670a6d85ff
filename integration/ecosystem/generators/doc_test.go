// Package generators measures the code that generators make: testdata has it, and TestMade makes
// it again.
package generators
