// Package members serves the members of the depot's club.
package members

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// A Member is a document.
type Member struct {
	ID      uuid.UUID `bson:"_id" json:"id"`
	Sponsor uuid.UUID `bson:"sponsor" json:"sponsor"`
	Name    string    `bson:"name" json:"name"`
}

// API has the handlers.
type API struct {
	c   *mongo.Collection
	log *slog.Logger
}

// New returns the handlers of a database.
func New(db *mongo.Database, log *slog.Logger) *API {
	return &API{db.Collection("members"), log}
}

// Register adds the routes.
func (a *API) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET /members/{id}", a.GetRight)
	mux.HandleFunc("GET /v1/members/{id}", a.Get)
	mux.HandleFunc("DELETE /members/{id}", a.KickRight)
	mux.HandleFunc("DELETE /v1/members/{id}", a.Kick)
	mux.HandleFunc("POST /members", a.JoinRight)
	mux.HandleFunc("POST /v1/members", a.Join)
}

// Get answers with a member.
func (a *API) Get(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if uuid.Validate(id) != nil {
		http.NotFound(w, r)
		return
	}
	var m Member
	err := a.c.FindOne(r.Context(), bson.D{{Key: "_id", Value: id}}).Decode(&m) // WRONG(bsontext): the text of a request equals no UUID
	a.reply(w, m, err)
}

// GetRight answers with a member.
func (a *API) GetRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	var m Member
	err = a.c.FindOne(r.Context(), bson.D{{Key: "_id", Value: id}}).Decode(&m)
	a.reply(w, m, err)
}

// Kick deletes a member.
func (a *API) Kick(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		a.log.Warn("bad id", "err", err)
	}
	_, err = a.c.DeleteOne(r.Context(), bson.M{"_id": id}) // WRONG(uuiderror): after the error the id is Nil
	a.reply(w, nil, err)
}

// KickRight deletes a member.
func (a *API) KickRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		a.log.Warn("bad id", "err", err)
		http.Error(w, "bad id", http.StatusBadRequest)
		return
	}
	_, err = a.c.DeleteOne(r.Context(), bson.M{"_id": id})
	a.reply(w, nil, err)
}

// Join adds a member.
func (a *API) Join(w http.ResponseWriter, r *http.Request) {
	var m Member
	_ = json.NewDecoder(r.Body).Decode(&m)
	m.ID = uuid.New()
	_, err := a.c.InsertOne(r.Context(), m) // WRONG(uuiderror): after a dropped error of Decode the sponsor is Nil
	a.reply(w, m, err)
}

// JoinRight adds a member.
func (a *API) JoinRight(w http.ResponseWriter, r *http.Request) {
	var m Member
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	m.ID = uuid.New()
	_, err := a.c.InsertOne(r.Context(), m)
	a.reply(w, m, err)
}

func (a *API) reply(w http.ResponseWriter, v any, err error) {
	switch {
	case errors.Is(err, mongo.ErrNoDocuments):
		http.Error(w, "no such member", http.StatusNotFound)
	case err != nil:
		a.log.Error("members", "err", err)
		http.Error(w, "sorry", http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(v); err != nil {
			a.log.Warn("members", "err", err)
		}
	}
}
