// Package permits checks who may enter which building.
package permits

import (
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
)

const (
	master      = "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"
	masterLower = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
)

// legacy has the doors of the old system, which writes upper case.
var legacy = map[string]int{
	"6BA7B810-9DAD-11D1-80B4-00C04FD430C8": 1,
	"6BA7B811-9DAD-11D1-80B4-00C04FD430C8": 2,
}

var legacyLower = map[string]int{
	"6ba7b810-9dad-11d1-80b4-00c04fd430c8": 1,
	"6ba7b811-9dad-11d1-80b4-00c04fd430c8": 2,
}

type Badge struct {
	ID   uuid.UUID
	Text string // as printed, in lower case
}

func (b Badge) Master() bool {
	return b.ID.String() == master // WRONG(uuidcompare): the constant is in upper case
}

func (b Badge) MasterRight() bool { return b.ID.String() == masterLower }

func (b Badge) MasterFoldRight() bool { return strings.EqualFold(b.ID.String(), master) }

func (b Badge) MasterParsedRight() bool { return b.ID == uuid.MustParse(master) }

func (b Badge) MasterUpperRight() bool { return strings.ToUpper(b.ID.String()) == master }

func (b Badge) Printed(text string) bool {
	want := strings.ToUpper(text)
	return want == b.ID.String() // WRONG(uuidcompare): ToUpper through a variable
}

func (b Badge) PrintedRight(text string) bool {
	want := strings.ToLower(text)
	return want == b.ID.String()
}

func (b Badge) Allowed(r *http.Request) bool {
	r.ParseForm()
	return slices.Contains(r.Form["badge"], b.ID.String()) // WRONG(uuidcompare): clients send upper case
}

func (b Badge) AllowedRight(r *http.Request) bool {
	r.ParseForm()
	return slices.ContainsFunc(r.Form["badge"], func(s string) bool { return strings.EqualFold(s, b.ID.String()) })
}

func Find(badges []Badge, r *http.Request) *Badge {
	id := r.PathValue("id")
	for i := range badges {
		if badges[i].ID.String() == id { // WRONG(uuidcompare): a value from the path
			return &badges[i]
		}
	}
	return nil
}

func FindRight(badges []Badge, r *http.Request) *Badge {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		return nil
	}
	for i := range badges {
		if badges[i].ID == id {
			return &badges[i]
		}
	}
	return nil
}

func Kind(id uuid.UUID) string {
	switch id.String() {
	case "6BA7B810-9DAD-11D1-80B4-00C04FD430C8": // WRONG(uuidcompare): a case in upper case
		return "dns"
	case masterLower:
		return "master"
	}
	return "other"
}

func KindRight(id uuid.UUID) string {
	switch id.String() {
	case "6ba7b810-9dad-11d1-80b4-00c04fd430c8":
		return "dns"
	case "":
		return "none"
	}
	switch id {
	case uuid.NameSpaceURL:
		return "url"
	}
	return "other"
}

func Door(id uuid.UUID) int {
	return legacy[id.String()] // WRONG(uuidcompare): the keys are in upper case
}

func DoorRight(id uuid.UUID) int { return legacyLower[id.String()] }

func DoorUpperRight(id uuid.UUID) int { return legacy[strings.ToUpper(id.String())] }

func (b Badge) Cookie(r *http.Request) bool {
	text := b.ID.String()
	if r.Header.Get("X-Badge") != text { // WRONG(uuidcompare): a header
		return false
	}
	return true
}

func (b Badge) CookieRight(r *http.Request) bool {
	text := b.ID.String()
	if strings.ToLower(r.Header.Get("X-Badge")) != text {
		return false
	}
	return true
}

// PinRight compares text that is no UUID.
func (b Badge) PinRight(r *http.Request, pin string) bool { return r.FormValue("pin") == pin }

// LengthRight compares only lengths.
func (b Badge) LengthRight(r *http.Request) bool {
	return len(r.PathValue("id")) == len(b.ID.String())
}

// TextRight compares with text that this program has made.
func (b Badge) TextRight() bool { return b.ID.String() == b.Text }

// SetRight knows the badges by their own text.
func SetRight(badges []Badge) map[string]bool {
	set := make(map[string]bool)
	for _, b := range badges {
		if key := b.ID.String(); !set[key] {
			set[key] = true
		}
	}
	return set
}

// SentinelRight compares with digits that have no case.
func SentinelRight(id uuid.UUID) bool {
	return id.String() == "11111111-1111-4111-8111-111111111111"
}
