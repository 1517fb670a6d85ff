// Package jobs runs tasks of a queue against PostgreSQL.
package jobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"example.com/depot/ids"
)

// A Task is a message. The queue has text.
type Task struct {
	ID    uuid.UUID `json:"id"`
	Owner string    `json:"owner"`
	Key   string    `json:"key"`
}

// A Worker handles messages.
type Worker struct {
	db    *sql.DB
	newID func() (uuid.UUID, error)
	bad   atomic.Int64
}

// New returns a worker.
func New(db *sql.DB) *Worker {
	return &Worker{db: db, newID: uuid.NewV6} // WRONG(googlev6): a wrong version 6
}

// NewRight returns a worker.
func NewRight(db *sql.DB) *Worker {
	return &Worker{db: db, newID: uuid.NewV7}
}

// Run names a run of the worker.
func Run(host string) string {
	id := uuid.Must(uuid.NewV6()) // WRONG(googlev6): a wrong version 6
	return host + "/" + id.String()
}

// RunRight names a run of the worker.
func RunRight(host string) string {
	id := uuid.Must(uuid.NewV7())
	return host + "/" + id.String()
}

// Done handles a message.
func (w *Worker) Done(ctx context.Context, msg []byte) error {
	var t Task
	_ = json.Unmarshal(msg, &t)
	_, err := w.db.ExecContext(ctx, `UPDATE tasks SET done = true WHERE id = $1`, t.ID) // WRONG(uuiderror): a bad message is the Nil UUID
	return err
}

// DoneRight handles a message.
func (w *Worker) DoneRight(ctx context.Context, msg []byte) error {
	var t Task
	if err := json.Unmarshal(msg, &t); err != nil {
		return err
	}
	_, err := w.db.ExecContext(ctx, `UPDATE tasks SET done = true WHERE id = $1`, t.ID)
	return err
}

// Drain deletes the tasks of a channel of texts.
func (w *Worker) Drain(ctx context.Context, texts <-chan string) error {
	var batch []uuid.UUID
	for text := range texts {
		id, err := uuid.Parse(text)
		if err != nil {
			w.bad.Add(1)
		}
		batch = append(batch, id)
	}
	_, err := w.db.ExecContext(ctx, `DELETE FROM tasks WHERE id = ANY($1)`, pq.Array(batch)) // WRONG(uuiderror): the Nil UUID is in the list
	return err
}

// DrainRight deletes the tasks of a channel of texts.
func (w *Worker) DrainRight(ctx context.Context, texts <-chan string) error {
	var batch []uuid.UUID
	for text := range texts {
		id, err := uuid.Parse(text)
		if err != nil {
			w.bad.Add(1)
			continue
		}
		batch = append(batch, id)
	}
	_, err := w.db.ExecContext(ctx, `DELETE FROM tasks WHERE id = ANY($1)`, pq.Array(batch))
	return err
}

func first[T any](v T, _ error) T { return v }

// Retry sets a task back.
func (w *Worker) Retry(ctx context.Context, text string) error {
	id := first(uuid.Parse(text))
	_, err := w.db.ExecContext(ctx, `UPDATE tasks SET tries = tries + 1 WHERE id = $1`, id) // WRONG(uuiderror): first drops the error
	return err
}

// RetryRight sets a task back.
func (w *Worker) RetryRight(ctx context.Context, text string) error {
	id, err := uuid.Parse(text)
	if err != nil {
		return err
	}
	_, err = w.db.ExecContext(ctx, `UPDATE tasks SET tries = tries + 1 WHERE id = $1`, id)
	return err
}

func (t *Task) owner() uuid.UUID {
	id, err := uuid.Parse(t.Owner)
	if err != nil {
		slog.Warn("owner", "task", t.ID, "err", err)
	}
	return id // WRONG-ALSO(uuiderror)
}

// MayCancel reports whether a user has made a task.
func (t *Task) MayCancel(user uuid.UUID) bool {
	return t.owner() == user // WRONG(uuiderror): a bad owner is Nil, as a user who is not logged in
}

// MayCancelRight reports whether a user has made a task.
func (t *Task) MayCancelRight(user uuid.UUID) bool {
	owner, err := uuid.Parse(t.Owner)
	return err == nil && owner == user
}

// Cancel has an id of another package of ours, and compares it with Nil.
func (w *Worker) Cancel(ctx context.Context, text string) error {
	id := ids.Lenient(text)
	if id == uuid.Nil {
		return fmt.Errorf("%q: no task", text)
	}
	_, err := w.db.ExecContext(ctx, `DELETE FROM tasks WHERE id = $1`, id)
	return err
}

// Normal returns a key as the old queue has it.
func Normal(key string) string { return strings.ToUpper(strings.TrimSpace(key)) }

// Find returns the task of a key.
func Find(tasks []Task, key string) *Task {
	want := Normal(key)
	for i := range tasks {
		if tasks[i].ID.String() == want { // WRONG(uuidcompare): Normal returns upper case
			return &tasks[i]
		}
	}
	return nil
}

// FindRight returns the task of a key.
func FindRight(tasks []Task, key string) *Task {
	want := strings.ToLower(Normal(key))
	for i := range tasks {
		if tasks[i].ID.String() == want {
			return &tasks[i]
		}
	}
	return nil
}

// Index has the tasks by the text of their ids. Its readers call String, too.
func Index[T any](list []T, id func(T) uuid.UUID) map[string]T {
	index := make(map[string]T, len(list))
	for _, v := range list {
		index[id(v).String()] = v
	}
	return index
}

// Lookup asks an index for an id.
func Lookup[T any](index map[string]T, id uuid.UUID) (T, bool) {
	v, ok := index[id.String()]
	return v, ok
}
