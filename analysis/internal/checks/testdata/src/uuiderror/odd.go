package uuiderror

import (
	"database/sql"
	"encoding/json"
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
