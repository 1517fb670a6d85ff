package migrate

import (
	"flag"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

var update = flag.Bool("update", false, "write the commands' output into docs/migrate.md")

// TestDocs runs the commands of docs/migrate.md on a MariaDB and a MongoDB, and compares their output with
// the page, but for times, sizes, hashes and versions.
func TestDocs(t *testing.T) {
	const page = "../../docs/migrate.md"
	db := openMySQL(t, stores.MariaDB(t))
	db.exec(t,
		"CREATE TABLE users (id char(36) NOT NULL COMMENT 'made by the application', email varchar(80) NOT NULL, PRIMARY KEY (id), UNIQUE KEY email (email)) DEFAULT CHARSET=utf8mb4",
		"CREATE TABLE orders (id char(36) NOT NULL, user_id char(36) NOT NULL, total decimal(10,2) DEFAULT NULL, PRIMARY KEY (id), KEY user_id (user_id), CONSTRAINT fk_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE) DEFAULT CHARSET=utf8mb4")
	var users, orders []string
	for range 1000 {
		u := uuids.NewV4().String()
		users = append(users, "('"+u+"', '"+u+"@example.com')")
		orders = append(orders, "('"+uuids.NewV4().String()+"', '"+u+"', 9.99)")
	}
	db.exec(t, "INSERT INTO users VALUES "+strings.Join(users, ", "), "INSERT INTO orders VALUES "+strings.Join(orders, ", "), "ANALYZE TABLE users, orders")

	documents, mongo := openMongo(t)
	var docs []bson.D
	for i := range 1000 {
		docs = append(docs, bson.D{{Key: "_id", Value: i}, {Key: "id", Value: uuids.NewV4().String()}})
	}
	insertMongo(t, documents.Collection("users"), docs)

	old := string(kit.Must(os.ReadFile(page))(t))
	hash := ""
	paste := regexp.MustCompile(`(?m)^(  uuid migrate \w+ )'?(mysql|mongodb)://[^ ']*'?`)
	now := regexp.MustCompile("(?ms)^```console\n(.*?)^```$").ReplaceAllStringFunc(old, func(block string) string {
		text := strings.TrimSuffix(strings.TrimPrefix(block, "```console\n"), "```")
		var now strings.Builder
		now.WriteString("```console\n")
		for part := range strings.SplitSeq("\n"+text, "\n$ ") {
			shown, want, _ := strings.Cut(part, "\n")
			if shown == "" {
				continue
			}
			command := strings.Replace(regexp.MustCompile("--plan .*").ReplaceAllString(shown, "--plan HASH"), "HASH", hash, 1)
			got := paste.ReplaceAllString(shell(t, db.address, mongo, command), "$1$2://admin@db.example.com/shop")
			if m := regexp.MustCompile(`--plan ([0-9a-f]{16})`).FindStringSubmatch(got); m != nil {
				hash = m[1]
			}
			if fixed(got) == fixed(want) {
				got = want
			} else {
				shown = command
				if !*update {
					t.Errorf("$ %s: got\n%s\nwant\n%s", shown, got, want)
				}
			}
			now.WriteString("$ " + shown + "\n" + strings.TrimSuffix(got, "\n") + "\n")
		}
		now.WriteString("```")
		return now.String()
	})
	if hash == "" {
		t.Error("no plan has been printed")
	}
	if *update && now != old {
		kit.Check(t, os.WriteFile(page, []byte(now), 0o644))
	}
}

// shell runs a command line, and returns what it prints but for the lines that come once a second.
func shell(t *testing.T, address, mongo, line string) string {
	t.Helper()
	db := kit.Must(url.Parse(address))(t)
	password, _ := db.User.Password()
	db.User = url.User(db.User.Username())
	cmd := exec.Command("sh", "-c", line)
	cmd.Env = append(os.Environ(), "MYSQL_PWD="+password, "DB="+db.String(), "MONGO="+mongo, "PATH="+filepath.Dir(kit.Command(t))+":"+os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC")
	out, _ := cmd.CombinedOutput()
	return regexp.MustCompile(`(?m)^.* a second.*\n`).ReplaceAllString(string(out), "")
}

// fixed returns a text without what differs from run to run.
func fixed(s string) string {
	s = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{16}\b|uuidkit_[0-9a-f]{16}`).ReplaceAllString(s, "ID")
	s = regexp.MustCompile(`\b(\d+m)?\d+(\.\d+)? ?(µs|ms|s|KB|MB|GB)\b|\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\dZ?|\b\d+\.\d+\.\d+\S*`).ReplaceAllString(s, "N")
	return strings.Join(strings.Fields(s), " ")
}
