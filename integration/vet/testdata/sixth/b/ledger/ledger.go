// Package ledger books entries in SQLite. Queries are built with squirrel and goqu.
package ledger

import (
	"context"
	"database/sql"

	sq "github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	_ "github.com/doug-martin/goqu/v9/dialect/sqlite3"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"modernc.org/sqlite"

	uuidsql "github.com/uuidkit/uuidkit/sqlx"
)

const tables = `
CREATE TABLE IF NOT EXISTS entries (
	id BLOB NOT NULL PRIMARY KEY,
	account BLOB NOT NULL,
	cents INTEGER NOT NULL,
	note TEXT NOT NULL
) STRICT;`

type Entry struct {
	ID      uuid.UUID `db:"id"`
	Account uuid.UUID `db:"account"`
	Cents   int64     `db:"cents"`
	Note    string    `db:"note"`
}

type Ledger struct {
	db   *sqlx.DB
	goqu *goqu.Database
}

func Open(file string) (*Ledger, error) {
	base, err := sqlite.NewConnector(file)
	if err != nil {
		return nil, err
	}
	raw := sql.OpenDB(uuidsql.NewConnector[uuidsql.Binary](base, uuidsql.Native[uuid.UUID]()))
	if _, err := raw.Exec(tables); err != nil {
		return nil, err
	}
	return &Ledger{db: sqlx.NewDb(raw, "sqlite3"), goqu: goqu.New("sqlite3", raw)}, nil
}

func (l *Ledger) Balance(ctx context.Context, account uuid.UUID) (sum int64, err error) {
	q := sq.Select("COALESCE(SUM(cents), 0)").From("entries").
		Where(sq.Eq{"account": account}) // WRONG(uuidconnector): Eq makes text of one id
	err = q.RunWith(l.db.DB).QueryRowContext(ctx).Scan(&sum)
	return sum, err
}

func (l *Ledger) BalanceRight(ctx context.Context, account uuid.UUID) (sum int64, err error) {
	q := sq.Select("COALESCE(SUM(cents), 0)").From("entries").
		Where(sq.Eq{"account": uuidsql.Binary(account)})
	err = q.RunWith(l.db.DB).QueryRowContext(ctx).Scan(&sum)
	return sum, err
}

func (l *Ledger) Others(ctx context.Context, id uuid.UUID) (n int, err error) {
	text, args, err := sq.Select("COUNT(*)").From("entries").Where(sq.NotEq{"id": id}).ToSql() // WRONG(uuidconnector): NotEq of text finds all rows
	if err != nil {
		return 0, err
	}
	err = l.db.GetContext(ctx, &n, text, args...)
	return n, err
}

func (l *Ledger) OthersRight(ctx context.Context, id uuid.UUID) (n int, err error) {
	text, args, err := sq.Select("COUNT(*)").From("entries").Where("id <> ?", id).ToSql()
	if err != nil {
		return 0, err
	}
	err = l.db.GetContext(ctx, &n, text, args...)
	return n, err
}

func (l *Ledger) Note(ctx context.Context, id uuid.UUID) (note string, err error) {
	_, err = l.goqu.From("entries").Prepared(true).Select("note").
		Where(goqu.C("id").Eq(id)). // WRONG(uuidconnector): goqu sends text
		ScanValContext(ctx, &note)
	return note, err
}

func (l *Ledger) NoteRight(ctx context.Context, id uuid.UUID) (note string, err error) {
	_, err = l.goqu.From("entries").Prepared(true).Select("note").
		Where(goqu.C("id").Eq(uuidsql.Binary(id))).
		ScanValContext(ctx, &note)
	return note, err
}

func (l *Ledger) Book(ctx context.Context, e Entry) error {
	_, err := l.goqu.Insert("entries").Prepared(true).Rows(goqu.Record{
		"id":      uuidsql.Binary(e.ID),
		"account": e.Account, // WRONG(uuidconnector): goqu sends text
		"cents":   e.Cents,
		"note":    e.Note,
	}).Executor().ExecContext(ctx)
	return err
}

func (l *Ledger) BookRight(ctx context.Context, e Entry) error {
	_, err := l.goqu.Insert("entries").Prepared(true).Rows(goqu.Record{
		"id":      uuidsql.Binary(e.ID),
		"account": uuidsql.Binary(e.Account),
		"cents":   e.Cents,
		"note":    e.Note,
	}).Executor().ExecContext(ctx)
	return err
}

func (l *Ledger) Some(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]Entry, error) {
	q, args, err := sqlx.In(`SELECT * FROM entries WHERE id IN (?) AND account = ?`, ids, account) // WRONG(uuidconnector): In makes text of the account
	if err != nil {
		return nil, err
	}
	var list []Entry
	err = l.db.SelectContext(ctx, &list, q, args...)
	return list, err
}

func (l *Ledger) SomeRight(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]Entry, error) {
	q, args, err := sqlx.In(`SELECT * FROM entries WHERE id IN (?) AND account = ?`, ids, uuidsql.Binary(account))
	if err != nil {
		return nil, err
	}
	var list []Entry
	err = l.db.SelectContext(ctx, &list, q, args...)
	return list, err
}

func (l *Ledger) Notes(ctx context.Context, id uuid.UUID) (list []string, err error) {
	err = l.db.SelectContext(ctx, &list, `SELECT note FROM entries WHERE note = 'reversal of ' || ?`, id) // WRONG(uuidconnector): text and bytes
	return list, err
}

func (l *Ledger) NotesRight(ctx context.Context, id uuid.UUID) (list []string, err error) {
	err = l.db.SelectContext(ctx, &list, `SELECT note FROM entries WHERE note = 'reversal of ' || ?`, id.String())
	return list, err
}

// All of these are right with a connector.
func (l *Ledger) Get(ctx context.Context, id uuid.UUID) (e Entry, err error) {
	err = l.db.GetContext(ctx, &e, `SELECT * FROM entries WHERE id = ?`, id)
	return e, err
}

func (l *Ledger) Save(ctx context.Context, list ...Entry) error {
	_, err := l.db.NamedExecContext(ctx, `INSERT INTO entries (id, account, cents, note) VALUES (:id, :account, :cents, :note)`, list)
	return err
}

func (l *Ledger) Move(ctx context.Context, ids []uuid.UUID, to uuid.UUID) error {
	_, err := sq.Update("entries").Set("account", to).Where(sq.Eq{"id": ids}).RunWith(l.db.DB).ExecContext(ctx)
	return err
}

func (l *Ledger) Insert(ctx context.Context, e Entry) error {
	_, err := sq.Insert("entries").Columns("id", "account", "cents", "note").
		Values(e.ID, e.Account, e.Cents, e.Note).RunWith(l.db.DB).ExecContext(ctx)
	return err
}

func (l *Ledger) Purge(ctx context.Context, ids []uuid.UUID) error {
	bin := make([]uuidsql.Binary, len(ids))
	for i, id := range ids {
		bin[i] = uuidsql.Binary(id)
	}
	_, err := l.goqu.Delete("entries").Prepared(true).Where(goqu.C("id").In(bin)).Executor().ExecContext(ctx)
	return err
}
