// Package typed tests package uuid/typed with every adapter, and beside the reference
// implementation of TypeID.
//
// To add an adapter, add a test like TestCBOR in typed_test.go.
package typed
