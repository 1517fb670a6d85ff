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
	Place string `json:"place" validate:"required,uuid4"`
	Owner string `json:"owner" validate:"omitempty,uuid4"`
	Part  string `json:"part" validate:"omitempty,uuid"`
	Team  string `json:"team" binding:"required"`
	UUID  string `json:"uuid" binding:"required"`
}

// bound uses texts that gin has validated.
func bound(db *sql.DB, c *gin.Context) {
	var in request
	if c.ShouldBindJSON(&in) != nil {
		return
	}
	id, _ := uuid.Parse(in.ID)
	place, _ := uuid.Parse(in.Place)
	owner, _ := uuid.Parse(in.Owner)
	part, _ := uuid.Parse(in.Part)
	team, _ := uuid.Parse(in.Team)
	other, _ := uuid.Parse(in.UUID)
	db.Exec("DELETE FROM users WHERE id = ? AND place = ?", id, place)
	if in.Owner != "" {
		db.Exec("DELETE FROM users WHERE owner = ?", owner)
	}
	db.Exec("DELETE FROM users WHERE part = ?", part)   // want `the error of Parse is ignored`
	db.Exec("DELETE FROM users WHERE team = ?", team)   // want `the error of Parse is ignored`
	db.Exec("DELETE FROM users WHERE other = ?", other) // want `the error of Parse is ignored`
}

func routes(db *sql.DB, r *http.Request) {
	chi.Handle("/users/{user:[0-9a-f-]{36}}/teams/{team}")
	user, _ := uuid.Parse(chi.URLParam(r, "user"))
	team, _ := uuid.Parse(chi.URLParam(r, "team"))
	item, _ := uuid.Parse(mux.Vars(r)["user"])
	part, _ := uuid.Parse(mux.Vars(r)["part"])
	chi.Handle("/rooms/{room:[0-9]+}/keys/{key:[0-9a-f-]{36}}")
	room, _ := uuid.Parse(chi.URLParam(r, "room"))
	db.Exec("DELETE FROM users WHERE id = ? AND item = ?", user, item)
	db.Exec("DELETE FROM users WHERE team = ?", team) // want `the error of Parse is ignored`
	db.Exec("DELETE FROM users WHERE part = ?", part) // want `the error of Parse is ignored`
	db.Exec("DELETE FROM users WHERE room = ?", room) // want `the error of Parse is ignored`
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
