package open_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/open"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	audit "github.com/uuidkit/uuidkit/cmd/internal/store/open"
)

// TestMalformed: migrate rejects the URLs that audit rejects, for the same reason, before it connects, and no error has
// what may be a password.
func TestMalformed(t *testing.T) {
	const secret = "Geheim"
	for _, url := range []string{
		"postgres://u:a/" + secret + "@127.0.0.1:1/d", "postgres://u:" + secret + "%@127.0.0.1:1/d",
		"postgres://u:" + secret + "@127.0.0.1:1/d?sslmode=nosuch", "mysql://u:a/" + secret + "@127.0.0.1:1/d", "mysql://u:" + secret + "%@127.0.0.1:1/d",
		"mysql://u:" + secret + "@127.0.0.1:1/d?tls=nosuch",
		"mongodb://u:" + secret + "@x@127.0.0.1:1/d", "mongodb://u:a/" + secret + "@127.0.0.1:1/d", "mongodb://u:" + secret + "%@127.0.0.1:1/d", "mongodb://u:a:" + secret + "@127.0.0.1:1/d",
		"oracle://u:" + secret + "@127.0.0.1:1/d",
	} {
		_, want := audit.Store(t.Context(), url, store.Options{})
		_, err := open.Store(t.Context(), url)
		var e *migrate.Error
		if want == nil || !errors.As(err, &e) || e.Code != migrate.CodeUsage || !strings.Contains(err.Error(), want.Error()) {
			t.Errorf("%s: got %v, and audit says %v", url, err, want)
		}
		if err != nil && strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v has the password", url, err)
		}
	}
}
