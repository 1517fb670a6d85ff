package uuiderror

import (
	"database/sql"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/gorilla/mux"
)

type request struct {
	ID    string `json:"id" binding:"required,uuid"`
	Owner string `json:"owner" validate:"omitempty,uuid4"`
	Team  string `json:"team" binding:"required"`
}

// bound uses texts that gin has validated.
func bound(db *sql.DB, c *gin.Context) {
	var in request
	if c.ShouldBindJSON(&in) != nil {
		return
	}
	id, _ := uuid.Parse(in.ID)
	owner, _ := uuid.Parse(in.Owner)
	team, _ := uuid.Parse(in.Team)
	db.Exec("DELETE FROM users WHERE id = ? AND owner = ?", id, owner)
	db.Exec("DELETE FROM users WHERE team = ?", team) // want `the error of Parse is ignored`
}

func routes(db *sql.DB, r *http.Request) {
	chi.Handle("/users/{user:[0-9a-f-]{36}}/teams/{team}")
	user, _ := uuid.Parse(chi.URLParam(r, "user"))
	team, _ := uuid.Parse(chi.URLParam(r, "team"))
	item, _ := uuid.Parse(mux.Vars(r)["user"])
	part, _ := uuid.Parse(mux.Vars(r)["part"])
	db.Exec("DELETE FROM users WHERE id = ? AND item = ?", user, item)
	db.Exec("DELETE FROM users WHERE team = ?", team) // want `the error of Parse is ignored`
	db.Exec("DELETE FROM users WHERE part = ?", part) // want `the error of Parse is ignored`
}

func literal(db *sql.DB, other string) {
	text := "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	id, _ := uuid.Parse(text)
	db.Exec("DELETE FROM users WHERE id = ?", id)
	for _, text := range []string{"f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf7"} {
		id, _ := uuid.Parse(text)
		db.Exec("DELETE FROM users WHERE id = ?", id)
	}
	for _, text := range []string{"f81d4fae-7dec-11d0-a765-00a0c91e6bf6", other} {
		id, _ := uuid.Parse(text)
		db.Exec("DELETE FROM users WHERE id = ?", id) // want `the error of Parse is ignored`
	}
}
