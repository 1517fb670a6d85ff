package matrix

import (
	"fmt"
	"path"
	"strings"

	yaml3 "gopkg.in/yaml.v3"

	"github.com/uuidkit/uuidkit/uuid"
)

// An Excuse says why a cell with uuidkit cannot be native. It matches by
// patterns of package path, in which * is any text without a slash. Its proof is
// the measurement itself: the cell must still come out as Proof says. When it
// does not, the library has changed and the excuse has to go.
type Excuse struct {
	Row, Type, Shape string
	Proof            Verdict // what is measured today, Works or Fails
	Note             string  // a part of the measured note
	Reason, Link     string

	// Upstream is for a cell that would not change with the library: it reports
	// whether the library still does what the reason says.
	Upstream func() bool
}

// Excuses is the list. An excuse that no cell needs fails the test.
var Excuses = []Excuse{
	{
		Row: "*, database/sql*", Type: "*", Shape: "into any",
		Proof: Works, Note: "gives ",
		Reason: "database/sql hands an any the driver's own value and asks no type.",
		Link:   "https://pkg.go.dev/database/sql#Rows.Scan",
	},
	{
		Row: "*, GORM operations", Type: "*", Shape: "Raw",
		Proof: Fails, Note: "cannot tell the column of a ",
		Reason: "The SQL of Raw is complete before a plugin sees it: the error says to convert to gormtype.UUID, which knows how to be written.",
		Link:   "https://gorm.io/docs/write_plugins.html",
	},
	{
		Row: "*, GORM operations", Type: "*", Shape: "Exec",
		Proof: Fails, Note: "cannot tell the column of a ",
		Reason: "The SQL of Exec is complete before a plugin sees it, as Raw's.",
		Link:   "https://gorm.io/docs/write_plugins.html",
	},
	{
		Row: "*, GORM operations", Type: "[16]byte", Shape: "Pluck",
		Proof: Fails, Note: "unsupported Scan",
		Reason: "database/sql scans into no array, and what is plucked has no field whose pool the plugin could change.",
		Link:   "https://pkg.go.dev/database/sql#Rows.Scan",
	},
	{
		Row: "*, GORM operations", Type: "[16]byte", Shape: "Scan into a *",
		Proof: Fails, Note: "unsupported Scan",
		Reason: "database/sql scans into no array, and GORM's Scan shows a plugin the query, but not where its rows go.",
		Link:   "https://pkg.go.dev/database/sql#Rows.Scan",
	},
	{
		Row: "*, GORM", Type: "*", Shape: "into any",
		Proof: Works, Note: "gives ",
		Reason: "A row that GORM reads into a map has no model; the values are the driver's own.",
		Link:   "https://pkg.go.dev/database/sql#Rows.Scan",
	},
	{
		Row: "PostgreSQL *, text, pgx*", Type: "*", Shape: "into any",
		Proof: Works, Note: "gives string",
		Reason: "A text column does not say that it holds a UUID.",
		Link:   "https://pkg.go.dev/github.com/jackc/pgx/v5/pgtype#Codec",
	},
	{
		Row: "PostgreSQL *, bytea, pgx*", Type: "*", Shape: "into any",
		Proof: Works, Note: "gives []uint8",
		Reason: "A bytea column does not say that it holds a UUID.",
		Link:   "https://pkg.go.dev/github.com/jackc/pgx/v5/pgtype#Codec",
	},
	{
		Row: "PostgreSQL *, shapes, pgx (exec mode*", Type: "*", Shape: "*T, json*",
		Proof: Fails, Note: "write: ",
		Reason: "In these modes nobody tells pgx the type of a parameter, and what it is as a Go type is no JSON.",
		Link:   "https://pkg.go.dev/github.com/jackc/pgx/v5#QueryExecMode",
	},
	{
		Row: "PostgreSQL *, shapes, pgx (the three*", Type: "[16]byte", Shape: "struct of T, jsonb",
		Proof: Works, Note: "stored as ",
		Reason: "A struct is encoding/json's, to which a [16]byte without methods is an array of numbers.",
		Link:   "https://pkg.go.dev/encoding/json#Marshal",
	},
	{
		Row: "MongoDB 8, binary 4, no registry, *", Type: "*", Shape: "into any",
		Proof: Works, Note: "gives bson.Binary",
		Reason: "Only a registry tells the driver what an any may be.",
		Link:   "https://pkg.go.dev/go.mongodb.org/mongo-driver/v2/bson#hdr-Custom_Registry",
	},
	{
		Row: "MongoDB 8, binary 0, *", Type: "*", Shape: "into any",
		Proof: Works, Note: ".Binary",
		Reason: "Subtype 0 says no more than that there are bytes.",
		Link:   "https://bsonspec.org/spec.html",
	},
	{
		Row: "JSON, *", Type: "*", Shape: "into any",
		Proof: Works, Note: "gives string",
		Reason: "JSON has strings, and none of them says that it is a UUID.",
		Link:   "https://www.rfc-editor.org/rfc/rfc8259#section-3",
	},
	{
		Row: "XML, *", Type: "*", Shape: "into any",
		Proof: Works, Note: "gives <nil>",
		Reason: "encoding/xml skips an element for an any.",
		Link:   "https://pkg.go.dev/encoding/xml#Unmarshal",
	},
	{
		Row: "XML, *", Type: "*", Shape: "nullable, null",
		Proof: Works, Note: "stored as <x></x>",
		Reason: "XML has no null, and encoding/xml leaves out no struct: the null of a NullUUID is an empty element, which comes back.",
		Link:   "https://pkg.go.dev/encoding/xml#Marshal",
	},
	{
		Row: "YAML, *", Type: "*", Shape: "into any",
		Proof: Works, Note: "gives string",
		Reason: "YAML's core schema has no tag for a UUID.",
		Link:   "https://yaml.org/spec/1.2.2/#103-core-schema",
	},
	{
		Row: "YAML, *", Type: "*", Shape: "nullable, null",
		Proof: Works, Note: `stored as ""`,
		Reason: "A NullUUID has one form for all YAML libraries, and yaml.v3 drops nulls from lists: so its null is the empty text, which comes back.",
		Link:   "https://pkg.go.dev/gopkg.in/yaml.v3#Unmarshal",
		Upstream: func() bool {
			var list []uuid.NullUUID
			err := yaml3.Unmarshal([]byte("[null, "+u.String()+"]"), &list)
			return err == nil && len(list) == 1
		},
	},
	{
		Row: "TOML, *", Type: "*", Shape: "into any",
		Proof: Works, Note: "gives string",
		Reason: "TOML has strings, and none of them says that it is a UUID.",
		Link:   "https://toml.io/en/v1.0.0#string",
	},
	{
		Row: "MessagePack, *", Type: "*", Shape: "into any",
		Proof: Works, Note: "gives []uint8",
		Reason: "MessagePack's bin does not say that it holds a UUID; an ext type does (msgpackx.Ext).",
		Link:   "https://github.com/msgpack/msgpack/blob/master/spec.md",
	},
	{
		Row: "MessagePack, str, *", Type: "*", Shape: "into any",
		Proof: Works, Note: "gives string",
		Reason: "MessagePack's str does not say that it holds a UUID; an ext type does (msgpackx.Ext).",
		Link:   "https://github.com/msgpack/msgpack/blob/master/spec.md",
	},
	{
		Row: "CBOR, no tags, *", Type: "*", Shape: "into any",
		Proof: Works, Note: "gives []uint8",
		Reason: "Without a tag a byte string does not say that it holds a UUID; tag 37 does.",
		Link:   "https://www.iana.org/assignments/cbor-tags/cbor-tags.xhtml",
	},
	{
		Row: "CBOR, no tags, *", Type: "*", Shape: "nullable*",
		Proof: Works, Note: "stored as a26156",
		Reason: "The library lets nobody speak for sql.Null, which is a map of its two fields; *cborx.Bare is null natively.",
		Link:   "https://pkg.go.dev/github.com/fxamacker/cbor/v2#TagSet",
	},
}

// excuse turns the verdict of a cell that is on the list to Impossible.
func excuse(c *Cell) {
	if c.Verdict == Wrong {
		return // nothing excuses that
	}
	row := Row{Store: c.Store, Column: c.Column, Library: c.Library}.Name()
	for i := range Excuses {
		e := &Excuses[i]
		if like(e.Row, row) && like(e.Type, c.Type) && like(e.Shape, c.Shape) &&
			e.Proof == c.Verdict && strings.Contains(c.Note, e.Note) {
			c.Note = fmt.Sprintf("%s (%s) Measured: %s, %s", e.Reason, e.Link, c.Verdict, c.Note)
			c.Verdict, c.excuse = Impossible, e
			return
		}
	}
}

// recall finds the excuse of a cell that was read from matrix.json.
func recall(c *Cell) {
	row := Row{Store: c.Store, Column: c.Column, Library: c.Library}.Name()
	for i := range Excuses {
		e := &Excuses[i]
		if c.Verdict == Impossible && like(e.Row, row) && like(e.Type, c.Type) && like(e.Shape, c.Shape) && strings.HasPrefix(c.Note, e.Reason) {
			c.excuse = e
		}
	}
}

func like(pattern, s string) bool {
	// A slash means nothing here, nor do brackets.
	clean := strings.NewReplacer("/", "|", "[", "(", "]", ")")
	ok, err := path.Match(clean.Replace(pattern), clean.Replace(s))
	return ok && err == nil
}

// Unused returns the excuses that none of the cells needs, or that the library no
// longer gives cause for.
func Unused(cells []Cell) (unused []Excuse) {
	used := map[*Excuse]bool{}
	for _, c := range cells {
		used[c.excuse] = true
	}
	for i := range Excuses {
		e := &Excuses[i]
		if !used[e] || e.Upstream != nil && !e.Upstream() {
			unused = append(unused, Excuses[i])
		}
	}
	return unused
}
