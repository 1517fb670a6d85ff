package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/gin-gonic/gin/binding"
	"github.com/google/go-querystring/query"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

type user struct{}

func (user) Prefix() string { return "user" }

// TestGin has what the rows have not: typed ids, a path and a header.
func TestGin(t *testing.T) {
	type request struct {
		ID    uuid.UUID                    `form:"id" uri:"id" header:"X-Id"`
		User  typed.ID[user]               `form:"u" uri:"u" header:"X-User"`
		Maybe typed.NullID[user]           `form:"m"`
		Users []typed.ID[user]             `form:"l"`
		None  typed.NullID[user]           `form:"n"`
		P     *typed.ID[user]              `form:"p"`
		Nulls []typed.NullID[user]         `form:"nulls"`
		Key   gormtype.UUID                `form:"k"`
		Ref   gormtype.Null[gormtype.UUID] `form:"r"`
	}
	u, id := vectors.U, typed.ID[user](vectors.U)
	text := id.String()
	values := url.Values{"id": {vectors.Text}, "u": {text}, "m": {text}, "l": {text, text}, "n": {""}, "p": {text}, "nulls": {text, ""}, "k": {vectors.Text}, "r": {vectors.Text}}
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
	if want := (request{u, id, id.Null(), []typed.ID[user]{id, id}, typed.NullID[user]{}, &id, []typed.NullID[user]{id.Null(), {}}, gormtype.UUID(u), gormtype.Null[gormtype.UUID]{UUID: gormtype.UUID(u), Valid: true}}); !reflect.DeepEqual(query, want) {
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

// TestIdentifiers reads the identifiers of package ids as gin and echo do.
func TestIdentifiers(t *testing.T) {
	type request struct {
		ULID      ids.ULID      `form:"ulid" query:"ulid"`
		Snowflake ids.Snowflake `form:"snowflake" query:"snowflake"`
	}
	want := request{ids.ULID(vectors.U), 1541815603606036480}
	numbers := strings.Split("0123456789012345", "")
	for name, bind := range map[string]func(url.Values, any) error{"gin": ginBind, "echo": echoBind} {
		var got request
		if err := bind(url.Values{"ulid": {want.ULID.String()}, "snowflake": {want.Snowflake.String()}}, &got); err != nil || got != want {
			t.Errorf("%s: got %v, %v, want %v", name, got, err, want)
		}
		for _, bad := range []url.Values{{"ulid": numbers}, {"ulid": {"x"}}, {"snowflake": {"-5"}}, {"snowflake": {"0x1f"}}, {"snowflake": {"1.9"}}} {
			if err := bind(bad, &got); err == nil || got != want {
				t.Errorf("%s: %v: got %v, %v, want an error and no change", name, bad, got, err)
			}
		}
	}
	got := want
	if err := ginBind(url.Values{"snowflake": {""}}, &got); err == nil || got != want { // echo skips it
		t.Errorf("gin: empty: got %v, %v, want an error and no change", got, err)
	}
}

// TestQuerystring pins what google/go-querystring, which only writes, makes of a UUID.
func TestQuerystring(t *testing.T) {
	got, err := query.Values(struct {
		ID   uuid.UUID `url:"id"`
		Text string    `url:"text"`
	}{vectors.U, vectors.Text})
	if err != nil || len(got["id"]) != 16 || got.Get("text") != vectors.Text {
		t.Errorf("got %v, %v: it used to write 16 numbers", got, err)
	}
}
