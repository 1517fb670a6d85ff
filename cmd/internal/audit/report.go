package audit

import (
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/tally"
)

// A Report is what an audit found. Its JSON is what -o json prints.
type Report struct {
	Store    string `json:"store"`            // "PostgreSQL", "MySQL", "MariaDB", "SQLite" or "MongoDB"
	Engine   string `json:"engine,omitempty"` // what only answers as the store does, such as Dolt or a proxy; audit was not tested with it
	Version  string `json:"version"`          // of the server
	Database string `json:"database"`         // its name, or the file's
	Full     bool   `json:"full"`             // every row of the tables was read
	Sample   int    `json:"sample"`           // about so many rows of each table were wanted; 0 is all
	Tables   int    `json:"tables"`           // how many were read
	Rows     int64  `json:"rows"`             // how many rows were read

	Columns  []Column        `json:"columns"`  // those that hold UUIDs, by where
	Findings []Finding       `json:"findings"` // worst first
	NotSeen  []store.NotSeen `json:"not_seen"`

	// Unread says what was not looked at in the tables that were read, a line each.
	Unread []string `json:"unread"`

	Next []Next `json:"next"` // what uuid migrate can convert, most columns first

	// SavedBytes is about what native columns would save in all.
	SavedBytes int64 `json:"saved_bytes"`
}

// A Column is a column, or a path in one, that holds UUIDs.
type Column struct {
	// Where is schema.table.column and the path: "public.users.id", "shop.events.data.items[].id".
	// SQLite has no schema. A path is "[]" for the elements of an array, ".name" for a
	// field, "{}" for the keys of a map and ".*" for its values.
	Where  string `json:"where"`
	Schema string `json:"schema,omitempty"`
	Table  string `json:"table"`
	Column string `json:"column"`
	Path   string `json:"path,omitempty"`
	View   bool   `json:"view,omitempty"`

	Type string `json:"type"` // as declared; in MongoDB "string", "binData"

	Form  layout.Form         `json:"form"`            // of all values or of most; "none" if it could not be decided
	Case  string              `json:"case,omitempty"`  // of letters: "lower", "upper", "mixed" (some and some)
	Forms map[layout.Form]int `json:"forms,omitempty"` // how many values in each, if there are several

	// Subtypes counts MongoDB's binary by subtype: {"3": 200}.
	Subtypes map[string]int `json:"subtypes,omitempty"`

	Sure tally.Sureness `json:"sure"`
	Why  string         `json:"why"` // one sentence

	Sampled  int            `json:"sampled"`  // values that were read, without NULL
	Nulls    int            `json:"nulls"`    // NULLs that were read
	Rows     int64          `json:"rows"`     // of the table; -1 is unknown
	Exact    bool           `json:"exact"`    // Rows was counted; else it is the database's estimate
	Versions map[string]int `json:"versions"` // {"4": 980, "7": 20}; "other" is none of RFC 9562
	Nil      int            `json:"nil"`      // of those the Nil UUID
	Max      int            `json:"max"`      // and the Max UUID

	// Order says how the ids sort in the column, compared with the times in them: "time" (they sort
	// by time), "random" (no order was meant), "lost" (they have a time and do not sort by it), or "" (too few).
	Order string     `json:"order,omitempty"`
	First *time.Time `json:"first,omitempty"` // of the times in the ids
	Last  *time.Time `json:"last,omitempty"`

	Key      string   `json:"key,omitempty"`         // "primary", "unique" or "index"
	RefersTo []string `json:"refers_to,omitempty"`   // other columns whose ids these are, by foreign key or by their values
	CopyOf   string   `json:"copy_of,omitempty"`     // the primary key, if all values, 16 or more, are the ids of their own rows
	Declared bool     `json:"foreign_key,omitempty"` // by foreign key: uuid migrate finds such columns itself

	Migrates bool `json:"-"` // uuid migrate takes it: it converts the column to another form, or would if it had not that form

	SavedBytes int64 `json:"saved_bytes"` // about what the native form would save, indexes included; 0 if it is native or bytes, and in JSON and the keys of maps, which have no other form than text

	// Line and Argument are lines of Go: the first reads the column as it is, the second makes what
	// an INSERT and a condition take of an id, or what the comment in it says. No argument finds
	// text with white space around it, and none is the name of a field.
	Line     string `json:"line"`
	Argument string `json:"argument,omitempty"`
}

// A Finding is something that is wrong.
type Finding struct {
	Kind     Kind     `json:"kind"`
	Severity Severity `json:"severity"`
	Where    string   `json:"where"`             // as in Column
	Other    string   `json:"other,omitempty"`   // the other column of a reference
	Text     string   `json:"text"`              // one sentence: what is wrong
	Do       string   `json:"do"`                // one sentence: what to do
	ByName   bool     `json:"by_name,omitempty"` // it is a guess, which rests on the name of the column or of the default's function
	Count    int      `json:"count,omitempty"`   // of values
	Of       int      `json:"of,omitempty"`      // so many values that were read; 0 if Count is of something that Text names
	Key      string   `json:"key,omitempty"`     // of an example row: "id=42"
	Value    string   `json:"value,omitempty"`   // its value, at most 64 bytes, binary as x'…'
}

// A Severity says how bad a finding is. The exit status is 1 if there is one of
// Error or Warning.
type Severity string

const (
	Error   Severity = "error"   // ids are lost, or are not found
	Warning Severity = "warning" // ids will be lost or not be found
	Advice  Severity = "advice"  // it works, and could be faster
)

// A Kind is what is wrong.
type Kind string

const (
	Cut           Kind = "cut"            // a text or bytes that lost their end
	Malformed     Kind = "malformed"      // not a UUID, in a column of UUIDs
	NoVersion     Kind = "no-version"     // 16 bytes that are no UUID of RFC 9562 in the column's order, and can be read and found
	MixedForms    Kind = "mixed-forms"    // several forms in one column
	MixedOrders   Kind = "mixed-orders"   // several byte orders in one column
	MixedCase     Kind = "mixed-case"     // upper and lower case, and the column compares case
	UpperCase     Kind = "upper-case"     // all in upper case, and the column compares case
	MixedSubtypes Kind = "mixed-subtypes" // several subtypes of MongoDB's binary
	Subtype       Kind = "subtype"        // a subtype other than 4, or 4 of another order
	TextInBytes   Kind = "text-in-bytes"  // the characters of a UUID in a column of bytes
	Reference     Kind = "reference"      // columns that refer to each other in different forms, so that a join finds nothing
	InsideText    Kind = "inside-text"    // UUIDs inside longer texts
	FewUUIDs      Kind = "few-uuids"      // UUIDs among values of another kind
	Copy          Kind = "copy"           // the id of the column's own row, in another form than the primary key
	Orphans       Kind = "orphans"        // some ids of a reference are not in the other column
	DefaultForm   Kind = "default-form"   // the column's default makes another form
	GoogleV6      Kind = "google-v6"      // wrong version 6 of google/uuid 1.5.0 and 1.6.0
	OrderLost     Kind = "order-lost"     // ids with a time, stored so that they do not sort by it
	MixedVersions Kind = "mixed-versions" // random ids among ids that sort by time
	RandomKey     Kind = "random-key"     // random ids in a key by which the table is stored
	Stalls        Kind = "galera-stalls"  // a foreign key of MariaDB's type uuid in a Galera cluster
)

// Wrong reports whether the exit status is that of findings: whether there
// is one that is not [Advice].
func (r *Report) Wrong() bool {
	for _, f := range r.Findings {
		if f.Severity != Advice {
			return true
		}
	}
	return false
}
