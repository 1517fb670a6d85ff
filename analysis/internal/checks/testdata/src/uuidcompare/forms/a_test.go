package forms

import (
	"net/http"

	"github.com/google/uuid"
)

const fixed = "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"

// server answers the test's own requests.
func server(id uuid.UUID, r *http.Request) bool {
	_ = id.String() == "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6" // want `this constant is not`
	_ = uuid.MustParse(fixed).String() == fixed               // want `this constant is not`
	uuid.MustParse(r.PathValue("id"))
	return id.String() == r.PathValue("id")
}
