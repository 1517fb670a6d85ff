// Package builders has query builders above a connector of 16 bytes.
package builders

import (
	"context"
	"database/sql"

	sq "github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	_ "github.com/doug-martin/goqu/v9/dialect/sqlite3"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"modernc.org/sqlite"

	uuidsql "github.com/uuidkit/uuidkit/sqlx"
)

const createBooks = `CREATE TABLE IF NOT EXISTS books (id BLOB PRIMARY KEY, shop BLOB, title TEXT)`

func open(file string) (*sql.DB, error) {
	base, err := sqlite.NewConnector(file)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(uuidsql.NewConnector[uuidsql.Binary](base, uuidsql.Native[uuid.UUID]()))
	_, err = db.Exec(createBooks)
	return db, err
}

type books struct {
	db *sql.DB
	x  *sqlx.DB
	gq *goqu.Database
	bn *bun.DB
}

func newBooks(file string) (*books, error) {
	db, err := open(file)
	if err != nil {
		return nil, err
	}
	return &books{db, sqlx.NewDb(db, "sqlite3"), goqu.New("sqlite3", db), bun.NewDB(db, sqlitedialect.New())}, nil
}

func (b *books) title(ctx context.Context, id uuid.UUID) (title string, err error) {
	err = sq.Select("title").From("books").Where(sq.Eq{"id": id}).RunWith(b.db).QueryRowContext(ctx).Scan(&title) // WRONG(uuidconnector): squirrel's Eq calls Value, which is text: no BLOB is found
	return title, err
}

func (b *books) titleOf(ctx context.Context, id uuid.UUID) (title string, err error) {
	err = sq.Select("title").From("books").Where(sq.Eq{"id": uuidsql.Binary(id)}).RunWith(b.db).QueryRowContext(ctx).Scan(&title)
	return title, err
}

func (b *books) delete(ctx context.Context, id, shop uuid.UUID) error {
	del := sq.Delete("books").Where("id = ?", id)
	del = del.Where(sq.NotEq{"shop": shop}) // WRONG(uuidconnector): NotEq of one id is text, and is true of every shop
	_, err := del.RunWith(b.db).ExecContext(ctx)
	return err
}

func (b *books) remove(ctx context.Context, id, shop uuid.UUID) error {
	del := sq.Delete("books").Where("id = ?", id)
	del = del.Where(sq.NotEq{"shop": uuidsql.Binary(shop)})
	_, err := del.RunWith(b.db).ExecContext(ctx)
	return err
}

func (b *books) after(ctx context.Context, id uuid.UUID) (*sql.Rows, error) {
	where := sq.And{sq.Gt{"id": id}, sq.Expr("title <> ''")} // WRONG(uuidconnector): Gt of one id is text
	return sq.Select("id").From("books").Where(where).OrderBy("id").Limit(10).RunWith(b.db).QueryContext(ctx)
}

func (b *books) next(ctx context.Context, id uuid.UUID) (*sql.Rows, error) {
	where := sq.And{sq.Gt{"id": uuidsql.Binary(id)}, sq.Expr("title <> ''")}
	return sq.Select("id").From("books").Where(where).OrderBy("id").Limit(10).RunWith(b.db).QueryContext(ctx)
}

func (b *books) goquTitle(ctx context.Context, id uuid.UUID) (title string, err error) {
	_, err = b.gq.From("books").Prepared(true).Select("title").Where(goqu.Ex{"id": id}).ScanValContext(ctx, &title) // WRONG(uuidconnector): goqu makes text of the id
	return title, err
}

func (b *books) goquTitleOf(ctx context.Context, id uuid.UUID) (title string, err error) {
	_, err = b.gq.From("books").Prepared(true).Select("title").Where(goqu.Ex{"id": uuidsql.Binary(id)}).ScanValContext(ctx, &title)
	return title, err
}

func (b *books) goquAdd(ctx context.Context, title string) error {
	_, err := b.gq.Insert("books").Prepared(true).Rows(goqu.Record{"id": uuid.New(), "title": title}).Executor().ExecContext(ctx) // WRONG(uuidconnector): goqu stores text in the BLOB
	return err
}

func (b *books) goquInsert(ctx context.Context, title string) error {
	_, err := b.gq.Insert("books").Prepared(true).Rows(goqu.Record{"id": uuidsql.Binary(uuid.New()), "title": title}).Executor().ExecContext(ctx)
	return err
}

func (b *books) goquShops(ctx context.Context, shops []uuid.UUID) (titles []string, err error) {
	ds := b.gq.From("books").Prepared(true).Select("title").Where(goqu.C("shop").In(shops)) // WRONG(uuidconnector): the list is texts, too
	err = ds.ScanValsContext(ctx, &titles)
	return titles, err
}

func (b *books) goquOfShops(ctx context.Context, shops []uuidsql.Binary) (titles []string, err error) {
	ds := b.gq.From("books").Prepared(true).Select("title").Where(goqu.C("shop").In(shops))
	err = ds.ScanValsContext(ctx, &titles)
	return titles, err
}

func (b *books) inShop(ctx context.Context, ids []uuid.UUID, shop uuid.UUID) (titles []string, err error) {
	q, args, err := sqlx.In(`SELECT title FROM books WHERE id IN (?) AND shop = ?`, ids, shop) // WRONG(uuidconnector): In turns the id beside the list into text
	if err != nil {
		return nil, err
	}
	err = b.x.SelectContext(ctx, &titles, q, args...)
	return titles, err
}

func (b *books) ofShop(ctx context.Context, ids []uuid.UUID, shop uuid.UUID) (titles []string, err error) {
	q, args, err := sqlx.In(`SELECT title FROM books WHERE id IN (?) AND shop = ?`, ids, uuidsql.Binary(shop))
	if err != nil {
		return nil, err
	}
	err = b.x.SelectContext(ctx, &titles, q, args...)
	return titles, err
}

func (b *books) bunTitle(ctx context.Context, id uuid.UUID) (title string, err error) {
	err = b.bn.NewSelect().Table("books").Column("title").Where("id = ?", id).Scan(ctx, &title) // WRONG(uuidconnector): bun writes text into the SQL, the connector does nothing
	return title, err
}

func (b *books) bunTitleOf(ctx context.Context, id uuid.UUID) (title string, err error) {
	err = b.bn.NewSelect().Table("books").Column("title").Where("id = ?", uuidsql.Binary(id)).Scan(ctx, &title)
	return title, err
}

// Magazine is a model of bun.
type Magazine struct {
	ID    uuid.UUID `bun:"type:blob,pk"` // WRONG(bunuuid): bun writes google's type as text into the blob
	Title string
}

// Paper is a model of bun.
type Paper struct {
	ID    uuidsql.Binary `bun:"type:blob,pk"`
	Title string
}

func (b *books) print(ctx context.Context, title string) error {
	_, err := b.bn.NewInsert().Model(&Magazine{ID: uuid.New(), Title: title}).Exec(ctx) // WRONG-ALSO
	return err
}

func (b *books) reprint(ctx context.Context, title string) error {
	_, err := b.bn.NewInsert().Model(&Paper{ID: uuidsql.Binary(uuid.New()), Title: title}).Exec(ctx)
	return err
}

// ---- What looks like the above, and is right ----

// Where, Insert and Set of squirrel pass the id on, and Eq of a list does, too.
func (b *books) passed(ctx context.Context, id uuid.UUID, ids []uuid.UUID) error {
	if _, err := sq.Insert("books").Columns("id", "shop").Values(id, ids[0]).RunWith(b.db).ExecContext(ctx); err != nil {
		return err
	}
	_, err := sq.Update("books").Set("shop", id).Where(sq.Eq{"id": ids}).RunWith(b.db).ExecContext(ctx)
	return err
}

// Eq of a text for a column of text.
func (b *books) byTitle(ctx context.Context, title uuid.UUID) (n int, err error) {
	err = sq.Select("count(*)").From("books").Where(sq.Eq{"title": title.String()}).RunWith(b.db).QueryRowContext(ctx).Scan(&n)
	return n, err
}

// jmoiron's other functions pass it on.
func (b *books) get(ctx context.Context, id uuid.UUID) (title string, err error) {
	err = b.x.GetContext(ctx, &title, `SELECT title FROM books WHERE id = ?`, id)
	return title, err
}

// In with lists only.
func (b *books) lists(ctx context.Context, ids, shops []uuid.UUID) (titles []string, err error) {
	q, args, err := sqlx.In(`SELECT title FROM books WHERE id IN (?) AND shop IN (?)`, ids, shops)
	if err != nil {
		return nil, err
	}
	err = b.x.SelectContext(ctx, &titles, q, args...)
	return titles, err
}
