package uuiderror

import (
	"database/sql"
	"log"

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
