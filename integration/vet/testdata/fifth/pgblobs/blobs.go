// Package pgblobs keeps attachments in PostgreSQL, where an old schema has ids of bytea.
package pgblobs

import (
	"database/sql"
	"errors"

	sq "github.com/Masterminds/squirrel"
	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/uuidkit/uuidkit/sqlx"
)

const migration = `
create table attachments (
	id bytea primary key,
	mail uuid not null,
	thread text not null,
	name text
);
create table mails (id uuid primary key, attachment bytea not null);`

var psql = sq.StatementBuilder.PlaceholderFormat(sq.Dollar)

type Repo struct{ db *sql.DB }

func Connect(dsn string) (Repo, error) {
	db, err := sql.Open("postgres", dsn)
	return Repo{db}, err
}

func (r Repo) Up() error {
	_, err := r.db.Exec(migration)
	return err
}

func (r Repo) Name(id uuid.UUID) (name string, err error) {
	err = r.db.QueryRow(`select coalesce(name, '') from attachments where id = $1`, id).Scan(&name) // WRONG(uuidtext): 36 characters for bytea
	return
}

func (r Repo) NameRight(id uuid.UUID) (name string, err error) {
	err = r.db.QueryRow(`select coalesce(name, '') from attachments where id = $1`, sqlx.Binary(id)).Scan(&name)
	return
}

func (r Repo) Eq(id uuid.UUID) (string, []any, error) {
	return psql.Select("name").From("attachments").Where(sq.Eq{"id": id.String()}).ToSql() // WRONG(uuidtext): in an Eq of squirrel
}

func (r Repo) EqRight(id uuid.UUID) (string, []any, error) {
	return psql.Select("name").From("attachments").Where(sq.Eq{"id": sqlx.Binary(id)}).ToSql()
}

func (r Repo) EqMailRight(mail uuid.UUID) (string, []any, error) {
	return psql.Select("name").From("attachments").Where(sq.Eq{"mail": mail.String()}).ToSql()
}

func (r Repo) EqThreadRight(thread uuid.UUID) (string, []any, error) {
	return psql.Select("name").From("attachments").Where(sq.And{sq.Eq{"thread": thread}, sq.NotEq{"name": nil}}).ToSql()
}

// MailRight is a column of the type uuid, which takes text.
func (r Repo) MailRight(mail uuid.UUID) (n int, err error) {
	err = r.db.QueryRow(`select count(*) from attachments where mail = $1`, mail.String()).Scan(&n)
	return
}

// MailsRight passes a list as an array of text.
func (r Repo) MailsRight(mails []uuid.UUID) (n int, err error) {
	texts := make([]string, len(mails))
	for i, m := range mails {
		texts[i] = m.String()
	}
	err = r.db.QueryRow(`select count(*) from attachments where mail = any($1::uuid[])`, pq.Array(texts)).Scan(&n)
	return
}

func (r Repo) Attach(mail, attachment uuid.UUID) error {
	args := []any{mail, attachment.String()}
	_, err := r.db.Exec(`insert into mails (id, attachment) values ($1, $2)`, args...) // WRONG(uuidtext): the second argument
	return err
}

func (r Repo) AttachRight(mail, attachment uuid.UUID) error {
	args := []any{mail, attachment[:]}
	_, err := r.db.Exec(`insert into mails (id, attachment) values ($1, $2)`, args...)
	return err
}

// DecodeRight has PostgreSQL make bytes of the text.
func (r Repo) DecodeRight(attachment uuid.UUID) (n int, err error) {
	err = r.db.QueryRow(`select count(*) from mails where attachment = decode(replace($1, '-', ''), 'hex')`, attachment.String()).Scan(&n)
	return
}

// BySwitchRight has an argument for each column.
func (r Repo) BySwitchRight(by string, id uuid.UUID) (n int, err error) {
	var where string
	var arg any
	switch by {
	case "id":
		where, arg = "id = $1", id[:]
	case "mail":
		where, arg = "mail = $1", id.String()
	case "thread":
		where, arg = "thread = $1", id.String()
	default:
		return 0, errors.New("pgblobs: by what?")
	}
	err = r.db.QueryRow(`select count(*) from attachments where `+where, arg).Scan(&n)
	return
}
