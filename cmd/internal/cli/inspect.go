package cli

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

func newInspect() *cobra.Command {
	return &cobra.Command{
		Use:   "inspect [ID|FILE...]",
		Short: "Explain ids: type, time, other forms, and what else they could be",
		Long: `Inspect prints what an id is: its version, variant, time and node, its text in every
form, and the bytes that databases and formats hold. Then it lists what else the text
plausibly is, most likely first. That is never a proof: one random number in four is a
plausible Snowflake.

The arguments are ids, or files with an id in each line; without arguments, inspect reads
lines of its input. If an argument is no id, inspect opens the file of that name. It
reads bytes from hexadecimal digits, also after 0x or \x and in X'', and what mongosh
prints, such as ObjectId('...'). The exit status is 1 if a text is no id.

With --output csv there is a line for each reading of an id.`,
		Example: `  uuid inspect 0190163d-8694-739b-aea5-966c26f8ad91
  uuid inspect 01ARZ3NDEKTSV4RRFFQ69G5FAV 507f1f77bcf86cd799439011
  uuid inspect -o csv ids.txt`,
		RunE: withOutput(func(cmd *cobra.Command, args []string, out *output) error {
			stdin := cmd.InOrStdin()
			if len(args) == 0 && isTerminal(stdin) {
				return errors.New("inspect: want ids, as arguments or lines of the input")
			}
			i := inspector{out: out, errors: cmd.ErrOrStderr()}
			if out.format == csvRows {
				out.WriteString("input,rank,name,id,uuid,version,variant,time,node,note,plausible\n")
			}
			if len(args) == 0 {
				if err := i.lines(stdin); err != nil {
					return fmt.Errorf("inspect: %w", err)
				}
			}
			for _, arg := range args {
				if err := i.argument(arg); err != nil {
					return fmt.Errorf("inspect: %w", err)
				}
			}
			if i.unknown > 0 {
				return errFindings
			}
			return nil
		}),
	}
}

// An inspector prints inspections.
type inspector struct {
	out        *output
	errors     io.Writer
	n, unknown int
}

// An inspection is what is known of an input. Its fields are those of the JSON.
type inspection struct {
	Input    string    `json:"input"`
	Readings []reading `json:"readings"` // most likely first
}

// A reading is what an input can be read as.
type reading struct {
	Name      string `json:"name"` // such as UUID, ULID, ObjectID
	ID        string `json:"id"`
	Note      string `json:"note,omitempty"`
	Plausible bool   `json:"plausible"`
	Time      string `json:"time,omitempty"` // RFC 3339; the year can have five digits
	*bits            // nil if no UUID has the id
}

// bits are what the bits of a UUID say.
type bits struct {
	UUID     uuid.UUID `json:"uuid"`
	Version  int       `json:"version"`
	Variant  string    `json:"variant"`
	ClockSeq *uint16   `json:"clock_seq,omitempty"`
	Node     string    `json:"node,omitempty"`
	Texts    []named   `json:"texts,omitempty"`  // of the first reading only
	Stores   []named   `json:"stores,omitempty"` // the same
}

// A named is a text with the name of its form, or of the store that holds it.
type named struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// argument inspects an id, or else the lines of a file.
func (i *inspector) argument(arg string) error {
	if len(read(arg)) == 0 {
		f, err := os.Open(arg)
		if err == nil {
			defer f.Close()
			return i.lines(f)
		}
		if _, missing := os.Stat(arg); missing == nil {
			return err
		}
	}
	return i.inspect(arg, ", and no file")
}

func (i *inspector) lines(in io.Reader) error {
	lines := newLines(in)
	for lines.Scan() {
		if text := lines.Text(); text != "" {
			if err := i.inspect(text, ""); err != nil {
				return err
			}
		}
	}
	return lineError(lines)
}

// inspect prints what a text is. If it is no id, it says so, and what else it is not.
func (i *inspector) inspect(text, not string) error {
	found := inspection{Input: text, Readings: read(text)}
	if len(found.Readings) == 0 {
		i.unknown++
		fmt.Fprintf(i.errors, "uuid: inspect: %.64q is no id that is known here%s\n", text, not)
	}
	i.n++
	switch {
	case i.out.format == jsonLines:
		return printJSON(i.out, "", found)
	case i.out.format == csvRows:
		return i.csv(found)
	case len(found.Readings) == 0:
		return nil
	}
	return i.table(found)
}

// inShell matches what mongosh prints.
var inShell = regexp.MustCompile(`^(?:UUID|ObjectId)\(["']([^"']+)["']\)$`)

// inBytes matches bytes in hexadecimal digits.
var inBytes = regexp.MustCompile(`^(?i:0x|\\x|X')?([0-9A-Fa-f]{32})'?$`)

// read returns the plausible readings of a text. What package uuid parses is a UUID, even
// if nothing is plausible.
func read(text string) []reading {
	text = strings.TrimSpace(text)
	if m := inShell.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	all := []reading{} // in JSON, no null
	var unlikely []reading
	add := func(r reading) {
		if r.Plausible {
			all = append(all, r)
		} else if r.Name == "UUID" && r.Note == "" {
			unlikely = append(unlikely, r)
		}
	}
	bytes := inBytes.FindStringSubmatch(text)
	if bytes != nil {
		text = bytes[1]
	}
	for _, c := range ids.Guess(text) {
		add(newReading(c))
	}
	if bytes != nil {
		b, _ := hex.DecodeString(text)
		for _, r := range layout.Read(nil, layout.Value{Kind: layout.KindBytes, Data: b}) {
			if r.Form != layout.Bytes {
				add(ordered(r))
			}
		}
	}
	if len(all) == 0 {
		all = append(all, unlikely...)
	}
	if len(all) > 0 && all[0].bits != nil {
		all[0].addForms()
	}
	return all
}

// ordered returns the reading of 16 bytes in another order than that of RFC 9562.
func ordered(r layout.Reading) reading {
	for _, c := range ids.GuessBytes(r.UUID[:]) {
		if c.ID == r.UUID {
			c.Note = r.Form.String()
			return newReading(c)
		}
	}
	return newReading(ids.Candidate{Name: "UUID", ID: r.UUID, Note: r.Form.String()})
}

func newReading(c ids.Candidate) reading {
	r := reading{Name: c.Name, ID: c.ID.String(), Note: c.Note, Plausible: c.Plausible}
	if name, ok := strings.CutPrefix(c.Note, "form."); ok {
		r.Note = strings.ToLower(name) // as convert calls it
	}
	if !c.Time.IsZero() {
		r.Time = c.Time.UTC().Format(time.RFC3339Nano)
	}
	switch id := c.ID.(type) {
	case uuid.UUID:
		r.bits = newBits(id)
	case interface{ UUID() uuid.UUID }:
		r.bits = newBits(id.UUID())
	case interface{ UUID() (uuid.UUID, error) }:
		if u, err := id.UUID(); err == nil {
			r.bits = newBits(u)
		}
	case interface{ HashUUID() uuid.UUID }:
		r.bits = newBits(id.HashUUID())
	}
	return r
}

func newBits(u uuid.UUID) *bits {
	b := &bits{UUID: u, Version: u.Version(), Variant: u.Variant().String()}
	if seq, ok := u.ClockSeq(); ok {
		b.ClockSeq = &seq
	}
	if node, ok := u.Node(); ok {
		b.Node = net.HardwareAddr(node[:]).String()
	}
	return b
}

// addForms adds the texts of the UUID, and the bytes that stores hold.
func (b *bits) addForms() {
	u := b.UUID
	for _, f := range form.All() {
		b.Texts = append(b.Texts, named{strings.ToLower(f.String()), f.Text(u)})
	}
	b.Texts = append(b.Texts, named{"base64", base64.StdEncoding.EncodeToString(u[:])})

	in := func(f layout.Form) []byte { return f.Encode(u).Data }
	cbor, _ := u.MarshalCBOR() // the error is always nil
	for _, s := range []struct {
		name string
		data []byte
	}{
		{"PostgreSQL uuid, MariaDB UUID", u[:]},
		{"MySQL BINARY(16), SQLite BLOB, Oracle RAW(16)", u[:]},
		{"MySQL UUID_TO_BIN(id, 1)", in(layout.Swapped)},
		{"SQL Server uniqueidentifier, .NET", in(layout.Mixed)},
		{"MongoDB subtype 4, and 3 of Python", u[:]},
		{"MongoDB subtype 3 of Java", in(layout.Java)},
		{"MongoDB subtype 3 of C#", in(layout.Mixed)},
		{"CBOR tag 37", cbor},
		{"MessagePack bin 8", append([]byte{0xc4, 16}, u[:]...)},
	} {
		b.Stores = append(b.Stores, named{s.name, hex.EncodeToString(s.data)})
	}
}

func (i *inspector) csv(found inspection) error {
	for n, r := range found.Readings {
		row := []any{found.Input, n + 1, r.Name, r.ID, "", "", "", r.Time, "", r.Note, r.Plausible}
		if r.bits != nil {
			row[4], row[5], row[6], row[8] = r.UUID, r.Version, r.Variant, r.Node
		}
		i.out.row(row...)
	}
	if len(found.Readings) == 0 {
		i.out.row(found.Input, "", "", "", "", "", "", "", "", "no id", false)
	}
	_, err := i.out.Write(nil)
	return err
}

func (i *inspector) table(found inspection) error {
	if i.n > 1 {
		i.out.WriteByte('\n')
	}
	r := found.Readings[0]
	fmt.Fprintln(i.out, i.out.bold(r.ID))
	w := tabwriter.NewWriter(i.out, 0, 0, 2, ' ', 0)
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(w, "  %s\t%s\n", name, text)
		}
	}
	line("is", r.title())
	line("time", r.Time)
	if b := r.bits; b != nil {
		if r.ID != b.UUID.String() {
			line("as a UUID", b.UUID.String())
		}
		if b.Version > 0 {
			line("version", strconv.Itoa(b.Version))
		}
		line("variant", b.Variant)
		if b.ClockSeq != nil {
			line("clock sequence", strconv.Itoa(int(*b.ClockSeq)))
		}
		line("node", b.Node)
		fmt.Fprint(w, "\n  text\n")
		for _, t := range b.Texts {
			line("  "+t.Name, t.Text)
		}
		fmt.Fprint(w, "\n  bytes\n")
		for _, s := range b.Stores {
			line("  "+s.Name, s.Text)
		}
	}
	if others := found.Readings[1:]; len(others) > 0 {
		fmt.Fprint(w, "\n  could also be\n")
		for _, o := range others {
			fmt.Fprintf(w, "    %s\t%s", o.title(), o.ID)
			if o.Time != "" {
				fmt.Fprintf(w, "\t%s", o.Time)
			}
			fmt.Fprintln(w)
		}
	}
	return w.Flush()
}

// title returns the name, the note, and whether that is implausible.
func (r reading) title() string {
	title := r.Name
	if r.Note != "" {
		title += ", " + r.Note
	}
	if !r.Plausible {
		title += " (unlikely)"
	}
	return title
}
