package uuidcompare

import (
	"net/http"

	"github.com/google/uuid"
)

func compareWithoutStrings(id uuid.UUID, r *http.Request) bool {
	return id.String() == r.PathValue("id") // want `may be in upper case`
}
