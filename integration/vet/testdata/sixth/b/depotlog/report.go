// Package depotlog prints the labels and the reports of the depot.
package depotlog

import (
	"errors"
	"fmt"
	"log"
	"strings"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

type (
	BoxID    uuid.UUID
	PalletID gofrs.UUID
	RampID   = uuid.UUID
)

// DockID has a String of its own.
type DockID uuid.UUID

func (d DockID) String() string { return "dock-" + uuid.UUID(d).String() }

type Box struct {
	ID     BoxID
	Pallet PalletID
	Ramp   RampID
	Dock   DockID
	Weight float64
}

func (b Box) label() string {
	return fmt.Sprintf("BOX %v  %.1f kg", b.ID, b.Weight) // WRONG(uuidprintf): 16 numbers
}

func (b Box) labelRight() string {
	return fmt.Sprintf("BOX %v  %.1f kg", uuid.UUID(b.ID), b.Weight)
}

func (b Box) code() string {
	return strings.ToUpper(fmt.Sprintf("%s", b.Pallet)) // WRONG(uuidprintf): the 16 bytes
}

func (b Box) codeRight() string {
	return strings.ToUpper(fmt.Sprintf("%s", gofrs.UUID(b.Pallet)))
}

var errHeavy = errors.New("too heavy")

func weigh(b Box, limit float64) error {
	if b.Weight > limit {
		return fmt.Errorf("box %v: %w", b.ID, errHeavy) // WRONG(uuidprintf): the error has numbers
	}
	return nil
}

func weighRight(b Box, limit float64) error {
	if b.Weight > limit {
		return fmt.Errorf("box %s: %w", uuid.UUID(b.ID), errHeavy)
	}
	return nil
}

func announce(boxes map[BoxID]Box) {
	for id, b := range boxes {
		log.Println("arrived:", id, b.Weight) // WRONG(uuidprintf): Println is like %v
	}
}

func announceRight(boxes map[BoxID]Box) {
	for id, b := range boxes {
		log.Println("arrived:", uuid.UUID(id), b.Weight)
	}
}

func key(p PalletID, ramp RampID) string {
	return fmt.Sprint(p) + "/" + fmt.Sprint(ramp) // WRONG(uuidprintf): Sprint of a PalletID
}

func keyRight(p PalletID, ramp RampID) string {
	return fmt.Sprint(gofrs.UUID(p)) + "/" + fmt.Sprint(ramp)
}

func digits(b Box) string {
	return fmt.Sprintf("%x-%X", b.ID, b.Pallet) // without a String %x is 32 digits
}

func docks(list []Box) string {
	var sb strings.Builder
	for _, b := range list {
		fmt.Fprintf(&sb, "%v\t%s\t%s\n", b.Dock, b.Ramp, digits(b))
	}
	return sb.String()
}

func summary(list []Box) (lines []string, err error) {
	for _, b := range list {
		lines = append(lines, b.labelRight(), b.codeRight(), keyRight(b.Pallet, b.Ramp))
		err = errors.Join(err, weighRight(b, 30))
	}
	return lines, err
}
