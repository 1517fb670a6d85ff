package uuid_test

import (
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

func addTexts(f *testing.F) {
	for _, form := range forms {
		for _, text := range vectors.All {
			s := write(form, uuid.MustParse(text))
			f.Add(s)
			f.Add(strings.ToUpper(s))
			f.Add(s[1:])
			f.Add(strings.Replace(s, "-", "_", 1))
		}
	}
}

// FuzzParse compares Parse with parseSlow, and sends what it reads through
// every format and back.
func FuzzParse(f *testing.F) {
	addTexts(f)
	f.Fuzz(func(t *testing.T, s string) {
		checkParse(t, s)
		u, err := uuid.Parse(s)
		if err != nil {
			return
		}
		checkString(t, u)
		for _, form := range forms {
			checkParse(t, write(form, u))
		}
		for _, f := range formats {
			f.roundTrip(t, u)
		}
	})
}
