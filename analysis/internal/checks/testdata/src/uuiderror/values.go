package uuiderror

import (
	"database/sql"
	"flag"

	"github.com/google/uuid"
)

// A remover has methods that the package calls with the text of a UUID. Those that are also values, others call
// with any text.
type remover[T any] struct{ db *sql.DB }

func (r *remover[T]) called(text string) error {
	id, _ := uuid.Parse(text)
	_, err := r.db.Exec("DELETE FROM users WHERE id = ?", id)
	return err
}

func (r *remover[T]) bound(text string) error {
	id, _ := uuid.Parse(text)
	_, err := r.db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Parse is ignored`
	return err
}

func (r *remover[T]) expression(text string) error {
	id, _ := uuid.Parse(text)
	_, err := r.db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Parse is ignored`
	return err
}

func (r remover[T]) promoted(text string) error {
	id, _ := uuid.Parse(text)
	_, err := r.db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Parse is ignored`
	return err
}

type userRemover struct{ *remover[user] }

func (u *userRemover) all(id uuid.UUID) {
	u.called(id.String())
	u.bound(id.String())
	u.expression(id.String())
	u.promoted(id.String())
	flag.Func("user", "", u.bound)
	Remove(u, (*userRemover).expression, (*userRemover).promoted)
}

func Remove(u *userRemover, by ...func(u *userRemover, text string) error) {}

// plainRemover is the same without a type parameter.
type plainRemover struct{ db *sql.DB }

func (r *plainRemover) called(text string) {
	id, _ := uuid.Parse(text)
	r.db.Exec("DELETE FROM users WHERE id = ?", id)
}

func (r *plainRemover) bound(text string) {
	id, _ := uuid.Parse(text)
	r.db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Parse is ignored`
}

func (r *plainRemover) expression(text string) {
	id, _ := uuid.Parse(text)
	r.db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Parse is ignored`
}

func (r *plainRemover) all(id uuid.UUID) (func(text string), func(r *plainRemover, text string)) {
	r.called(id.String())
	r.bound(id.String())
	r.expression(id.String())
	return r.bound, (*plainRemover).expression
}

// local calls only what it makes itself.
func local(db *sql.DB, r *localRemover, id uuid.UUID) {
	remove := func(text string) {
		id, _ := uuid.Parse(text)
		db.Exec("DELETE FROM users WHERE id = ?", id)
	}
	remove(id.String())
	r.called(id.String())
	called := r.called
	called(id.String())
	(*localRemover).called(r, id.String())
	r.passed(id.String())
	passed := r.passed
	passed(r.text)
}

type localRemover struct {
	db   *sql.DB
	text string
}

func (r *localRemover) called(text string) {
	id, _ := uuid.Parse(text)
	r.db.Exec("DELETE FROM users WHERE id = ?", id)
}

func (r *localRemover) passed(text string) {
	id, _ := uuid.Parse(text)
	r.db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Parse is ignored`
}
