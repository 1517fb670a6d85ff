// Identifiers writes the table of docs/identifiers.md: the identifiers of package ids and
// the texts of package form, with a tick for each test that passed.
//
//	go run ./internal/identifiers          # writes the table
//	go run ./internal/identifiers -check   # fails if it would change
//
// Run it in the root of the repository. It runs the tests of both packages, and those of
// integration/ids, and fails if one of them fails.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

const (
	page       = "docs/identifiers.md"
	begin, end = "<!-- begin: go run ./internal/identifiers -->\n", "<!-- end -->\n"
)

// systems are those of RFC 9562, section 2.1, in its order.
var systems = strings.Fields("ULID LexicalUUID Snowflake Flake ShardingID KSUID Elasticflake FlakeID Sonyflake " +
	"OrderedUUID COMB SID PushID XID ObjectID CUID")

// columns are the tests of package ids with a subtest for each system.
var columns = []struct{ test, head string }{
	{"TestVectors", "vectors"},
	{"TestRandom", "round trip, order"},
	{"TestEveryByte", "every byte"},
	{"TestLengths", "lengths, overflow"},
	{"TestUnchanged", "unchanged on error"},
	{"TestJSON", "JSON"},
	{"TestSQL", "SQL"},
	{"TestUUID", "UUID"},
	{"TestFound", "Guess"},
}

func main() {
	check := flag.Bool("check", false, "fail if "+page+" is not what would be written")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "identifiers:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	ids, err := passed(".", "./uuid/ids")
	if err != nil {
		return err
	}
	forms, err := passed(".", "./uuid/form")
	if err != nil {
		return err
	}
	references, err := passed("integration", "./ids")
	if err != nil {
		return err
	}
	old, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, ok1 := strings.Cut(string(old), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		return errors.New(page + " does not say where the table is")
	}
	text := before + begin + tables(ids, forms, references) + end + after
	switch {
	case text == string(old):
		return nil
	case check:
		return errors.New(page + " is out of date: go run ./internal/identifiers")
	}
	return os.WriteFile(page, []byte(text), 0o644)
}

func tables(ids, forms, references map[string]bool) string {
	var b strings.Builder
	b.WriteString("\n| identifier |")
	for _, c := range columns {
		b.WriteString(" " + c.head + " |")
	}
	b.WriteString(" reference |\n|---|" + strings.Repeat("---|", len(columns)) + "---|\n")
	for _, s := range systems {
		b.WriteString("| " + s + " |")
		for _, c := range columns {
			b.WriteString(tick(ids[c.test+"/"+s]))
		}
		b.WriteString(tick(references["Test"+s]) + "\n")
	}
	b.WriteString("\n| text of a UUID | example | sorts | tests |\n|---|---|---|---|\n")
	example := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	for _, f := range form.All() {
		fmt.Fprintf(&b, "| %v | `%s` |%s%s\n", f, f.Text(example), tick(f.Ordered()), tick(forms["TestForms/"+f.String()]))
	}
	b.WriteString("\n")
	return b.String()
}

func tick(ok bool) string {
	if ok {
		return " ✓ |"
	}
	return " |"
}

// passed returns the names of the tests of a package that passed.
func passed(module, folder string) (map[string]bool, error) {
	cmd := exec.Command("go", "-C", module, "test", "-json", folder)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for d := json.NewDecoder(out); ; {
		var e struct{ Action, Test string }
		if err = d.Decode(&e); err != nil {
			break
		}
		if e.Action == "pass" {
			names[e.Test] = true
		}
	}
	if err == io.EOF {
		err = nil
	}
	if err := errors.Join(err, cmd.Wait()); err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return names, nil
}
