package uuiderror

import (
	"database/sql"
	"encoding/json"
	"log"

	"github.com/google/uuid"
)

// capturedLogged has a deferred function that reads its error.
func capturedLogged(db *sql.DB, text string) (err error) {
	defer func() {
		if err != nil {
			log.Println(err)
		}
	}()
	id, err := uuid.Parse(text)
	if err != nil {
		log.Println(err)
	}
	_, err = db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Parse is ignored`
	return err
}

func capturedOverwritten(db *sql.DB, text string) (err error) {
	defer done(&err)
	id, err := uuid.Parse(text)
	_, err = db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Parse is ignored`
	return err
}

func capturedDecoded(db *sql.DB, data []byte) (err error) {
	defer func() { log.Println(err) }()
	var u user
	if err = json.Unmarshal(data, &u); err != nil {
		log.Println(err)
	}
	_, err = db.Exec("DELETE FROM users WHERE id = ?", u.ID) // want `the error of Unmarshal is ignored`
	return err
}

func done(err *error) {}

func capturedRight(db *sql.DB, text string) (err error) {
	defer func() {
		if err != nil {
			log.Println(err)
		}
	}()
	id, err := uuid.Parse(text)
	if err != nil {
		return err
	}
	_, err = db.Exec("DELETE FROM users WHERE id = ?", id)
	return err
}

func capturedReturned(text string) (id uuid.UUID, err error) {
	defer func() { log.Println(err) }()
	id, err = uuid.Parse(text)
	return id, err
}

func capturedParsed(text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	defer func() { log.Println(err) }()
	return id, err
}

func capturedByCaller(db *sql.DB, text string) (err error) {
	defer done(&err)
	id, err := capturedReturned(text)
	if err != nil {
		return err
	}
	other, err := capturedParsed(text)
	if err != nil {
		return err
	}
	_, err = db.Exec("DELETE FROM users WHERE id = ? AND other = ?", id, other)
	return err
}

// capturedAsked has other functions look at the error.
func capturedAsked(db *sql.DB, text string) {
	id, err := uuid.Parse(text)
	failed := func() bool { return err != nil }
	if failed() {
		return
	}
	db.Exec("DELETE FROM users WHERE id = ?", id)
	id, passed := uuid.Parse(text + "0")
	done(&passed)
	db.Exec("DELETE FROM users WHERE id = ?", id)
}
