package api

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
)

type server struct {
	admin uuid.UUID
	byID  map[string]Task
}

func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /tasks/{task}", func(w http.ResponseWriter, r *http.Request) {
		id := uuid.MustParse(r.PathValue("task")) // WRONG(uuidmust): anybody can make it panic
		fmt.Fprintln(w, id)
	})
	mux.HandleFunc("GET /right/{task}", func(w http.ResponseWriter, r *http.Request) {
		id, err := uuid.Parse(r.PathValue("task"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintln(w, id)
	})
	return mux
}

func current(r *http.Request) uuid.UUID {
	raw := strings.TrimPrefix(r.Header.Get("Authorization"), "Session ")
	return uuid.MustParse(raw) // WRONG(uuidmust): a header, trimmed
}

func currentRight(r *http.Request) (uuid.UUID, bool) {
	raw := strings.TrimPrefix(r.Header.Get("Authorization"), "Session ")
	id, err := uuid.Parse(raw)
	return id, err == nil
}

func ginTask(c *gin.Context) {
	task := gofrs.Must(gofrs.FromString(c.Query("task"))) // WRONG(uuidmust): Must of a query
	c.String(http.StatusOK, task.String())
}

func ginTaskRight(c *gin.Context) {
	task, err := gofrs.FromString(c.Query("task"))
	if err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	c.String(http.StatusOK, task.String())
}

func parseAll(texts ...string) (ids []uuid.UUID) {
	for _, t := range texts {
		ids = append(ids, uuid.MustParse(t)) // WRONG-ALSO(pick)
	}
	return ids
}

func pick(c echo.Context) error {
	ids := parseAll(c.FormValue("from"), c.FormValue("to")) // WRONG(uuidmust): a helper panics
	return c.JSON(http.StatusOK, ids)
}

func pickRight(c echo.Context) error {
	var ids []uuid.UUID
	for _, name := range []string{"from", "to"} {
		id, err := uuid.Parse(c.FormValue(name))
		if err != nil {
			return echo.NewHTTPError(http.StatusBadRequest, err)
		}
		ids = append(ids, id)
	}
	return c.JSON(http.StatusOK, ids)
}

type input struct{ Owner string }

func ownerOf(r *http.Request) uuid.UUID {
	in := input{Owner: r.PostFormValue("owner")}
	return uuid.MustParse(in.Owner) // WRONG(uuidmust): by a field of a struct
}

func ownerOfRight(r *http.Request) (uuid.UUID, error) {
	in := input{Owner: r.PostFormValue("owner")}
	return uuid.Parse(in.Owner)
}

var system = uuid.MustParse("3d3b8d1a-4d3c-4b9e-8a0b-0d6c8d2d9d11")

func (s *server) isAdmin(r *http.Request) bool {
	return chi.URLParam(r, "user") == s.admin.String() // WRONG(uuidcompare): a request may have upper case
}

func (s *server) isAdminRight(r *http.Request) bool {
	id, err := uuid.Parse(chi.URLParam(r, "user"))
	return err == nil && id == s.admin
}

func (s *server) lookup(w http.ResponseWriter, r *http.Request) {
	want := strings.ToUpper(r.FormValue("id"))
	for id := range s.byID {
		if parsed, err := uuid.Parse(id); err == nil && parsed.String() == want { // WRONG(uuidcompare): upper case is never equal
			fmt.Fprintln(w, id)
		}
	}
}

func (s *server) lookupRight(w http.ResponseWriter, r *http.Request) {
	want := r.FormValue("id")
	for id := range s.byID {
		if parsed, err := uuid.Parse(id); err == nil && strings.EqualFold(parsed.String(), want) {
			fmt.Fprintln(w, id)
		}
	}
}

func kind(id uuid.UUID) string {
	switch id.String() {
	case "C9A646D3-9C61-4CB7-BFCD-EE2522C8F633": // WRONG(uuidcompare): a constant in upper case
		return "root"
	default:
		return "user"
	}
}

func kindRight(id uuid.UUID) string {
	switch id.String() {
	case "c9a646d3-9c61-4cb7-bfcd-ee2522c8f633":
		return "root"
	default:
		return "user"
	}
}

type matcher func(uuid.UUID) bool

func header(r *http.Request) matcher {
	etag := r.Header.Get("If-Match")
	return func(id uuid.UUID) bool { return etag == id.String() } // WRONG(uuidcompare): in a closure
}

func headerRight(r *http.Request) matcher {
	etag := r.Header.Get("If-Match")
	return func(id uuid.UUID) bool { return strings.EqualFold(etag, id.String()) }
}

const service = "5B1C7F39-2F4E-4F2A-8B2E-7E1B6D6C9A10"

func fromService(id gofrs.UUID) bool {
	text := id.String()
	return strings.Compare(text, service) == 0 // WRONG(uuidcompare): Compare is of bytes, too
}

func fromServiceRight(id gofrs.UUID) bool {
	return id == gofrs.Must(gofrs.FromString(service))
}

func index(tasks []uuid.UUID) map[string]int {
	m := map[string]int{}
	for i, id := range tasks {
		m[id.String()] = i
	}
	return m
}

func position(tasks []uuid.UUID, r *http.Request) int {
	return index(tasks)[r.FormValue("task")] // WRONG(uuidcompare): the keys are in lower case
}

func sameText(a, b uuid.UUID) bool { return a.String() == b.String() }
