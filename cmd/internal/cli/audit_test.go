package cli_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/cmd/internal/cli"
	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/uuidtest"
)

func init() {
	docMakers = append(docMakers, func(t *testing.T, dir string) { shop(t, filepath.Join(dir, "shop.db")) })
}

// shop makes the database of docs/command.md: users whose ids are bytes, and orders
// that refer to them in text.
func shop(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	exec := func(query string, args ...any) {
		t.Helper()
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	exec(`CREATE TABLE users (id BLOB PRIMARY KEY, email TEXT)`)
	exec(`CREATE TABLE orders (number INTEGER PRIMARY KEY, user_id TEXT, invoice BLOB, note TEXT)`)
	exec(`BEGIN`)
	g := uuidtest.New(1)
	for i := range 200 {
		user, err := g.NewV7(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		invoice, err := g.NewV4()
		if err != nil {
			t.Fatal(err)
		}
		text := user.String()
		if i == 41 {
			text = text[:30]
		}
		exec(`INSERT INTO users VALUES (?, ?)`, user[:], fmt.Sprintf("user%d@example.com", i))
		exec(`INSERT INTO orders VALUES (?, ?, ?, 'by post')`, i+1, text, layout.Mixed.Encode(invoice).Data)
	}
	exec(`COMMIT`)
}

func TestAudit(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "shop.db")
	shop(t, path)
	for _, target := range []string{path, "sqlite:" + path, "SQLite:" + path} {
		for _, flags := range [][]string{nil, {"--full"}, {"--sample", "200"}} {
			stdout, stderr, status := run(nil, append([]string{"audit", target, "-o", "json"}, flags...)...)
			var r struct {
				Columns []struct {
					Where string
					Form  layout.Form
				}
				Findings []struct{ Kind, Where, Key string }
			}
			if err := json.Unmarshal([]byte(stdout), &r); err != nil || status != 1 || stderr != "" {
				t.Fatalf("audit %s %v: status %d, %v\n%s%s", target, flags, status, err, stdout, stderr)
			}
			if got, want := fmt.Sprint(r.Columns), "[{orders.invoice bytes-mixed} {orders.user_id text} {users.id bytes}]"; got != want {
				t.Errorf("columns: got %s, want %s", got, want)
			}
			if got, want := fmt.Sprint(r.Findings), "[{cut orders.user_id number=42} {reference orders.user_id number=1}]"; got != want {
				t.Errorf("findings: got %s, want %s", got, want)
			}
		}
	}
	var message strings.Builder
	if status := cli.Main([]string{"audit", path}, nil, fullDisk{}, &message); status != 2 || message.Len() == 0 {
		t.Errorf("on a full disk: got exit status %d and %q, want 2 and a message", status, &message)
	}
	stdout, _, status := run(nil, "audit", path, "--table", "users")
	if status != 0 || strings.Contains(stdout, "orders") || !strings.Contains(stdout, "users.id") {
		t.Errorf("--table users: status %d\n%s", status, stdout)
	}
	stdout, _, status = run(nil, "audit", path, "-o", "csv")
	if lines := strings.Split(strings.TrimSpace(stdout), "\n"); status != 1 || len(lines) != 4 || !strings.HasPrefix(lines[2], "orders.user_id,text,text,lower,certain,200,200,") {
		t.Errorf("-o csv: status %d\n%s", status, stdout)
	}
	for _, args := range [][]string{{"--sample", "0"}, {"--sample", "7", "--full"}, {"--timeout", "5"}, {"more"}} {
		if _, stderr, status := run(nil, append([]string{"audit", path}, args...)...); status != 2 || stderr == "" {
			t.Errorf("audit %v: status %d, message %q", args, status, stderr)
		}
	}
}

// TestNoPassword demands that no output has the password, whatever goes wrong.
func TestNoPassword(t *testing.T) {
	const secret = "g3h31m"
	dead := func() string { // a port on which nobody listens
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		return l.Addr().String()
	}()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // which accepts, and closes
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	go func() {
		for {
			c, err := silent.Accept()
			if err != nil {
				return
			}
			c.Write([]byte("HTTP/1.1 400 " + secret + "\r\n\r\n"))
			c.Close()
		}
	}()
	var targets []string
	for _, scheme := range []string{"postgres", "postgresql", "mysql", "mariadb", "mongodb", "oracle", "POSTGRES", ""} {
		for _, rest := range []string{
			"://user:%s@" + dead + "/db",
			"://user:%s@" + silent.Addr().String() + "/db",
			"://user:%s@" + dead + "/db?tls=true&sslmode=verify-full&tlsCAFile=/nosuch&sslrootcert=/nosuch&ssl-ca=/nosuch",
			"://user:%s@" + dead + "/db?tls=nosuch&sslmode=nosuch&directConnection=nosuch",
			"://user:%s@127.0.0.1:nosuch/db",
			"://user:%s@" + dead + "/db?%s=%s&password=%s",
			"://user:%s/x@" + dead + "/db",
			"://user:%s@x@" + dead + "/db",
			"://user:%s#x@" + dead + "/db",
			"://user:%s%%zz@" + dead + "/db",
			"://user:%s",
			":user:%s@" + dead + "/db",
			":/user:%s@" + dead + "/db",
		} {
			targets = append(targets, scheme+strings.ReplaceAll(strings.ReplaceAll(rest, "%s", secret), "%%", "%"))
		}
		for _, a := range []string{"@", "/", "?", "#", "/x?x="} {
			for _, b := range []string{"@", "/", "?", "#", "/x?x="} {
				for _, rest := range []string{secret + a + "x" + b + "x", "x" + a + secret + b + "x", "1" + a + "x" + b + secret} {
					target := scheme + "://user:" + rest + "@" + dead
					targets = append(targets, target, target+"/db")
					for _, args := range [][]string{{target}, {"migrate", target}, {"migrate", "status", target}, {"migrate", "status", target + "/db"}} {
						if stdout, stderr, status := run(nil, args...); status == 0 || strings.Contains(stdout+stderr, secret) {
							t.Errorf("%s: got status %d, want another than 0, and no password: %s%s", args, status, stdout, stderr)
						}
					}
				}
			}
		}
	}
	targets = append(targets, "user:"+secret+"@tcp("+dead+")/db", "host=127.0.0.1 user=u password="+secret,
		"mongodb+srv://user:"+secret+"@nosuch.invalid/db", "postgres://user:"+url.QueryEscape(secret+" @:/")+"@"+dead+"/db")
	for _, target := range targets {
		t.Run(strings.ReplaceAll(target, secret, "PASSWORD"), func(t *testing.T) {
			t.Parallel()
			stdout, stderr, status := run(nil, "audit", target, "--timeout", "500ms")
			if strings.Contains(strings.ReplaceAll(stdout+stderr, "HTTP/1.1 400 "+secret, ""), secret) {
				t.Errorf("the password is in %s%s", stdout, stderr)
			}
			if status != 2 || strings.Count(stderr, "\n") != 1 || stdout != "" {
				t.Errorf("status %d, want 2 and one line:\n%s%s", status, stdout, stderr)
			}
		})
	}
}

func TestAuditBad(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat(uuid.Max().String(), 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{filepath.Join(dir, "nosuch.db"), dir, text, "", "sqlite:", "sqlite:" + dir} {
		if _, stderr, status := run(nil, "audit", target); status != 2 || strings.Count(stderr, "\n") != 1 {
			t.Errorf("audit %q: status %d, want 2 and one line: %s", target, status, stderr)
		}
	}
}
