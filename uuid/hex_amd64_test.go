//go:build gc && !purego && !race && !msan && !asan

package uuid_test

import (
	"os"
	"testing"

	"github.com/uuidkit/uuidkit/uuid"
)

// TestOldCPU runs the tests of text as on a CPU without SSSE3.
func TestOldCPU(t *testing.T) {
	if !uuid.SetSSSE3(false) {
		if os.Getenv("CI") == "true" {
			t.Fatal("found no SSSE3, which every machine of CI has")
		}
		t.Skip("this CPU has no SSSE3: all tests ran without it")
	}
	defer uuid.SetSSSE3(true)
	t.Run("Parse", TestParse)
	t.Run("ParseReject", TestParseReject)
	t.Run("ParseEveryByte", TestParseEveryByte)
	t.Run("String", TestString)
	t.Run("Hex", TestHex)
	t.Run("Allocs", TestAllocs)
}
