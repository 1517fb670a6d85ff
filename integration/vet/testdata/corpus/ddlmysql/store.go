// Package ddlmysql has a store in MySQL over database/sql, without a connector.
package ddlmysql

import (
	"context"
	"database/sql"
	"net/http"
	"strings"

	_ "github.com/go-sql-driver/mysql"
	"github.com/google/uuid"

	"github.com/uuidkit/uuidkit/sqlx"
	kit "github.com/uuidkit/uuidkit/uuid"
)

var schema = []string{
	`CREATE TABLE IF NOT EXISTS members (
		id      BINARY(16)   NOT NULL PRIMARY KEY,
		team_id BINARY(16)   NOT NULL,
		name    VARCHAR(100) NOT NULL,
		invite  CHAR(36)     NOT NULL
	)`,
	"CREATE TABLE IF NOT EXISTS `visits` (`id` BINARY(16) NOT NULL, `member` BINARY(16) NOT NULL, `page` CHAR(36) NOT NULL, PRIMARY KEY (`id`))",
	`create table if not exists links (ref varbinary(16) not null primary key, target text not null)`,
}

type store struct {
	db   *sql.DB
	byID *sql.Stmt
}

func open(ctx context.Context, dsn string) (*store, error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, err
	}
	for _, stmt := range schema {
		if _, err := db.ExecContext(ctx, stmt); err != nil {
			return nil, err
		}
	}
	byID, err := db.PrepareContext(ctx, `SELECT name FROM members WHERE id = ?`)
	if err != nil {
		return nil, err
	}
	return &store{db: db, byID: byID}, nil
}

func (s *store) add(ctx context.Context, team uuid.UUID, name string) (uuid.UUID, error) {
	id := uuid.New()
	_, err := s.db.ExecContext(ctx, `INSERT INTO members (id, team_id, name, invite) VALUES (?, ?, ?, ?)`, id, sqlx.Binary(team), name, uuid.NewString()) // WRONG(uuidtext): id is sent as 36 characters, for a BINARY(16)
	return id, err
}

func (s *store) insert(ctx context.Context, team uuid.UUID, name string) (uuid.UUID, error) {
	id := uuid.New()
	_, err := s.db.ExecContext(ctx, `INSERT INTO members (id, team_id, name, invite) VALUES (?, ?, ?, ?)`, sqlx.Binary(id), sqlx.Binary(team), name, uuid.NewString())
	return id, err
}

func (s *store) name(ctx context.Context, id uuid.UUID) (name string, err error) {
	key := id.String()
	err = s.db.QueryRowContext(ctx, `SELECT name FROM members WHERE id = ?`, key).Scan(&name) // WRONG(uuidtext): text finds no row of a BINARY(16) key
	return name, err
}

func (s *store) nameOf(ctx context.Context, id uuid.UUID) (name string, err error) {
	key := id[:]
	err = s.db.QueryRowContext(ctx, `SELECT name FROM members WHERE id = ?`, key).Scan(&name)
	return name, err
}

func (s *store) team(w http.ResponseWriter, r *http.Request) {
	team := r.PathValue("team")
	var n int
	if err := s.db.QueryRowContext(r.Context(), `SELECT COUNT(*) FROM members WHERE team_id = ?`, team).Scan(&n); err != nil { // WRONG(uuidtext): the text of the path against BINARY(16): always 0
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	w.Header().Set("X-Members", strings.Repeat("i", n))
}

func (s *store) crew(w http.ResponseWriter, r *http.Request) {
	team, err := uuid.Parse(r.PathValue("team"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	var n int
	if err := s.db.QueryRowContext(r.Context(), `SELECT COUNT(*) FROM members WHERE team_id = ?`, sqlx.Binary(team)).Scan(&n); err != nil {
		http.Error(w, "internal", http.StatusInternalServerError)
		return
	}
	w.Header().Set("X-Members", strings.Repeat("i", n))
}

func (s *store) prepared(ctx context.Context, id kit.UUID) (name string, err error) {
	err = s.byID.QueryRowContext(ctx, id).Scan(&name) // WRONG(uuidtext): the prepared statement compares members.id with text
	return name, err
}

func (s *store) preparedOf(ctx context.Context, id kit.UUID) (name string, err error) {
	err = s.byID.QueryRowContext(ctx, sqlx.Binary(id)).Scan(&name)
	return name, err
}

func (s *store) kick(ctx context.Context, id uuid.UUID) (bool, error) {
	res, err := s.db.ExecContext(ctx, "DELETE FROM `visits` WHERE `member` = ?", id) // WRONG(uuidtext): google's Value is text: deletes nothing, without an error
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

func (s *store) drop(ctx context.Context, id uuid.UUID) (bool, error) {
	res, err := s.db.ExecContext(ctx, "DELETE FROM `visits` WHERE `member` = ?", sqlx.Binary(id))
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

func (s *store) visited(ctx context.Context, ids []uuid.UUID) (*sql.Rows, error) {
	marks := strings.TrimSuffix(strings.Repeat("?,", len(ids)), ",")
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id.String()
	}
	return s.db.QueryContext(ctx, `SELECT page FROM visits WHERE member IN (`+marks+`)`, args...) // WRONG(uuidtext): the list has texts, the column bytes
}

func (s *store) visitedBy(ctx context.Context, ids []uuid.UUID) (*sql.Rows, error) {
	marks := strings.TrimSuffix(strings.Repeat("?,", len(ids)), ",")
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id[:]
	}
	return s.db.QueryContext(ctx, `SELECT page FROM visits WHERE member IN (`+marks+`)`, args...)
}

type move struct {
	member, team uuid.UUID
}

func (m move) args() []any {
	return []any{m.team, m.member}
}

func (s *store) apply(ctx context.Context, tx *sql.Tx, m move) error {
	_, err := tx.ExecContext(ctx, `UPDATE members SET team_id = ? WHERE id = ?`, m.args()...) // WRONG(uuidtext): both values are sent as text to BINARY(16)
	return err
}

type transfer struct {
	member, team uuid.UUID
}

func (t transfer) args() []any {
	return []any{sqlx.Binary(t.team), sqlx.Binary(t.member)}
}

func (s *store) applyTransfer(ctx context.Context, tx *sql.Tx, t transfer) error {
	_, err := tx.ExecContext(ctx, `UPDATE members SET team_id = ? WHERE id = ?`, t.args()...)
	return err
}

func (s *store) others(ctx context.Context, id uuid.UUID) (n int, err error) {
	const q = `SELECT COUNT(*) FROM members WHERE id <> ?`
	err = s.db.QueryRowContext(ctx, q, id.String()).Scan(&n) // WRONG(uuidtext): <> of text and bytes is true of every row
	return n, err
}

func (s *store) rest(ctx context.Context, id uuid.UUID) (n int, err error) {
	const q = `SELECT COUNT(*) FROM members WHERE id <> ?`
	err = s.db.QueryRowContext(ctx, q, id[:]).Scan(&n)
	return n, err
}

func (s *store) invited(ctx context.Context, invite uuid.UUID) (name string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT name FROM members WHERE invite = ?`, invite[:]).Scan(&name) // WRONG(uuidtext): 16 bytes against invite, a CHAR(36)
	return name, err
}

func (s *store) invitedBy(ctx context.Context, invite uuid.UUID) (name string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT name FROM members WHERE invite = ?`, invite).Scan(&name)
	return name, err
}

func (s *store) ids(ctx context.Context, team uuid.UUID) (ids []string, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT id FROM members WHERE team_id = ?`, sqlx.Binary(team))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil { // WRONG(uuidtext): the string gets 16 raw bytes of BINARY(16), not the text of the id
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

func (s *store) texts(ctx context.Context, team uuid.UUID) (ids []string, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT id FROM members WHERE team_id = ?`, sqlx.Binary(team))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id.String())
	}
	return ids, rows.Err()
}

func (s *store) link(ctx context.Context, ref uuid.UUID, target string) error {
	hex := strings.ReplaceAll(ref.String(), "-", "")
	_, err := s.db.ExecContext(ctx, `INSERT INTO links (ref, target) VALUES (?, ?)`, hex, target) // WRONG(uuidtext): 32 digits are text, too, and ref is varbinary(16)
	return err
}

func (s *store) linkTo(ctx context.Context, ref uuid.UUID, target string) error {
	hex := strings.ReplaceAll(ref.String(), "-", "")
	_, err := s.db.ExecContext(ctx, `INSERT INTO links (ref, target) VALUES (UNHEX(?), ?)`, hex, target)
	return err
}

// ---- What looks like the above, and is right ----

// Without a connector the argument is text, and MySQL makes bytes of it.
func (s *store) unhexed(ctx context.Context, id uuid.UUID) (name string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT name FROM members WHERE id = UNHEX(REPLACE(?, '-', ''))`, id).Scan(&name)
	return name, err
}

// The same with MySQL 8's function.
func (s *store) toBin(ctx context.Context, id uuid.UUID) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM members WHERE id = UUID_TO_BIN(?)`, id.String())
	return err
}

// The column becomes text.
func (s *store) fromBin(ctx context.Context, id uuid.UUID) (name string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT name FROM members WHERE BIN_TO_UUID(id) = ?`, id).Scan(&name)
	return name, err
}

// The column is read as text.
func (s *store) list(ctx context.Context) (*sql.Rows, error) {
	return s.db.QueryContext(ctx, `SELECT BIN_TO_UUID(id), name FROM members`)
}

// page is CHAR(36), member is BINARY(16).
func (s *store) visit(ctx context.Context, member, page uuid.UUID) error {
	_, err := s.db.ExecContext(ctx, "INSERT INTO visits (id, member, page) VALUES (?, ?, ?)", sqlx.Binary(uuid.New()), sqlx.Binary(member), page)
	return err
}

// The text goes to the target, which is text; bytes to ref.
func (s *store) alias(ctx context.Context, ref, other uuid.UUID) error {
	_, err := s.db.ExecContext(ctx, `UPDATE links SET target = ? WHERE ref = ?`, "member:"+other.String(), ref[:])
	return err
}

// In makes the list.
func (s *store) some(ctx context.Context, ids []uuid.UUID) (*sql.Rows, error) {
	in, args := sqlx.In[sqlx.Binary](ids)
	return s.db.QueryContext(ctx, `SELECT name FROM members WHERE id IN `+in, args...)
}

// The text in the condition is CHAR(36)'s; the row is of bytes.
func (s *store) join(ctx context.Context, page uuid.UUID) (id uuid.UUID, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT m.id FROM members m JOIN visits v ON v.member = m.id WHERE v.page = ? LIMIT 1`, page.String()).Scan((*sqlx.Binary)(&id))
	return id, err
}
