// Package doors answers the requests of the museum's door controllers.
package doors

import (
	"fmt"
	"net/http"
	"os"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	kit "github.com/uuidkit/uuidkit/uuid"
)

func open(w http.ResponseWriter, r *http.Request) {
	door := uuid.MustParse(r.PathValue("door")) // WRONG(uuidmust): panics
	fmt.Fprintln(w, "open", door)
}

func openRight(w http.ResponseWriter, r *http.Request) {
	door, err := uuid.Parse(r.PathValue("door"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	fmt.Fprintln(w, "open", door)
}

func history(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	after := q.Get("after")
	if after == "" {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	id := kit.MustParse(after) // WRONG(uuidmust): a query value in a variable
	fmt.Fprintln(w, id)
}

func historyRight(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	after := q.Get("after")
	if after == "" {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	id, err := kit.Parse(after)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	fmt.Fprintln(w, id)
}

func controller(r *http.Request) gofrs.UUID {
	return gofrs.Must(gofrs.FromString(r.Header.Get("X-Controller"))) // WRONG(uuidmust): Must panics, too
}

func controllerRight(r *http.Request) (gofrs.UUID, error) {
	return gofrs.FromString(r.Header.Get("X-Controller"))
}

func room(w http.ResponseWriter, r *http.Request) {
	id := uuid.Must(uuid.Parse(chi.URLParam(r, "room"))) // WRONG(uuidmust): chi's parameter
	fmt.Fprintln(w, id)
}

func roomRight(w http.ResponseWriter, r *http.Request) {
	var id uuid.UUID
	if err := id.UnmarshalText([]byte(chi.URLParam(r, "room"))); err != nil {
		http.Error(w, "room", http.StatusBadRequest)
		return
	}
	fmt.Fprintln(w, id)
}

func hall(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintln(w, uuid.MustParse(chi.URLParam(r, "hall")))
}

func Routes() http.Handler {
	m := chi.NewRouter()
	m.Get("/rooms/{room}", room)
	m.Get("/rooms2/{room}", roomRight)
	m.Get("/halls/{hall:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}}", hall)
	return m
}

func form(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		return
	}
	for _, text := range r.Form["door"] {
		fmt.Fprintln(w, uuid.MustParse(text)) // WRONG(uuidmust): each value of a form
	}
}

func formRight(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		return
	}
	for _, text := range r.Form["door"] {
		id, err := uuid.Parse(text)
		if err != nil {
			http.Error(w, text, http.StatusBadRequest)
			return
		}
		fmt.Fprintln(w, id)
	}
}

func ginDoor(c *gin.Context) {
	c.JSON(http.StatusOK, gin.H{"door": uuid.MustParse(c.Param("door"))}) // WRONG(uuidmust): gin's parameter
}

func ginDoorRight(c *gin.Context) {
	id, err := uuid.Parse(c.Param("door"))
	if err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	c.JSON(http.StatusOK, gin.H{"door": id})
}

func echoLock(c echo.Context) error {
	lock := c.QueryParam("lock")
	return c.JSON(http.StatusOK, map[string]any{"lock": gofrs.Must(gofrs.FromString(lock))}) // WRONG(uuidmust): echo's query
}

func echoLockRight(c echo.Context) error {
	lock := c.QueryParam("lock")
	id, err := gofrs.FromString(lock)
	if err != nil {
		return echo.ErrBadRequest
	}
	return c.JSON(http.StatusOK, map[string]any{"lock": id})
}

func posted(w http.ResponseWriter, r *http.Request) {
	id := uuid.MustParse(r.PostFormValue("guard")) // WRONG(uuidmust): a form value
	w.Header().Set("X-Guard", id.String())
}

func postedRight(w http.ResponseWriter, r *http.Request) {
	guard := r.PostFormValue("guard")
	if err := uuid.Validate(guard); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	id := uuid.MustParse(guard)
	w.Header().Set("X-Guard", id.String())
}

var namespace = uuid.MustParse("0b7c1f2e-7c39-4d5e-9f4f-8a2f5f0c6b11")

func site() uuid.UUID { return uuid.MustParse(os.Getenv("SITE_ID")) }

func derived(r *http.Request) uuid.UUID {
	return uuid.NewSHA1(namespace, []byte(r.PathValue("door")))
}

func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

var _ = []any{open, openRight, history, historyRight, controller, controllerRight, form, formRight, ginDoor, ginDoorRight, echoLock, echoLockRight, posted, postedRight, site, derived, newID}
