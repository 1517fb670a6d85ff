package migrate

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

var measured = flag.Int("measure", 0, "how many rows TestMeasure has in each table")

// A measure is a database that TestMeasure converts.
type measure struct {
	subject
	args   []string // of run, after the address and its flags
	byHand func()
	pt     func()         // with pt-online-schema-change
	pack   func()         // frees what is not used
	size   func() float64 // of users and orders with their indexes
}

// uniform is a mongoSubject whose values all have one form.
type uniform struct{ *mongoSubject }

func (uniform) mixed() bool { return false }

// pools are the arguments of servers with room for all tables, and a log for all changes.
var pools = map[string][]string{
	"PostgreSQL": {"-c", "shared_buffers=1GB", "-c", "max_wal_size=1GB"},
	"MariaDB":    {"--innodb-buffer-pool-size=1G", "--innodb-log-file-size=1G"},
	"MySQL":      {"--innodb-buffer-pool-size=1G", "--innodb-redo-log-capacity=1G"},
}

func measureMongo(t *testing.T, online bool) measure {
	s := newMongoSubject(t, online)
	kit.Check(t, s.client_.Database("admin").RunCommand(t.Context(), bson.D{{Key: "setParameter", Value: 1}, {Key: "wiredTigerEngineRuntimeConfig", Value: "cache_size=1GB"}}).Err())
	return measure{
		subject: uniform{s},
		args:    slices.DeleteFunc(s.columns(), func(c string) bool { return strings.HasSuffix(c, "._id") }),
		byHand:  func() { recipeMongo(t, s.db) },
		pack: func() {
			for _, name := range []string{"users", "orders"} {
				kit.Check(t, s.db.RunCommand(t.Context(), bson.D{{Key: "compact", Value: name}, {Key: "force", Value: true}}).Err())
			}
		},
		size: func() (bytes float64) {
			kit.Check(t, s.client_.Database("admin").RunCommand(t.Context(), bson.D{{Key: "fsync", Value: 1}}).Err())
			for _, name := range []string{"users", "orders"} {
				var stats struct {
					Data    float64 `bson:"storageSize"`
					Indexes float64 `bson:"totalIndexSize"`
				}
				kit.Check(t, s.db.RunCommand(t.Context(), bson.D{{Key: "collStats", Value: name}}).Decode(&stats))
				bytes += stats.Data + stats.Indexes
			}
			return bytes
		},
	}
}

// filled is a subject that has its rows already: plant then makes only what the writers know.
type filled struct{ subject }

func (filled) insert(testing.TB, int, []row, func(uuids.UUID) string) {}
func (filled) update(testing.TB, int, uuids.UUID, string, uuids.UUID) {}
func (filled) planted(testing.TB)                                     {}

// plainDialect has plainSchema.
func plainDialect(name string, large bool) *dialect {
	d := *dialects[name]
	if large {
		d.arguments = pools[name]
	}
	id := "char(36)"
	if d.kind.Driver == "pgx" {
		id = "varchar(36)"
	}
	d.schema = nil
	for _, q := range plainSchema {
		d.schema = append(d.schema, strings.ReplaceAll(q, " ID", " "+id))
	}
	d.describe = func(testing.TB, *database) map[string]string { return nil }
	d.changes = maps.Clone
	return &d
}

// A template is a database with its rows, which is ended. Each sample begins with a copy of it.
type template struct {
	*dialect
	*own
	file string
}

// newTemplate is nil for MongoDB, whose data knows its port.
func newTemplate(t *testing.T, c measuredStore) *template {
	if c.name == "MongoDB" {
		return nil
	}
	d := plainDialect(c.name, c.large)
	s := newSQLSubject(t, d, false)
	plant(t, s, *measured, rand.New(rand.NewPCG(1, 2)))
	file := filepath.Join(t.TempDir(), "rows.db")
	switch d.kind.Driver {
	case "pgx":
		s.db.exec(t, "VACUUM")
	case "mysql":
	default:
		s.db.exec(t, "VACUUM INTO '"+file+"'") // the writers are connected: the file itself may lack what its log has
	}
	if s.server != nil {
		kit.Check(t, s.server.Halt())
	}
	return &template{d, s.own, file}
}

// copy starts a server with the same rows.
func (p *template) copy(t *testing.T, online bool) *sqlSubject {
	if p.server != nil {
		o := &own{server: kit.Must(server.StartCopy(t.Context(), p.server, t.Logf, nil, p.arguments...))(t)}
		t.Cleanup(func() { o.server.Stop() })
		return sqlSubjectOn(t, p.dialect, o, online)
	}
	s := sqlSubjectOn(t, p.dialect, &own{}, online)
	kit.Check(t, s.db.Close())
	kit.Check(t, os.WriteFile(s.app, kit.Must(os.ReadFile(p.file))(t), 0o600))
	s.db = p.open(t, s.app)
	return s
}

func measureSQL(t *testing.T, p *template, online bool) measure {
	s, d := p.copy(t, online), p.dialect
	m := measure{
		subject: filled{s},
		args:    []string{"users.id", "orders.id", "teams.id", "teams.tenant", "--with", "users.favourite"},
		byHand: func() {
			s.db.SetMaxOpenConns(1)
			s.db.exec(t, recipe(d)...)
		},
		pack: func() {
			if d.kind.Driver != "mysql" {
				s.db.exec(t, "VACUUM")
			}
		},
		size: func() (bytes float64) {
			query := "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
			switch d.kind.Driver {
			case "pgx":
				query = "SELECT pg_total_relation_size('users') + pg_total_relation_size('orders')"
			case "mysql":
				s.db.textsOf(t, "ANALYZE TABLE users, orders")
				if s.kind == server.MySQL {
					s.db.SetMaxOpenConns(1)
					s.db.exec(t, "SET SESSION information_schema_stats_expiry = 0")
				}
				query = "SELECT SUM(data_length + index_length) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name IN ('users', 'orders')"
			}
			fmt.Sscan(s.db.textsOf(t, query)[0], &bytes)
			return bytes
		},
	}
	if d.kind == server.MariaDB {
		u := kit.Must(url.Parse(s.address()))(t)
		m.pt = func() {
			s.db.SetMaxOpenConns(1)
			password, _ := u.User.Password()
			ptOnline(t, s.db, fmt.Sprintf("h=%s,P=%s,u=%s,p=%s,D=%s", u.Hostname(), u.Port(), u.User.Username(), password, strings.TrimPrefix(u.Path, "/")))
		}
	}
	return m
}

// The manners of TestMeasure.
const byHand, withPT, run, undo, runOnline = "by hand", "pt-online-schema-change", "`run`", "`undo`", "`run --online`"

// A sample is what TestMeasure has seen of one conversion.
type sample struct {
	took, wait    time.Duration // of the conversion, and of the writer that waited longest
	before, after float64       // bytes
	peak          int64         // bytes of the command's memory
	phases        map[string]time.Duration
}

// A measuredStore is a store, and the memory that it has for pages.
type measuredStore struct {
	name, pool string
	large      bool // all tables fit into the pool
}

var measuredStores = []measuredStore{
	{"PostgreSQL", "1 GB", true}, {"MariaDB", "1 GB", true}, {"MySQL", "1 GB", true}, {"SQLite", "", true}, {"MongoDB", "1 GB", true},
	{"PostgreSQL", "32 MB", false}, {"MariaDB", "32 MB", false}, {"MySQL", "32 MB", false},
}

func (c measuredStore) String() string { return strings.TrimSuffix(c.name+", "+c.pool, ", ") }

// TestMeasure compares the command with the best recipes by hand, which take turns with it, three times each.
// With -update it writes the medians into docs/migrate.md, each store's as soon as they are known: the stores
// can be measured one by one, by -run. In the runs with --online four writers write all the time.
func TestMeasure(t *testing.T) {
	if *measured == 0 {
		t.Skip("-measure ROWS")
	}
	kit.Command(t) // builds it
	for _, c := range measuredStores {
		t.Run(c.String(), func(t *testing.T) {
			if c.name == "MySQL" && os.Getenv(server.MySQL.Variable) == "" {
				t.Skip("up -mysql9 installs it")
			}
			samples := takeSamples(t, c)
			c.check(t, samples)
			times, phases := c.rows(samples)
			t.Log("\n" + times + phases)
			if *update && !t.Failed() {
				writeMeasured(t, c, times, phases)
			}
		})
	}
}

// takeSamples takes three samples of each way to convert the store, in turns.
func takeSamples(t *testing.T, c measuredStore) map[string][]sample {
	samples := map[string][]sample{}
	p := newTemplate(t, c)
	for round := range 3 {
		for _, how := range c.hows() {
			t.Run(fmt.Sprintf("%d %s", round+1, how), func(t *testing.T) { takeSample(t, p, how, round, samples) })
		}
	}
	return samples
}

// hows are the ways to convert the store.
func (c measuredStore) hows() []string {
	switch _, err := exec.LookPath("pt-online-schema-change"); { // of Debian's percona-toolkit
	case c.name == "SQLite" || !c.large:
		return []string{byHand, run}
	case c.name == "MariaDB" && err == nil:
		return []string{byHand, run, withPT, runOnline}
	}
	return []string{byHand, run, runOnline}
}

// check fails if the command is slower than it may be, or needs more memory. The limits hold where the pool has room for all.
func (c measuredStore) check(t *testing.T, samples map[string][]sample) {
	for _, how := range c.hows() {
		if n := len(samples[how]); n != 3 {
			t.Errorf("%s: %d samples, want 3", how, n)
		}
	}
	hand := median(samples[byHand]).took
	for how, list := range samples {
		m := median(list)
		if (how == run || how == undo) && c.large && m.took > 3*hand {
			t.Errorf("%s takes %v, more than 3 times the %v by hand", how, m.took, hand)
		}
		if pt := median(samples[withPT]).took; how == runOnline && pt > 0 && m.took > 2*pt {
			t.Errorf("%s takes %v, more than twice the %v of pt-online-schema-change", how, m.took, pt)
		}
		if how == runOnline && m.wait > 2*time.Second {
			t.Errorf("%s makes a writer wait %v, more than 2 s", how, m.wait)
		}
		if m.peak > 50e6 {
			t.Errorf("%s needs %d MB of memory, more than 50", how, m.peak/1e6)
		}
		if m.phases != nil && m.phases["copy"] == 0 {
			t.Errorf("%s: got phases %v, want some time for the copy", how, m.phases)
		}
	}
}

const (
	timesHead  = "| store, buffer pool | how | time | times by hand | memory of the command | size before | after | longest wait of a writer | measured |\n|---|---|---|---|---|---|---|---|---|\n"
	phasesHead = "\n| store, buffer pool | how | read | copy | check | switch |\n|---|---|---|---|---|---|\n"
)

// rows are the store's rows of the page's two tables.
func (c measuredStore) rows(samples map[string][]sample) (times, phases string) {
	today := time.Now().UTC().Format("2006-01-02")
	hand := median(samples[byHand])
	for _, how := range []string{byHand, run, undo, withPT, runOnline} {
		if len(samples[how]) == 0 {
			continue
		}
		m := median(samples[how])
		memory := ""
		if m.peak > 0 {
			memory = fmt.Sprintf("%.0f MB", float64(m.peak)/1e6)
		}
		times += fmt.Sprintf("| %s | %s | %.1f s | %.1f | %s | %.0f MB | %.0f MB | %s | %s |\n",
			c, how, m.took.Seconds(), m.took.Seconds()/hand.took.Seconds(), memory, m.before/1e6, m.after/1e6, m.wait.Round(time.Millisecond), today)
		if m.phases != nil {
			phases += fmt.Sprintf("| %s | %s | %.1f s | %.1f s | %.1f s | %.1f s |\n",
				c, how, m.phases["read"].Seconds(), m.phases["copy"].Seconds(), m.phases["check"].Seconds(), m.phases["switch"].Seconds())
		}
	}
	return times, phases
}

// writeMeasured writes a store's rows into docs/migrate.md. Those of the other stores stay if
// they were measured with as many rows.
func writeMeasured(t *testing.T, c measuredStore, times, phases string) {
	const page = "../../docs/migrate.md"
	text := string(kit.Must(os.ReadFile(page))(t))
	begin, after, ok := strings.Cut(text, "<!-- measured -->\n")
	old, end, ok2 := strings.Cut(after, "<!-- end -->")
	if !ok || !ok2 {
		t.Fatal("docs/migrate.md has no place for the tables")
	}
	how := fmt.Sprintf("%d + %d rows, %d CPUs, medians of three, and the highest of memory and waits. `go -C integration test ./migrate -run TestMeasure -measure %d -update -timeout 4h` wrote these tables.\n\n",
		*measured, *measured, runtime.NumCPU(), *measured)
	if !strings.Contains(old, how) {
		old = ""
	}
	oldTimes, oldPhases, _ := strings.Cut(old, phasesHead)
	table := strings.ReplaceAll(recipesText, "^", "`") + how + timesHead + withRows(oldTimes, c, times) + phasesHead + withRows(oldPhases, c, phases)
	kit.Check(t, os.WriteFile(page, []byte(begin+"<!-- measured -->\n"+table+"<!-- end -->"+end), 0o644))
}

// withRows are the rows of a table, those of c replaced, in the order of measuredStores.
func withRows(table string, c measuredStore, rows string) (all string) {
	for _, s := range measuredStores {
		if s == c {
			all += rows
			continue
		}
		for line := range strings.Lines(table) {
			if strings.HasPrefix(line, fmt.Sprintf("| %s |", s)) {
				all += line
			}
		}
	}
	return all
}

// median is the sample whose time is in the middle, with the longest wait and the highest peak of all.
func median(list []sample) sample {
	slices.SortFunc(list, func(a, b sample) int { return cmp.Compare(a.took, b.took) })
	if len(list) == 0 {
		return sample{}
	}
	m := list[len(list)/2]
	for _, s := range list {
		m.wait, m.peak = max(m.wait, s.wait), max(m.peak, s.peak)
	}
	return m
}

// TestMedian has a writer that waits, and a command that needs memory, in samples whose time is not in the middle.
func TestMedian(t *testing.T) {
	m := median([]sample{{took: 3, wait: 9, peak: 5}, {took: 1, wait: 1, peak: 8}, {took: 2, wait: 2, peak: 1}})
	if got, want := fmt.Sprint(m.took, m.wait, m.peak), fmt.Sprint(time.Duration(2), time.Duration(9), 8); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// takeSample copies the template, or plants new collections, converts them, and sees that all
// rows are there. After run it takes one of undo, too. In the later rounds it does not look at copies again that
// nobody has written.
func takeSample(t *testing.T, p *template, how string, round int, samples map[string][]sample) {
	var m measure
	if online := how == runOnline; p == nil {
		m = measureMongo(t, online)
	} else {
		m = measureSQL(t, p, online)
	}
	var s sample
	compare := func(string) {}
	var a *app
	if p == nil || how == runOnline || round == 0 {
		a = plant(t, m, *measured, rand.New(rand.NewPCG(1, 2)))
		compare = func(how string) { a.compare(how, m.stored(t)) }
	}
	s.before = m.size()
	args := slices.Concat([]string{m.address()}, m.flags(true), m.args)
	var does []string
	if how == run || how == runOnline {
		does = planned(t, args)
	}
	if how == runOnline {
		m.writes(true)
		a.start(2 * time.Millisecond)
		time.Sleep(time.Second)
	}
	begin := time.Now()
	switch how {
	case byHand:
		m.byHand()
	case withPT:
		m.pt()
	default:
		p := start(t, append([]string{"run"}, args...)...)
		peak := watchPeak(p.cmd.Process.Pid)
		status, output := p.wait(t, nil)
		if status != done {
			t.Fatalf("run: status %d: %s", status, output)
		}
		s.peak, s.phases = peak(), phasesOf(does, output)
	}
	s.took = time.Since(begin)
	if s.wait = s.took; how == runOnline { // else the application is stopped meanwhile
		time.Sleep(time.Second)
		s.wait = time.Duration(a.longest.Load())
		a.end()
	}
	compare(how)
	m.pack()
	s.after = m.size()
	samples[how] = append(samples[how], s)
	if how != run {
		return
	}
	begin = time.Now()
	command := start(t, append([]string{"undo", m.address()}, m.flags(false)...)...)
	peak := watchPeak(command.cmd.Process.Pid)
	status, output := command.wait(t, nil)
	if status != done {
		t.Fatalf("undo: status %d: %s", status, output)
	}
	back := sample{took: time.Since(begin), before: s.after, peak: peak()}
	back.wait = back.took
	compare(undo)
	m.pack()
	back.after = m.size()
	samples[undo] = append(samples[undo], back)
}

// watchPeak returns what is the most memory that a process has had, once it has ended. It reads
// /proc meanwhile: the rusage of a process counts what its parent had before exec.
func watchPeak(pid int) func() int64 {
	var kB atomic.Int64
	end := make(chan struct{})
	go func() {
		defer close(end)
		for {
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			_, rest, ok := strings.Cut(string(status), "VmHWM:")
			if !ok {
				return // it has ended, or this is no Linux
			}
			var n int64
			fmt.Sscan(rest, &n)
			kB.Store(n)
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return func() int64 {
		<-end
		return kB.Load() * 1024
	}
}

// planned returns what the actions of a plan do, in order.
func planned(t testing.TB, args []string) (does []string) {
	var plan struct {
		Steps []struct{ Does string } `json:"run"`
	}
	kit.Check(t, json.Unmarshal([]byte(must(t, done, append([]string{"plan", "-o", "json"}, args...)...)), &plan))
	for _, s := range plan.Steps {
		does = append(does, s.Does)
	}
	if len(does) == 0 {
		t.Fatal("the plan has no steps")
	}
	return does
}

// phasesOf sums up what run says of its actions.
func phasesOf(does []string, output string) map[string]time.Duration {
	sums := map[string]time.Duration{}
	for line := range strings.Lines(output) {
		for _, action := range does {
			rest, ok := strings.CutPrefix(strings.TrimSpace(line), action+": ")
			if !ok || strings.HasSuffix(rest, " a second") {
				continue
			}
			took, err := time.ParseDuration(rest[strings.LastIndex(rest, " ")+1:])
			if err != nil {
				continue
			}
			phase := "check"
			for word, is := range map[string]string{"read": "read", "plan": "read", "lock": "read", "copy": "copy", "create": "copy", "convert": "copy", "rebuild": "copy", "move": "copy", "delete": "copy", "drop": "copy", "add": "copy",
				"switch": "switch", "name": "switch", "note": "switch"} {
				if strings.HasPrefix(action, word) {
					phase = is
				}
			}
			sums[phase] += took
			break
		}
	}
	return sums
}
