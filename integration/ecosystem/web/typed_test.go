package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"testing"

	"github.com/gin-gonic/gin/binding"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

type user struct{}

func (user) Prefix() string { return "user" }

// TestGin has what the rows have not: typed ids, a path and a header.
func TestGin(t *testing.T) {
	type request struct {
		ID    uuid.UUID            `form:"id" uri:"id" header:"X-Id"`
		User  typed.ID[user]       `form:"u" uri:"u" header:"X-User"`
		Maybe typed.NullID[user]   `form:"m"`
		Users []typed.ID[user]     `form:"l"`
		None  typed.NullID[user]   `form:"n"`
		P     *typed.ID[user]      `form:"p"`
		Nulls []typed.NullID[user] `form:"nulls"`
	}
	u, id := vectors.U, typed.ID[user](vectors.U)
	text := id.String()
	values := url.Values{"id": {vectors.Text}, "u": {text}, "m": {text}, "l": {text, text}, "n": {""}, "p": {text}, "nulls": {text, ""}}
	r := httptest.NewRequest(http.MethodGet, "/?"+values.Encode(), nil)
	r.Header.Set("X-Id", vectors.Text)
	r.Header.Set("X-User", text)
	var query, path, header request
	for _, err := range []error{binding.Query.Bind(r, &query), binding.Uri.BindUri(map[string][]string{"id": {vectors.Text}, "u": {text}}, &path), binding.Header.Bind(r, &header)} {
		if err != nil {
			t.Error(err)
		}
	}
	both := request{ID: u, User: id}
	if want := (request{u, id, id.Null(), []typed.ID[user]{id, id}, typed.NullID[user]{}, &id, []typed.NullID[user]{id.Null(), {}}}); !reflect.DeepEqual(query, want) {
		t.Errorf("query: got %v, want %v", query, want)
	}
	if !reflect.DeepEqual(path, both) || !reflect.DeepEqual(header, both) {
		t.Errorf("path %v, header %v, want %v", path, header, both)
	}
	for _, bad := range []string{"", "x", vectors.Text, "order_01h455vb4pex5vsknk084sn02q"} {
		old := request{User: id}
		got := old
		if err := binding.MapFormWithTag(&got, url.Values{"u": {bad}}, "form"); err == nil || !reflect.DeepEqual(got, old) {
			t.Errorf("%q: got %v, %v, want an error and no change", bad, got, err)
		}
	}
}
