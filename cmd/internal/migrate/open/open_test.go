package open_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
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
		"postgres://u:x@" + secret + "@127.0.0.1:1/d", "postgres://u:a/b?c=" + secret + "@127.0.0.1:1/d", "postgres://u:1/b?c=" + secret + "@127.0.0.1:1/d",
		"postgres://u:1/" + secret + "?c=d@127.0.0.1:1", "postgres://u:1/b?c=" + secret + "%zz@127.0.0.1:1",
		"postgres://127.0.0.1:1/d?password=x&" + secret, "postgres://127.0.0.1:1/d?password=%zz" + secret, "mysql://u:" + secret, "mongodb://u:1" + secret,
		"mongodb://u@127.0.0.1:1/d?tlsCertificateKeyFilePassword=" + secret + "%zz",
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

// TestRight has URLs that the drivers read, and that are odd.
func TestRight(t *testing.T) {
	for _, url := range []string{
		"postgres://%2Fnosuch/shop", "postgres://u@[::1]:1,[::1]:1/shop", "postgres://127.0.0.1:1/shop?user=bob@tenant", "postgres://127.0.0.1:1?user=bob@tenant", "postgres://u:a^ü:@127.0.0.1:1,127.0.0.1:/d?connect_timeout=1&",
		"mysql://u:a:b@127.0.0.1:1/d?time_zone='+01:00'", "mysql://admin@server:p@ss@127.0.0.1:1/shop", "mysql://[::1]:1?charset=utf8mb4,utf8",
		"mongodb://shop:KEY==@127.0.0.1:1/shop?ssl=true&replicaSet=globaldb&retrywrites=false&maxIdleTimeMS=120000&appName=@shop@", "mongodb://u@127.0.0.1:1,[::1]:1/?ssl=false;appName=a@b",
	} {
		if _, err := audit.Store(t.Context(), url, store.Options{Timeout: 100 * time.Millisecond}); err == nil || errors.Is(err, dsn.ErrMalformed) || strings.Contains(err.Error(), "parsing") {
			t.Errorf("%s: got %v, want that nobody answers", url, err)
		}
	}
}
