package migrate

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	uuids "github.com/uuidkit/uuidkit/uuid"
)

// writers is how many write at once, each to rows of its own.
const writers = 4

// A tableOf the application. The first key columns are those by which it finds a row.
type tableOf struct {
	name    string
	key     int
	columns []string
}

const (
	users = iota
	orders
	teams
	members
)

var tables = []tableOf{
	users:   {"users", 1, strings.Fields("id email n referrer favourite")},
	orders:  {"orders", 1, strings.Fields("id no user_id parent_id total")},
	teams:   {"teams", 2, strings.Fields("tenant id name")},
	members: {"members", 2, strings.Fields("user_id team tenant")},
}

// A row has a value for each column: an uuids.UUID, a string, an int64, or nil.
type row []any

// String is what rows are compared by.
func (r row) String() string {
	var b strings.Builder
	for i, v := range r {
		if i > 0 {
			b.WriteByte('|')
		}
		switch v := v.(type) {
		case nil:
			b.WriteString("NULL")
		case uuids.UUID:
			fmt.Fprintf(&b, "%x", v[:])
		default:
			fmt.Fprint(&b, v)
		}
	}
	return b.String()
}

// A cell names a row of a table.
type cell struct {
	table int
	key   string
}

func cellOf(table int, r row) cell { return cell{table, r[:tables[table].key].String()} }

// A statement inserts (old is nil), deletes (new is nil) or updates a row.
type statement struct {
	table    int
	old, new row
}

func (s statement) String() string {
	return fmt.Sprintf("%s: %v → %v", tables[s.table].name, s.old, s.new)
}

// errNone is a client's error for a row that is not there.
var errNone = errors.New("no row")

// A client is the application's way to a database. It knows the form in which the ids
// were when it last asked.
type client interface {
	ask(ctx context.Context) error
	do(ctx context.Context, list []statement) error // in one transaction, if they are several
	find(ctx context.Context, table int, key row) (row, error)
	refused(err error) bool // the database has refused a value: it may be in the other form
	passes(err error) bool  // a conflict with another transaction: nothing was written
}

// An app is what runs while a migration does.
type app struct {
	testing.TB
	all      []*appWriter
	odd      map[cell]row  // planted rows that no writer touches
	patience time.Duration // of a writer, whose tables can be locked
	running  sync.RWMutex  // a writer that writes holds it for reading
	stop     chan bool
	ended    sync.WaitGroup
	faulty   atomic.Bool // clients lose their connections, too
	wrote    atomic.Int64
	longest  atomic.Int64 // the longest time that a writer waited, in nanoseconds
	errors   sync.Map     // text of an error → how often
}

// An appWriter remembers what it was told.
type appWriter struct {
	app    *app
	number int
	rng    *rand.Rand
	client client
	rows   map[cell]row
	keys   [4][]cell // of rows that are in no doubt
	at     map[cell]int
	refs   map[uuids.UUID]map[cell]bool // the rows that have this id in another column than their key
	doubts [][]statement                // whose outcome is unknown
	target [4]int
	serial int64
}

func (a *app) writer(number int, rng *rand.Rand) *appWriter {
	w := &appWriter{app: a, number: number, rng: rng, rows: map[cell]row{}, at: map[cell]int{}, refs: map[uuids.UUID]map[cell]bool{}}
	a.all = append(a.all, w)
	return w
}

// put, take: what the writer knows of a row.
func (w *appWriter) put(table int, r row) {
	c := cellOf(table, r)
	w.rows[c] = r
	w.at[c] = len(w.keys[table])
	w.keys[table] = append(w.keys[table], c)
	for i, v := range r {
		if id, ok := v.(uuids.UUID); ok && (i >= tables[table].key || table == members) {
			if w.refs[id] == nil {
				w.refs[id] = map[cell]bool{}
			}
			w.refs[id][c] = true
		}
	}
}

func (w *appWriter) take(table int, r row) {
	c := cellOf(table, r)
	w.hide(c)
	for i, v := range w.rows[c] {
		if id, ok := v.(uuids.UUID); ok && (i >= tables[table].key || table == members) {
			delete(w.refs[id], c)
			if len(w.refs[id]) == 0 {
				delete(w.refs, id)
			}
		}
	}
	delete(w.rows, c)
}

// hide makes pick leave a row alone. Its references stay.
func (w *appWriter) hide(c cell) {
	i, ok := w.at[c]
	if !ok {
		return
	}
	keys := w.keys[c.table]
	last := keys[len(keys)-1]
	keys[i], w.at[last] = last, i
	w.keys[c.table] = keys[:len(keys)-1]
	delete(w.at, c)
}

func (w *appWriter) pick(table int) row {
	if len(w.keys[table]) == 0 {
		return nil
	}
	return w.rows[w.keys[table][w.rng.IntN(len(w.keys[table]))]]
}

// one returns the id of a row of a table, or nil.
func (w *appWriter) one(table int) any {
	r := w.pick(table)
	if r == nil || w.rng.IntN(3) == 0 {
		return nil
	}
	return r[tables[table].key-1]
}

func (w *appWriter) id() uuids.UUID {
	var u uuids.UUID
	binary.BigEndian.PutUint64(u[:8], w.rng.Uint64())
	binary.BigEndian.PutUint64(u[8:], w.rng.Uint64())
	u[6], u[8] = u[6]&0x0f|[]byte{0x40, 0x70, 0x10}[w.rng.IntN(3)], u[8]&0x3f|0x80
	return u
}

// fresh returns a new row.
func (w *appWriter) fresh(table int) row {
	w.serial++
	n := int64(w.number+1)*100_000_000 + w.serial
	id := w.id()
	switch table {
	case users:
		return row{id, fmt.Sprintf("e%d@x", n), w.serial%1000 + 1, w.one(users), nil}
	case orders:
		if u := w.pick(users); u != nil {
			return row{id, n, u[0], w.one(orders), w.serial % 5000}
		}
	case teams:
		return row{w.id(), id, fmt.Sprint("t", n)}
	case members:
		t, u := w.pick(teams), w.pick(users)
		if t != nil && u != nil {
			r := row{u[0], t[1], t[0]}
			if _, there := w.rows[cellOf(members, r)]; !there && !w.doubted(cellOf(members, r)) {
				return r
			}
		}
	}
	return nil
}

// next returns a statement, or none. A table that has reached its target hardly grows.
func (w *appWriter) next() (s statement, ok bool) {
	table := []int{users, users, users, orders, orders, orders, teams, members}[w.rng.IntN(8)]
	r := w.pick(table)
	if r == nil || len(w.keys[table]) < w.target[table] && w.rng.IntN(8) < 3 || w.rng.IntN(40) == 0 {
		s = statement{table, nil, w.fresh(table)}
		return s, s.new != nil
	}
	leaf := func() bool {
		for _, v := range r[:tables[table].key] {
			if id := v.(uuids.UUID); table != members && len(w.refs[id]) > 0 || id == uuids.Nil() || id == uuids.Max() {
				return false
			}
		}
		return true
	}
	switch w.rng.IntN(4) {
	case 0:
		if leaf() {
			return statement{table, r, nil}, true
		}
		return s, false
	case 1: // its id
		if table == orders && leaf() {
			s = statement{table, r, slices.Clone(r)}
			s.new[0] = w.id()
			return s, true
		}
	}
	s = statement{table, r, slices.Clone(r)}
	switch table {
	case users:
		s.new[2] = w.rng.Int64N(1000) + 1
		switch w.rng.IntN(3) {
		case 0:
			s.new[3] = w.one(users)
		case 1:
			s.new[4] = w.one(orders)
		}
	case orders:
		s.new[4] = w.rng.Int64N(5000)
		if w.rng.IntN(2) == 0 {
			s.new[3] = w.one(orders)
		}
	case teams:
		w.serial++
		s.new[2] = fmt.Sprint("u", w.number, "-", w.serial)
	case members:
		return s, false
	}
	return s, s.new.String() != r.String() && !(table == orders && s.new[3] == r[0])
}
