// Package badges opens the doors of the hospital.
package badges

import (
	"bytes"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
)

const masterBadge = "7C9E6679-7425-40DE-944B-E07FC1F90AE7"

type Badge struct {
	ID    uuid.UUID
	Owner gofrs.UUID
	Room  kit.UUID
}

func (b Badge) IsMaster() bool {
	return b.ID.String() == masterBadge // WRONG(uuidcompare): a constant in upper case
}

func (b Badge) IsMasterRight() bool {
	return strings.EqualFold(b.ID.String(), masterBadge)
}

func (b Badge) OwnedBy(r *http.Request) bool {
	want := r.URL.Query().Get("owner")
	return b.Owner.String() == want // WRONG(uuidcompare): a query value
}

func (b Badge) OwnedByRight(r *http.Request) bool {
	want, err := gofrs.FromString(r.URL.Query().Get("owner"))
	return err == nil && b.Owner == want
}

func find(list []Badge, code string) *Badge {
	key := strings.ToUpper(strings.TrimSpace(code))
	for i := range list {
		if list[i].ID.String() == key { // WRONG(uuidcompare): ToUpper
			return &list[i]
		}
	}
	return nil
}

func findRight(list []Badge, code string) *Badge {
	key, err := uuid.Parse(strings.TrimSpace(code))
	if err != nil {
		return nil
	}
	for i := range list {
		if list[i].ID == key {
			return &list[i]
		}
	}
	return nil
}

func room(w http.ResponseWriter, r *http.Request, b Badge) {
	if r.PathValue("room") != b.Room.String() { // WRONG(uuidcompare): a path value
		http.Error(w, "other room", http.StatusForbidden)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func roomRight(w http.ResponseWriter, r *http.Request, b Badge) {
	if !strings.EqualFold(r.PathValue("room"), b.Room.String()) {
		http.Error(w, "other room", http.StatusForbidden)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func ginOwn(c *gin.Context, me uuid.UUID) {
	id := c.Param("badge")
	text := me.String()
	if id != text { // WRONG(uuidcompare): gin's parameter
		c.AbortWithStatus(http.StatusForbidden)
		return
	}
	c.Status(http.StatusOK)
}

func ginOwnRight(c *gin.Context, me uuid.UUID) {
	id, err := uuid.Parse(c.Param("badge"))
	if err != nil || id != me {
		c.AbortWithStatus(http.StatusForbidden)
		return
	}
	c.Status(http.StatusOK)
}

func kind(id uuid.UUID) string {
	switch id.String() {
	case "7C9E6679-7425-40DE-944B-E07FC1F90AE7": // WRONG(uuidcompare): a case in upper case
		return "master"
	default:
		return "plain"
	}
}

func kindRight(id uuid.UUID) string {
	switch id.String() {
	case "7c9e6679-7425-40de-944b-e07fc1f90ae7":
		return "master"
	default:
		return "plain"
	}
}

func sameHeader(r *http.Request, id kit.UUID) bool {
	h := r.Header.Get("X-Badge")
	if h == "" {
		return false
	}
	return h == id.String() // WRONG(uuidcompare): a header
}

func sameHeaderRight(r *http.Request, id kit.UUID) bool {
	h, err := kit.Parse(r.Header.Get("X-Badge"))
	return err == nil && h == id
}

func label(id uuid.UUID) string { return strings.ToUpper(id.String()) }

func shelf(a, b uuid.UUID) bool {
	return label(a) == b.String() // WRONG(uuidcompare): upper case from a helper
}

func shelfRight(a, b uuid.UUID) bool {
	return label(a) == label(b)
}

func formOwner(r *http.Request, b *Badge) bool {
	if err := r.ParseForm(); err != nil {
		return false
	}
	return r.FormValue("badge") == b.ID.String() // WRONG(uuidcompare): a form value
}

func formOwnerRight(r *http.Request, b *Badge) bool {
	if err := r.ParseForm(); err != nil {
		return false
	}
	return strings.ToLower(r.FormValue("badge")) == b.ID.String()
}

func sameText(a, b uuid.UUID) bool { return a.String() == b.String() }

func same(a, b uuid.UUID) bool { return bytes.Equal(a[:], b[:]) }

func envID(id uuid.UUID) bool {
	v, err := uuid.Parse(os.Getenv("BADGE"))
	return err == nil && v.String() == id.String()
}

func lowered(r *http.Request, id uuid.UUID) bool {
	q := strings.ToLower(r.PathValue("id"))
	return q == id.String()
}

func empty(id uuid.UUID) bool { return id.String() == "00000000-0000-0000-0000-000000000000" }

func digits(id uuid.UUID) bool { return id.String() == "11111111-1111-4111-8111-111111111111" }

func known(ids []uuid.UUID, id uuid.UUID) bool { return slices.Contains(ids, id) }

func upperBoth(id uuid.UUID, s string) bool {
	return strings.ToUpper(id.String()) == strings.ToUpper(s)
}

var _ = []any{find, findRight, room, roomRight, ginOwn, ginOwnRight, kind, kindRight, sameHeader, sameHeaderRight, shelf, shelfRight, formOwner, formOwnerRight, sameText, same, envID, lowered, empty, digits, known, upperBoth}
