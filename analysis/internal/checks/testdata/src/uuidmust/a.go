package uuidmust

import (
	"net/http"
	"os"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/gorilla/mux"
)

func handle(w http.ResponseWriter, r *http.Request, c *gin.Context) {
	uuid.MustParse(r.PathValue("id"))                       // want `MustParse panics if the request holds no UUID: use Parse`
	uuid.MustParse(r.URL.Query().Get("id"))                 // want `MustParse panics`
	uuid.MustParse(strings.TrimSpace(r.Header.Get("X-Id"))) // want `MustParse panics`
	uuid.MustParse(c.Param("id"))                           // want `MustParse panics`
	chi.Handle("/users/{id}")
	chi.Handle("/teams/{team:[0-9a-f-]{36}}")
	chi.Handle("/rooms/{room:[0-9]+}")
	chi.Handle("/keys/{room}")
	uuid.MustParse(chi.URLParam(r, "id"))           // want `MustParse panics`
	uuid.MustParse(chi.URLParam(r, "room"))         // want `MustParse panics`
	uuid.MustParse(mux.Vars(r)["id"])               // want `MustParse panics`
	uuid.Must(uuid.Parse(r.FormValue("id")))        // want `Must panics`
	gofrs.Must(gofrs.FromString(r.FormValue("id"))) // want `Must panics`
	vars := mux.Vars(r)
	id, ok := vars["id"]
	if !ok {
		return
	}
	uuid.MustParse(id) // want `MustParse panics`
	if q, ok := c.GetQuery("id"); ok {
		uuid.MustParse(q) // want `MustParse panics`
	}
}

func closures(each func(func(r *http.Request))) {
	each(func(r *http.Request) { uuid.MustParse(r.PathValue("id")) }) // want `MustParse panics`
	each(func(r *http.Request) { uuid.Parse(r.PathValue("id")) })
}

func list(texts ...string) {
	for _, t := range texts {
		uuid.MustParse(t) // want `MustParse panics`
	}
}

func two(r *http.Request) { list("f81d4fae-7dec-11d0-a765-00a0c91e6bf6", r.FormValue("to")) }

func right(r *http.Request, text string) {
	uuid.MustParse(chi.URLParam(r, "team"))
	uuid.MustParse(chi.URLParam(r, "elsewhere"))
	uuid.MustParse(mux.Vars(r)["team"])
	uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	uuid.MustParse(text)
	uuid.MustParse(os.Getenv("ID"))
	uuid.Parse(r.PathValue("id"))
	uuid.Must(uuid.NewV7())
	id := r.PathValue("id")
	if _, err := uuid.Parse(id); err != nil {
		return
	}
	uuid.MustParse(id)
	other := r.PathValue("other")
	other = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	uuid.MustParse(other)
}

func header(r *http.Request, name string) string { return strings.TrimSpace(r.Header.Get(name)) }

func tenant(r *http.Request) {
	uuid.MustParse(header(r, "X-Tenant")) // want `MustParse panics`
}

func user(r *http.Request) {
	uuid.Parse(header(r, "X-User"))
	if uuid.Validate(header(r, "X-Team")) == nil {
		uuid.MustParse(header(r, "X-Team"))
	}
	uuid.MustParse(valid(r))
}

func valid(r *http.Request) string {
	text := header(r, "X-Item")
	if err := uuid.Validate(text); err != nil {
		return "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	}
	return text
}

func form(r *http.Request, texts map[string][]string) {
	r.ParseForm()
	for _, text := range r.Form["id"] {
		uuid.MustParse(text) // want `MustParse panics`
	}
	uuid.MustParse(r.PostForm["id"][0]) // want `MustParse panics`
	for _, text := range r.Form["team"] {
		if uuid.Validate(text) == nil {
			uuid.MustParse(text)
		}
	}
	for _, text := range texts["id"] {
		uuid.MustParse(text)
	}
}

func value(r *http.Request, strict bool) {
	parse := uuid.MustParse
	parse(r.PathValue("id")) // want `MustParse panics`
	other := uuid.MustParse
	if !strict {
		other = func(string) uuid.UUID { return uuid.Nil }
	}
	other("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	try := uuid.Parse
	try(r.PathValue("other"))
	valid, text := uuid.Validate, r.PathValue("text")
	if valid(text) == nil {
		uuid.MustParse(text)
	}
}
