package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
)

// A Store is an open database. It is not safe for concurrent use.
//
// An error concerns what was asked for: after the error of one table the caller
// goes on with the next. No error contains a password.
type Store interface {
	// About says which database this is.
	About() About

	// Tables lists the tables and views that f lets through, with all their
	// columns, and what could not be looked at.
	Tables(ctx context.Context, f Filter) ([]*Table, []NotSeen, error)

	// Read calls visit for each row of a table that the last call of Tables
	// returned, with the values of all columns that may hold UUIDs, in one pass.
	// With a limit it visits about that many rows, spread over
	// the range of the table's key; a limit of 0 is all rows. An error of visit,
	// or the end of ctx, ends the pass and is returned. The session's own setting keeps it read-only,
	// and it takes no lock that a writer waits for.
	Read(ctx context.Context, t *Table, limit int, visit func(Row) error) error

	// Count returns how many of the values, which are all different, are in a
	// column. It is asked for columns that have an index only.
	Count(ctx context.Context, t *Table, column string, values []layout.Value) (int, error)

	// Close closes the connection.
	Close() error
}

// A Dialect is a kind of database.
type Dialect string

const (
	PostgreSQL Dialect = "PostgreSQL"
	MySQL      Dialect = "MySQL"
	MariaDB    Dialect = "MariaDB"
	SQLite     Dialect = "SQLite"
	MongoDB    Dialect = "MongoDB"
)

// About says which database a Store has opened.
type About struct {
	Dialect  Dialect
	Version  string // of the server, such as "18.4"
	Database string // its name, or the file's

	// Engine is the name of what only answers as the Dialect does: Dolt, CockroachDB, a proxy.
	Engine string

	// Misses says why this server may not have all data of its cluster: a standby, a shard. "" is that it has.
	Misses string

	// Galera says that the server is a node of a Galera cluster.
	Galera bool
}

// Options are those of each database's function Open, which is
//
//	func Open(ctx context.Context, url string, o store.Options) (store.Store, error)
//
// The url has one of the database's schemes. Passwords come from it, from the
// environment or from the driver's own file.
type Options struct {
	Timeout time.Duration // of one table; 0 is none
}

// Limit returns a context that ends after the time that a table may take.
func (o Options) Limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.Timeout <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, o.Timeout, fmt.Errorf("no answer within %v", o.Timeout))
}

// A Filter chooses schemas and tables by name. A name may have the wildcards * and ?.
type Filter struct {
	Schemas []string // none: all but the database's own
	Tables  []string // none: all
}

// A Table is a table, a view or a collection.
type Table struct {
	Schema string // PostgreSQL's schema, MySQL's and MongoDB's database; "" in SQLite for the main one
	Name   string
	View   bool // a view, also a materialized one: its values are those of tables

	Virtual bool // a module of SQLite keeps the values, or it is MongoDB's time series: uuid migrate converts none

	Columns     []Column // MongoDB: empty, since fields are found by Read
	Indexes     []Index  // the primary key among them
	ForeignKeys []ForeignKey

	// Clustered says that rows are stored in the order of the primary key, so that
	// keys in random order cost more: InnoDB, and SQLite's WITHOUT ROWID.
	Clustered bool

	// Selects is SQL that selects what is at a path in a column, by the column's name and the path:
	// the text of a JSON string, the bytes of a text, a composite's field, the elements of an array. What is at another
	// path only a program can take out of the value.
	Selects map[string]string

	Rows      int64 // as the database's statistics say, if Exact is false; -1 is unknown
	Exact     bool  // Rows was counted
	DataBytes int64 // on the disk without indexes; 0 is unknown
}

// String returns the schema, a dot and the name.
func (t *Table) String() string {
	if t.Schema == "" {
		return t.Name
	}
	return t.Schema + "." + t.Name
}

// Column returns the column of a name, or nil.
func (t *Table) Column(name string) *Column {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	return nil
}

// A Column is one of a table.
type Column struct {
	Name string
	Type string // as it is declared: "char(36)", "uuid[]", "jsonb"

	// Collation is that of a text, and CompareCase says that it distinguishes letters by
	// their case. Without a text it is "" and false. SQLite's columns of each type may hold texts.
	Collation   string
	CompareCase bool

	// TextBytes is how many bytes a text of 36 characters of ASCII takes in this
	// column, with its length; 0 if that is 36 and one more.
	TextBytes int

	Nullable  bool
	Default   string // the expression, as the database prints it; "" is none
	Generated bool   // computed from other columns

	// Read reports whether Store.Read visits the column: text, bytes, UUIDs, arrays of
	// them, JSON, and whatever else may hold UUIDs.
	Read bool
}

// An Index is one of a table.
type Index struct {
	Name       string
	Columns    []string // in MongoDB dotted paths; "" for an expression
	Collations []string // of these, in SQLite
	Unique     bool
	Primary    bool
	Partial    bool  // of some rows only, or of prefixes
	Hidden     bool  // from the optimizer, or of another collation than lookups: these read the whole table
	Bytes      int64 // on the disk; 0 is unknown
}

// A ForeignKey refers from columns of its table to columns of another.
type ForeignKey struct {
	Name       string
	Columns    []string
	Schema     string // of the other table, as in Table
	Table      string
	RefColumns []string
}

// A Row is one row that Read visits. It is valid until visit returns.
type Row struct {
	// Key returns the primary key as people write it: "id=42", "a=1, b=x", or the
	// rowid, ctid or _id.
	Key func() string

	// Cells are the values in the columns that Read visits. A NULL is no cell.
	Cells []Cell

	// Nulls are those of the columns that are NULL, and the columns and paths of arrays that have
	// a NULL.
	Nulls []string

	// Rare says that a sample has searched for a row with a value in this column. How many rows have one it does not say.
	Rare bool
}

// A Cell is one value in a row. An array, a document and JSON have several, also
// JSON in a column of text: see [Text].
type Cell struct {
	Column string // of MongoDB: the field of the document, "" if the document is a map

	// Path leads from the column into an array, JSON or document: ".customer.id",
	// "[].id" (of all elements), "{}" (the keys of a map, whose values
	// have the path ".*"). It is "" for a column itself.
	Path  string
	Value layout.Value

	JSON bool // of MongoDB: the value is in a string of JSON, and not in a document or an array
}

// NotSeen is a part of the database that could not be looked at.
type NotSeen struct {
	Where string `json:"where"` // "public.secrets", or a column of it
	Why   string `json:"why"`   // one line
}

// Hides is the reason in NotSeen for a database of which the server may not show all tables to this user.
const Hides = "what this user has no privilege to read: the server does not show it"

// hidden is an error with another text.
type hidden struct {
	text string
	err  error
}

func (h *hidden) Error() string { return h.text }
func (h *hidden) Unwrap() error { return h.err }

// Hide returns the error with another text, in which asterisks replace each secret.
func Hide(err error, text string, secrets ...string) error {
	for _, s := range secrets {
		if s != "" {
			text = strings.ReplaceAll(text, s, "***")
		}
	}
	return &hidden{text, err}
}

// Until is visit for a pass that ends when ctx does: the driver may have all rows by then.
func Until(ctx context.Context, visit func(Row) error) func(Row) error {
	return func(row Row) error {
		if err := visit(row); err != nil {
			return err
		}
		return context.Cause(ctx)
	}
}
