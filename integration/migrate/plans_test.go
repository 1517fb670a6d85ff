package migrate

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// A plan that a version of the command has left in a database must be of use to every later one.
// testdata/plans has a folder for each version, with a dump of each store in each state that a
// finished or killed command of that version leaves. A new folder is made by
//
//	go test ./migrate -run TestMakePlans -make-plans VERSION -with COMMAND -mariadb-dump FILE
//
// with the command of that version, Debian's pg_dump 15 and mariadb-dump, and MySQL 9. Then name it in plansFiles.
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

// plansFiles returns the dumps of all versions, each as version/store/state. It fails if one is missing, or is of
// no store and state.
func plansFiles(t *testing.T) (list []string) {
	t.Helper()
	for version, not := range map[string]string{"30ade89": "checking", "8f92319": naming} { // MySQL's state has one of the names
		for store, s := range plansStores {
			for _, state := range s.states {
				if store == "postgres" || state.state != not {
					list = append(list, version+"/"+store+"/"+state.String())
				}
			}
		}
	}
	slices.Sort(list)
	files := kit.Must(fs.Glob(os.DirFS("testdata/plans"), "*/*/*"))(t)
	slices.Sort(files)
	same(t, "testdata/plans", files, list)
	return files
}

// TestPlans has the command go on from each state that each earlier version has left: from one of
// each store in the quick run, of the version without formats.
func TestPlans(t *testing.T) {
	t.Parallel()
	for _, file := range plansFiles(t) {
		part := strings.Split(file, "/")
		version, store, name := part[0], part[1], part[2]
		s := plansStores[store]
		i := slices.IndexFunc(s.states, func(state plansState) bool { return state.String() == name })
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
				goOn(t, s, open, s.states[i], ways, kit.Must(os.ReadFile(filepath.Join("testdata/plans", file)))(t))
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
		{{"cleanup", refused, false, "dump", "after"}, {"undo --online", done, false, "none", "before"}},
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
