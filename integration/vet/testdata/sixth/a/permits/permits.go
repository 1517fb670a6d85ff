package permits

import (
	"errors"
	"net/http"
	"slices"
	"sort"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/gofrs/uuid/v5"
)

var ErrDenied = errors.New("permits: denied")

var offices = map[string]string{
	"0E984725-C51C-4BF4-9960-E1C80E27ABA0": "Bern",
	"9A3B7CF1-52D1-4B7E-8D5C-6A0F2E4B9C11": "Basel",
	"C1D2E3F4-A5B6-4C7D-8E9F-0A1B2C3D4E5F": "Chur",
}

var cantons = map[string]string{
	"0e984725-c51c-4bf4-9960-e1c80e27aba0": "BE",
	"9a3b7cf1-52d1-4b7e-8d5c-6a0f2e4b9c11": "BS",
}

var auditors = []string{
	"5B0F3E7A-1D2C-4E6B-9F8A-7C6D5E4F3A2B",
	"8C9D0E1F-2A3B-4C5D-9E7F-8A9B0C1D2E3F",
}

type Permit struct {
	Number uuid.UUID
	Office uuid.UUID
	Holder uuid.UUID
}

func (p *Permit) OfficeName() string {
	name, ok := offices[p.Office.String()] // WRONG(uuidcompare): all keys are in upper case
	if !ok {
		return "unknown"
	}
	return name
}

func (p *Permit) OfficeNameRight() string {
	name, ok := offices[strings.ToUpper(p.Office.String())]
	if !ok {
		return "unknown"
	}
	return name
}

func (p *Permit) Canton() string { return cantons[p.Office.String()] }

func isAuditor(id uuid.UUID) bool {
	return slices.Contains(auditors, id.String()) // WRONG(uuidcompare): the list is in upper case
}

func isAuditorRight(id uuid.UUID) bool {
	return slices.Contains(auditors, strings.ToUpper(id.String()))
}

// SameHolder compares what two offices have typed.
func SameHolder(p *Permit, typed string) bool {
	text := strings.ToUpper(strings.TrimSpace(typed))
	holder := p.Holder.String()
	return holder == text // WRONG(uuidcompare): lower against upper case
}

func SameHolderRight(p *Permit, typed string) bool {
	text := strings.ToLower(strings.TrimSpace(typed))
	holder := p.Holder.String()
	return holder == text
}

func checkHolder(c *gin.Context, p *Permit) error {
	if strings.Compare(p.Holder.String(), c.GetHeader("X-Holder")) != 0 { // WRONG(uuidcompare): the header may be in upper case
		return ErrDenied
	}
	return nil
}

func checkHolderRight(c *gin.Context, p *Permit) error {
	holder, err := uuid.FromString(c.GetHeader("X-Holder"))
	if err != nil || holder != p.Holder {
		return ErrDenied
	}
	return nil
}

type desk struct {
	permits map[uuid.UUID]*Permit
}

func (d *desk) revoke(c *gin.Context) {
	number := c.Param("number")
	for key, p := range d.permits {
		if number != p.Number.String() { // WRONG(uuidcompare): the path may be in upper case
			continue
		}
		delete(d.permits, key)
	}
	c.Status(http.StatusNoContent)
}

func (d *desk) revokeRight(c *gin.Context) {
	number := strings.ToLower(c.Param("number"))
	for key, p := range d.permits {
		if number != p.Number.String() {
			continue
		}
		delete(d.permits, key)
	}
	c.Status(http.StatusNoContent)
}

// numbers sorts by the usual text.
func (d *desk) numbers() []string {
	list := make([]string, 0, len(d.permits))
	for _, p := range d.permits {
		list = append(list, p.Number.String())
	}
	sort.Strings(list)
	return list
}

// known looks into its own texts.
func (d *desk) known(id uuid.UUID) bool {
	_, found := slices.BinarySearch(d.numbers(), id.String())
	return found
}

func (d *desk) audit(c *gin.Context) {
	id, err := uuid.FromString(c.Query("by"))
	if err != nil {
		c.Status(http.StatusBadRequest)
		return
	}
	if !isAuditor(id) && !isAuditorRight(id) && !d.known(id) {
		c.Status(http.StatusForbidden)
		return
	}
	c.JSON(http.StatusOK, d.numbers())
}
