// Package labels prints stickers for used books.
package labels

import (
	"fmt"
	"io"
	"strings"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
)

// CopyID names one copy of a book.
type CopyID uuid.UUID

type ShelfID gofrs.UUID

type Copy struct {
	ID    CopyID
	Title uuid.UUID
	Shelf ShelfID
}

func barcode(u uuid.UUID) string {
	return strings.ToUpper(fmt.Sprintf("%x", u)) // WRONG(uuidprintf): 72 digits
}

func barcodeRight(u uuid.UUID) string {
	return strings.ToUpper(fmt.Sprintf("%x", u[:]))
}

func sheet(w io.Writer, list []Copy) error {
	for i, c := range list {
		if _, err := fmt.Fprintf(w, "%03d %v\n", i, c.ID); err != nil { // WRONG(uuidprintf): 16 numbers
			return err
		}
	}
	return nil
}

func sheetRight(w io.Writer, list []Copy) error {
	for i, c := range list {
		if _, err := fmt.Fprintf(w, "%03d %v\n", i, uuid.UUID(c.ID)); err != nil {
			return err
		}
	}
	return nil
}

func (c Copy) missing() error {
	return fmt.Errorf("copy %s is not on its shelf", c.ID) // WRONG(uuidprintf): 16 bytes
}

func (c Copy) missingRight() error {
	return fmt.Errorf("copy %s is not on its shelf", uuid.UUID(c.ID))
}

func place(s ShelfID) string {
	return fmt.Sprintf("shelf/%v", s) // WRONG(uuidprintf): 16 numbers of a gofrs type
}

func placeRight(s ShelfID) string {
	return fmt.Sprintf("shelf/%v", gofrs.UUID(s))
}

func path(c *Copy) string {
	title := c.Title
	return fmt.Sprintf("covers/%s/%x.png", title, title) // WRONG(uuidprintf): the second is 72 digits
}

func pathRight(c *Copy) string {
	title := c.Title
	return fmt.Sprintf("covers/%s/%x.png", title, title[:])
}

func trace(ids ...CopyID) string {
	var b strings.Builder
	for _, id := range ids {
		fmt.Fprintf(&b, "[%s]", id) // WRONG(uuidprintf): 16 bytes
	}
	return b.String()
}

func traceRight(ids ...CopyID) string {
	var b strings.Builder
	for _, id := range ids {
		fmt.Fprintf(&b, "[%s]", uuid.UUID(id).String())
	}
	return b.String()
}

func gofrsHex(u gofrs.UUID) string { return fmt.Sprintf("%x", u) }

func kitHex(u kit.UUID) string { return fmt.Sprintf("%x", u) }

func googleText(u uuid.UUID) string { return fmt.Sprintf("%v|%s", u, u) }

func copyHex(c CopyID) string { return fmt.Sprintf("%x", c) }

func typeName(c CopyID) string { return fmt.Sprintf("%T", c) }

// BoxID has a String of its own.
type BoxID uuid.UUID

func (b BoxID) String() string { return uuid.UUID(b).String() }

func box(b BoxID) string { return fmt.Sprintf("box %v", b) }

// Alias is only another name.
type Alias = uuid.UUID

func alias(a Alias) string { return fmt.Sprintf("%s", a) }

var _ = []any{barcode, barcodeRight, sheet, sheetRight, Copy.missing, Copy.missingRight, place, placeRight, path, pathRight, trace, traceRight, gofrsHex, kitHex, googleText, copyHex, typeName, box, alias}
