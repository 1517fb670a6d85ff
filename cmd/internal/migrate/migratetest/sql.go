package migratetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// A Dialect is what databases of SQL differ in. The tables are users, whose id an order refers to,
// and orders with no, id and user_id.
type Dialect struct {
	Open    func(ctx context.Context, url string) (migrate.Store, error)
	Reset   []string // drop all tables
	Create  []string // users and orders
	Digits  string   // an expression of the digits of the id %[1]s
	Native  string   // a literal of the new form, of the digits %s
	Forms   string   // a query of the types of all ids
	Old     string   // what it returns then
	New     string   // and after run
	Schema  []string // queries of the definitions of both tables
	Objects string   // a query of the names of all other tables, and of triggers and schemas
	Kept    string   // what the names of those begin with that stay until cleanup
}

// A SQL is a Subject in a database of SQL.
type SQL struct {
	testing.TB
	*Dialect
	DB      *sql.DB
	URL     string // for the store
	BadRows bool   // a user and an order have ids that are no UUIDs

	want   []string
	schema map[string]string // by form
	n      int               // how many users the application has written
}

const users, orders = 3, 4

// ID is the i-th id.
func ID(i int) string { return fmt.Sprintf("0190163d-8694-739b-aea5-966c26f8%04x", i) }

// Fresh returns the tables with their first rows. The first time it migrates once, to know the schema of
// the new form.
func (s *SQL) Fresh() Subject {
	s.Helper()
	if s.schema == nil {
		s.fill()
		s.schema = map[string]string{Old: s.definitions()}
		store := s.Open(&Point{})
		if _, err := (Command{Verb: migrate.VerbRun, Request: s.Request()}).Do(store, migrate.Rules(), s.Output()); err != nil {
			s.Fatal(err)
		}
		store.Close()
		s.schema[New] = s.definitions()
	}
	s.fill()
	s.n, s.want = 0, s.Rows()
	return s
}

func (s *SQL) fill() {
	s.exec(slices.Concat(s.Reset, s.Create)...)
	for i := range users {
		s.exec(fmt.Sprintf("INSERT INTO users VALUES ('%s', 'user %d')", ID(i), i))
	}
	for i := range orders {
		s.exec(fmt.Sprintf("INSERT INTO orders (id, user_id) VALUES ('%s', '%s')", ID(100+i), ID(i%users)))
	}
	if s.BadRows {
		s.exec("INSERT INTO users VALUES ('odd user', 'bad')", "INSERT INTO orders (id) VALUES ('odd order')")
	}
}

func (s *SQL) exec(statements ...string) {
	s.Helper()
	for _, q := range statements {
		if _, err := s.DB.Exec(q); err != nil {
			s.Fatalf("%s: %v", q, err)
		}
	}
}

// texts returns the rows of a query.
func (s *SQL) texts(query string) (list []string) {
	s.Helper()
	rows, err := s.DB.Query(query)
	if err != nil {
		s.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		s.Fatal(err)
	}
	values, into := make([]sql.NullString, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			s.Fatal(err)
		}
		var line []string
		for _, v := range values {
			line = append(line, v.String)
		}
		list = append(list, strings.Join(line, " "))
	}
	if err := rows.Err(); err != nil {
		s.Fatal(err)
	}
	return list
}

func (s *SQL) Open(p *Point) migrate.Store {
	store, err := s.Dialect.Open(context.Background(), s.URL)
	if err != nil {
		s.Fatal(err)
	}
	return Dying(store, p, nil) // in this process its actions only fail
}

func (s *SQL) Kill(c Command, p *Point) (string, error) { return Kill(s.URL, c, p) }

func (s *SQL) Request() migrate.Request {
	r := migrate.Request{Columns: []string{"users.id", "orders.id"}}
	if s.BadRows {
		r.BadRows = "odd"
	}
	return r
}

// digits is a list of expressions.
func (s *SQL) digits(columns ...string) string {
	for i, c := range columns {
		columns[i] = fmt.Sprintf(s.Digits, c)
	}
	return strings.Join(columns, ", ")
}

// Rows are those of both tables, and of the tables to which bad ones were moved.
func (s *SQL) Rows() (list []string) {
	for _, name := range append(s.texts(s.Objects), "users", "orders") {
		switch {
		case strings.HasSuffix(name, "users") && !strings.HasPrefix(name, migrate.Reserved):
			list = append(list, s.texts("SELECT "+s.digits("id")+", note FROM "+name)...)
		case strings.HasSuffix(name, "orders") && !strings.HasPrefix(name, migrate.Reserved):
			list = append(list, s.texts("SELECT "+s.digits("id", "user_id")+", no FROM "+name)...)
		}
	}
	slices.Sort(list)
	return list
}

func (s *SQL) Want() []string { return s.want }

func (s *SQL) Form() string {
	switch forms := strings.Join(s.texts(s.Forms), ", "); forms {
	case s.Dialect.Old:
		return Old
	case s.Dialect.New:
		return New
	default:
		return forms
	}
}

func (s *SQL) definitions() string {
	var list []string
	for _, q := range s.Schema {
		list = append(list, s.texts(q)...)
	}
	return counter.ReplaceAllString(strings.Join(list, "\n"), "") // it counts rows
}

var counter = regexp.MustCompile(` AUTO_INCREMENT=\d+`)

// Left is what no migration needs, and what the schema has that it had not before.
func (s *SQL) Left() (list []string) {
	names, journal, form := s.texts(s.Objects), 0, s.Form()
	if slices.Contains(names, migrate.StateTable) {
		if journal = len(s.texts("SELECT id FROM " + migrate.StateTable)); journal == 0 {
			list = append(list, "the empty journal")
		}
	}
	for _, name := range names {
		kept := journal > 0 && strings.HasPrefix(name, s.Kept)
		moved := strings.HasPrefix(name, "odd") && (journal > 0 || form == New)
		if name != migrate.StateTable && !kept && !moved {
			list = append(list, name)
		}
	}
	if got := s.definitions(); got != s.schema[form] {
		list = append(list, "the schema "+got+"\nand not "+s.schema[form])
	}
	return list
}

// Write deletes a user with its orders, and inserts a user with an order.
func (s *SQL) Write() {
	literal := func(id string) string { return "'" + id + "'" }
	if s.Form() == New {
		literal = func(id string) string { return fmt.Sprintf(s.Native, strings.ReplaceAll(id, "-", "")) }
	}
	s.n++
	user, order := ID(200+s.n), ID(300+s.n)
	gone := slices.Min(s.texts("SELECT " + s.digits("id") + " FROM users"))
	s.exec("DELETE FROM users WHERE "+s.digits("id")+" = '"+gone+"'",
		fmt.Sprintf("INSERT INTO users VALUES (%s, 'written')", literal(user)),
		fmt.Sprintf("INSERT INTO orders (id, user_id) VALUES (%s, %s)", literal(order), literal(user)))
	s.want = slices.DeleteFunc(slices.Clone(s.want), func(row string) bool { return strings.Contains(row, gone) })
	plain := strings.NewReplacer("-", "")
	no := s.texts("SELECT no FROM orders WHERE " + s.digits("id") + " = '" + plain.Replace(order) + "'")
	s.want = append(s.want, plain.Replace(user)+" written", plain.Replace(order+" "+user)+" "+strings.Join(no, ","))
	slices.Sort(s.want)
}

// NewDatabase makes a database, which is dropped with the test, and returns its name.
func NewDatabase(t testing.TB, admin *sql.DB, force string) (name string) {
	t.Helper()
	var random [8]byte
	rand.Read(random[:])
	name = fmt.Sprintf("uuidkit_%x", random)
	if _, err := admin.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := admin.Exec("DROP DATABASE " + name + force); err != nil {
			t.Error(err)
		}
	})
	return name
}
