package uuiderror

import (
	"database/sql"
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
