package migratetest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/uuid"
)

// A Written is the same UUID in a form: as a text, or as the digits of bytes.
type Written struct {
	Form  layout.Form
	Bytes bool
	Value string
}

// Forms are all that migrate reads in databases of SQL.
var Forms = []Written{
	{layout.Text, false, "00112233-4455-6677-8899-aabbccddeeff"},
	{layout.Hex, false, "00112233445566778899aabbccddeeff"},
	{layout.Braces, false, "{00112233-4455-6677-8899-aabbccddeeff}"},
	{layout.URN, false, "urn:uuid:00112233-4455-6677-8899-aabbccddeeff"},
	{layout.Bytes, true, "00112233445566778899aabbccddeeff"},
	{layout.Swapped, true, "66774455001122338899aabbccddeeff"},
	{layout.Mixed, true, "33221100554477668899aabbccddeeff"},
	{layout.Java, true, "7766554433221100ffeeddccbbaa9988"},
	{layout.Reversed, true, "ffeeddccbbaa99887766554433221100"},
	{layout.BytesText, true, "30303131323233332d343435352d363637372d383839392d616162626363646465656666"},
	{layout.BytesHex, true, "3030313132323333343435353636373738383939616162626363646465656666"},
}

// Sixteen are texts of 16 characters, of which some are UUIDs that were cut.
var Sixteen = []string{
	"f81d4fae-7dec-41", "F81D4FAE-7DEC-41", "f81d4fae7dec41d0", "{f81d4fae-7dec-4", "{f81d4fae7dec41d", "urn:uuid:f81d4fa", "URN:uUiD:F81D4FA",
	"f81d4fae-7dec-4g", "f81d4fae_7dec-41", "f81d4fae7dec41d-", "{f81d4fae-7dec4d", "urn:uuid:f81d4f-", "3333333333333333", "0000000000000000", "----------------", "a quarter of it.",
}

// CutTexts checks that the condition of a dialect that 16 bytes, which are hexadecimal digits in SQL, are a UUID, is that of
// uuid.UUID.Scan, and of the Reader of package migrate.
func CutTexts(t *testing.T, is func(digits string) bool) {
	t.Helper()
	for _, text := range Sixteen {
		want := new(uuid.UUID).Scan([]byte(text)) == nil
		if _, ok := migrate.NewReader(layout.Bytes).Read([]byte(text), func() string { return "" }); ok != want {
			t.Errorf("Reader reads %s: got %t, want %t", text, ok, want)
		}
		if got := is(fmt.Sprintf("%x", text)); got != want {
			t.Errorf("the bytes %s are a UUID: got %t, want %t", text, got, want)
		}
	}
}

// Conversions checks that the expressions of a dialect convert column c from each form to each other. The
// value of an expression is a text, or the digits of bytes.
func Conversions(t *testing.T, convert func(column string, forms migrate.Forms, to layout.Form) string, value func(expression string, from, to Written) string) {
	t.Helper()
	texts := migrate.Forms{}
	for _, from := range Forms {
		if !from.Bytes {
			texts[from.Form] = 1
		}
		for _, to := range Forms {
			expression := convert("c", migrate.Forms{from.Form: 1}, to.Form)
			if got := value(expression, from, to); got != to.Value {
				t.Errorf("%s to %s: %s is %s, not %s", from.Form, to.Form, expression, got, to.Value)
			}
		}
	}
	for _, from := range Forms[:len(texts)] { // a column that has all of them
		for _, to := range Forms {
			expression := convert("c", texts, to.Form)
			if got := value(expression, from, to); got != to.Value {
				t.Errorf("%s of four forms to %s: %s is %s, not %s", from.Form, to.Form, expression, got, to.Value)
			}
		}
	}
}

// Literal is the value as standard SQL writes it.
func (w Written) Literal() string {
	if w.Bytes {
		return "x'" + w.Value + "'"
	}
	return "'" + w.Value + "'"
}

var update = flag.Bool("update", false, "write the SQL of plans into testdata")

// Steps compares the SQL that a plan shows, for the tables of s, with a file of testdata: all servers of a
// dialect have the same. Run executes the same actions.
func Steps(t *testing.T, s *SQL, online bool) {
	t.Helper()
	s.Fresh()
	store := s.Open(&Point{})
	defer store.Close()
	r := s.Request()
	r.Online = online
	p, err := store.Plan(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i, steps := range [][]migrate.Step{p.Steps, p.Undo} {
		fmt.Fprintf(&b, "-- %s\n", []string{"run", "undo"}[i])
		for _, step := range steps {
			fmt.Fprintf(&b, "\n-- %s\n", step.Does)
			for _, q := range step.SQL {
				fmt.Fprintf(&b, "%s;\n", q)
			}
		}
		b.WriteByte('\n')
	}
	file := filepath.Join("testdata", "offline.sql")
	if online {
		file = filepath.Join("testdata", "online.sql")
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("the plan shows\n%s\nand not, as %s has it,\n%s", got, file, want)
	}
}

// Since writes a user between the plan and the lock of run. Run refuses a value that has no form of the plan, and
// the UUID of another row, and changes nothing. The same form in upper case is one of the plan.
func Since(t *testing.T, s *SQL) {
	t.Helper()
	s.BadRows = false
	id := ID(900)
	for _, c := range []struct {
		value string
		codes []int
	}{
		{id, nil},
		{strings.ToUpper(id), nil},
		{"{" + id + "}", []int{migrate.CodeConflict}},
		{strings.ReplaceAll(id, "-", ""), []int{migrate.CodeConflict}},
		{id[:35], []int{migrate.CodeConflict}},
		{id[:35] + "g", []int{migrate.CodeConflict}},
		{"0190-163d8694-739b-aea5966c-26f80900", []int{migrate.CodeConflict}},
		{"-" + id[:35], []int{migrate.CodeConflict}},
		{strings.ToUpper(ID(0)), []int{migrate.CodeConflict, migrate.CodeRefused}},
	} {
		s.Fresh()
		var before []string
		store := WrittenBefore{s.Open(&Point{}), func() {
			s.exec(fmt.Sprintf("INSERT INTO users VALUES ('%s', 'since')", c.value))
			before = append(s.Rows(), s.Form())
		}}
		_, err := migrate.NewDriver(store, s.Output()).Run(t.Context(), s.Request(), "")
		store.Close()
		var e *migrate.Error
		switch {
		case c.codes == nil && (err != nil || s.Form() != New):
			t.Errorf("%s: %v", c.value, err)
		case c.codes != nil && (!errors.As(err, &e) || !slices.Contains(c.codes, e.Code)):
			t.Errorf("%s: got %v, want status %d", c.value, err, c.codes)
		case c.codes != nil && !slices.Equal(append(s.Rows(), s.Form()), before):
			t.Errorf("%s: the rows or their types have changed", c.value)
		}
	}
}

// WrittenBefore is a store into which somebody writes before it is locked.
type WrittenBefore struct {
	migrate.Store
	Write func()
}

// Lock implements [migrate.Store].
func (l WrittenBefore) Lock(ctx context.Context, out io.Writer) error {
	l.Write()
	return l.Store.Lock(ctx, out)
}
