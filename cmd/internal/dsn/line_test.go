package dsn_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/dsn"
)

func TestWithoutPassword(t *testing.T) {
	for _, test := range []struct {
		url, want string
		has       bool
	}{
		{"app.db", "app.db", false},
		{"SQLite:my app.db", "sqlite:my app.db", false},
		{"postgres://u@h/db", "postgres://u@h/db", false},
		{"Postgres://u@h/db?sslmode=disable", "postgres://u@h/db?sslmode=disable", false},
		{"mysql://u:@h/db", "mysql://u@h/db", false},
		{"postgres://u:s3cret@h/db", "postgres://u@h/db", true},
		{"POSTGRES://u:s3cret@h/db?sslmode=disable&password=s3cret&SSLPassword=s3cret", "postgres://u@h/db?sslmode=disable", true},
		{"postgres://h/db?user=u&passw%6frd=s3cret", "postgres://h/db?user=u", true},
		{"postgres://h/db?passfile=/p", "postgres://h/db?passfile=/p", false},
		{"mysql://u:s3cret@h/db?allowCleartextPasswords=true", "mysql://u@h/db?allowCleartextPasswords=true", true},
		{"mongodb://h/db?tlsCertificateKeyFile=f&tlsCertificateKeyFilePassword=s3cret&sslClientCertificateKeyPassword=s3cret", "mongodb://h/db?tlsCertificateKeyFile=f", true},
		{"mysql://u:s3c%3aret@[::1]:3306/db", "mysql://u@[::1]:3306/db", true},
		{"mongodb://u:s3cret@a:1,b:2/db?replicaSet=r&authMechanismProperties=AWS_SESSION_TOKEN:s3cret", "mongodb://u@a:1,b:2/db?replicaSet=r", true},
		{"mongodb+srv://u:s3cret@h", "mongodb+srv://u@h", true},
		{"mongodb://h/db?replicaSet=r;tlsCertificateKeyFile=/k;tlsCertificateKeyFilePassword=s3cret", "mongodb://h/db?replicaSet=r&tlsCertificateKeyFile=/k", true},
		{"mongodb://h/db?replicaSet=r;authMechanismProperties=AWS_SESSION_TOKEN:s3cret&tls=true", "mongodb://h/db?replicaSet=r&tls=true", true},
		{"mongodb://h/db?replicaSet=r;tls=true", "mongodb://h/db?replicaSet=r&tls=true", false},
		{"sqlite://a:b@c.db", "sqlite://a:b@c.db", false},
		{"file:a@b:c.db?password=s3cret", "file:a@b:c.db", false},
		{"a:b@c.db", "a:b@c.db", false},
	} {
		got, has := dsn.WithoutPassword(test.url), dsn.HasPassword(test.url)
		if got != test.want || has != test.has || strings.Contains(got, "s3c") {
			t.Errorf("%s: got %s, %t, want %s, %t", test.url, got, has, test.want, test.has)
		}
	}
}

// TestCommandLine has a shell read the line again.
func TestCommandLine(t *testing.T) {
	words := []string{"app.db", "my app.db", "it's.db", "", "mysql://u@[::1]:3306/db?a=b&c=d", "$HOME", "`id`", "\\", "a\nb", "*", "ü.id", `"Users".id`, "~/x", "{a,b}"}
	line := dsn.CommandLine(append([]string{"printf", `%s\0`}, words...)...)
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err) // no POSIX shell
	}
	out, err := exec.Command(shell, "-c", line).Output()
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); strings.Join(got, "|") != strings.Join(words, "|") {
		t.Errorf("%s: got %q, want %q", line, got, words)
	}
}
