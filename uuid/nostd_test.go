//go:build !go1.27

package uuid_test

import "testing"

func TestStd(t *testing.T) {
	t.Skip("the standard library has a package uuid from Go 1.27 on")
}
