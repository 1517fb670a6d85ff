// Package typed tests package uuid/typed with every adapter, and beside the reference
// implementation of TypeID.
package typed
