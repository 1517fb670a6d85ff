package sqlkit_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate/migratetest"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// TestCutText: the servers' tests have them evaluate it.
func TestCutText(t *testing.T) {
	t.Parallel()
	cut := regexp.MustCompile("(?i)" + sqlkit.CutText)
	migratetest.CutTexts(t, func(digits string) bool {
		return strings.Trim(digits, digits[:1]) == "" || !cut.MatchString(digits)
	})
}
