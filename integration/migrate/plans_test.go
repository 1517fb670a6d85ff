package migrate

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// A plan that a version of the command has left in a database must be of use to every later one.
// testdata/plans has a folder for each version, with a dump of each store in each state that a
// finished or killed command of that version leaves. A new folder is made by
//
//	go test ./migrate -run TestMakePlans -make-plans VERSION -with COMMAND -mariadb-dump FILE
//
// with the command of that version, Debian's pg_dump 15 and mariadb-dump, and MySQL 9.
var (
	makePlans   = flag.String("make-plans", "", "with TestMakePlans: a new folder of testdata/plans")
	withCommand = flag.String("with", "", "with TestMakePlans: the command that makes the plans")
	mariadbDump = flag.String("mariadb-dump", "mariadb-dump", "with TestMakePlans: dumps MariaDB and MySQL")
)

// plansState is what a dump was made of.
type plansState struct {
	state   string // of uuidkit_migration
	online  bool
	badRows bool
}

func (s plansState) String() string {
	name := s.state
	if s.online {
		name += "-online"
	}
	if s.badRows {
		name += "-bad-rows"
	}
	return name
}

func (s plansState) undoes() bool { return s.state == "undoing" || s.state == "undone" }

// how are the flags of run.
func (s plansState) how() (flags []string) {
	if s.online {
		flags = append(flags, "--online")
	}
	if s.badRows {
		flags = append(flags, "--bad-rows", "odd")
	}
	return flags
}

var (
	plansAtOnce  = []plansState{{state: "switched"}, {state: "switched", badRows: true}}
	plansOffline = []plansState{{state: "copying"}, {state: "undoing"}}
	plansOnline  = []plansState{{state: "switched", online: true}, {state: "copying", online: true}, {state: "undoing", online: true}}
)

// A plansStore is a kind of database.
type plansStore struct {
	states  []plansState
	open    func(*testing.T) plansDatabase
	newer   func(*testing.T) plansDatabase // for the dump in another release, or nil
	columns []string
}

// A plansDatabase is one that has the tables, or is empty.
type plansDatabase interface {
	address() string
	fill(*testing.T)
	state(*testing.T) string // of the migration; "" is none
	id(*testing.T) string    // the same
	idle(*testing.T)         // waits for the end of what a killed command has begun
	dump(*testing.T) []byte
	restore(*testing.T, []byte)
	rows(*testing.T) []string    // with their forms
	objects(*testing.T) []string // all, with their definitions
}

var plansStores = map[string]plansStore{
	"sqlite":   {states: plansAtOnce, open: openPlansSQLite, columns: plansColumns},
	"postgres": {states: slices.Concat(plansAtOnce, plansOnline, []plansState{{state: "checking", online: true}, {state: "undone", online: true}}), open: openPlansPostgres(stores.Postgres15), newer: openPlansPostgres(stores.Postgres), columns: plansColumns},
	"mariadb":  {states: plansMySQL, open: openPlansMySQL(stores.MariaDB), columns: plansColumns},
	"mysql":    {states: plansMySQL, open: openPlansMySQL(stores.MySQL), columns: plansColumns},
	"mongo":    {states: slices.Concat(plansAtOnce, plansOffline, plansOnline), open: openPlansMongo, columns: []string{"users._id", "orders._id", "orders.user_id"}},
}

var plansMySQL = slices.Concat(plansAtOnce, plansOffline, plansOnline, []plansState{{state: "checking"}, {state: "checking", online: true}, {state: "undone"}, {state: "undone", online: true},
	{state: naming}, {state: naming, online: true}})

// naming was a state until 30ade89, and is checking now.
const naming = "naming"

var plansColumns = []string{"users.id", "orders.id"}

// plansID is the i-th id: each run makes the same dump but for times.
func plansID(i int) string { return fmt.Sprintf("0190163d-8694-739b-aea5-966c26f8%04x", i) }

// plansSchema is understood by all three.
var plansSchema = []string{
	"CREATE TABLE users (id char(36) NOT NULL PRIMARY KEY, email varchar(40) UNIQUE)",
	"CREATE TABLE orders (id varchar(40) NOT NULL PRIMARY KEY, user_id char(36) NOT NULL, parent_id varchar(40), n int DEFAULT 5, CONSTRAINT buyer FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE, CONSTRAINT parent FOREIGN KEY (parent_id) REFERENCES orders (id))",
	"CREATE INDEX newest ON orders (n, user_id)",
}

const plansRows = 20

func fillPlans(t *testing.T, db *database) {
	db.exec(t, plansSchema...)
	for i := range plansRows {
		parent := "NULL"
		if i > 0 {
			parent = "'" + plansID(1000+i-1) + "'"
		}
		db.exec(t, fmt.Sprintf("INSERT INTO users VALUES ('%s', 'user %d')", plansID(i), i),
			fmt.Sprintf("INSERT INTO orders VALUES ('%s', '%s', %s, %d)", plansID(1000+i), plansID(i), parent, i))
	}
}

// TestMakePlans makes the dumps of a version. It kills the command when the state is there.
func TestMakePlans(t *testing.T) {
	if *makePlans == "" {
		t.Skip("only with -make-plans")
	}
	for name, s := range plansStores {
		folder := filepath.Join("testdata", "plans", *makePlans, name)
		kit.Check(t, os.MkdirAll(folder, 0o755))
		for _, state := range s.states {
			if state.state == naming {
				continue
			}
			t.Run(name+"/"+state.String(), func(t *testing.T) {
				for try := 0; ; try++ {
					if try == 500 {
						t.Fatal("the command was never killed in this state")
					}
					db := s.open(t)
					if plansReach(t, s, db, state) {
						kit.Check(t, os.WriteFile(filepath.Join(folder, state.String()), db.dump(t), 0o644))
						return
					}
				}
			})
		}
	}
}

// plansReach reports whether the database came to the state.
func plansReach(t *testing.T, s plansStore, db plansDatabase, state plansState) bool {
	db.fill(t)
	if d, ok := db.(interface{ spoil(*testing.T) }); ok && state.badRows {
		d.spoil(t)
	}
	run := slices.Concat([]string{"run", db.address()}, s.columns, state.how())
	old := func(args []string, until string) {
		cmd := exec.Command(*withCommand, slices.Concat([]string{"migrate"}, args, []string{"--yes"})...) // which 30ade89 had not
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		kit.Check(t, cmd.Start())
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for {
			select {
			case err := <-ended:
				if err != nil {
					t.Fatalf("%v: %v: %s", args, err, &out)
				}
				return
			default:
			}
			if until != "" && db.state(t) == until {
				cmd.Process.Kill()
				<-ended
				return
			}
		}
	}
	switch {
	case state.state == "switched":
		old(run, "")
	case state.undoes():
		old(run, "")
		undo := []string{"undo", db.address()}
		if _, ok := db.(plansMongo); state.online && !ok { // an _id goes back offline
			undo = append(undo, "--online", "--pause", "20ms")
		}
		old(undo, state.state)
	default:
		if state.online && state.state == "copying" {
			run = append(run, "--pause", "20ms")
		}
		old(run, state.state)
	}
	db.idle(t)
	return db.state(t) == state.state
}

// TestPlans has the command go on from each state that each earlier version has left: from one of
// each store in the quick run, of the version without formats.
func TestPlans(t *testing.T) {
	t.Parallel()
	for _, file := range kit.Must(filepath.Glob("testdata/plans/*/*/*"))(t) {
		folder, name := filepath.Split(file)
		store, version := filepath.Base(folder), filepath.Base(filepath.Dir(filepath.Clean(folder)))
		s, ok := plansStores[store]
		i := slices.IndexFunc(s.states, func(state plansState) bool { return state.String() == name })
		if !ok || i < 0 {
			t.Errorf("%s: nobody tests it", file)
			continue
		}
		opens := []func(*testing.T) plansDatabase{s.open}
		if s.newer != nil {
			opens = append(opens, s.newer)
		}
		for n, open := range opens {
			t.Run(fmt.Sprintf("%s/%s/%s/%d", version, store, name, n), func(t *testing.T) {
				if store != "sqlite" && (name != "copying-online" || version != "30ade89") {
					long(t)
				}
				t.Parallel()
				ways := s.states[i].ways(version, store)
				if ways == nil {
					t.Fatal("nobody says what it has to come to")
				}
				goOn(t, s, open, s.states[i], ways, kit.Must(os.ReadFile(file))(t))
			})
		}
	}
}

// A plansStep is a command, and what it has to come to.
type plansStep struct {
	does   string // the verb, and flags
	status int
	back   bool   // it first takes back what was begun
	latest string // migration of the journal then: the dump's, another, or none
	rows   string // those of before the run, of after it, or of the dump
}

// plansWays are the decisions of the state machine of migrate.Rules about each dump: each verb is the
// first one of a way. A way ends with no migration.
var plansWays = map[string][][]plansStep{
	"switched": {
		{{"undo", done, false, "none", "before"}, {"run", done, false, "another", "after"}, {"undo", done, false, "none", "before"}},
		{{"cleanup", done, false, "none", "after"}},
	},
	// Before the switch nobody has kept the copies up to date, and nothing is lost by beginning again.
	"copying": {
		{{"run", done, true, "another", "after"}, {"undo", done, false, "none", "before"}},
		{{"undo", done, true, "none", "before"}},
		{{"cleanup", done, true, "none", "before"}},
	},
	// The triggers have kept the copies up to date.
	"copying, going on": {
		{{"run", done, false, "dump", "after"}, {"undo", done, false, "none", "before"}},
		{{"undo", done, true, "none", "before"}},
		{{"cleanup", refused, false, "dump", "before"}, {"undo", done, true, "none", "before"}},
	},
	// The triggers are not those that this version makes.
	"copying, other triggers": {
		{{"run", conflict, true, "none", "before"}, {"run", done, false, "another", "after"}, {"undo", done, false, "none", "before"}},
		{{"undo", done, true, "none", "before"}},
		{{"cleanup", refused, false, "dump", "before"}, {"undo", done, true, "none", "before"}},
	},
	"checking": {
		{{"run", done, false, "dump", "after"}, {"undo", done, false, "none", "before"}},
		{{"undo", done, false, "none", "before"}},
		{{"cleanup", done, false, "none", "after"}},
	},
	"checking, online": { // undo asks for its flag
		{{"run", done, false, "dump", "after"}, {"undo", done, false, "none", "before"}},
		{{"undo", conflict, false, "dump", "after"}, {"undo", done, false, "none", "before"}},
		{{"undo --online", done, false, "none", "before"}},
		{{"cleanup", done, false, "none", "after"}},
	},
	"undoing": {
		{{"run", done, true, "dump", "after"}, {"undo", done, false, "none", "before"}},
		{{"undo", done, true, "none", "before"}},
		{{"cleanup", done, true, "none", "after"}},
	},
	"undoing, beginning again": {
		{{"run", done, true, "dump", "after"}, {"undo --online", done, false, "none", "before"}},
		{{"undo", done, true, "none", "before"}},
		{{"undo --online", done, true, "none", "before"}},
		{{"cleanup", done, true, "none", "after"}},
	},
	"undoing, going on": {
		{{"run", done, true, "dump", "after"}, {"undo --online", done, false, "none", "before"}},
		{{"undo", done, true, "none", "before"}},
		{{"undo --online", done, false, "none", "before"}},
		{{"cleanup", done, true, "none", "after"}},
	},
	"undone": {
		{{"run", done, false, "another", "after"}, {"undo", done, false, "none", "before"}},
		{{"undo", done, false, "none", "before"}},
		{{"cleanup", done, false, "none", "before"}},
	},
	// MongoDB converts each document in its place, and so nothing is taken back.
	"copying, in place": {
		{{"run", done, false, "dump", "after"}, {"undo", done, false, "none", "before"}},
		{{"undo", done, false, "none", "before"}},
		{{"cleanup", conflict, false, "dump", "dump"}, {"undo", done, false, "none", "before"}},
	},
	"undoing, in place": {
		{{"undo", done, false, "none", "before"}},
		{{"run", conflict, false, "dump", "dump"}, {"undo", done, false, "none", "before"}},
		{{"cleanup", conflict, false, "dump", "dump"}, {"undo", done, false, "none", "before"}},
	},
}

// ways returns those of a dump.
func (s plansState) ways(version, store string) [][]plansStep {
	name := s.state
	if name == naming {
		name = "checking"
	}
	stored := version == "30ade89" // its plans have no format
	switch {
	case store == "mongo" && name != "switched":
		name += ", in place"
	case s.online && name == "checking":
		name += ", online"
	case s.online && name == "copying" && !stored && store == "postgres":
		name += ", other triggers"
	case s.online && (name == "copying" || name == "undoing") && !stored:
		name += ", going on"
	case s.online && name == "undoing":
		name += ", beginning again"
	}
	return plansWays[name]
}

// goOn restores the dump for each way, and compares all rows after each command, and in the end all
// that there is in the database.
func goOn(t *testing.T, s plansStore, open func(*testing.T) plansDatabase, state plansState, ways [][]plansStep, dump []byte) {
	plain := open(t)
	plain.fill(t)
	if d, ok := plain.(interface{ spoil(*testing.T) }); ok && state.badRows {
		d.spoil(t)
	}
	rows, objects := map[string][]string{"before": plain.rows(t)}, map[string][]string{"before": plain.objects(t)}
	must(t, done, slices.Concat([]string{"run", plain.address()}, s.columns, state.how())...)
	rows["after"] = plain.rows(t)
	must(t, done, "cleanup", plain.address())
	objects["after"] = plain.objects(t)

	for _, way := range ways {
		t.Run(way[0].does, func(t *testing.T) { // which ends with its database
			db, rows := open(t), maps.Clone(rows)
			db.restore(t, dump)
			if got := db.state(t); got != state.state {
				t.Fatalf("the dump has the state %q, not %q", got, state.state)
			}
			rows["dump"] = db.rows(t)
			latest := map[string]string{db.id(t): "dump", "": "none"}
			must(t, done, "status", db.address())
			for _, step := range way {
				verb, flags, _ := strings.Cut(step.does, " ")
				args := append([]string{verb, db.address()}, strings.Fields(flags)...)
				if verb == "run" {
					args = slices.Concat(args, s.columns, state.how())
				}
				output := must(t, step.status, args...)
				if got := strings.Contains(output, "take back: "); got != step.back {
					t.Fatalf("uuid migrate %q: took back %t, want %t: %s", args, got, step.back, output)
				}
				if got := cmp.Or(latest[db.id(t)], "another"); got != step.latest {
					t.Fatalf("uuid migrate %q: the journal has %s, want %s: %s", args, got, step.latest, output)
				}
				same(t, "after "+step.does, db.rows(t), rows[step.rows])
			}
			must(t, done, "cleanup", db.address())
			end := way[len(way)-1].rows
			same(t, "all objects", db.objects(t), objects[end])
			same(t, "after cleanup", db.rows(t), rows[end])
		})
	}
}

// plansSQL is what the three databases of SQL share.
type plansSQL struct {
	*database
	columns string   // a query of their tables, names and types
	all     []string // queries of all objects
}

func (d plansSQL) address() string   { return d.database.address }
func (d plansSQL) fill(t *testing.T) { fillPlans(t, d.database) }
func (d plansSQL) idle(*testing.T)   {}
func (d plansSQL) spoil(t *testing.T) {
	d.exec(t, "INSERT INTO orders VALUES ('odd', '"+plansID(3)+"', NULL, 77)", "INSERT INTO orders VALUES ('', '"+plansID(4)+"', NULL, 78)")
}

func (d plansSQL) state(*testing.T) string { return d.latest("state") }
func (d plansSQL) id(*testing.T) string    { return d.latest("id") }

func (d plansSQL) latest(column string) (value string) {
	d.QueryRow("SELECT " + column + " FROM uuidkit_migration ORDER BY id DESC").Scan(&value) // an error says that there is none
	return value
}

func (d plansSQL) objects(t *testing.T) (list []string) {
	for _, q := range d.all {
		list = append(list, d.textsOf(t, q)...)
	}
	return list
}

func (d plansSQL) rows(t *testing.T) []string {
	list := d.textsOf(t, d.columns)
	queries := []string{"SELECT id, email FROM users ORDER BY email", "SELECT id, user_id, parent_id, n FROM orders ORDER BY n"}
	if slices.ContainsFunc(list, func(line string) bool { return strings.HasPrefix(line, "odd_orders|") }) {
		queries = append(queries, "SELECT * FROM odd_orders ORDER BY n")
	}
	for _, q := range queries {
		for _, line := range d.textsOf(t, q) {
			list = append(list, fmt.Sprintf("%q", line))
		}
	}
	return list
}

type plansSQLite struct{ plansSQL }

func openPlansSQLite(t *testing.T) plansDatabase {
	return plansSQLite{plansSQL{openSQLite(t, filepath.Join(t.TempDir(), "p.db")), "SELECT m.name, c.name, c.type FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.name IN ('users', 'orders', 'odd_orders') ORDER BY 1, 2",
		[]string{"SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2"}}}
}

func (d plansSQLite) dump(t *testing.T) []byte {
	return kit.Must(exec.Command("sqlite3", d.address(), ".dump").Output())(t)
}

func (d plansSQLite) restore(t *testing.T, dump []byte) { d.exec(t, string(dump)) }

type plansPostgres struct{ plansSQL }

func openPlansPostgres(address func(testing.TB) string) func(*testing.T) plansDatabase {
	return func(t *testing.T) plansDatabase {
		// PostgreSQL 18 names each NOT NULL, and pg_dump 15 does not: attnotnull says the same.
		const ours = " NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace) ORDER BY 1, 2, 3"
		return plansPostgres{plansSQL{openPostgres(t, address(t)), "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' AND table_name IN ('users', 'orders', 'odd_orders') ORDER BY 1, 2", []string{
			"SELECT nspname FROM pg_namespace ORDER BY 1",
			"SELECT relnamespace::regnamespace::text, relname, relkind, CASE WHEN relkind = 'i' THEN pg_get_indexdef(oid) END FROM pg_class WHERE relnamespace" + ours,
			"SELECT attrelid::regclass::text, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid) FROM pg_class c JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE relnamespace" + ours,
			"SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated FROM pg_constraint WHERE contype <> 'n' AND connamespace" + ours,
			"SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2",
			"SELECT pronamespace::regnamespace::text, proname, prosrc FROM pg_proc WHERE pronamespace" + ours,
			"SELECT typnamespace::regnamespace::text, typname, typtype FROM pg_type WHERE typnamespace" + ours,
		}}}
	}
}

func (d plansPostgres) idle(t *testing.T) {
	kit.Eventually(t, "the server has ended the sessions", func() bool {
		return len(d.texts(t, "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'")) == 0
	})
}

func (d plansPostgres) dump(t *testing.T) []byte {
	text := kit.Must(exec.Command("pg_dump", "--inserts", "--no-owner", "-d", d.address()).Output())(t)
	return slices.Concat(slices.DeleteFunc(slices.Collect(bytes.Lines(text)), func(line []byte) bool {
		return bytes.HasPrefix(line, []byte(`\`)) // for psql
	})...)
}

func (d plansPostgres) restore(t *testing.T, dump []byte) {
	db := openPostgres(t, d.address()) // the dump changes settings of its session
	defer db.Close()
	db.exec(t, string(dump))
}

type plansMySQLDatabase struct{ plansSQL }

func openPlansMySQL(dsn func(testing.TB) string) func(*testing.T) plansDatabase {
	return func(t *testing.T) plansDatabase {
		return plansMySQLDatabase{plansSQL{openMySQL(t, dsn(t)), "SELECT table_name, column_name, column_type FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name IN ('users', 'orders', 'odd_orders') ORDER BY 1, 2", []string{
			"SELECT trigger_name, event_object_table FROM information_schema.triggers WHERE trigger_schema = DATABASE() ORDER BY 1",
			"SELECT routine_name FROM information_schema.routines WHERE routine_schema = DATABASE() ORDER BY 1",
		}}}
	}
}

func (d plansMySQLDatabase) idle(t *testing.T) {
	kit.Eventually(t, "the server has ended the sessions", func() bool {
		return len(d.textsOf(t, "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID() AND command <> 'Sleep'")) == 0
	})
}

func (d plansMySQLDatabase) objects(t *testing.T) (list []string) {
	for _, name := range d.textsOf(t, "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1") {
		list = append(list, d.textsOf(t, "SHOW CREATE TABLE "+name)...)
	}
	return append(list, d.plansSQL.objects(t)...)
}

func (d plansMySQLDatabase) dump(t *testing.T) []byte {
	u := kit.Must(url.Parse(d.address()))(t)
	password, _ := u.User.Password()
	cmd := exec.Command(*mariadbDump, "--no-defaults", "--skip-comments", "--hex-blob", "--single-transaction", "--skip-add-locks", "--default-character-set=utf8mb4",
		"-h", u.Hostname(), "-P", u.Port(), "-u", u.User.Username(), strings.TrimPrefix(u.Path, "/"))
	cmd.Env = append(os.Environ(), "MYSQL_PWD="+password)
	cmd.Stderr = os.Stderr
	return kit.Must(cmd.Output())(t)
}

// restore reads the lines DELIMITER, which are for the client.
func (d plansMySQLDatabase) restore(t *testing.T, dump []byte) {
	conn := kit.Must(d.Conn(t.Context()))(t)
	defer conn.Close()
	end, statement := ";", ""
	for line := range strings.Lines(string(dump)) {
		line = strings.TrimRight(line, "\n")
		if after, ok := strings.CutPrefix(line, "DELIMITER "); ok {
			end = after
			continue
		}
		statement += line + "\n"
		text, ok := strings.CutSuffix(line, end)
		if !ok {
			continue
		}
		statement = strings.TrimSuffix(statement, line+"\n") + text
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%.200s: %v", statement, err)
		}
		statement = ""
	}
}

// plansMongo has fields in an array and in a document, and an _id.
type plansMongo struct {
	*mongo.Database
	uri string
}

func openPlansMongo(t *testing.T) plansDatabase {
	db, address := openMongo(t)
	return plansMongo{db, address}
}

func (d plansMongo) address() string { return d.uri }

func (d plansMongo) fill(t *testing.T) {
	for i := range plansRows {
		kit.Must(d.Collection("users").InsertOne(t.Context(), bson.D{{Key: "_id", Value: plansID(i)}, {Key: "email", Value: fmt.Sprint("user ", i)}}))(t)
		kit.Must(d.Collection("orders").InsertOne(t.Context(), bson.D{{Key: "_id", Value: plansID(1000 + i)}, {Key: "user_id", Value: plansID(i)}, {Key: "n", Value: i}}))(t)
	}
	kit.Must(d.Collection("orders").Indexes().CreateOne(t.Context(), mongo.IndexModel{Keys: bson.D{{Key: "user_id", Value: 1}}, Options: options.Index().SetUnique(true)}))(t)
}

func (d plansMongo) spoil(t *testing.T) {
	kit.Must(d.Collection("orders").InsertOne(t.Context(), bson.D{{Key: "_id", Value: "odd"}, {Key: "user_id", Value: "7"}, {Key: "n", Value: 77}}))(t)
}

func (d plansMongo) state(t *testing.T) string { return d.latest(t).State }
func (d plansMongo) id(t *testing.T) string    { return d.latest(t).ID }

func (d plansMongo) latest(t *testing.T) (doc struct {
	ID    string `bson:"_id"`
	State string
}) {
	d.Collection("uuidkit_migration").FindOne(t.Context(), bson.D{{Key: "state", Value: bson.D{{Key: "$exists", Value: true}}}}, options.FindOne().SetSort(bson.D{{Key: "_id", Value: -1}})).Decode(&doc)
	return doc
}

func (d plansMongo) objects(t *testing.T) (list []string) {
	for _, c := range kit.Must(d.ListCollectionSpecifications(t.Context(), bson.D{}))(t) {
		list = append(list, fmt.Sprint(c.Name, " ", c.Type, " ", c.Options))
		for _, x := range kit.Must(d.Collection(c.Name).Indexes().ListSpecifications(t.Context()))(t) {
			list = append(list, fmt.Sprint(c.Name, " ", x.Name, " ", x.KeysDocument, " ", x.Unique != nil && *x.Unique))
		}
	}
	slices.Sort(list)
	return list
}

func (d plansMongo) idle(t *testing.T) { bury(t, d.Database) }

// dump writes what listCollections, listIndexes and find return: a line each of Extended JSON,
// behind the collection.
func (d plansMongo) dump(t *testing.T) []byte {
	var out bytes.Buffer
	names := kit.Must(d.ListCollectionNames(t.Context(), bson.D{}))(t)
	slices.Sort(names)
	for _, name := range names {
		add := func(kind string, cursor *mongo.Cursor, err error) {
			kit.Check(t, err)
			var docs []bson.Raw
			kit.Check(t, cursor.All(t.Context(), &docs))
			for _, doc := range docs {
				fmt.Fprintf(&out, "%s %s %s\n", name, kind, kit.Must(bson.MarshalExtJSON(doc, true, false))(t))
			}
		}
		c := d.Collection(name)
		cursor, err := d.ListCollections(t.Context(), bson.D{{Key: "name", Value: name}})
		add("collection", cursor, err)
		cursor, err = c.Indexes().List(t.Context())
		add("index", cursor, err)
		cursor, err = c.Find(t.Context(), bson.D{})
		add("document", cursor, err)
	}
	return out.Bytes()
}

// restore keeps the UUIDs of the collections, as mongorestore --preserveUUID does: the plan has them.
func (d plansMongo) restore(t *testing.T, dump []byte) {
	for line := range strings.Lines(string(dump)) {
		name, rest, _ := strings.Cut(line, " ")
		kind, text, _ := strings.Cut(rest, " ")
		var doc bson.D
		kit.Check(t, bson.UnmarshalExtJSON([]byte(text), true, &doc))
		c := d.Collection(name)
		switch kind {
		case "collection":
			var has struct {
				Info    struct{ UUID bson.Binary }
				IDIndex bson.D `bson:"idIndex"`
			}
			kit.Check(t, bson.UnmarshalExtJSON([]byte(text), true, &has))
			create := bson.D{{Key: "op", Value: "c"}, {Key: "ns", Value: d.Name() + ".$cmd"}, {Key: "ui", Value: has.Info.UUID}, {Key: "o", Value: bson.D{{Key: "create", Value: name}, {Key: "idIndex", Value: has.IDIndex}}}}
			kit.Check(t, d.Client().Database("admin").RunCommand(t.Context(), bson.D{{Key: "applyOps", Value: bson.A{create}}}).Err())
		case "index":
			kit.Check(t, d.RunCommand(t.Context(), bson.D{{Key: "createIndexes", Value: name}, {Key: "indexes", Value: bson.A{doc}}}).Err())
		case "document":
			kit.Must(c.InsertOne(t.Context(), doc))(t)
		}
	}
}

func (d plansMongo) rows(t *testing.T) (list []string) {
	for _, name := range []string{"users", "orders", "odd"} {
		var docs []bson.Raw
		cursor := kit.Must(d.Collection(name).Find(t.Context(), bson.D{}, options.Find().SetSort(bson.D{{Key: "n", Value: 1}, {Key: "email", Value: 1}})))(t)
		kit.Check(t, cursor.All(t.Context(), &docs))
		for _, doc := range docs {
			list = append(list, name+" "+doc.String())
		}
	}
	return list
}
