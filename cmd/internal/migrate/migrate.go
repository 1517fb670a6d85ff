package migrate

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
)

// A Request is what the user asks for.
type Request struct {
	Columns []string // TABLE.COLUMN; columns connected by foreign keys are added
	To      string   // see the constants To…
	Bytes   string   // the form of 16-byte values, as package layout calls it; "" is bytes
	Accept  []string // objects that the user has checked: their refusals are dropped
	BadRows string   // a new table or collection that run moves rows to that do not convert; "" refuses them
	How
}

// How is the manner of a run or an undo.
type How struct {
	Online bool          // the application goes on writing until the switch
	Pause  time.Duration // between two batches
}

// The forms that a migration can end in.
const (
	ToNative = "native" // BLOB, uuid, subtype 4
	ToText   = "text"   // 36 characters, lower case
	ToUUID   = "uuid"   // MariaDB's type, for which BINARY(16) is native; PostgreSQL's, for which it is the same
)

// A Plan is what run would do. It is kept in the database until cleanup.
type Plan struct {
	Format       int           `json:"format,omitempty"`  // see PlanFormat
	Version      string        `json:"version,omitempty"` // of the command that wrote it
	Named        []string      `json:"named,omitempty"`   // the request's columns
	ID           string        `json:"id,omitempty"`      // given by run
	Store        string        `json:"store"`             // the server and its version
	To           string        `json:"to"`
	Bytes        layout.Form   `json:"bytes"` // the form of the 16-byte values that there were
	Online       bool          `json:"online,omitempty"`
	UndoesOnline bool          `json:"undoes_online,omitempty"` // an undo that is not finished
	BadRows      string        `json:"bad_rows,omitempty"`      // the request's
	Accepted     []string      `json:"accepted,omitempty"`      // the request's Accept, but for MongoDB: undo looks again
	Aside        []Aside       `json:"aside,omitempty"`         // the rows that run moves away
	Orphans      int64         `json:"orphans,omitempty"`       // those of them that refer to no row, in SQLite
	Columns      []Column      `json:"columns"`
	Tables       []Table       `json:"tables"`
	Steps        []Step        `json:"steps,omitempty"`
	Undo         []Step        `json:"undo,omitempty"`
	Changes      []Change      `json:"changes"`
	Notes        []string      `json:"notes,omitempty"`
	Refusals     []Refusal     `json:"refusals,omitempty"`
	Scan         time.Duration `json:"-"` // how long the values took to read
	After        int64         `json:"-"` // an estimate of what Bytes of the tables will be; 0 is none
	Hash         string        `json:"hash"`

	// Others are columns of Tables that have UUIDs, too, and stay as they are.
	Others []Other `json:"-"`

	// Created and Expected are what SHOW CREATE TABLE says before and after, by table.
	Created  map[string]string `json:"created,omitempty"`
	Expected map[string]string `json:"expected,omitempty"`

	// Detail is what undo must know beside this, and is the store's own.
	Detail json.RawMessage `json:"detail,omitempty"`

	// Sums are the checksums of Tables before they were switched.
	Sums []string `json:"sums,omitempty"`

	// Finish has what run or undo --online does after the switch, in PostgreSQL's plans without a format.
	Finish []string `json:"finish,omitempty"`

	// Copied says, by table, how far a run or undo --online has copied.
	Copied map[string]*Copied `json:"copied,omitempty"`

	// Altered is what a run or undo --online that has switched says at its end, in MySQL: what another session did meanwhile.
	Altered string `json:"altered,omitempty"`

	// These are not stored: only the process that made the plan has them.
	Request Request                `json:"-"`
	InOrder bool                   `json:"-"` // all 16-byte values are in network order since an earlier run
	Was     map[string]layout.Form `json:"-"` // the form of a TABLE.COLUMN before that, if it was another one
	Follows string                 `json:"-"` // the ID of the latest migration then
	Checked []string               `json:"-"` // the texts of what --accept can name: a part of the hash
}

// Unless returns do, which does nothing if skip reports true then.
func Unless(skip func() bool, do func() error) func() error {
	return func() error {
		if skip() {
			return nil
		}
		return do()
	}
}

// ColumnsOf returns the columns of a table.
func (p *Plan) ColumnsOf(table string) (list []*Column) {
	for i := range p.Columns {
		if p.Columns[i].Table == table {
			list = append(list, &p.Columns[i])
		}
	}
	return list
}

// Documents reports whether the plan is one of MongoDB, which converts each document in its place: no table is
// made beside it, and no trigger.
func (p *Plan) Documents() bool { return strings.HasPrefix(p.Store, "MongoDB") }

// Nothing reports whether all columns have the new form already.
func (p *Plan) Nothing() bool {
	if len(p.Aside) > 0 {
		return false
	}
	for _, c := range p.Columns {
		if c.OldType != c.NewType || c.Spelling > 0 || len(c.Forms) > 1 || len(c.Mixed) > 0 {
			return false
		}
		for f := range c.Forms {
			if native := f == layout.Bytes || strings.EqualFold(c.OldType, "uuid"); native == (p.To == ToText) || f != layout.Bytes && f != layout.Text && f != layout.Native {
				return false
			}
		}
	}
	return len(p.Refusals) == 0
}

// A Column is one that changes its form.
type Column struct {
	Table   string `json:"table"`
	Name    string `json:"name"`
	OldType string `json:"old_type"`
	NewType string `json:"new_type"`
	Nulls   int64  `json:"nulls"`
	Forms   Forms  `json:"forms"` // the forms found

	// Spelling is how many values undo would write otherwise than they were: in the form
	// that most have, and in lower case.
	Spelling int64 `json:"spelling"`

	// Mixed are the forms beside OldType, in MongoDB; undo restores them.
	Mixed []string `json:"mixed,omitempty"`
}

// An Other is a column with UUIDs that a plan does not convert, although it has not the new form.
type Other struct {
	Name     string   `json:"name"`                // TABLE.COLUMN
	Type     string   `json:"type"`                // as declared
	Form     string   `json:"form"`                // of most values
	Why      string   `json:"why"`                 // how it was found: a sentence about a sample of the values
	RefersTo []string `json:"refers_to,omitempty"` // columns of the plan whose ids it has
	Migrates bool     `json:"migrates"`            // plan takes its name, too
}

// A Table is one that has such columns.
type Table struct {
	Name  string `json:"name"`
	Rows  int64  `json:"rows"`
	Bytes int64  `json:"bytes"` // with its indexes; 0 if unknown
}

// A Step is a part of run or undo.
type Step struct {
	Does  string   `json:"does"`
	SQL   []string `json:"sql,omitempty"`
	Locks string   `json:"locks,omitempty"`

	// In SQLite's plans without a format, a statement with ?1 and ?2 copies the rows of table Batch
	// whose Key is between them.
	Batch string `json:"batch,omitempty"`
	Key   string `json:"key,omitempty"`
	Rows  int64  `json:"rows,omitempty"`
}

// A Change is one that run makes to the schema. It makes no other.
type Change struct {
	Object string `json:"object"`
	Old    string `json:"old"`
	New    string `json:"new"`
}

// A Refusal says why run would not begin.
type Refusal struct {
	Kind   Kind     `json:"kind"`
	Object string   `json:"object"`
	Reason string   `json:"reason"`
	Manual string   `json:"manual"`         // what the user can do
	Keys   []string `json:"keys,omitempty"` // of the first bad rows
	Accept bool     `json:"accept"`         // the user may check it and say --accept
}

// A Status is a row of table uuidkit_migration, or a document of that collection.
type Status struct {
	Plan     *Plan
	State    State
	Switched time.Time
}

// The codes of [Error] are the command's exit statuses.
const (
	CodeDiffers     = 1 // a check after the conversion failed; rolled back
	CodeUsage       = 2
	CodeRefused     = 3
	CodeConnection  = 4
	CodeInterrupted = 5 // run it again
	CodeConflict    = 6 // another runner, or the schema or data changed since the plan
)

// An Error has the exit status of the command.
type Error struct {
	Code  int
	Err   error
	Stale bool // what --online has copied is of no use any more: the driver takes it back
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Errorf returns an Error with the code.
func Errorf(code int, format string, args ...any) error {
	return &Error{Code: code, Err: fmt.Errorf(format, args...)}
}

// Coded gives err the code, unless it has one.
func Coded(code int, err error) error {
	var e *Error
	if err == nil || errors.As(err, &e) {
		return err
	}
	return &Error{Code: code, Err: err}
}

// Uncoded returns err without its code.
func Uncoded(err error) error {
	var e *Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// CheckRequest rejects what no store understands. A store can have more words for --to.
func CheckRequest(r *Request, more ...string) error {
	if len(r.Columns) == 0 {
		return Errorf(CodeUsage, "migrate: name at least one column: TABLE.COLUMN")
	}
	if r.To == "" {
		r.To = ToNative
	}
	if strings.HasPrefix(r.BadRows, Reserved) || strings.HasPrefix(r.BadRows, "sqlite_") {
		return Errorf(CodeUsage, "migrate: --bad-rows %s: names that start with uuidkit_ or sqlite_ are reserved", r.BadRows)
	}
	if words := append([]string{ToNative, ToText}, more...); !slices.Contains(words, r.To) {
		return Errorf(CodeUsage, "migrate: unknown form %q: this database has %s", r.To, strings.Join(words, ", "))
	}
	return nil
}

// DropAccepted drops the refusals that the user has checked.
func DropAccepted(refusals []Refusal, accept []string) (left []Refusal) {
next:
	for _, r := range refusals {
		for _, a := range accept {
			if r.Accept && r.Object == a {
				continue next
			}
		}
		left = append(left, r)
	}
	return left
}

// Refused returns an error if the plan has refusals.
func (p *Plan) Refused() error {
	if len(p.Refusals) == 0 {
		return nil
	}
	first := p.Refusals[0]
	if n := len(p.Refusals); n > 1 {
		return Errorf(CodeRefused, "migrate: refused for %d reasons; the first: %s: %s", n, first.Object, first.Reason)
	}
	return Errorf(CodeRefused, "migrate: refused: %s: %s", first.Object, first.Reason)
}

// Is returns an error unless the hash is that of the plan. An empty one is that of any.
func (p *Plan) Is(hash string) error {
	if hash != "" && hash != p.Hash {
		return Errorf(CodeConflict, "migrate: the plan is now %s, not %s: the schema, the forms of the values, or the columns and flags have changed", p.Hash, hash)
	}
	return nil
}

// A Copied says how far the rows of a table are copied: to this key, whose values are in SQL.
type Copied struct {
	Key  []string `json:"key,omitempty"`
	Rows int64    `json:"rows"`
	Done bool     `json:"done,omitempty"`
	Full bool     `json:"full,omitempty"` // in MySQL: the table had rows when it was locked for the switch
}
