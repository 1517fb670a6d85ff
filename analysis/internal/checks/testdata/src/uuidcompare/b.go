package uuidcompare

import (
	"fmt"
	"net/http"

	"github.com/google/uuid"
)

func compareWithoutStrings(id uuid.UUID, r *http.Request) bool {
	return id.String() == r.PathValue("id") // want `may be in upper case`
}

func parseOwner(raw string) (uuid.UUID, error) { return uuid.Parse(raw) }

func isOwner(r *http.Request) bool {
	raw := r.PathValue("id")
	owner, err := parseOwner(r.FormValue("owner"))
	return err == nil && owner.String() == raw // want `may be in upper case`
}

func isUsual(r *http.Request) bool {
	raw := r.PathValue("id")
	id, err := parseOwner(raw)
	return err == nil && id.String() == raw
}

func others(id uuid.UUID, r *http.Request) bool {
	return fmt.Sprint("user:", id) == r.FormValue("key") ||
		id.String() == "SYSTEM-TENANT-SHARED-BY-ALL-CUSTOMERS"
}
