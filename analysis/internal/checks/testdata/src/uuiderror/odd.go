package uuiderror

// Odd but valid Go: no check may panic, and each line without "want" is right.

import (
	"database/sql"
	"encoding/json"
	"iter"
	"log"
	"sync"

	"github.com/google/uuid"
)

var (
	failures [4]int
	lastErr  [1]error
)

func isZeroOwner() bool { return box{}.ID == (box{}).ID }

func countInArray(db *sql.DB, text string) {
	id, err := uuid.Parse(text)
	if err != nil {
		log.Println(err)
		failures[1]++
	}
	db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Parse is ignored`
}

func keepInArray(db *sql.DB, text string) {
	id, err := uuid.Parse(text)
	if err != nil {
		lastErr[0] = err
		return
	}
	db.Exec("DELETE FROM users WHERE id = ?", id)
}

func keepAndGoOn(db *sql.DB, text string) {
	id, err := uuid.Parse(text)
	lastErr[0] = err
	db.Exec("DELETE FROM users WHERE id = ?", id)
}

func compareZero(db *sql.DB, b box, text string) {
	if b.ID == (box{}).ID {
		return
	}
	db.Exec("DELETE FROM users WHERE id = ?", b.ID)
}

func waitBound(db *sql.DB, wg *sync.WaitGroup, text string) {
	done := wg.Done
	id, err := uuid.Parse(text)
	if err != nil {
		log.Println(err)
		done()
	}
	db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Parse is ignored`
}

func countBound(db *sql.DB, wg *sync.WaitGroup, text string, really bool) {
	add, done := wg.Add, (*sync.WaitGroup).Done
	id, err := uuid.Parse(text)
	if err != nil {
		log.Println(err)
		add(1)
	}
	if really {
		db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Parse is ignored`
	}
	other, err := uuid.Parse(text)
	if err != nil {
		log.Println(err)
		done(wg)
	}
	db.Exec("DELETE FROM users WHERE id = ?", other) // want `the error of Parse is ignored`
}

// Make makes any struct with the field ID alone.
func Make[T ~struct{ ID uuid.UUID }](id uuid.UUID) T { return T{ID: id} }

func MakeMore[T ~struct{ ID uuid.UUID }](id uuid.UUID) (p *T, list []T) {
	pair := [2]T{{ID: uuid.Nil}, {id}}
	p = &T{ID: id}
	return p, append(pair[:], T{}, *p)
}

// shipment is for JSON, and has a field of a type parameter.
type shipment[T ~struct{ ID uuid.UUID }] struct {
	Box  T   `json:"box"`
	List []T `json:"list"`
}

func ship[T ~struct{ ID uuid.UUID }](db *sql.DB, id uuid.UUID) shipment[T] {
	s := shipment[T]{Box: T{ID: id}, List: []T{{ID: id}}}
	b, err := json.Marshal(s)
	if err != nil {
		return s
	}
	json.Unmarshal(b, &s)
	json.Unmarshal(b, &s.Box)
	db.Exec("INSERT INTO boxes (box) VALUES (?)", s.Box)
	return s
}

func setAll[T ~struct{ ID uuid.UUID }, P interface{ *T }](p P, id uuid.UUID) { *p = T{ID: id} }

// made is a closure in a variable of the package, and again has itself in it.
var (
	made  = func(text string) (uuid.UUID, error) { return uuid.Parse(text) }
	again func(int) uuid.UUID
	_, _  = made("x")
	zero  = [2]struct{ ID uuid.UUID }{}[1].ID
)

func init() {
	again = func(n int) uuid.UUID {
		if n == 0 {
			return zero
		}
		return again(n - 1)
	}
}

func init() {}

func _() any { return uuid.Nil }

func (*ring) _() any { return uuid.Nil }

// ring and forest are types of themselves.
type (
	ring struct {
		ID   uuid.UUID `json:"id"`
		Next *ring     `json:"next"`
		*ring
	}
	forest map[string]forest
	lists  []lists
	self   func(self) (self, uuid.UUID)
	link   *link
)

func walk(db *sql.DB, r *ring, f forest, l lists, s self, p link) {
	for ; r != nil && r.ID != uuid.Nil; r = r.Next {
		db.Exec("DELETE FROM rings WHERE id = ?", r.ID, r.ring, f, l, p)
	}
	s, id := s(s)
	json.Marshal(map[uuid.UUID]any{id: f, again(3): &s})
}

func jumps(db *sql.DB, texts chan string, done chan struct{}) (id uuid.UUID, err error) {
	defer func() {
		if r := recover(); r != nil {
			id = uuid.Nil
		}
	}()
outer:
	for i := 0; ; i++ {
		select {
		case text, ok := <-texts:
			if !ok {
				break outer
			}
			if id, err = uuid.Parse(text); err != nil {
				continue outer
			}
			goto store
		case <-done:
			return
		case texts <- id.String():
		}
	}
	select {}
store:
	defer db.Exec("DELETE FROM users WHERE id = ?", id)
	go db.Exec("DELETE FROM users WHERE id = ?", id)
	if _, err = db.Exec("DELETE FROM users WHERE id = ?", id); err != nil {
		goto store
	}
	return
}

func parsed(texts ...string) iter.Seq2[uuid.UUID, error] {
	return func(yield func(uuid.UUID, error) bool) {
		for _, text := range texts {
			if !yield(uuid.Parse(text)) {
				return
			}
		}
	}
}

func ranges(db *sql.DB) error {
	for id, err := range parsed("a", "b") {
		if err != nil {
			return err
		}
		defer db.Exec("DELETE FROM users WHERE id = ?", id)
		for range 3 {
			for id := range map[uuid.UUID]struct{}{id: {}} {
				db.Exec("DELETE FROM users WHERE id = ?", id)
			}
		}
	}
	next, stop := iter.Pull2(parsed())
	defer stop()
	id, err, ok := next()
	if err != nil || !ok {
		return err
	}
	_, err = db.Exec("DELETE FROM users WHERE id = ?", id)
	return err
}

type number interface {
	~int | ~string | uuid.UUID
	comparable
}

func switches[T number, S ~[]T, M ~map[T]S](db *sql.DB, v T, s S, m M) (text string) {
	switch v := any(v).(type) {
	case T:
		db.Exec("DELETE FROM users WHERE id = ?", v, s[len(s)-1], m[v][0])
	case interface{ String() string }:
		text = v.String()
	}
	switch any(m).(type) {
	case map[T]S, *T, []T:
	}
	var zero T
	if v == zero {
		return
	}
	for k, v := range m {
		s = append(s, k)
		s = append(s, v...)
		clear(m)
	}
	return switches[T, S, M](db, v, s, m)
}

type namer interface{ String() string }

func methods(db *sql.DB, n namer, id uuid.UUID, ids [][2]uuid.UUID) {
	f, g, h := n.String, uuid.UUID.String, (*uuid.UUID).String
	k := namer.String
	db.Exec("SELECT 1", f(), g(id), h(&id), k(id), func() string { return id.String() }())
	exec := db.Exec
	exec("DELETE FROM users WHERE id = ?", id)
	for _, ids[0][1] = range [...]uuid.UUID{id} {
		(*sql.DB).Exec(db, "DELETE FROM users WHERE id = ?", ids[0][1])
	}
	_, _ = [...]uuid.UUID{5: id}, struct{ uuid.UUID }{id}.UUID
	p := &struct{ *ring }{&ring{ID: id}}
	p.ID, p.Next.ID = p.Next.ID, p.ring.ID
	copy((&id)[:], (*[16]byte)(ids[0][0][:])[:])
	_ = switches[uuid.UUID, []uuid.UUID, map[uuid.UUID][]uuid.UUID]
}
