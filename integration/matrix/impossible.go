package matrix

import (
	"fmt"
	"path"
	"strings"

	yaml3 "gopkg.in/yaml.v3"

	"github.com/uuidkit/uuidkit/uuid"
)

// An Excuse says why cells with uuidkit cannot be native. The measurement is its
// proof: a cell must still have the verdict Proof and Note in its note. When it has
// not, the library has changed, and the excuse must go.
type Excuse struct {
	Row, Type, Shape string  // patterns of the cells, in which * is any text
	Proof            Verdict // Works or Fails
	Note             string
	Link, Reason     string

	// Upstream is for a cell that would not change with the library: it reports
	// whether the library still does what the reason says.
	Upstream func() bool
}

// Excuses is the list. An excuse that no cell needs fails the test.
var Excuses = []Excuse{
	{"*, database/sql*", "*", "into any", Works, "gives ", "https://pkg.go.dev/database/sql#Rows.Scan",
		"database/sql hands an any the driver's own value and asks no type.", nil},
	{"*, GORM operations", "*", "Raw", Fails, "cannot tell the column of a ", "https://gorm.io/docs/write_plugins.html",
		"The SQL of Raw is complete before a plugin sees it: the error says to convert to gormtype.UUID, which knows how to be written.", nil},
	{"*, GORM operations", "*", "Exec", Fails, "cannot tell the column of a ", "https://gorm.io/docs/write_plugins.html",
		"The SQL of Exec is complete before a plugin sees it, as Raw's.", nil},
	{"*, GORM operations", "[16]byte", "Pluck", Fails, "unsupported Scan", "https://pkg.go.dev/database/sql#Rows.Scan",
		"database/sql scans into no array, and what is plucked has no field whose pool the plugin could change.", nil},
	{"*, GORM operations", "[16]byte", "Scan into a *", Fails, "unsupported Scan", "https://pkg.go.dev/database/sql#Rows.Scan",
		"database/sql scans into no array, and GORM's Scan shows a plugin the query, but not where its rows go.", nil},
	{"*, GORM", "*", "into any", Works, "gives ", "https://pkg.go.dev/database/sql#Rows.Scan",
		"A row that GORM reads into a map has no model; the values are the driver's own.", nil},
	{"PostgreSQL *, text, pgx*", "*", "into any", Works, "gives string", "https://pkg.go.dev/github.com/jackc/pgx/v5/pgtype#Codec",
		"A text column does not say that it holds a UUID.", nil},
	{"PostgreSQL *, bytea, pgx*", "*", "into any", Works, "gives []uint8", "https://pkg.go.dev/github.com/jackc/pgx/v5/pgtype#Codec",
		"A bytea column does not say that it holds a UUID.", nil},
	{"PostgreSQL *, shapes, pgx (exec mode*", "*", "*T, json*", Fails, "write: ", "https://pkg.go.dev/github.com/jackc/pgx/v5#QueryExecMode",
		"In these modes nobody tells pgx the type of a parameter, and what it is as a Go type is no JSON.", nil},
	{"PostgreSQL *, shapes, pgx (the three*", "[16]byte", "struct of T, jsonb", Works, "stored as ", "https://pkg.go.dev/encoding/json#Marshal",
		"A struct is encoding/json's, to which a [16]byte without methods is an array of numbers.", nil},
	{"MongoDB 8, binary 4, no registry, *", "*", "into any", Works, "gives bson.Binary", "https://pkg.go.dev/go.mongodb.org/mongo-driver/v2/bson#hdr-Custom_Registry",
		"Only a registry tells the driver what an any may be.", nil},
	{"MongoDB 8, binary 0, *", "*", "into any", Works, ".Binary", "https://bsonspec.org/spec.html",
		"Subtype 0 says no more than that there are bytes.", nil},
	{"JSON, *", "*", "into any", Works, "gives string", "https://www.rfc-editor.org/rfc/rfc8259#section-3",
		"JSON has strings, and none of them says that it is a UUID.", nil},
	{"XML, *", "*", "into any", Works, "gives <nil>", "https://pkg.go.dev/encoding/xml#Unmarshal",
		"encoding/xml skips an element for an any.", nil},
	{"XML, *", "*", "nullable, null", Works, "stored as <x></x>", "https://pkg.go.dev/encoding/xml#Marshal",
		"XML has no null, and encoding/xml leaves out no struct: the null of a NullUUID is an empty element, which comes back.", nil},
	{"YAML, *", "*", "into any", Works, "gives string", "https://yaml.org/spec/1.2.2/#103-core-schema",
		"YAML's core schema has no tag for a UUID.", nil},
	{"YAML, *", "*", "nullable, null", Works, `stored as ""`, "https://pkg.go.dev/gopkg.in/yaml.v3#Unmarshal",
		"A NullUUID has one form for all YAML libraries, and yaml.v3 drops nulls from lists: so its null is the empty text, which comes back.", yamlDropsNulls},
	{"TOML, *", "*", "into any", Works, "gives string", "https://toml.io/en/v1.0.0#string",
		"TOML has strings, and none of them says that it is a UUID.", nil},
	{"MessagePack, *", "*", "into any", Works, "gives []uint8", "https://github.com/msgpack/msgpack/blob/master/spec.md",
		"MessagePack's bin does not say that it holds a UUID; an ext type does (msgpackx.Ext).", nil},
	{"MessagePack, str, *", "*", "into any", Works, "gives string", "https://github.com/msgpack/msgpack/blob/master/spec.md",
		"MessagePack's str does not say that it holds a UUID; an ext type does (msgpackx.Ext).", nil},
	{"CBOR, no tags, *", "*", "into any", Works, "gives []uint8", "https://www.iana.org/assignments/cbor-tags/cbor-tags.xhtml",
		"Without a tag a byte string does not say that it holds a UUID; tag 37 does.", nil},
	{"CBOR, no tags, *", "*", "nullable*", Works, "stored as a26156", "https://pkg.go.dev/github.com/fxamacker/cbor/v2#TagSet",
		"The library lets nobody speak for sql.Null, which is a map of its two fields; *cborx.Bare is null natively.", nil},
}

// yamlDropsNulls reports whether yaml.v3 still leaves nulls out of lists.
func yamlDropsNulls() bool {
	var list []uuid.NullUUID
	err := yaml3.Unmarshal([]byte("[null, "+u.String()+"]"), &list)
	return err == nil && len(list) == 1
}

// find returns the excuse of the cell that fits, or nil.
func find(c *Cell, fits func(*Excuse) bool) *Excuse {
	row := Row{Store: c.Store, Column: c.Column, Library: c.Library}.Name()
	for i := range Excuses {
		if e := &Excuses[i]; like(e.Row, row) && like(e.Type, c.Type) && like(e.Shape, c.Shape) && fits(e) {
			return e
		}
	}
	return nil
}

// excuse turns the verdict of a cell that is on the list to Impossible. Nothing
// excuses Wrong, which is no Proof.
func excuse(c *Cell) {
	c.excuse = find(c, func(e *Excuse) bool { return e.Proof == c.Verdict && strings.Contains(c.Note, e.Note) })
	if c.excuse != nil {
		c.Note = fmt.Sprintf("%s (%s) Measured: %s, %s", c.excuse.Reason, c.excuse.Link, c.Verdict, c.Note)
		c.Verdict = Impossible
	}
}

// recall finds the excuse of a cell that was read from matrix.json.
func recall(c *Cell) {
	c.excuse = find(c, func(e *Excuse) bool { return c.Verdict == Impossible && strings.HasPrefix(c.Note, e.Reason) })
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
