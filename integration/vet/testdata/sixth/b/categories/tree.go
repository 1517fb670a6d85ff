// Package categories keeps the tree of categories in PostgreSQL.
package categories

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"log/slog"
	"reflect"
	"strings"

	sq "github.com/Masterminds/squirrel"
	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/uuid"
)

type Category struct {
	ID     uuid.UUID `json:"id"`
	Parent uuid.UUID `json:"parent"`
	Title  string    `json:"title"`
}

type condition struct {
	column, op string
	value      any
}

func (c condition) sql(n int) string { return fmt.Sprintf("%s %s $%d", c.column, c.op, n) }

type Repo struct {
	conn  *pgx.Conn
	log   *slog.Logger
	newID func() uuid.UUID
}

func NewRepo(conn *pgx.Conn, log *slog.Logger) *Repo {
	return &Repo{conn: conn, log: log, newID: uuid.NewV7}
}

func (r *Repo) MakeRoot(ctx context.Context, id uuid.UUID) error {
	_, err := r.conn.Exec(ctx, `update categories set parent_id = $1 where id = $2`, uuid.Nil, id) // WRONG(uuidfunc): passes the function
	return err
}

func (r *Repo) MakeRootRight(ctx context.Context, id uuid.UUID) error {
	_, err := r.conn.Exec(ctx, `update categories set parent_id = $1 where id = $2`, uuid.Nil(), id)
	return err
}

func (r *Repo) rootQuery() (string, []any, error) {
	return sq.Select("id", "title").From("categories").
		Where(sq.Eq{"parent_id": uuid.Nil}). // WRONG(uuidfunc): the map holds the function
		PlaceholderFormat(sq.Dollar).ToSql()
}

func (r *Repo) rootQueryRight() (string, []any, error) {
	return sq.Select("id", "title").From("categories").
		Where(sq.Eq{"parent_id": uuid.Nil()}).
		PlaceholderFormat(sq.Dollar).ToSql()
}

func (r *Repo) Reparent(c *Category, parent uuid.UUID) {
	old := c.Parent
	c.Parent = parent
	if old.IsZero() {
		r.log.Info("reparented", "category", c.ID, "from", uuid.Nil, "to", parent) // WRONG(uuidfunc): logs an address
		return
	}
	r.log.Info("reparented", "category", c.ID, "from", old, "to", parent)
}

func (r *Repo) ReparentRight(c *Category, parent uuid.UUID) {
	old := c.Parent
	c.Parent = parent
	if old.IsZero() {
		r.log.Info("reparented", "category", c.ID, "from", uuid.Nil(), "to", parent)
		return
	}
	r.log.Info("reparented", "category", c.ID, "from", old, "to", parent)
}

func changed(before, after *Category) bool {
	for _, pair := range [][2]any{
		{before.Title, after.Title},
		{before.Parent, after.Parent},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			return true
		}
	}
	return reflect.DeepEqual(after.ID, uuid.Nil) // WRONG(uuidfunc): never equal
}

func changedRight(before, after *Category) bool {
	for _, pair := range [][2]any{
		{before.Title, after.Title},
		{before.Parent, after.Parent},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			return true
		}
	}
	return reflect.DeepEqual(after.ID, uuid.Nil())
}

func (r *Repo) count(ctx context.Context, conds ...condition) (n int, err error) {
	var where []string
	var args []any
	for i, c := range conds {
		where = append(where, c.sql(i+1))
		args = append(args, c.value)
	}
	err = r.conn.QueryRow(ctx, `select count(*) from categories where `+strings.Join(where, " and "), args...).Scan(&n)
	return n, err
}

func (r *Repo) Children(ctx context.Context, after uuid.UUID) (int, error) {
	return r.count(ctx,
		condition{"id", ">", after},
		condition{"id", "<", uuid.Max}, // WRONG(uuidfunc): value is any
		condition{column: "parent_id", op: "<>", value: uuid.Nil()})
}

func (r *Repo) ChildrenRight(ctx context.Context, after uuid.UUID) (int, error) {
	return r.count(ctx,
		condition{"id", ">", after},
		condition{"id", "<", uuid.Max()},
		condition{column: "parent_id", op: "<>", value: uuid.Nil()})
}

func bounds() ([]byte, error) {
	return json.Marshal(map[string]any{
		"first": uuid.Nil(),
		"last":  uuid.Max, // WRONG(uuidfunc): JSON has no functions, an error
	})
}

func boundsRight() ([]byte, error) {
	return json.Marshal(map[string]any{
		"first": uuid.Nil(),
		"last":  uuid.Max(),
	})
}

// page renders the tree; templates call functions.
var page = template.Must(template.New("tree").Funcs(template.FuncMap{
	"root":  uuid.Nil,
	"last":  uuid.Max,
	"lower": strings.ToLower,
}).Parse(`<ul data-root="{{root}}">{{range .}}<li>{{.Title}}</li>{{end}}</ul>`))

func render(list []Category) (string, error) {
	var buf bytes.Buffer
	err := page.Execute(&buf, list)
	return buf.String(), err
}

// samples are ids for the documentation.
func samples() (out []uuid.UUID) {
	for _, f := range []func() uuid.UUID{uuid.Nil, uuid.Max, uuid.NewV4, uuid.NewV7} {
		out = append(out, f())
	}
	return out
}

func (r *Repo) Insert(ctx context.Context, title string) (c Category, err error) {
	c = Category{ID: r.newID(), Title: title}
	_, err = r.conn.Exec(ctx, `insert into categories (id, parent_id, title) values ($1, $2, $3)`, c.ID, c.Parent, c.Title)
	return c, err
}
