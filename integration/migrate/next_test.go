package migrate

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// follows returns the command lines behind an error, by what they are for.
func follows(output string) map[string]string {
	lines := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^to (.+?): (uuid migrate .*)$`).FindAllStringSubmatch(output, -1) {
		lines[m[1]] = m[2]
	}
	return lines
}

// TestPasteInterrupted pastes the lines behind status 5.
func TestPasteInterrupted(t *testing.T) {
	t.Parallel()
	db := openPostgres(t, stores.Postgres(t))
	db.exec(t, "CREATE TABLE t (id text PRIMARY KEY)", "INSERT INTO t VALUES ('"+emptyText+"')")
	tx := kit.Must(db.Begin())(t)
	defer tx.Rollback()
	kit.Must(tx.Exec("LOCK TABLE t IN SHARE MODE"))(t)
	p := start(t, "run", db.address, "t.id")
	kit.Eventually(t, "run waits for the table", func() bool {
		return db.texts(t, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") != nil
	})
	status, output := p.wait(t, nil)
	lines := follows(output)
	if status != interrupted || len(lines) != 2 {
		t.Fatalf("status %d, want %d, with two lines to paste: %s", status, interrupted, output)
	}
	kit.Check(t, tx.Rollback())
	pasted(t, db.address, lines["see how far it is"])
	pasted(t, db.address, lines["run again"])
	same(t, "type", db.texts(t, "SELECT pg_typeof(id), id FROM t"), []string{"uuid|" + emptyText})
}

// TestPasteUnfinished pastes the lines that status prints of a run and of an undo that were killed.
func TestPasteUnfinished(t *testing.T) {
	t.Parallel()
	fill := func(t *testing.T, db *database) {
		db.exec(t, "CREATE TABLE t (id char(36) PRIMARY KEY, n int)")
		for i := range 4 {
			rows := ""
			for j := range 500 {
				rows += ", ('" + plansID(i*500+j) + "', 1)"
			}
			db.exec(t, "INSERT INTO t VALUES "+rows[2:])
		}
	}
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		db := openPostgres(t, stores.Postgres(t))
		fill(t, db)
		pasteUnfinished(t, db.address, "public.t.id", plansSQL{database: db}.state, func() string { return db.texts(t, "SELECT DISTINCT pg_typeof(id) FROM t")[0] }, "character", "uuid")
	})
	for name, dsn := range map[string]func(testing.TB) string{"MariaDB": stores.MariaDB, "MySQL": stores.MySQL} {
		t.Run(name, func(t *testing.T) {
			long(t)
			t.Parallel()
			db := openMySQL(t, dsn(t))
			fill(t, db)
			pasteUnfinished(t, db.address, "t.id", plansSQL{database: db}.state, func() string { return db.textsOf(t, "SELECT DISTINCT LENGTH(id) FROM t")[0] }, "36", "16")
		})
	}
	t.Run("MongoDB", func(t *testing.T) {
		long(t)
		t.Parallel()
		db, address := openMongo(t)
		var docs []bson.D
		for i := range 2000 {
			docs = append(docs, bson.D{{Key: "_id", Value: i}, {Key: "id", Value: uuids.NewV4().String()}})
		}
		insertMongo(t, db.Collection("t"), docs)
		p := plansMongo{db, address}
		form := func() string {
			expire(t, db) // of the command that was killed last
			types := kit.Must(db.Collection("t").Distinct(t.Context(), "id", bson.D{{Key: "id", Value: bson.D{{Key: "$type", Value: "string"}}}}).Raw())(t)
			return map[bool]string{true: "binary", false: "text"}[len(kit.Must(types.Values())(t)) == 0]
		}
		pasteUnfinished(t, address, "t.id", func(t *testing.T) string {
			state := p.state(t)
			return state
		}, form, "text", "binary")
	})
}

// pasteUnfinished kills verbs when the journal has a state, and pastes what status prints then.
func pasteUnfinished(t *testing.T, address, column string, state func(*testing.T) string, form func() string, before, after string) {
	t.Helper()
	for _, c := range []struct {
		verb, state string
		paste       string // the verb of the line
		want        string
	}{
		{"run", "copying", "undo", before},
		{"run", "copying", "run", after},
		{"undo", "undoing", "undo", before},
	} {
		args := []string{c.verb, address, column, "--online", "--pause", "2s"}
		if c.verb == "undo" {
			args = slices.Delete(args, 2, 3)
		}
		p := start(t, args...)
		kit.Eventually(t, c.verb+" has begun", func() bool { return state(t) == c.state })
		kit.Check(t, p.cmd.Process.Kill())
		if status, output := p.wait(t, nil); status != killed {
			t.Fatalf("%s: status %d: %s", c.verb, status, output)
		}
		printed := must(t, done, "status", address)
		if !strings.Contains(printed, "  "+c.state+" ") {
			t.Errorf("status does not have the state %s: %s", c.state, printed)
		}
		form() // MongoDB's lock expires
		line := regexp.MustCompile(`(?m)^  (uuid migrate ` + c.paste + ` .*)$`).FindStringSubmatch(printed)
		if line == nil {
			t.Fatalf("status has no line for %s: %s", c.paste, printed)
		}
		pasted(t, address, line[1]+" --yes")
		if got := form(); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s was killed, and then %s: the form is %s, not %s", c.verb, line[1], got, c.want)
		}
	}
	if got := state(t); got != "" {
		t.Errorf("the state is %q after undo", got)
	}
}
