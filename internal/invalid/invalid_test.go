package invalid_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/uuidkit/uuidkit/internal/invalid"
)

// TestErrorf: an error is as that of fmt.Errorf, and is Err.
func TestErrorf(t *testing.T) {
	cause := errors.New("cause")
	for _, args := range [][]any{{"f(%q): %d bytes", "x", 3}, {"f: %w", cause}} {
		format := args[0].(string)
		want, got := fmt.Errorf(format, args[1:]...), invalid.Errorf(format, args[1:]...)
		if got.Error() != want.Error() || errors.Unwrap(got) != errors.Unwrap(want) || !errors.Is(got, invalid.Err) {
			t.Errorf("Errorf(%q) is %q of %v, want %q of %v, which is Err", args, got, errors.Unwrap(got), want, errors.Unwrap(want))
		}
	}
	if errors.Is(invalid.Errorf("x"), cause) {
		t.Error("an error is every other one, want Err alone")
	}
}
