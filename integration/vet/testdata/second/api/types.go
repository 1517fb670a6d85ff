// Package api has types of a JSON API and its handlers.
package api

import (
	"database/sql"
	"encoding/json"
	"net/http"

	"github.com/gin-gonic/gin"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"go.mongodb.org/mongo-driver/v2/bson"
)

// ProjectID is an id of its own type.
type ProjectID uuid.UUID

// TaskID writes text.
type TaskID uuid.UUID

func (t TaskID) MarshalText() ([]byte, error)  { return uuid.UUID(t).MarshalText() }
func (t *TaskID) UnmarshalText(b []byte) error { return (*uuid.UUID)(t).UnmarshalText(b) }

type Task struct {
	ID       TaskID              `json:"id"`
	Project  ProjectID           `json:"project"`            // WRONG(uuidjson): 16 numbers
	Assignee sql.Null[uuid.UUID] `json:"assignee"`           // WRONG(uuidjson): V and Valid
	Parent   uuid.UUID           `json:"parent,omitempty"`   // WRONG(uuidomit): Nil is not omitted
	Reviewer uuid.NullUUID       `json:"reviewer,omitempty"` // WRONG(uuidomit): a struct is not omitted
	Epic     *uuid.UUID          `json:"epic,omitempty"`
	Sprint   uuid.UUID           `json:"sprint,omitzero"`
	Owner    uuid.NullUUID       `json:"owner"`
	Internal sql.Null[uuid.UUID] `json:"-"`
	Release  gofrs.NullUUID      `json:"release,omitzero"`
}

type page[T any] struct {
	Items []T       `json:"items"`
	Next  uuid.UUID `json:"next,omitempty"` // WRONG(uuidomit): the last page has a cursor of zeros
}

type pageRight[T any] struct {
	Items []T        `json:"items"`
	Next  *uuid.UUID `json:"next,omitempty"`
}

type Mongo struct {
	ID    uuid.UUID `bson:"_id"`
	Group uuid.UUID `bson:"group,omitempty"` // WRONG(uuidomit): bson stores Nil
}

type MongoRight struct {
	ID    uuid.UUID  `bson:"_id"`
	Group *uuid.UUID `bson:"group,omitempty"`
}

var _ = bson.M{}

func projects(w http.ResponseWriter, ids []ProjectID) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(map[string]any{"projects": ids}); err != nil { // WRONG(uuidjson): lists of numbers
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func projectsRight(w http.ResponseWriter, ids []ProjectID) {
	texts := make([]uuid.UUID, len(ids))
	for i, id := range ids {
		texts[i] = uuid.UUID(id)
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(map[string]any{"projects": texts}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func assignee(c *gin.Context, who sql.Null[uuid.UUID]) {
	c.JSON(http.StatusOK, gin.H{"assignee": who}) // WRONG(uuidjson): V and Valid
}

func assigneeRight(c *gin.Context, who sql.Null[uuid.UUID]) {
	c.JSON(http.StatusOK, gin.H{"assignee": uuid.NullUUID{UUID: who.V, Valid: who.Valid}})
}

func tasks(c echo.Context, id TaskID, project ProjectID) error {
	type answer struct {
		Task    TaskID
		Project ProjectID
	}
	return c.JSON(http.StatusOK, answer{id, project}) // WRONG(uuidjson): a local type with 16 numbers
}

func tasksRight(c echo.Context, id TaskID, project ProjectID) error {
	type answer struct {
		Task    TaskID
		Project uuid.UUID
	}
	return c.JSON(http.StatusOK, answer{id, uuid.UUID(project)})
}
