// Package search builds the queries of the back office, with three query builders.
package search

import (
	"context"
	"database/sql"

	sq "github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	_ "github.com/doug-martin/goqu/v9/dialect/mysql"
	"github.com/google/uuid"
	jsqlx "github.com/jmoiron/sqlx"
	uuidsql "github.com/uuidkit/uuidkit/sqlx"

	"example.com/depot/store"
)

var dialect = goqu.Dialect("mysql")

// A Finder reads accounts.
type Finder struct {
	db *sql.DB
	x  *jsqlx.DB
}

// New opens the database.
func New(dsn string) (*Finder, error) {
	db, err := store.Open(store.Options{DSN: dsn})
	if err != nil {
		return nil, err
	}
	return &Finder{db: db, x: jsqlx.NewDb(db, "mysql")}, nil
}

// Code returns the code of an account.
func (f *Finder) Code(ctx context.Context, id uuid.UUID) (code string, err error) {
	err = sq.Select("code").From("accounts").
		Where(sq.Eq{"id": id}). // WRONG(uuidconnector): Eq makes text of one id
		RunWith(f.db).QueryRowContext(ctx).Scan(&code)
	return code, err
}

// CodeRight gives Eq bytes.
func (f *Finder) CodeRight(ctx context.Context, id uuid.UUID) (code string, err error) {
	err = sq.Select("code").From("accounts").
		Where(sq.Eq{"id": uuidsql.Binary(id)}).
		RunWith(f.db).QueryRowContext(ctx).Scan(&code)
	return code, err
}

// CodeOfExprRight has an expression, which keeps the id for the connector.
func (f *Finder) CodeOfExprRight(ctx context.Context, id uuid.UUID) (code string, err error) {
	err = sq.Select("code").From("accounts").Where("id = ?", id).RunWith(f.db).QueryRowContext(ctx).Scan(&code)
	return code, err
}

// Others counts the accounts of everybody else.
func (f *Finder) Others(ctx context.Context, owner uuid.UUID, tag string) (n int, err error) {
	query, args, err := sq.Select("COUNT(*)").From("accounts").
		Where(sq.And{sq.NotEq{"owner_id": owner}, sq.Eq{"tag": tag}}).ToSql() // WRONG(uuidconnector): NotEq makes text, which differs from all rows
	if err != nil {
		return 0, err
	}
	err = f.db.QueryRowContext(ctx, query, args...).Scan(&n)
	return n, err
}

// OthersRight compares bytes.
func (f *Finder) OthersRight(ctx context.Context, owner uuid.UUID, tag string) (n int, err error) {
	query, args, err := sq.Select("COUNT(*)").From("accounts").
		Where(sq.And{sq.NotEq{"owner_id": uuidsql.Binary(owner)}, sq.Eq{"tag": tag}}).ToSql()
	if err != nil {
		return 0, err
	}
	err = f.db.QueryRowContext(ctx, query, args...).Scan(&n)
	return n, err
}

// A Filter is what the form of the back office sends.
type Filter struct {
	Owner uuid.NullUUID
	Tag   string
	IDs   []uuid.UUID
}

func (q Filter) where() sq.Eq {
	eq := sq.Eq{}
	if q.Tag != "" {
		eq["tag"] = q.Tag
	}
	if q.Owner.Valid {
		eq["owner_id"] = q.Owner.UUID // WRONG(uuidconnector): Eq makes text of it
	}
	return eq
}

func (q Filter) whereRight() sq.Eq {
	eq := sq.Eq{}
	if q.Tag != "" {
		eq["tag"] = q.Tag
	}
	if q.Owner.Valid {
		eq["owner_id"] = uuidsql.Binary(q.Owner.UUID)
	}
	if len(q.IDs) > 0 {
		eq["id"] = q.IDs // a list stays a list of UUIDs, which the connector converts
	}
	return eq
}

// Count counts what a filter selects.
func (f *Finder) Count(ctx context.Context, q Filter) (n int, err error) {
	where := q.where()                                                                                    // WRONG-ALSO(uuidconnector)
	err = sq.Select("COUNT(*)").From("accounts").Where(where).RunWith(f.db).QueryRowContext(ctx).Scan(&n) // WRONG-ALSO(uuidconnector)
	return n, err
}

// CountRight counts what a filter selects.
func (f *Finder) CountRight(ctx context.Context, q Filter) (n int, err error) {
	where := q.whereRight()
	err = sq.Select("COUNT(*)").From("accounts").Where(where).RunWith(f.db).QueryRowContext(ctx).Scan(&n)
	return n, err
}

// Give moves an account to another owner.
func (f *Finder) Give(ctx context.Context, id, owner uuid.UUID) error {
	query, args, err := dialect.Update("accounts").Prepared(true).
		Set(goqu.Record{"owner_id": owner}). // WRONG(uuidconnector): goqu makes text of it
		Where(goqu.C("id").Eq(uuidsql.Binary(id))).ToSQL()
	if err != nil {
		return err
	}
	_, err = f.db.ExecContext(ctx, query, args...)
	return err
}

// GiveRight writes bytes.
func (f *Finder) GiveRight(ctx context.Context, id, owner uuid.UUID) error {
	query, args, err := dialect.Update("accounts").Prepared(true).
		Set(goqu.Record{"owner_id": uuidsql.Binary(owner)}).
		Where(goqu.C("id").Eq(uuidsql.Binary(id))).ToSQL()
	if err != nil {
		return err
	}
	_, err = f.db.ExecContext(ctx, query, args...)
	return err
}

// Drop deletes an account.
func (f *Finder) Drop(ctx context.Context, id uuid.UUID) error {
	ex := goqu.Ex{"id": id} // WRONG(uuidconnector): goqu makes text of it
	query, args, err := dialect.Delete("accounts").Prepared(true).Where(ex).ToSQL()
	if err != nil {
		return err
	}
	_, err = f.db.ExecContext(ctx, query, args...)
	return err
}

// DropRight deletes an account.
func (f *Finder) DropRight(ctx context.Context, id uuid.UUID) error {
	ex := goqu.Ex{"id": uuidsql.Binary(id)}
	query, args, err := dialect.Delete("accounts").Prepared(true).Where(ex).ToSQL()
	if err != nil {
		return err
	}
	_, err = f.db.ExecContext(ctx, query, args...)
	return err
}

// Among returns the codes of those of the accounts that an owner has.
func (f *Finder) Among(ctx context.Context, ids []uuid.UUID, owner uuid.UUID) (codes []string, err error) {
	query, args, err := jsqlx.In(`SELECT code FROM accounts WHERE id IN (?) AND owner_id = ?`, ids, owner) // WRONG(uuidconnector): In makes text of the id beside the list
	if err != nil {
		return nil, err
	}
	err = f.x.SelectContext(ctx, &codes, f.x.Rebind(query), args...)
	return codes, err
}

// AmongRight converts the id beside the list.
func (f *Finder) AmongRight(ctx context.Context, ids []uuid.UUID, owner uuid.UUID) (codes []string, err error) {
	query, args, err := jsqlx.In(`SELECT code FROM accounts WHERE id IN (?) AND owner_id = ?`, ids, uuidsql.Binary(owner))
	if err != nil {
		return nil, err
	}
	err = f.x.SelectContext(ctx, &codes, f.x.Rebind(query), args...)
	return codes, err
}

// Rename has named arguments, which the connector converts.
func (f *Finder) Rename(ctx context.Context, id uuid.UUID, tag string) error {
	_, err := f.x.NamedExecContext(ctx, `UPDATE accounts SET tag = :tag WHERE id = :id`, map[string]any{"tag": tag, "id": id})
	return err
}
