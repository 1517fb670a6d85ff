package migrate

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// TestPaste goes there and back by the command lines that plan and status print. The first plan names the
// columns that it leaves out: buyer refers to the ids, token does not, note has no UUIDs, and native is right.
func TestPaste(t *testing.T) {
	t.Parallel()
	const rows = 60
	fill := func(t *testing.T, db *database, insert func(id, token, native string)) {
		for range rows {
			insert(uuids.NewV4().String(), uuids.NewV4().String(), uuids.NewV4().String())
		}
	}
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		db.exec(t, "CREATE TABLE users (id char(36) PRIMARY KEY, token varchar(40), native binary(16))",
			"CREATE TABLE `order's items` (n int AUTO_INCREMENT PRIMARY KEY, id char(36), FOREIGN KEY (id) REFERENCES users (id), buyer varchar(36), note text)")
		fill(t, db, func(id, token, native string) {
			db.exec(t, "INSERT INTO users VALUES ('"+id+"', '"+token+"', UNHEX(REPLACE('"+native+"', '-', '')))",
				"INSERT INTO `order's items` (id, buyer, note) VALUES ('"+id+"', '"+id+"', 'an order')")
		})
		thereAndBack(t, db.address, "order's items.buyer", "users.token")
	})
	eachPostgres(t, func(t *testing.T, address string) {
		db := openPostgres(t, address)
		db.exec(t, "CREATE TABLE users (id char(36) PRIMARY KEY, token varchar(40), native uuid)", "CREATE SCHEMA s",
			`CREATE TABLE s."Order items" (n serial PRIMARY KEY, id char(36) REFERENCES users, buyer text, note text)`)
		fill(t, db, func(id, token, native string) {
			db.exec(t, "INSERT INTO users VALUES ('"+id+"', '"+token+"', '"+native+"')",
				`INSERT INTO s."Order items" (id, buyer, note) VALUES ('`+id+"', '"+id+"', 'an order')")
		})
		thereAndBack(t, address, "s.Order items.buyer", "public.users.token")
	})
	t.Run("MongoDB", func(t *testing.T) {
		db, address := openMongo(t)
		var docs []bson.D
		fill(t, nil, func(id, token, native string) {
			docs = append(docs, bson.D{{Key: "id", Value: id}, {Key: "token", Value: token}, {Key: "note", Value: "a user"},
				{Key: "items", Value: bson.A{bson.D{{Key: "buyer", Value: id}}}}, {Key: "native", Value: kit.Must(uuids.Parse(native))(t)}})
		})
		insertMongo(t, db.Collection("users"), docs)
		kit.Must(db.Collection("users").Indexes().CreateOne(t.Context(), mongo.IndexModel{Keys: bson.D{{Key: "id", Value: 1}}, Options: options.Index().SetUnique(true)}))(t)
		thereAndBack(t, address, "users.items.buyer", "users.token")
	})
}

// pasted runs a command line of a shell, and returns what it prints. The line has not the password of the
// database's URL.
func pasted(t *testing.T, address, line string) string {
	t.Helper()
	password, _ := kit.Must(url.Parse(address))(t).User.Password()
	cmd := exec.Command("sh", "-c", line)
	cmd.Env = append(os.Environ(), "MYSQL_PWD="+password, "PGPASSWORD="+password, "PATH="+filepath.Dir(kit.Command(t))+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", line, err, out)
	}
	return string(out)
}

func thereAndBack(t *testing.T, address, refers, other string) {
	u := kit.Must(url.Parse(address))(t)
	password, _ := u.User.Password()
	hidden := func(text string) string {
		if password != "" && strings.Contains(text, ":"+password+"@") {
			t.Errorf("the password is printed: %s", text)
		}
		return text
	}
	paste := func(line string) string { return hidden(pasted(t, address, line)) }
	left := func(plan string) (names []string) {
		section := regexp.MustCompile(`(?s)\nNot converted[^\n]*\n(.*?)\n\n`).FindStringSubmatch(plan)
		if section == nil {
			return nil
		}
		for _, m := range regexp.MustCompile(`(?m)^  (\S.*?)  `).FindAllStringSubmatch(section[1], -1) {
			names = append(names, m[1])
		}
		return names
	}
	want := []string{refers, other}
	slices.Sort(want)
	plan := hidden(must(t, done, "plan", address, "users.id"))
	if got := left(plan); !slices.Equal(got, want) || !strings.Contains(plan, " --with ") {
		t.Fatalf("the plan leaves %q, want %q, and --with for the first: %s", got, want, plan)
	}
	plan = hidden(must(t, done, "plan", address, "users.id", "--with", refers))
	if got := left(plan); !slices.Equal(got, []string{other}) {
		t.Errorf("the plan leaves %q, want %q", got, other)
	}
	lines := regexp.MustCompile(`(?m)^  (uuid migrate .*)$`)
	paste(lines.FindStringSubmatch(plan)[1])
	paste(lines.FindStringSubmatch(plan)[1]) // as after a kill that came too late
	if !nothing(t, address, "users.id", "--with", refers) {
		t.Error("the pasted run has left something")
	}
	status := lines.FindAllStringSubmatch(hidden(must(t, done, "status", address)), -1)
	if len(status) != 2 {
		t.Fatalf("status has %d commands, want undo and cleanup", len(status))
	}
	paste(status[0][1])
	if out := must(t, done, "status", "-o", "json", address); strings.TrimSpace(out) != "[]" {
		t.Errorf("the pasted undo has left something: %s", out)
	}
}
