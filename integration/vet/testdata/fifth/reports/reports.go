// Package reports prints labels of boxes and reports of them.
package reports

import (
	"bytes"
	"crypto/md5"
	"errors"
	"fmt"
	"io"
	"log"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"

	kit "github.com/uuidkit/uuidkit/uuid"
)

type BoxID uuid.UUID

// CrateID prints itself.
type CrateID uuid.UUID

func (c CrateID) String() string { return "crate-" + uuid.UUID(c).String() }

type PalletID = uuid.UUID

type Box struct {
	ID    BoxID
	Crate CrateID
	Owner uuid.UUID
}

func File(owner uuid.UUID) string {
	return fmt.Sprintf("/var/reports/%x.pdf", owner) // WRONG(uuidprintf): 72 digits
}

func FileRight(owner uuid.UUID) string { return fmt.Sprintf("/var/reports/%x.pdf", owner[:]) }

func FileGofrsRight(owner gofrs.UUID) string { return fmt.Sprintf("/var/reports/%x.pdf", owner) }

func FileKitRight(owner kit.UUID) string { return fmt.Sprintf("/var/reports/%X.pdf", owner) }

func FileSumRight(data []byte) string { return fmt.Sprintf("/var/reports/%x.pdf", md5.Sum(data)) }

func (b Box) Label(w io.Writer) error {
	_, err := fmt.Fprintf(w, "BOX %v\n", b.ID) // WRONG(uuidprintf): 16 numbers
	return err
}

func (b Box) LabelRight(w io.Writer) error {
	_, err := fmt.Fprintf(w, "BOX %v of %v in %v\n", uuid.UUID(b.ID), b.Owner, b.Crate)
	return err
}

func (b Box) Short() string {
	return fmt.Sprintf("%.8s", fmt.Sprintf("%X", b.Owner)) // WRONG(uuidprintf): the hex of the text's digits
}

func (b Box) ShortRight() string { return fmt.Sprintf("%.8s", b.Owner) }

func (b Box) ShortHexRight() string { return fmt.Sprintf("%X", b.Owner[:4]) }

func (b Box) Lost() error {
	return fmt.Errorf("box %s is lost", b.ID) // WRONG(uuidprintf): 16 raw bytes
}

func (b Box) LostRight() error { return fmt.Errorf("box %s is lost", uuid.UUID(b.ID)) }

func Trace(l *log.Logger, boxes []Box) {
	const format = "box %v: owner %x"
	for _, b := range boxes {
		l.Printf(format, b.Crate, b.Owner) // WRONG(uuidprintf): %x, in a constant
	}
}

func TraceRight(l *log.Logger, boxes []Box) {
	const format = "box %v: owner %s"
	for _, b := range boxes {
		l.Printf(format, b.Crate, b.Owner)
	}
}

func Println(b Box) {
	fmt.Println("box", b.ID) // WRONG(uuidprintf): Println prints 16 numbers, too
}

func PrintlnRight(b Box) { fmt.Println("box", uuid.UUID(b.ID), b.Crate, b.Owner) }

func Ids(ids []uuid.UUID) string {
	var buf bytes.Buffer
	for i, id := range ids {
		fmt.Fprintf(&buf, "%d:%x;", i, id) // WRONG(uuidprintf): %x in a loop
	}
	return buf.String()
}

func IdsRight(ids []uuid.UUID) string {
	var buf bytes.Buffer
	for i, id := range ids {
		fmt.Fprintf(&buf, "%d:%x;", i, [16]byte(id))
	}
	return buf.String()
}

// HexBoxRight: a BoxID has no String, so %x prints its 32 digits.
func HexBoxRight(b Box) string { return fmt.Sprintf("%x", b.ID) }

// PalletRight is google's type, by an alias.
func PalletRight(p PalletID) string { return fmt.Sprintf("%v %s", p, p) }

// PointerRight: a pointer has the methods of its UUID.
func PointerRight(id *uuid.UUID) string { return fmt.Sprintf("%v", id) }

// QuotedRight prints the text in quotes.
func QuotedRight(id uuid.UUID) string { return fmt.Sprintf("%q", id) }

// TypeRight prints a type.
func TypeRight(b Box) string { return fmt.Sprintf("%T of %d bytes", b.ID, len(b.ID)) }

// GoRight prints Go's syntax in a test.
func GoRight(t *testing.T, id uuid.UUID) { t.Logf("%s %q", id, id.String()) }

// WidthRight pads.
func WidthRight(id uuid.UUID) string { return fmt.Sprintf("%-40s|%40v", id, id) }

func Fail(t *testing.T, got, want BoxID) {
	if got != want {
		t.Errorf("got box %v", got) // WRONG(uuidprintf): in a test
	}
}

func FailRight(t *testing.T, got, want BoxID) {
	if got != want {
		t.Errorf("got %v, want %v", uuid.UUID(got), uuid.UUID(want))
	}
}

func Join(b Box) error {
	return errors.Join(fmt.Errorf("crate %v", b.Crate), fmt.Errorf("box %v", b.ID)) // WRONG(uuidprintf): in an argument
}

func JoinRight(b Box) error {
	return errors.Join(fmt.Errorf("crate %v", b.Crate), fmt.Errorf("box %x", b.ID))
}
