package toolchain_test

import (
	"runtime"
	"testing"

	"github.com/uuidkit/uuidkit/analysis/internal/toolchain"
)

func TestCheck(t *testing.T) {
	for needs, ok := range map[string]bool{
		runtime.Version(): true,
		"go1.24.13":       true,
		"go1.99":          false,
		"go1.99.1":        false,
	} {
		if err := toolchain.Check("test", needs); (err == nil) != ok {
			t.Errorf("%s: got error %v, want ok %t", needs, err, ok)
		}
	}
}
