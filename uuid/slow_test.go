package uuid_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"

	"github.com/uuidkit/uuidkit/uuid"
)

// forms are those that Parse reads: an x stands for a hexadecimal digit, all
// else for itself.
var forms = []string{
	"xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
	"{xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}",
	"urn:uuid:xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
}

// parseSlow is Parse written to be read: it is what Parse must do.
func parseSlow(s string) (uuid.UUID, error) {
	fail := func(at int, reason string) (uuid.UUID, error) {
		return uuid.UUID{}, &uuid.ParseError{Input: s[:min(len(s), 64)], Offset: at, Reason: reason}
	}
	for _, form := range forms {
		if len(s) != len(form) {
			continue
		}
		var digits string
		for i := range len(s) {
			switch want := form[i]; {
			case want == 'x' && strings.IndexByte("0123456789abcdefABCDEF", s[i]) >= 0:
				digits += s[i : i+1]
			case want == 'x':
				return fail(i, "want a hexadecimal digit")
			case unicode.ToLower(rune(s[i])) == rune(want):
			case strings.IndexByte("{-}", want) >= 0:
				return fail(i, "want "+string(want))
			default:
				return fail(i, "want urn:uuid:")
			}
		}
		b, err := hex.DecodeString(digits)
		return uuid.UUID(b), err
	}
	return fail(len(s), "not the length of a UUID")
}

// stringSlow is String written to be read.
func stringSlow(u uuid.UUID) string {
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}

// write returns u in a form.
func write(form string, u uuid.UUID) string {
	digits := hex.EncodeToString(u[:])
	var b strings.Builder
	for _, c := range form {
		if c == 'x' {
			b.WriteByte(digits[0])
			digits = digits[1:]
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}
