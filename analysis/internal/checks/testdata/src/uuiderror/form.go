package uuiderror

import (
	"database/sql"
	"log"
	"net/http"
	"net/url"
	"sync/atomic"

	"github.com/google/uuid"
)

func render(w http.ResponseWriter, errs any) {}

// form collects what is wrong with a form, and uses nothing of it then.
func form(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	errs := map[string]string{}
	id, err := uuid.Parse(r.FormValue("id"))
	if err != nil {
		errs["id"] = "must be a UUID"
	}
	if r.FormValue("name") == "" {
		errs["name"] = "must not be empty"
	}
	if len(errs) > 0 {
		render(w, errs)
		return
	}
	db.Exec("DELETE FROM users WHERE id = ?", id)
}

func formOfList(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	var errs []string
	id, err := uuid.Parse(r.FormValue("id"))
	if err != nil {
		log.Println(err)
		errs = append(errs, "id: "+err.Error())
	}
	if len(errs) == 0 {
		db.Exec("DELETE FROM users WHERE id = ?", id)
	}
}

func formOfValues(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	errs, message, bad := url.Values{}, "", 0
	id, err := uuid.Parse(r.FormValue("id"))
	if err != nil {
		errs.Add("id", "must be a UUID")
	}
	team, err := uuid.Parse(r.FormValue("team"))
	if err != nil {
		message = "must be a UUID"
	}
	boss, err := uuid.Parse(r.FormValue("boss"))
	if err != nil {
		bad++
	}
	if len(errs) > 0 || message != "" || bad > 0 {
		render(w, errs)
		return
	}
	db.Exec("DELETE FROM users WHERE id = ? AND team = ? AND boss = ?", id, team, boss)
}

// formUnasked collects it, and goes on in any case.
func formUnasked(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	errs := map[string]string{}
	id, err := uuid.Parse(r.FormValue("id"))
	if err != nil {
		errs["id"] = "must be a UUID"
	}
	if r.FormValue("name") == "" {
		errs["name"] = "must not be empty"
	}
	db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Parse is ignored`
	render(w, errs)
}

// formLogged only logs and counts.
func formLogged(w http.ResponseWriter, r *http.Request, db *sql.DB, failed *atomic.Int64) {
	errs := map[string]string{}
	id, err := uuid.Parse(r.FormValue("id"))
	if err != nil {
		log.Println("id: " + err.Error())
		failed.Add(1)
	}
	if r.FormValue("name") == "" {
		errs["name"] = "must not be empty"
	}
	if len(errs) > 0 {
		render(w, errs)
		return
	}
	db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Parse is ignored`
}
