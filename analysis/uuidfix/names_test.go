package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
)

// A name is a line of a table of names in docs/moving: the two cells, and code with what the
// first one names, before and after uuidfix. What follows a full stop in the second cell is said,
// not done.
type name struct {
	was, now      string
	before, after string // statements
	left          bool   // they stay, and are listed with what the second cell names
}

// A nameTable is one of them.
type nameTable struct {
	page, header string
	source       string // what stands before the statements
	rows         []name
}

// names are those of uuidkit's names. In the code id, a and b are UUIDs.
var names = []nameTable{
	{"from-google.md", "| google/uuid | uuidkit |", `package %s

import "github.com/google/uuid"

var id, a, b, uuids, s, bytes, err, f = uuid.UUID{}, uuid.UUID{}, uuid.UUID{}, uuid.UUIDs{}, "", []byte{}, error(nil), (func() (uuid.UUID, error))(nil)
`, []name{
		{was: "`UUID`, `NullUUID`, `UUIDs`, `New`, `Parse`, `MustParse`, `FromBytes`", now: "the same",
			before: `_ = []any{uuid.UUID{}, uuid.NullUUID{}, uuid.UUIDs{}, uuid.New(), uuid.MustParse(s)}
_, _ = uuid.Parse(s)
_, _ = uuid.FromBytes(bytes)`},
		{was: "`uuid.Nil`, `uuid.Max`, `uuid.NameSpaceURL`", now: "`uuid.Nil()`, `uuid.Max()`, `uuid.NamespaceURL()`",
			before: `_ = []uuid.UUID{uuid.Nil, uuid.Max, uuid.NameSpaceURL}`, after: `_ = []uuid.UUID{uuid.Nil(), uuid.Max(), uuid.NamespaceURL()}`},
		{was: "`NewString()`", now: "`New().String()`", before: `_ = uuid.NewString()`, after: `_ = uuid.New().String()`},
		{was: "`id, err := NewRandom()`, `NewUUID()`, `NewV6()`, `NewV7()`", now: "`id := NewV4()`, `NewV1()`, `NewV6()`, `NewV7()`",
			before: tries("uuid.NewRandom()", "uuid.NewUUID()", "uuid.NewV6()", "uuid.NewV7()"), after: makes("uuid.NewV4()", "uuid.NewV1()", "uuid.NewV6()", "uuid.NewV7()")},
		{was: "`Must(NewRandom())`, `Must(Parse(s))`", now: "`NewV4()`, `MustParse(s)`",
			before: `_, _ = uuid.Must(uuid.NewRandom()), uuid.Must(uuid.Parse(s))`, after: `_, _ = uuid.NewV4(), uuid.MustParse(s)`},
		{was: "`Must(f())`", now: "`mustUUID(f())`, a function that uuidfix adds to your package", before: `_ = uuid.Must(f())`, after: `_ = mustUUID(f())`},
		{was: "`NewMD5`, `NewSHA1`", now: "`NewV3`, `NewV5`",
			before: `_, _ = uuid.NewMD5(id, bytes), uuid.NewSHA1(id, bytes)`, after: `_, _ = uuid.NewV3(id, bytes), uuid.NewV5(id, bytes)`},
		{was: "`ParseBytes(bytes)`, `Validate(s)`", now: "`Parse(string(bytes))`, `validateUUID(s)`, which uuidfix adds",
			before: "_, _ = uuid.ParseBytes(bytes)\n_ = uuid.Validate(s)", after: "_, _ = uuid.Parse(string(bytes))\n_ = validateUUID(s)"},
		{was: "`uuids.Strings()`", now: "`uuidStrings(uuids)`, which uuidfix adds", before: `_ = uuids.Strings()`, after: `_ = uuidStrings(uuids)`},
		{was: "`id.Version() == uuid.Version(4)`", now: "`id.Version() == 4`", before: `_ = id.Version() == uuid.Version(4)`, after: `_ = id.Version() == 4`},
		{was: "`RFC4122`, `Microsoft`, `Future`, `Reserved`", now: "`VariantRFC9562`, `VariantMicrosoft`, `VariantFuture`, `VariantNCS`",
			before: `_ = []uuid.Variant{uuid.RFC4122, uuid.Microsoft, uuid.Future, uuid.Reserved}`,
			after:  `_ = []uuid.Variant{uuid.VariantRFC9562, uuid.VariantMicrosoft, uuid.VariantFuture, uuid.VariantNCS}`},
		{was: "`EnableRandPool`, `DisableRandPool`", now: "nothing: there is no pool",
			before: "_ = id\nuuid.EnableRandPool()\nuuid.DisableRandPool()", after: "_ = id"},
		{was: "`SetRand`", now: "not rewritten: use `uuid/uuidtest` in tests, `uuid/generator` for a source of your own", before: `uuid.SetRand(nil)`, left: true},
		{was: "`SetNodeID`, `NodeID`, `SetClockSequence`, `GetTime`", now: "not rewritten: use `uuid/generator`",
			before: "uuid.SetNodeID(bytes)\n_ = uuid.NodeID()\nuuid.SetClockSequence(1)\n_, _, _ = uuid.GetTime()", left: true},
		{was: "`IsInvalidLengthError(err)`", now: "not rewritten: use `errors.As` with a `*uuid.ParseError`", before: `_ = uuid.IsInvalidLengthError(err)`, left: true},
		{was: "`Domain`, `NewDCESecurity`", now: "not rewritten: keep google/uuid for version 2", before: "_ = uuid.Domain(0)\n_, _ = uuid.NewDCESecurity(0, 1)", left: true},
	}},
	{"from-gofrs.md", "| gofrs/uuid | uuidkit |", `package %s

import (
	"time"

	"github.com/gofrs/uuid/v5"
)

var id, s, bytes, t, err, f = uuid.UUID{}, "", []byte{}, time.Time{}, error(nil), (func() (uuid.UUID, error))(nil)
`, []name{
		{was: "`UUID`, `NullUUID`, `FromBytes`, `NewV3`, `NewV5`", now: "the same", before: "_, _, _, _ = uuid.UUID{}, uuid.NullUUID{}, uuid.NewV3(id, s), uuid.NewV5(id, s)\n_, _ = uuid.FromBytes(bytes)"},
		{was: "`uuid.Nil`, `uuid.Max`, `uuid.NamespaceURL`", now: "`uuid.Nil()`, `uuid.Max()`, `uuid.NamespaceURL()`",
			before: `_ = []uuid.UUID{uuid.Nil, uuid.Max, uuid.NamespaceURL}`, after: `_ = []uuid.UUID{uuid.Nil(), uuid.Max(), uuid.NamespaceURL()}`},
		{was: "`id, err := NewV4()`, `NewV1()`, `NewV6()`, `NewV7()`", now: "`id := NewV4()`, `NewV1()`, `NewV6()`, `NewV7()`",
			before: tries("uuid.NewV4()", "uuid.NewV1()", "uuid.NewV6()", "uuid.NewV7()"), after: makes("uuid.NewV4()", "uuid.NewV1()", "uuid.NewV6()", "uuid.NewV7()")},
		{was: "`NewV1AtTime(t)`, `NewV6AtTime(t)`, `NewV7AtTime(t)`", now: "`V1At(t)`, `V6At(t)`, `V7At(t)`",
			before: "_, _ = uuid.NewV1AtTime(t)\n_, _ = uuid.NewV6AtTime(t)\n_, _ = uuid.NewV7AtTime(t)", after: "_, _ = uuid.V1At(t)\n_, _ = uuid.V6At(t)\n_, _ = uuid.V7At(t)"},
		{was: "`FromString(s)`", now: "`Parse(s)`", before: `_, _ = uuid.FromString(s)`, after: `_, _ = uuid.Parse(s)`},
		{was: "`Must(NewV4())`, `Must(FromString(s))`", now: "`NewV4()`, `MustParse(s)`",
			before: `_, _ = uuid.Must(uuid.NewV4()), uuid.Must(uuid.FromString(s))`, after: `_, _ = uuid.NewV4(), uuid.MustParse(s)`},
		{was: "`Must(f())`", now: "`mustUUID(f())`, a function that uuidfix adds to your package", before: `_ = uuid.Must(f())`, after: `_ = mustUUID(f())`},
		{was: "`FromStringOrNil(s)`", now: "`MustParse(s)` of a constant that is a UUID; otherwise `parseOrNil(s)`, which uuidfix adds",
			before: "_ = uuid.FromStringOrNil(s)\nconst s = \"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"\n_ = uuid.FromStringOrNil(s)",
			after:  "_ = parseOrNil(s)\nconst s = \"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"\n_ = uuid.MustParse(s)"},
		{was: "`FromBytesOrNil(bytes)`", now: "`fromBytesOrNil(bytes)`, which uuidfix adds", before: `_ = uuid.FromBytesOrNil(bytes)`, after: `_ = fromBytesOrNil(bytes)`},
		{was: "`id.Bytes()`", now: "`uuidBytes(id)`, which uuidfix adds. Write `id[:]` where nobody changes the bytes: it is shorter",
			before: `_ = id.Bytes()`, after: `_ = uuidBytes(id)`},
		{was: "`id.IsNil()`", now: "`id.IsZero()`", before: `_ = id.IsNil()`, after: `_ = id.IsZero()`},
		{was: "`id.Parse(s)`", now: "`id.UnmarshalText([]byte(s))`", before: `_ = id.Parse(s)`, after: `_ = id.UnmarshalText([]byte(s))`},
		{was: "`id.Version() == uuid.V4`", now: "`id.Version() == 4`. Version returns an int: uuidfix lists the places where it becomes an `any`",
			before: `_ = id.Version() == uuid.V4`, after: `_ = id.Version() == 4`},
		{was: "`VariantRFC4122`", now: "`VariantRFC9562`", before: `_ = id.Variant() == uuid.VariantRFC4122`, after: `_ = id.Variant() == uuid.VariantRFC9562`},
		{was: "`Size`", now: "16", before: `_ = [uuid.Size]byte{}`, after: `_ = [16]byte{}`},
		{was: "`NewGen`, `DefaultGenerator` and the options", now: "not rewritten: use `uuid/generator`",
			before: "_ = uuid.NewGen()\n_ = uuid.DefaultGenerator", left: true},
		{was: "`TimestampFromV1`, `TimestampFromV6`, `TimestampFromV7`", now: "not rewritten: use `UUID.Time`",
			before: "_, _ = uuid.TimestampFromV1(id)\n_, _ = uuid.TimestampFromV6(id)\n_, _ = uuid.TimestampFromV7(id)", left: true},
		{was: "`ErrInvalidFormat` and the other errors", now: "not rewritten: use `errors.As` with a `*uuid.ParseError`", before: `_ = err == uuid.ErrInvalidFormat`, left: true},
		{was: "`SetVersion`, `SetVariant`", now: "not rewritten: use `NewV8`", before: "id.SetVersion(8)\nid.SetVariant(1)", left: true},
	}},
	{"from-satori.md", "| satori/go.uuid | uuidkit |", `package %s

import "github.com/satori/go.uuid"

var a, b uuid.UUID
`, []name{
		{was: "`NewV1()`, `NewV4()` of version 1.2, without an error", now: "the same", before: `_, _ = uuid.NewV1(), uuid.NewV4()`},
		{was: "`Equal(a, b)`", now: "`a == b`", before: `_ = uuid.Equal(a, b)`, after: `_ = a == b`},
		{was: "`NewV2`", now: "not rewritten: keep satori/go.uuid for version 2", before: `_ = uuid.NewV2(1)`, left: true},
	}},
}

// stdNames is the table of what Go 1.27's package uuid does not have.
var stdNames = nameTable{"to-std.md", "| google/uuid has, and Go 1.27 lacks | write |", `package %s

import "github.com/google/uuid"

var id, v, bytes = uuid.UUID{}, (any)(nil), []byte{}
`, []name{
	{was: "`NullUUID`", now: "`*uuid.UUID`, or uuidkit's `NullUUID`; `sql.Null[uuid.UUID]` is `{\"V\":\"...\",\"Valid\":true}` in JSON, and reads no text there",
		before: "var null uuid.NullUUID\n_ = null.Valid"},
	{was: "`UUIDs`", now: "`[]uuid.UUID`", before: "_ = uuid.UUIDs{id}"},
	{was: "`FromBytes`", now: "a check of the length, and `uuid.UUID(b)`", before: "_, _ = uuid.FromBytes(bytes)"},
	{was: "`NewUUID`, `NewMD5`, `NewSHA1`, `NewV6`, `NameSpaceDNS`", now: "keep google/uuid for these, or use uuidkit",
		before: "_, _ = uuid.NewUUID()\n_, _ = uuid.NewMD5(uuid.NameSpaceDNS, bytes), uuid.NewSHA1(uuid.NameSpaceDNS, bytes)\n_, _ = uuid.NewV6()"},
	{was: "`Version`, `Variant`, `Time`", now: "uuidkit's, of `kit.UUID(id)`", before: "_, _, _ = id.Version(), id.Variant(), id.Time()"},
	{was: "`URN`", now: "`\"urn:uuid:\" + id.String()`", before: "_ = id.URN()"},
	{was: "`Scan`, `Value`", now: "nothing for database/sql, which knows the type; in a call of yours `(*sqlx.Text)(&id).Scan(v)` and `sqlx.Text(id).Value()`",
		before: "_ = id.Scan(v)\n_, _ = id.Value()"},
	{was: "`MarshalBinary`", now: "`id[:]`", before: "_, _ = id.MarshalBinary()"},
	{was: "`Parse` of `URN:UUID:` in upper case", now: "uuidkit's `Parse`", before: "_, _ = uuid.Parse(\"URN:UUID:6ba7b810-9dad-11d1-80b4-00c04fd430c8\")"},
}}

// tries are calls that may fail, and makes the same ones that cannot.
func tries(calls ...string) string {
	return block(calls, "\tid, err := %s\n\tif err != nil {\n\t\tpanic(err)\n\t}\n")
}

func makes(calls ...string) string { return block(calls, "\tid := %s\n") }

func block(calls []string, format string) (code string) {
	for _, call := range calls {
		code += "{\n" + fmt.Sprintf(format, call) + "\t_ = id\n}\n"
	}
	return strings.TrimSuffix(code, "\n")
}

// TestNames rewrites the code of the tables of names, and compares the tables with the pages.
func TestNames(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	testNames(t, names)
}

// TestStdNames does the same for what Go 1.27 lacks: all of it stays, and is listed.
func TestStdNames(t *testing.T) {
	t.Parallel()
	if version.Compare(runtime.Version(), "go1.27") < 0 {
		t.Skip("needs Go 1.27")
	}
	for i := range stdNames.rows {
		stdNames.rows[i].left = true
	}
	testNames(t, []nameTable{stdNames}, "-to", "std")
}

func testNames(t *testing.T, tables []nameTable, args ...string) {
	dir := newModule(t, userMod)
	for i, table := range tables {
		for j, row := range table.rows {
			pkg := fmt.Sprintf("names%d%c", i, 'a'+j)
			src := fmt.Sprintf(table.source, pkg) + "\nfunc row() {\n\t" + strings.ReplaceAll(row.before, "\n", "\n\t") + "\n}\n"
			writeFile(t, filepath.Join(dir, pkg, "a.go"), []byte(src))
		}
	}
	goRun(t, dir, "mod", "tidy")
	commit(t, dir)
	var stdout, stderr bytes.Buffer
	run(t.Context(), dir, append(args, "-json"), &stdout, &stderr)
	var report finding.Report
	if err := json.Unmarshal(stdout.Bytes(), &report); err != nil {
		t.Fatalf("%v\n%s%s", err, &stdout, &stderr)
	}
	for i, table := range tables {
		text := table.header + "\n|---|---|\n"
		for j, row := range table.rows {
			text += "| " + row.was + " | " + row.now + " |\n"
			file := fmt.Sprintf("names%d%c/a.go", i, 'a'+j)
			b, err := os.ReadFile(filepath.Join(dir, file))
			check(t, err)
			row.check(t, string(b), report.Findings, file)
		}
		replaceTable(t, filepath.Join("../../docs/moving", table.page), table.header, text)
	}
}

// check compares what became of the code with the row, and the row's cells with the code.
func (row name) check(t *testing.T, source string, all []finding.Line, file string) {
	t.Helper()
	want := row.after
	if row.left || row.now == "the same" {
		want = row.before
	}
	_, got, _ := strings.Cut(source, "\nfunc row() {\n")
	got, _, _ = strings.Cut(got, "\n}\n")
	if got = strings.ReplaceAll(strings.TrimPrefix(got, "\t"), "\n\t", "\n"); got != want {
		t.Errorf("%s: got\n%s\nwant\n%s", row.was, got, want)
	}
	done, _, _ := strings.Cut(row.now, ". ")
	if row.left {
		want = ""
		for _, f := range all {
			if f.File == file {
				want += f.What + ": " + f.Write + "\n"
			}
		}
		if want == "" {
			t.Errorf("%s is not listed", row.was)
		}
	}
	named(t, row.was, row.before)
	named(t, done, want)
	if row.left {
		named(t, row.was, want)
	}
}

// named fails if the inline code of a cell is not in the code.
func named(t *testing.T, cell, code string) {
	t.Helper()
	code = strings.ReplaceAll(code, "uuid.", "")
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1) {
		if span := strings.ReplaceAll(m[1], "uuid.", ""); !strings.Contains(code, strings.TrimSuffix(span, "(err)")) {
			t.Errorf("%s: %s is not in\n%s", cell, m[1], code)
		}
	}
}

// replaceTable compares the table of a page that has the header with text, or writes it.
func replaceTable(t *testing.T, page, header, text string) {
	t.Helper()
	b, err := os.ReadFile(page)
	check(t, err)
	before, rest, ok := strings.Cut(string(b), "\n"+header+"\n")
	if !ok {
		t.Fatalf("%s has no table %s", page, header)
	}
	for strings.HasPrefix(rest, "|") {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	switch now := before + "\n" + text + rest; {
	case now == string(b):
	case *update:
		check(t, os.WriteFile(page, []byte(now), 0o644))
	default:
		t.Errorf("%s: the table %s is not what the rows say: go test ./uuidfix -run Names -update", page, header)
	}
}
