package migrate

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

var seed = flag.Uint64("seed", 0, "of TestFaults; 0: a new one")

// A subject is a database that is migrated while an application uses it and faults happen.
type subject interface {
	address() string         // for the command
	columns() []string       // that it is given
	flags(new bool) []string // of run, or of undo
	busy(new bool) bool      // the application may write while run, or undo, works
	mixed() bool             // the old values may have several forms
	writes(new bool)         // before run and undo: in MongoDB the application writes the form that will be

	insert(t testing.TB, table int, rows []row, spell func(uuids.UUID) string)
	update(t testing.TB, table int, key uuids.UUID, column string, value uuids.UUID)
	planted(t testing.TB)
	client(t testing.TB, writer int) client

	stored(t testing.TB) [][]row
	isNew(t testing.TB) bool
	check(t testing.TB, what string, complete bool)
	remains(t testing.TB) []string

	hasServer() bool
	ports() []int // of the command's connections
	idle(t testing.TB, ports []int)
	cut(rng *rand.Rand) int                    // how many connections
	endSessions(t testing.TB, ports []int) int // how many
	crash(t testing.TB)
}

// TestFaults converts tables forth and back while four writers use them. The command is
// killed, its connections are cut, and the server is killed. In the end, and each time
// between, every row is there that a writer was told of, once and unaltered.
func TestFaults(t *testing.T) {
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-seed %d", *seed)
	kit.Command(t) // builds it
	rows, faults := 1000, 3
	switch { // half of them online, where there is that
	case *large:
		rows, faults = 200_000, 1
	case *all:
		rows, faults = 5000, *kills/2
	}
	for _, c := range []struct {
		name   string
		online bool
	}{
		{"SQLite", false},
		{"PostgreSQL", true},
		{"PostgreSQL", false},
		{"PostgreSQL 15", false},
		{"PostgreSQL 15", true},
		{"MariaDB", false},
		{"MariaDB", true},
		{"MySQL", false},
		{"MySQL", true},
		{"MongoDB", false},
		{"MongoDB", true},
	} {
		name := c.name + map[bool]string{true: ", online"}[c.online]
		t.Run(name, func(t *testing.T) {
			if !c.online && c.name != "SQLite" || c.name == "PostgreSQL 15" {
				long(t)
			}
			if *large && c.name == "PostgreSQL 15" {
				t.Skip("PostgreSQL 18 has as many rows")
			}
			t.Parallel()
			if c.name == "MySQL" && os.Getenv(server.MySQL.Variable) == "" {
				t.Skip("up -mysql9 installs it")
			}
			faults := faults
			switch {
			case c.name == "SQLite" && (*all || *large):
				faults *= 2
			case c.name == "PostgreSQL 15" && *all: // the code is that of PostgreSQL 18
				faults /= 4
			}
			var s subject
			if c.name == "MongoDB" {
				s = newMongoSubject(t, c.online)
			} else {
				s = newSQLSubject(t, dialects[c.name], c.online)
			}
			prove(t, s, rows, faults, rand.New(rand.NewPCG(*seed, uint64(len(name)*rows))))
		})
	}
}

// plant inserts n rows into each of the two large tables, and makes the writers.
func plant(t testing.TB, s subject, n int, rng *rand.Rand) *app {
	a := &app{TB: t, odd: map[cell]row{}, patience: time.Minute + time.Duration(n)*2*time.Millisecond}
	text := func(id uuids.UUID) string { return id.String() }
	var planted [4][]row
	for i := range writers {
		w := a.writer(i, rand.New(rand.NewPCG(rng.Uint64(), uint64(i))))
		for table, count := range []int{n / writers, n / writers, 20, 20} {
			w.target[table] = count
			for j := range count {
				r := w.fresh(table)
				if r == nil {
					continue
				}
				// Two writers have Nil and Max.
				if j == 0 && i < 2 && table < teams {
					r[0] = []uuids.UUID{uuids.Nil(), uuids.Max()}[i]
				}
				w.put(table, r)
				planted[table] = append(planted[table], r)
			}
		}
	}
	if s.mixed() {
		w := &appWriter{number: 8, rng: rng, rows: map[cell]row{}, at: map[cell]int{}, refs: map[uuids.UUID]map[cell]bool{}}
		var odd [4][]row
		for range 40 {
			for table := range tables {
				if r := w.fresh(table); r != nil {
					w.put(table, r)
					a.odd[cellOf(table, r)] = r
					odd[table] = append(odd[table], r)
				}
			}
		}
		for table, rows := range odd {
			s.insert(t, table, rows, func(id uuids.UUID) string { return strings.ToUpper(text(id)) })
		}
	}
	for table, rows := range planted {
		s.insert(t, table, rows, text)
	}
	for _, w := range a.all {
		for range 20 {
			u, o := w.pick(users), w.pick(orders)
			s.update(t, users, u[0].(uuids.UUID), "favourite", o[0].(uuids.UUID))
			w.take(users, u)
			u[4] = o[0]
			w.put(users, u)
		}
	}
	s.planted(t)
	for i, w := range a.all {
		w.client = s.client(t, i)
	}
	return a
}

// prove runs the faults.
func prove(t *testing.T, s subject, n, faults int, rng *rand.Rand) {
	begin := time.Now()
	a := plant(t, s, n, rng)
	held := false // the writers, where they would disturb
	// inspect compares what is there with what the writers know.
	inspect := func(what string, complete bool) {
		t.Helper()
		if !held {
			a.running.Lock()
			defer a.running.Unlock()
		}
		s.check(t, what, complete)
		a.compare(what, s.stored(t))
		if t.Failed() {
			t.Fatalf("%s: see above", what)
		}
	}
	inspect("planted", false)
	pause := 5 * time.Millisecond
	if *large { // two cores are for the copy, too
		pause = 20 * time.Millisecond
	}
	a.start(pause)
	defer a.end()
	run := slices.Concat([]string{"run", s.address()}, s.flags(true), s.columns())
	undo := slices.Concat([]string{"undo", s.address()}, s.flags(false))
	// command is what brings the ids to the new form, or to the old one.
	command := func(new bool) []string {
		if !held {
			a.running.Lock()
			if held = !s.busy(new); !held {
				defer a.running.Unlock()
			}
		}
		s.writes(new)
		if new {
			return run
		}
		return undo
	}
	release := func() {
		if held {
			held = false
			a.running.Unlock()
		}
	}
	defer release()

	// Without faults, to know how many lines there are and how long it takes.
	var lines [2]int
	var took [2]time.Duration
	for i := range 2 {
		args := command(i == 0)
		status, out := conflict, ""
		for try := 0; status == conflict && try < 8; try++ { // SQLite gives its lock to anybody who waits
			begin := time.Now()
			status, out = start(t, args...).wait(t, func(n int) { lines[i] = n })
			took[i] = time.Since(begin)
		}
		if status != done || s.isNew(t) != (i == 0) {
			t.Fatalf("without faults: %v: status %d: %s", args, status, out)
		}
		inspect("without faults: "+args[0], true)
		release()
	}
	if left := s.remains(t); left != nil {
		t.Fatalf("undo leaves %s", left)
	}

	count, hits, hit := map[string]int{}, map[string]int{}, 0
	for i := 0; i < faults || hit == 0 && i < faults+4; i++ { // a fault may come when the command has ended
		isNew := s.isNew(t)
		args, d := command(!isNew), 0
		if isNew {
			d = 1
		}
		kinds := []string{"SIGKILL at line", "SIGKILL at line", "SIGKILL", "SIGKILL"}
		if s.hasServer() {
			kinds = append(kinds, "cut", "cut", "session ended", "server killed")
		}
		kind := kinds[(i+int(*seed%8))%len(kinds)]
		after := time.Duration(rng.Int64N(int64(took[d])))
		what := fmt.Sprintf("%s, fault %d: %s after %v", args[0], i, kind, after)
		line := 0
		if kind == "SIGKILL at line" {
			line = 1 + rng.IntN(lines[d])
			what = fmt.Sprintf("%s, fault %d: SIGKILL at line %d", args[0], i, line)
		}
		if kind == "server killed" {
			a.faulty.Store(true)
		}
		began := time.Now()
		status, out, ports, met := fault(t, s, args, kind, line, after, rng)
		if status == done { // it is faster now than it was
			took[d] = (took[d] + time.Since(began)) / 2
		}
		count[kind]++
		if met || status != done {
			hits[kind]++
			hit++
		}
		s.idle(t, ports)
		if kind == "server killed" {
			time.Sleep(100 * time.Millisecond) // let the writers find it again
		}
		switch status {
		case done, killed, interrupted, conflict, connection:
		default:
			t.Fatalf("%s: status %d: %s", what, status, out)
		}
		t.Logf("%s: status %d", what, status)
		if status == done && s.isNew(t) == isNew {
			t.Fatalf("%s: it has done nothing: %s", what, out)
		}
		inspect(what, status == done)
		if left := s.remains(t); status == done && isNew && left != nil {
			t.Fatalf("%s: left %s", what, left)
		}
		a.faulty.Store(false)

		// Go on, or back.
		var did []string
		on := rng.IntN(2) == 0
		for try := 0; ; try++ {
			if try == 8 {
				t.Fatalf("%s, then %v: neither run nor undo ends", what, did)
			}
			next := command(on)
			on = !on // one of them is refused, where the other one has to come first
			if rng.IntN(4) == 0 {
				printed := must(t, done, "status", s.address())
				if left := s.remains(t); left != nil && strings.HasPrefix(printed, "no migration") {
					t.Fatalf("%s: status knows nothing of %s: %s", what, left, printed)
				}
			}
			status, out := uuid(t, next...)
			did = append(did, fmt.Sprintf("%s: status %d", next[0], status))
			t.Logf("then %s: status %d", next[0], status)
			isNew := s.isNew(t)
			if status == done {
				if isNew != (next[0] == "run") {
					t.Fatalf("%s, then %v: it has done nothing: %s", what, did, out)
				}
				inspect(fmt.Sprintf("%s, then %v", what, did), true)
				if left := s.remains(t); !isNew && left != nil {
					t.Fatalf("%s, then %v: left %s", what, did, left)
				}
				break
			}
			if m := leftFile.FindStringSubmatch(out); status == interrupted && m != nil { // see TestMariaDBFileLeft
				t.Logf("%s is left", m[1])
				kit.Check(t, os.Remove(m[1]))
				on = !on
				continue
			}
			// Undo of nothing is refused, and so is run after half an undo.
			if !(status == refused && next[0] == "undo" && !isNew || status == conflict) {
				t.Fatalf("%s, then %v: %s", what, did, out)
			}
			inspect(fmt.Sprintf("%s, then %v", what, did), false)
		}
		release()
	}
	online := slices.Contains(run, "--online") && !*large // -large would take minutes for it
	if online && s.isNew(t) {
		must(t, done, command(false)...)
		release()
	}
	switch isNew := s.isNew(t); {
	case online:
		a.runOnline(t, command(true))
	case !isNew:
		must(t, done, command(true)...)
	}
	must(t, done, "cleanup", s.address())
	inspect("cleanup", true)
	if left := s.remains(t); left != nil {
		t.Errorf("cleanup leaves %s", left)
	}
	release()
	var errs []string
	a.errors.Range(func(k, n any) bool {
		errs = append(errs, fmt.Sprintf("%d × %s", n.(*atomic.Int64).Load(), k))
		return len(errs) < 8
	})
	t.Logf("%d rows, faults: %v, hit: %v, %d writes, a writer waited %v at most; run takes %v, undo %v; %v in all; errors: %q",
		n, count, hits, a.wrote.Load(), time.Duration(a.longest.Load()).Round(time.Millisecond), took[0].Round(time.Millisecond), took[1].Round(time.Millisecond), time.Since(begin).Round(time.Second), errs)
	for kind, n := range count {
		if hits[kind] == 0 && (hit == 0 || n >= 12) { // with -all; fewer may all come too late
			t.Errorf("%s: none of %d hit", kind, n)
		}
	}
	if a.wrote.Load() < int64(faults) {
		t.Errorf("only %d writes", a.wrote.Load())
	}
}

// runOnline runs the command, with pauses, and sees that the application writes while it copies.
func (a *app) runOnline(t testing.TB, args []string) {
	t.Helper()
	before, wrote := a.wrote.Load(), int64(0)
	copies := regexp.MustCompile("^(copy|move|convert) ")
	status, out := start(t, append(slices.Clip(args), "--pause", "50ms")...).read(t, func(line string) {
		if copies.MatchString(line) {
			wrote = a.wrote.Load() - before
		} else if wrote == 0 {
			before = a.wrote.Load()
		}
	})
	if status != done || !waited(out) {
		t.Fatalf("%v: status %d: %s", args, status, out)
	}
	if wrote <= writers { // each may have begun one before
		t.Errorf("%d writes while run --online copies, want more: %s", wrote, out)
	}
}

// fault runs the command and lets a fault happen. It returns the ports of the connections
// that the command had then, and whether the fault has met one.
func fault(t testing.TB, s subject, args []string, kind string, line int, after time.Duration, rng *rand.Rand) (status int, out string, ports []int, met bool) {
	p := start(t, args...)
	var once sync.Once
	happen := func() {
		once.Do(func() {
			ports = s.ports()
			switch kind {
			case "cut":
				met = s.cut(rng) > 0
			case "session ended":
				met = s.endSessions(t, ports) > 0
			case "server killed":
				met = len(ports) > 0
				s.crash(t)
				ports = nil // no session of it is left, but a writer may get one of its ports
			default:
				p.cmd.Process.Kill()
			}
		})
	}
	happened := make(chan bool)
	if line == 0 {
		go func() {
			defer close(happened)
			time.Sleep(after)
			happen()
		}()
	} else {
		close(happened)
	}
	status, out = p.wait(t, func(n int) {
		if n == line {
			happen()
		}
	})
	<-happened
	return status, out, ports, met
}
