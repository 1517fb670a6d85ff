package uuidcompare

import (
	"net/http"
	"strings"
	"uuid"

	"github.com/go-chi/chi/v5"
	google "github.com/google/uuid"
)

func compare(id uuid.UUID, g google.UUID, r *http.Request, text string) bool {
	_ = id.String() == "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6" // want `the text of a UUID is in lower case, and this constant is not`
	_ = strings.ToUpper(text) != g.String()                   // want `this is in upper case: parse it and compare the UUIDs, or use strings.EqualFold`
	_ = strings.Compare(id.String(), chi.URLParam(r, "id"))   // want `what the request holds may be in upper case`
	switch id.String() {
	case "f81d4fae-7dec-11d0-a765-00a0c91e6bf6":
	case "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6": // want `this constant is not`
	}
	s := g.String()
	return s == r.PathValue("id") // want `what the request holds may be in upper case`
}

func right(id uuid.UUID, g google.UUID, r *http.Request, text string) {
	_ = id.String() == "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	_ = id.String() == ""
	_ = id.String() == g.String()
	_ = id.String() == text
	_ = strings.ToUpper(id.String()) == strings.ToUpper(text)
	_ = text == r.PathValue("id")
	_ = id == uuid.Nil()
	_ = strings.EqualFold(id.String(), r.PathValue("id"))
}
