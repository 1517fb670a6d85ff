package uuidmust

import (
	"net/http"
	"strings"

	"github.com/google/uuid"
)

func nearest(r *http.Request, known map[string]uuid.UUID) uuid.UUID {
	host := r.FormValue("host")
	for {
		if id, ok := known[host]; ok {
			return id
		}
		parts := strings.SplitN(host, ".", 2)
		if len(parts) < 2 {
			return uuid.MustParse(host) // want `MustParse panics`
		}
		host = parts[1]
	}
}

func named(host string) uuid.UUID {
	for {
		parts := strings.SplitN(host, ".", 2)
		if len(parts) < 2 {
			return uuid.MustParse(host)
		}
		host = parts[1]
	}
}
