package sqlkit_test

import (
	"encoding/hex"
	"regexp"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate/migratetest"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// TestCutText: the servers' tests have them evaluate it.
func TestCutText(t *testing.T) {
	t.Parallel()
	cut := regexp.MustCompile("(?i)" + sqlkit.CutText)
	migratetest.CutTexts(t, func(digits string) bool {
		b, err := hex.DecodeString(digits)
		if err != nil {
			t.Fatal(err)
		}
		equal := true
		for _, c := range b {
			equal = equal && c == b[0]
		}
		return equal || !cut.MatchString(digits)
	})
}
