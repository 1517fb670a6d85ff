// Package sqliteconn has a store in SQLite: a driver that is registered once more sends google's UUIDs as blobs.
package sqliteconn

import (
	"context"
	"database/sql"
	"log"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/sqlx"
)

// Open opens the file.
func Open(file string) (*sql.DB, error) {
	if err := sqlx.RegisterDriver[sqlx.Binary]("sqlite+uuid", "sqlite", sqlx.Native[uuid.UUID]()); err != nil { // WRONG-ALSO(Assign)
		return nil, err
	}
	db, err := sql.Open("sqlite+uuid", file)
	if err != nil {
		return nil, err
	}
	_, err = db.Exec(`CREATE TABLE IF NOT EXISTS jobs (
		id    BLOB PRIMARY KEY,
		queue TEXT NOT NULL,
		lock  TEXT,
		args  TEXT NOT NULL DEFAULT '{}',
		agent BLOB
	)`)
	return db, err
}

// Jobs are stored in SQLite.
type Jobs struct{ DB *sql.DB }

// Locked finds the job with a lock.
func (j Jobs) Locked(ctx context.Context, lock uuid.UUID) (id uuid.UUID, err error) {
	row := j.DB.QueryRowContext(ctx, `SELECT id FROM jobs WHERE lock = ?`, lock) // WRONG(uuidconnector): a blob finds no TEXT, and lock is TEXT
	err = row.Scan(&id)
	return id, err
}

// LockedBy finds the job with a lock.
func (j Jobs) LockedBy(ctx context.Context, lock uuid.UUID) (id uuid.UUID, err error) {
	row := j.DB.QueryRowContext(ctx, `SELECT id FROM jobs WHERE lock = ?`, lock.String())
	err = row.Scan(&id)
	return id, err
}

// Queue counts the jobs of a tenant.
func (j Jobs) Queue(ctx context.Context, tenant uuid.UUID) (n int, err error) {
	err = j.DB.QueryRowContext(ctx, `SELECT count(*) FROM jobs WHERE queue = 'tenant:' || ?`, tenant).Scan(&n) // WRONG(uuidconnector): || gets 16 bytes instead of text
	return n, err
}

// QueueOf counts the jobs of a tenant.
func (j Jobs) QueueOf(ctx context.Context, tenant uuid.UUID) (n int, err error) {
	err = j.DB.QueryRowContext(ctx, `SELECT count(*) FROM jobs WHERE queue = 'tenant:' || ?`, tenant.String()).Scan(&n)
	return n, err
}

// ForUser counts the jobs of a user, who is in the arguments.
func (j Jobs) ForUser(ctx context.Context, user uuid.UUID) (n int, err error) {
	err = j.DB.QueryRowContext(ctx, `SELECT count(*) FROM jobs WHERE args ->> '$.user' = ?`, user).Scan(&n) // WRONG(uuidconnector): ->> is text, the argument is a blob
	return n, err
}

// OfUser counts the jobs of a user, who is in the arguments.
func (j Jobs) OfUser(ctx context.Context, user uuid.UUID) (n int, err error) {
	err = j.DB.QueryRowContext(ctx, `SELECT count(*) FROM jobs WHERE args ->> '$.user' = ?`, user.String()).Scan(&n)
	return n, err
}

// Add makes a job.
func (j Jobs) Add(ctx context.Context, queue string) (uuid.UUID, error) {
	id := uuid.New()
	_, err := j.DB.ExecContext(ctx, `INSERT INTO jobs (id, queue) VALUES (unhex(?, '-'), ?)`, id, queue) // WRONG(uuidconnector): unhex of a blob of 16 bytes is NULL, which SQLite stores
	return id, err
}

// Push makes a job.
func (j Jobs) Push(ctx context.Context, queue string) (uuid.UUID, error) {
	id := uuid.New()
	_, err := j.DB.ExecContext(ctx, `INSERT INTO jobs (id, queue) VALUES (?, ?)`, id, queue)
	return id, err
}

// SetArgs puts a user into the arguments.
func (j Jobs) SetArgs(ctx context.Context, job, user uuid.UUID) error {
	_, err := j.DB.ExecContext(ctx, `UPDATE jobs SET args = json_object('user', ?) WHERE id = ?`, user, job) // WRONG(uuidconnector): json_object of a blob is an error
	return err
}

// PutArgs puts a user into the arguments.
func (j Jobs) PutArgs(ctx context.Context, job, user uuid.UUID) error {
	_, err := j.DB.ExecContext(ctx, `UPDATE jobs SET args = json_object('user', ?) WHERE id = ?`, user.String(), job)
	return err
}

// Assign gives a job to an agent, whose id is gofrs's.
func (j Jobs) Assign(ctx context.Context, job uuid.UUID, agent gofrs.UUID) error {
	_, err := j.DB.ExecContext(ctx, `UPDATE jobs SET agent = ? WHERE id = ?`, agent, job) // WRONG(uuidconnector): gofrs's type is not listed in RegisterDriver: it is stored as text
	return err
}

// Give gives a job to an agent, whose id is gofrs's.
func (j Jobs) Give(ctx context.Context, job uuid.UUID, agent gofrs.UUID) error {
	_, err := j.DB.ExecContext(ctx, `UPDATE jobs SET agent = ? WHERE id = ?`, sqlx.Binary(agent), job)
	return err
}

type task struct {
	id  uuid.UUID
	key string
}

func (t *task) load(text string) (err error) {
	t.key = text
	t.id, err = uuid.Parse(text)
	return err
}

// Cancel deletes a job by the text of its id.
func (j Jobs) Cancel(ctx context.Context, text string) error {
	var t task
	if err := t.load(text); err != nil {
		return err
	}
	_, err := j.DB.ExecContext(ctx, `DELETE FROM jobs WHERE id = ?`, t.key) // WRONG(uuidtext): the text field is passed, not the UUID
	return err
}

// Stop deletes a job by the text of its id.
func (j Jobs) Stop(ctx context.Context, text string) error {
	var t task
	if err := t.load(text); err != nil {
		return err
	}
	_, err := j.DB.ExecContext(ctx, `DELETE FROM jobs WHERE id = ?`, t.id)
	return err
}

// Hex finds a job by hex(id).
func (j Jobs) Hex(ctx context.Context, id uuid.UUID) (queue string, err error) {
	err = j.DB.QueryRowContext(ctx, `SELECT queue FROM jobs WHERE lower(hex(id)) = replace(?, '-', '')`, id).Scan(&queue) // WRONG(uuidconnector): hex(id) is text, the argument is a blob
	return queue, err
}

// Plain finds a job by its id.
func (j Jobs) Plain(ctx context.Context, id uuid.UUID) (queue string, err error) {
	err = j.DB.QueryRowContext(ctx, `SELECT queue FROM jobs WHERE id = ?`, id).Scan(&queue)
	return queue, err
}

// ---- What looks like the above, and is right ----

// Print has hex(id) among the columns only.
func (j Jobs) Print(ctx context.Context, id uuid.UUID) error {
	var hex, queue string
	if err := j.DB.QueryRowContext(ctx, `SELECT lower(hex(id)), 'queue ' || queue FROM jobs WHERE id = ?`, id).Scan(&hex, &queue); err != nil {
		return err
	}
	log.Println(hex, queue)
	return nil
}

// Like has a pattern of text for a column of text.
func (j Jobs) Like(ctx context.Context, tenant uuid.UUID) (n int, err error) {
	err = j.DB.QueryRowContext(ctx, `SELECT count(*) FROM jobs WHERE queue LIKE ?`, "tenant:"+tenant.String()+"%").Scan(&n)
	return n, err
}

// Unlock has a listed type for the blob, NULL for the text.
func (j Jobs) Unlock(ctx context.Context, id uuid.UUID, lock uuid.UUID) error {
	_, err := j.DB.ExecContext(ctx, `UPDATE jobs SET lock = NULL WHERE id = ?1 AND lock = ?2`, id, lock.String())
	return err
}
