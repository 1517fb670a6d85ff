package lookups

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/lib/pq"

	kit "github.com/uuidkit/uuidkit/uuid"
)

type event struct {
	Key  []byte
	Body []byte
}

// consume deletes the invoice whose id is the key of a message.
func consume(ctx context.Context, db *sql.DB, e event) error {
	id, _ := uuid.FromBytes(e.Key)                                          // WRONG(uuiderror): a key of another length becomes the Nil UUID
	_, err := db.ExecContext(ctx, `DELETE FROM invoices WHERE id = $1`, id) // WRONG-ALSO
	return err
}

// consumeKey deletes the invoice whose id is the key of a message.
func consumeKey(ctx context.Context, db *sql.DB, e event) error {
	id, err := uuid.FromBytes(e.Key)
	if err != nil {
		return fmt.Errorf("key of %d bytes: %w", len(e.Key), err)
	}
	_, err = db.ExecContext(ctx, `DELETE FROM invoices WHERE id = $1`, id)
	return err
}

// totals sums the invoices of some customers, a list with commas.
func totals(ctx context.Context, db *sql.DB, list string) (sum int64, err error) {
	parse := func(s string) uuid.UUID {
		u, _ := uuid.Parse(strings.TrimSpace(s)) // WRONG(uuiderror): each bad entry of the list is the Nil UUID in the query
		return u
	}
	var ids []string
	for _, s := range strings.Split(list, ",") {
		ids = append(ids, parse(s).String())
	}
	err = db.QueryRowContext(ctx, `SELECT sum(total) FROM invoices WHERE customer = ANY($1::uuid[])`, pq.Array(ids)).Scan(&sum) // WRONG-ALSO
	return sum, err
}

// totalsOf sums the invoices of some customers, a list with commas.
func totalsOf(ctx context.Context, db *sql.DB, list string) (sum int64, err error) {
	parse := func(s string) (uuid.UUID, error) {
		return uuid.Parse(strings.TrimSpace(s))
	}
	var ids []string
	for _, s := range strings.Split(list, ",") {
		id, err := parse(s)
		if err != nil {
			return 0, err
		}
		ids = append(ids, id.String())
	}
	err = db.QueryRowContext(ctx, `SELECT sum(total) FROM invoices WHERE customer = ANY($1::uuid[])`, pq.Array(ids)).Scan(&sum)
	return sum, err
}

// move gives all notes of one owner to another. The ids are gofrs's.
func move(ctx context.Context, db *sql.DB, from, to string) error {
	src, err := gofrs.FromString(from)
	if err != nil {
		return err
	}
	dst, _ := gofrs.FromString(to)                                                         // WRONG(uuiderror): the notes go to the Nil UUID if the second id is bad
	_, err = db.ExecContext(ctx, `UPDATE notes SET owner = $1 WHERE owner = $2`, dst, src) // WRONG-ALSO
	return err
}

// moveNotes gives all notes of one owner to another. The ids are gofrs's.
func moveNotes(ctx context.Context, db *sql.DB, from, to string) error {
	src, err := gofrs.FromString(from)
	if err != nil {
		return err
	}
	dst, err := gofrs.FromString(to)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `UPDATE notes SET owner = $1 WHERE owner = $2`, dst, src)
	return err
}

// rename changes the text of a note.
func rename(ctx context.Context, db *sql.DB, key []byte, body string) error {
	var note uuid.UUID
	_ = note.UnmarshalText(key)                                                           // WRONG(uuiderror): the error is dropped, and the Nil UUID is asked for
	_, err := db.ExecContext(ctx, `UPDATE notes SET body = $2 WHERE id = $1`, note, body) // WRONG-ALSO
	return err
}

// edit changes the text of a note.
func edit(ctx context.Context, db *sql.DB, key []byte, body string) error {
	var note uuid.UUID
	if err := note.UnmarshalText(key); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `UPDATE notes SET body = $2 WHERE id = $1`, note, body)
	return err
}

// owned counts what an owner has. It looks at the error after the query.
func owned(ctx context.Context, db *sql.DB, text string) (n int, err error) {
	owner, perr := kit.Parse(text)
	err = db.QueryRowContext(ctx, `WITH gone AS (DELETE FROM notes WHERE owner = $1 RETURNING 1) SELECT count(*) FROM gone`, owner).Scan(&n) // WRONG(uuiderror): the DELETE runs with the Nil UUID before the error of Parse is looked at
	if perr != nil {
		return 0, perr
	}
	return n, err
}

// ownedBy counts what an owner has.
func ownedBy(ctx context.Context, db *sql.DB, text string) (n int, err error) {
	owner, perr := kit.Parse(text)
	if perr != nil {
		return 0, perr
	}
	err = db.QueryRowContext(ctx, `WITH gone AS (DELETE FROM notes WHERE owner = $1 RETURNING 1) SELECT count(*) FROM gone`, owner).Scan(&n)
	return n, err
}

type cursor struct{ after uuid.UUID }

func newCursor(token string) *cursor {
	c := &cursor{}
	c.after, _ = uuid.Parse(token) // WRONG(uuiderror): a broken token is the Nil UUID, which is the first page again, for ever
	return c
}

// page lists ids after a token.
func (c *cursor) page(ctx context.Context, db *sql.DB) (*sql.Rows, error) {
	return db.QueryContext(ctx, `SELECT id FROM notes WHERE id > $1 ORDER BY id LIMIT 100`, c.after) // WRONG-ALSO
}

type marker struct{ after uuid.UUID }

func newMarker(token string) (*marker, error) {
	after, err := uuid.Parse(token)
	if err != nil {
		return nil, err
	}
	return &marker{after: after}, nil
}

func (m *marker) page(ctx context.Context, db *sql.DB) (*sql.Rows, error) {
	return db.QueryContext(ctx, `SELECT id FROM notes WHERE id > $1 ORDER BY id LIMIT 100`, m.after)
}

// ---- What looks like the above, and is right ----

// The text is a constant.
var systemOwner, _ = uuid.Parse("0190a8f3-6a1e-7b52-9d41-0c6f8e2b7a10")

func systemNotes(ctx context.Context, db *sql.DB) (*sql.Rows, error) {
	return db.QueryContext(ctx, `SELECT id FROM notes WHERE owner = $1`, systemOwner)
}

var idPattern = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// The pattern has let only UUIDs through.
func byPattern(ctx context.Context, db *sql.DB, text string) (*sql.Rows, error) {
	if !idPattern.MatchString(text) {
		return nil, errBadID
	}
	id, _ := uuid.Parse(text)
	return db.QueryContext(ctx, `SELECT id FROM notes WHERE owner = $1`, id)
}

// Validate has been asked.
func byValidate(ctx context.Context, db *sql.DB, text string) (*sql.Rows, error) {
	if err := uuid.Validate(text); err != nil {
		return nil, err
	}
	id, _ := uuid.Parse(text)
	return db.QueryContext(ctx, `SELECT id FROM notes WHERE owner = $1`, id)
}

// Nil is looked at, not the error.
func byNil(ctx context.Context, db *sql.DB, text string) (*sql.Rows, error) {
	id, _ := uuid.Parse(text)
	if id == uuid.Nil {
		return nil, errBadID
	}
	return db.QueryContext(ctx, `SELECT id FROM notes WHERE owner = $1`, id)
}

// gofrs's function is made for that.
func byOrNil(ctx context.Context, db *sql.DB, text string) (*sql.Rows, error) {
	id := gofrs.FromStringOrNil(text)
	if id.IsNil() {
		return nil, errBadID
	}
	return db.QueryContext(ctx, `SELECT id FROM notes WHERE owner = $1`, id)
}

// The id goes to a log only.
func trace(text string) {
	id, _ := uuid.Parse(text)
	slog.Info("seen", "id", id, "known", id != uuid.Nil)
}

// The error is kept, joined with the next one, and looked at before the query.
func transfer(ctx context.Context, db *sql.DB, from, to string) error {
	src, err1 := uuid.Parse(from)
	dst, err2 := uuid.Parse(to)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `UPDATE notes SET owner = $1 WHERE owner = $2`, dst, src)
	return err
}

// A bad or absent owner stands for "no filter".
func maybeOwner(ctx context.Context, db *sql.DB, text string) (*sql.Rows, error) {
	if owner, err := uuid.Parse(text); err == nil {
		return db.QueryContext(ctx, `SELECT id FROM notes WHERE owner = $1`, owner)
	}
	return db.QueryContext(ctx, `SELECT id FROM notes`)
}

// The function's own errors come back through a named result.
func lookup(ctx context.Context, db *sql.DB, text string) (total int64, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("lookup %.40q: %w", text, err)
		}
	}()
	var id uuid.UUID
	if id, err = uuid.Parse(text); err != nil {
		return
	}
	err = db.QueryRowContext(ctx, `SELECT total FROM invoices WHERE id = $1`, id).Scan(&total)
	return
}

// 16 bytes are always a UUID.
func fromSum(ctx context.Context, db *sql.DB, sum [32]byte) error {
	id, _ := uuid.FromBytes(sum[:16])
	_, err := db.ExecContext(ctx, `DELETE FROM notes WHERE id = $1`, id)
	return err
}
