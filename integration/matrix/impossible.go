package matrix

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// An Excuse says why cells with uuidkit cannot be native. The measurement is its
// proof: a cell must still have the verdict Proof and Note in its note. When it has
// not, the library has changed, and the excuse must go.
type Excuse struct {
	Row, Type, Shape string  // patterns of the cells, in which * is any text; " | " is between two
	Proof            Verdict // Works, Fails or Wrong; none for the first two
	Note             string
	Link, Reason     string

	// Fault is the key of the row of package upstream, if the reason is a fault of the library.
	Fault string
}

// Excuses is the list. An excuse that no cell needs fails the test.
var Excuses = []Excuse{
	// database/sql
	{"*, database/sql* | *, GORM", "*", "into any", Works, "gives ", "https://pkg.go.dev/database/sql#Rows.Scan",
		"database/sql hands an any the driver's own value and asks no type.", ""},
	{"*, database/sql* | *, GORM", "google", "null into T", Wrong, "no error, and the old value stays", "https://pkg.go.dev/github.com/google/uuid#UUID.Scan",
		"The Scan of google.UUID takes NULL without an error. Scan into a *T or NullUUID.", "google-scan-null"},
	{"*, database/sql* | *, GORM", "google", "wrong length into T", Wrong, "0 bytes: no error, ", "https://pkg.go.dev/github.com/google/uuid#UUID.Scan",
		"The Scan of google.UUID takes nothing at all without an error.", "google-scan-null"},
	{"*, database/sql* | *, GORM", "std | gofrs", "wrong length into T", Wrong, "0 bytes: ", "https://pkg.go.dev/github.com/gofrs/uuid/v5#UUID.Scan",
		"The Scan of the type takes 16 bytes of text for a UUID, and sets it to zero before an error.", "gofrs-scan-zeroes"},
	{"*, database/sql* | *, GORM", "[16]byte", `T | \*T | native into T | null into T | wrong length into T | sql.Null[T]`, Fails, "Scan", "https://pkg.go.dev/database/sql#Rows.Scan",
		"database/sql scans into no array: convert the pointer to *sqlx.Binary or *sqlx.Text.", ""},
	{"PostgreSQL *, text, database/sql, pgx | PostgreSQL *, bytea, database/sql, pgx", "std", `T | \*T | native into T | null into T | wrong length into T | []T`, Fails, "cannot scan ", "https://pkg.go.dev/database/sql/driver#RowsColumnScanner",
		"With Go 1.27 pgx scans for database/sql, and knows the type in uuid columns only: convert the pointer to *sqlx.Text or *sqlx.Binary.", "pgx-sql-text-column"},
	{"PostgreSQL *, database/sql, *", "*", "[]T | []*NullUUID, with a null", Fails, "", "https://pkg.go.dev/database/sql#Scanner",
		"database/sql has no slices: convert to sqlx.Array.", ""},

	// Statements
	{"*, statements, database/sql* | *, statements, GORM", "*", "read into any | read into a map", Works, "gives ", "https://pkg.go.dev/database/sql#Rows.Scan",
		"database/sql hands an any the driver's own value and asks no type.", ""},
	{"*, statements, GORM", "[16]byte", "read into a map", Fails, "unsupported Scan", "https://pkg.go.dev/database/sql#Rows.Scan",
		"database/sql scans into no array, and GORM scans into the type of the model's field.", ""},
	{"*, statements, database/sql*", "[16]byte", "read | INSERT … RETURNING | jmoiron*StructScan", Fails, "Scan", "https://pkg.go.dev/database/sql#Rows.Scan",
		"database/sql scans into no array: convert the pointer to *sqlx.Binary or *sqlx.Text.", ""},
	{"*, BINARY(16), statements, database/sql* | *, BLOB, statements, database/sql*", "*", "read into a string", Wrong, "reads ", "https://pkg.go.dev/database/sql#Rows.Scan",
		"database/sql copies the 16 bytes into the string, and asks no type: read into a T.", ""},
	{"*, BINARY(16), statements, database/sql* | *, BLOB, statements, database/sql*", "*", "find by the id's text", Wrong, "finds 0 rows", "https://pkg.go.dev/database/sql/driver#NamedValueChecker",
		"The program makes a string of the id, which may be any text. uuidvet finds it.", ""},
	{"MongoDB 8, binary 4, statements, *", "std | google | gofrs | [16]byte", "bson.Marshal*, no registry", Wrong, "stored as ", "https://pkg.go.dev/go.mongodb.org/mongo-driver/v2/bson#Marshal",
		"bson.Marshal knows the driver's own registry only: use an Encoder with yours.", ""},
	{"MongoDB 8, binary 4, statements, *", "std | google | gofrs | [16]byte", "bson.Raw, no registry", Fails, "read: ", "https://pkg.go.dev/go.mongodb.org/mongo-driver/v2/bson#RawValue.Unmarshal",
		"RawValue.Unmarshal knows the driver's own registry only: use UnmarshalWithRegistry.", ""},

	// pgx
	{"PostgreSQL *, text, pgx*", "*", "into any", Works, "gives string", "https://pkg.go.dev/github.com/jackc/pgx/v5/pgtype#Codec",
		"A text column does not say that it holds a UUID.", ""},
	{"PostgreSQL *, bytea, pgx*", "*", "into any", Works, "gives []uint8", "https://pkg.go.dev/github.com/jackc/pgx/v5/pgtype#Codec",
		"A bytea column does not say that it holds a UUID.", ""},
	{"PostgreSQL *, bytea, pgx", "*", "*T | *Null*", Fails, "unable to encode ", "https://pkg.go.dev/github.com/jackc/pgx/v5#QueryExecMode",
		"A T is refused, because in other modes it would be text: convert to sqlx.Binary.", ""},
	{"PostgreSQL *, bytea, pgx (*", "*", "*T | *Null*", "", "", "https://pkg.go.dev/github.com/jackc/pgx/v5#QueryExecMode",
		"In these modes pgx does not know the type of a parameter: it sends text, which a bytea accepts. Convert to sqlx.Binary.", ""},
	{"PostgreSQL *, bytea, pgx (*", "*", "lookup by T", Wrong, "finds 0 rows, not 1", "https://pkg.go.dev/github.com/jackc/pgx/v5#QueryExecMode",
		"In these modes pgx does not know the type of a parameter: it sends text, which a bytea accepts. Convert to sqlx.Binary.", ""},
	{"PostgreSQL *, shapes, pgx (exec mode*", "*", "*T, json*", Fails, "write: ", "https://pkg.go.dev/github.com/jackc/pgx/v5#QueryExecMode",
		"In these modes pgx does not know the type of a parameter: it sends the form of the Go type, which is not JSON.", ""},
	{"PostgreSQL *, shapes, pgx (the three*", "[16]byte", "struct of T, jsonb", Works, "stored as ", "https://pkg.go.dev/encoding/json#Marshal",
		"A struct is encoding/json's, to which a [16]byte without methods is an array of numbers.", ""},

	{"MongoDB 8, binary 0, *", "*", "into any", Works, ".Binary", "https://bsonspec.org/spec.html",
		"Subtype 0 says no more than that there are bytes.", ""},

	// Documents
	{"JSON, *", "*", "into any", Works, "gives string", "https://www.rfc-editor.org/rfc/rfc8259#section-3",
		"JSON has strings, and none of them says that it is a UUID.", ""},
	{"XML, *", "*", "into any", Works, "gives <nil>", "https://pkg.go.dev/encoding/xml#Unmarshal",
		"encoding/xml skips an element for an any.", ""},
	{"YAML, *", "*", "into any", Works, "gives string", "https://yaml.org/spec/1.2.2/#103-core-schema",
		"YAML's core schema has no tag for a UUID.", ""},
	{"TOML, *", "*", "into any", Works, "gives string", "https://toml.io/en/v1.0.0#string",
		"TOML has strings, and none of them says that it is a UUID.", ""},
	{"*, value, *", "google | gofrs", "*T's NullUUID*", "", "", "https://pkg.go.dev/encoding#TextMarshaler",
		"Only the methods of a type tell the package what to write, and this one's write something else or cannot be read: convert to uuid.NullUUID.", ""},
	{"XML, *", "*", "map*", Fails, "unsupported type: map", "https://pkg.go.dev/encoding/xml#Marshal",
		"encoding/xml writes no maps.", ""},
	{"TOML, *", "*", "map[T]*", Fails, "a map with non-string key type", "https://pkg.go.dev/github.com/BurntSushi/toml#Encoder",
		"The library writes maps with keys of strings only.", ""},
	{"XML, *", "*", "*NullUUID, null | []*NullUUID, with a null", Works, "<x></x>", "https://pkg.go.dev/encoding/xml#Marshal",
		"XML has no null, and encoding/xml leaves out no struct: the null of a NullUUID is an empty element, which comes back.", ""},
	{"YAML, *", "*", "*NullUUID, null | []*NullUUID, with a null", Works, `""`, "https://pkg.go.dev/gopkg.in/yaml.v3#Unmarshal",
		"A NullUUID has one form for all YAML libraries, and yaml.v3 drops nulls from lists: so its null is the empty text, which comes back.", "yaml-null"},
	{"TOML, *", "*", "[]*NullUUID, with a null", Works, `""`, "https://toml.io/en/v1.0.0#array",
		"TOML has no null: in a list it is the empty text, which comes back.", ""},
	{"*, value, *", "[16]byte", `T | \*T | native into T | wrong length into T | []T | map* | []struct*`, "", "", "https://pkg.go.dev/encoding#TextMarshaler",
		"Only the methods of a type tell the package what to write, and a [16]byte has none: convert to uuid.UUID.", ""},
	{"JSON, value, encoding/json/v2", "[16]byte", "wrong length into T", Wrong, "an error, but the receiver became ", "https://pkg.go.dev/encoding/json/v2#Unmarshal",
		"encoding/json/v2 reads base64 into a [16]byte, and sets it to zero before an error: convert to uuid.UUID.", ""},
	{"gob, *", "std", `T | \*T | []T | map* | []struct*`, Works, "stored as ", "https://pkg.go.dev/encoding/gob#hdr-Encoding_Details",
		"gob writes a type without GobEncode and MarshalBinary as 16 numbers: convert to uuid.UUID.", ""},
	{"*, value, * | CBOR, *", "*", "sql.Null[T]*", "", "", "https://pkg.go.dev/database/sql#Null",
		"sql.Null has no methods for documents, and the package has no registry: it is a document of two fields.", ""},

	// CBOR
	{"CBOR, *", "google", "*T's NullUUID*", "", "", "https://pkg.go.dev/github.com/google/uuid#NullUUID.MarshalBinary",
		"The cbor package asks MarshalBinary before it asks a TagSet, and google's null has no bytes: convert to cborx.Null.", "google-null-binary"},
	{"CBOR, *", "gofrs", "*T's NullUUID*", Works, "", "https://pkg.go.dev/github.com/fxamacker/cbor/v2#TagSet",
		"The library lets nobody speak for a struct of another package, which is a map of its two fields: convert to cborx.Null.", ""},
	{"CBOR, tag 37*", "[16]byte", `T | \*T | []T | map* | []struct* | into any`, Works, "", "https://pkg.go.dev/github.com/fxamacker/cbor/v2#TagSet",
		"A TagSet takes types with a name only: convert to uuid.UUID.", ""},
	{"CBOR, *", "std | [16]byte", "wrong length into T", Wrong, "no error, reads ", "https://pkg.go.dev/github.com/fxamacker/cbor/v2#DecOptions",
		"The cbor package cuts and pads byte strings for an array that has no UnmarshalBinary: convert to uuid.UUID, cborx.Tagged or cborx.Bare.", "cbor-length"},
	{"CBOR, no tags, *", "*", "into any", Works, "gives []uint8", "https://www.iana.org/assignments/cbor-tags/cbor-tags.xhtml",
		"Without a tag a byte string does not say that it holds a UUID; tag 37 does.", ""},
	{"CBOR, no tags, *", "*", "*", Fails, "CBOR tag isn't allowed", "https://pkg.go.dev/github.com/uuidkit/uuidkit/cborx#Bare",
		"uuid.UUID and uuid.NullUUID write tag 37, which this protocol forbids: convert to cborx.Bare.", ""},

	// MessagePack
	{"MessagePack, bin*", "*", "into any", Works, "gives []uint8", "https://github.com/msgpack/msgpack/blob/master/spec.md",
		"MessagePack's bin does not say that it holds a UUID; an ext type does (msgpackx.Ext).", ""},
	{"MessagePack, str, *", "*", "into any", Works, "gives string", "https://github.com/msgpack/msgpack/blob/master/spec.md",
		"MessagePack's str does not say that it holds a UUID; an ext type does (msgpackx.Ext).", ""},
	{"MessagePack, ext *", "*", "*uuid.*", Works, "c410", "https://pkg.go.dev/github.com/vmihailenco/msgpack/v5#RegisterExtDecoder",
		"msgpack's registry has one type for an ext id, which is T: uuid.UUID is written as bin.", "msgpack-ext"},

	// GORM
	{"*, GORM", "*", "wrong length into *", Fails, zeroed, "https://gorm.io/docs/error_handling.html",
		"GORM sets the field to zero after an error of its Scan: look at the error before the field.", ""},
	{"PostgreSQL *, GORM", "*", "[]T | []*NullUUID, with a null", Fails, "expression is of type record", "https://gorm.io/docs/create.html",
		"GORM writes a slice as a list of values: use gormtype.Array.", ""},
	{"*, GORM operations", "std | [16]byte", "Raw, IN (?), one id", Fails, "a list of 16 numbers", "https://gorm.io/docs/sql_builder.html",
		"GORM makes 16 numbers of the array while it writes the SQL, before a plugin sees it: the error says to write IN ?.", "gorm-parentheses"},
	{"*, GORM operations", "std | [16]byte", "join table, map", Fails, "gormtype: a list of 16 numbers", "https://gorm.io/docs/query.html",
		"GORM makes 16 numbers of an array in a map, and a table without a model does not say that the column has UUIDs: write member_id = ?.", "gorm-map"},
	{"*, GORM operations", "std | [16]byte", "FirstOr*, A*", Fails, "GORM loses a ", "https://gorm.io/docs/advanced_query.html#FirstOrCreate",
		"GORM takes the value of Attrs and Assign apart, or drops the error, where no plugin comes: the error says to write a struct.", "gorm-attrs"},
	{"*, GORM operations", "*", "Scan of an id", Fails, "Scan error", "https://gorm.io/docs/query.html",
		"GORM's Scan takes an array for the rows of a list. Pluck reads ids, and Row().Scan one of them.", "gorm-scan"},
	{"*, GORM operations", "[16]byte", "Scan of ids | Scan into a struct | Scan into a map | Scan of a join | Select a value | Row", Fails, "unsupported Scan", "https://pkg.go.dev/database/sql#Rows.Scan",
		"database/sql scans into no array, and GORM shows a plugin the query, but neither the struct nor the id that its rows are read into. For a map it scans into the type of the model's field.", ""},
	{"*, GORM operations", "gormtype.UUID | gormtype.Text", "column and values", Fails, "", "https://github.com/go-gorm/gorm/blob/v1.31.2/clause/expression.go",
		"GORM writes IN for a list of int64, and = for a list of any type that it does not name. The plugin mends it; without the plugin write IN ?.", "gorm-list"},
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

// excuse turns the verdict of a cell that is on the list to Impossible.
func excuse(c *Cell) {
	c.excuse = find(c, func(e *Excuse) bool {
		proven := e.Proof == c.Verdict || e.Proof == "" && (c.Verdict == Works || c.Verdict == Fails)
		return proven && strings.Contains(c.Note, e.Note)
	})
	if c.excuse != nil {
		c.Note = fmt.Sprintf("%s (%s) %s", c.excuse.Reason, c.excuse.Link, measuredAs(c.Verdict, c.Note))
		c.Verdict = Impossible
	}
}

// recall finds the excuse of a cell that was read from matrix.json.
func recall(c *Cell) {
	if c.Verdict == Impossible {
		c.excuse = find(c, func(e *Excuse) bool { return strings.HasPrefix(c.Note, e.Reason) })
	}
}

func like(patterns, s string) bool {
	plain := strings.NewReplacer("/", "|", "[", "(", "]", ")") // they mean nothing here
	for pattern := range strings.SplitSeq(patterns, " | ") {
		if ok, err := path.Match(plain.Replace(pattern), plain.Replace(s)); ok && err == nil {
			return true
		}
	}
	return false
}

// Unproven returns the cells that are excused although they are silently wrong, unless
// some type is without uuidkit, too.
func Unproven(cells []Cell) (unproven []Cell) {
	without := map[cellKey][]string{}
	for _, c := range cells {
		if !c.Kit && c.Verdict == Wrong {
			without[c.line()] = append(without[c.line()], measuredAs(Wrong, c.Note))
		}
	}
	for _, c := range cells {
		same := func(note string) bool { return strings.HasSuffix(c.Note, note) }
		if c.excuse != nil && c.excuse.Proof == Wrong && !slices.ContainsFunc(without[c.line()], same) {
			unproven = append(unproven, c)
		}
	}
	return unproven
}

// Incurable returns the cells that become wrong, unless what to write instead is native in
// the same column.
func Incurable(rows []Row, cells []Cell) (incurable []Cell) {
	native, instead := map[cellKey]bool{}, map[cellKey]string{}
	for _, r := range rows {
		for _, s := range r.shapes() {
			instead[cellKey{store: r.Store, column: r.Column, library: r.Library, shape: s.Name}] = s.Instead
		}
	}
	for _, c := range cells {
		native[c.key()] = c.Verdict == Native
	}
	for _, c := range cells {
		right := c.key()
		right.shape = instead[c.line()]
		if c.Verdict == BecomesWrong && !native[right] {
			incurable = append(incurable, c)
		}
	}
	return incurable
}

// measuredAs ends the note of what is impossible.
func measuredAs(v Verdict, note string) string {
	return fmt.Sprintf("Measured: %s, %s", v, shortened(note, 50))
}

// Unused returns the excuses that none of the cells needs.
func Unused(cells []Cell) (unused []Excuse) {
	used := map[*Excuse]bool{}
	for _, c := range cells {
		used[c.excuse] = true
	}
	for i := range Excuses {
		if !used[&Excuses[i]] {
			unused = append(unused, Excuses[i])
		}
	}
	return unused
}
