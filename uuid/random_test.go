//go:build go1.26

package uuid_test

import (
	"crypto/rand"

	"testing"
	"testing/synctest"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// TestRandomBits has crypto/rand read as known bytes, and each generator put them
// where they belong.
func TestRandomBits(t *testing.T) {
	system := rand.Reader
	defer func() { rand.Reader = system }()
	at := func(f func(time.Time) (uuid.UUID, error)) func() uuid.UUID {
		return func() uuid.UUID {
			u, err := f(epoch)
			if err != nil {
				t.Error(err)
			}
			return u
		}
	}
	const a, b = 0x0123456789abcdef, 0xfedcba9876543210
	for _, test := range []struct {
		name             string
		new              func() uuid.UUID
		want, complement string // of a and b, and of ^a and ^b
	}{
		{"New", uuid.New, "01234567-89ab-4def-bedc-ba9876543210", "fedcba98-7654-4210-8123-456789abcdef"},
		{"NewV4", uuid.NewV4, "01234567-89ab-4def-bedc-ba9876543210", "fedcba98-7654-4210-8123-456789abcdef"},
		{"NewV7", uuid.NewV7, "00dc6ad0-9660-7000-8123-456789abcdef", "00dc6ad1-80c0-7000-bedc-ba9876543210"},
		{"V1At", at(uuid.V1At), "c232ab00-9414-11ec-8123-456789abcdef", "c232ab00-9414-11ec-bedc-bb9876543210"},
		{"V6At", at(uuid.V6At), "1ec9414c-232a-6b00-8123-456789abcdef", "1ec9414c-232a-6b00-bedc-bb9876543210"},
		{"V7At", at(uuid.V7At), "017f22e2-79b0-7123-8567-89abcdeffedc", "017f22e2-79b0-7edc-ba98-765432100123"},
	} {
		synctest.Test(t, func(t *testing.T) {
			time.Sleep(time.Minute) // from 2000-01-01, where no other test is
			rand.Reader = words(a, b)
			if got := test.new().String(); got != test.want {
				t.Errorf("%s = %s, want %s", test.name, got, test.want)
			}
			time.Sleep(time.Minute)
			rand.Reader = words(^uint64(a), ^uint64(b))
			if got := test.new().String(); got != test.complement {
				t.Errorf("%s = %s, want %s", test.name, got, test.complement)
			}
		})
	}
}
