package uuid_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/gin-gonic/gin/binding"
	"github.com/go-viper/mapstructure/v2"
	google "github.com/google/uuid"
	"github.com/spf13/viper"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// TestGin: gin reads a query, a path and a header without a tag that names a parser.
func TestGin(t *testing.T) {
	type request struct {
		ID    uuid.UUID          `form:"id" uri:"id" header:"X-Id"`
		P     *uuid.UUID         `form:"p"`
		List  []uuid.UUID        `form:"l"`
		Null  uuid.NullUUID      `form:"n"`
		User  typed.ID[user]     `form:"u"`
		Maybe typed.NullID[user] `form:"m"`
	}
	u, id := vectors.U, typed.ID[user](vectors.U)
	values := url.Values{"id": {vectors.Text}, "p": {vectors.Text}, "l": {vectors.Text, vectors.Other.String()}, "n": {""}, "u": {id.String()}, "m": {id.String()}}
	r := httptest.NewRequest(http.MethodGet, "/?"+values.Encode(), nil)
	r.Header.Set("X-Id", vectors.Text)
	var query, path, header request
	for _, err := range []error{binding.Query.Bind(r, &query), binding.Uri.BindUri(map[string][]string{"id": {vectors.Text}}, &path), binding.Header.Bind(r, &header)} {
		if err != nil {
			t.Error(err)
		}
	}
	want := request{u, &u, []uuid.UUID{u, vectors.Other}, uuid.NullUUID{}, id, id.Null()}
	if !reflect.DeepEqual(query, want) || path.ID != u || header.ID != u {
		t.Errorf("got %v, %v, %v, want %v", query, path.ID, header.ID, want)
	}

	// An array without the method is filled by 16 parameters, silently: so is google's type.
	numbers := url.Values{}
	for i := range 16 {
		numbers.Add("id", string(rune('0'+i/10))+string(rune('0'+i%10)))
	}
	var theirs struct {
		ID google.UUID `form:"id"`
	}
	if err := binding.MapFormWithTag(&theirs, numbers, "form"); err != nil || theirs.ID != (google.UUID{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}) {
		t.Errorf("google's type is %v, %v: it was filled by 16 numbers", theirs, err)
	}
	if err := binding.MapFormWithTag(&theirs, url.Values{"id": {vectors.Text}}, "form"); err == nil {
		t.Errorf("google's type reads text as %v: it did not use to", theirs)
	}
	for _, bad := range []url.Values{numbers, {"id": {""}}, {"id": {"x"}}, {"n": {"x"}}, {"u": {"order_01h455vb4pex5vsknk084sn02q"}}} {
		old := request{ID: vectors.Other, Null: uuid.NullUUID{UUID: vectors.Other, Valid: true}, User: id}
		got := old
		if err := binding.MapFormWithTag(&got, bad, "form"); err == nil || !reflect.DeepEqual(got, old) {
			t.Errorf("%v: got %v, %v, want an error and no change", bad, got, err)
		}
	}
}

// TestEcho: echo needs no method of ours, because it knows encoding.TextUnmarshaler: it
// reads google's type, too.
func TestEcho(t *testing.T) {
	var got struct {
		ID   google.UUID   `query:"id"`
		List []google.UUID `query:"l"`
	}
	err := echoDecode([]byte("id="+vectors.Text+"&l="+vectors.Text), &got)
	if err != nil || got.ID != google.UUID(vectors.U) || len(got.List) != 1 || got.List[0] != got.ID {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestMapstructure: mapstructure 2.5, and so viper and koanf, reads text and UUIDs without
// a hook.
func TestMapstructure(t *testing.T) {
	type config struct {
		ID   uuid.UUID
		P    *uuid.UUID
		List []uuid.UUID
		Map  map[string]uuid.UUID
		Null uuid.NullUUID
		None uuid.NullUUID
		User typed.ID[user]
		May  typed.NullID[user]
	}
	u, id := vectors.U, typed.ID[user](vectors.U)
	want := config{u, &u, []uuid.UUID{u}, map[string]uuid.UUID{"k": u}, uuid.NullUUID{UUID: u, Valid: true}, uuid.NullUUID{}, id, id.Null()}
	var copied map[string]any // what mapstructure makes of the struct
	if err := mapstructure.Decode(want, &copied); err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]any{
		"text": map[string]any{"id": vectors.Text, "p": vectors.Text, "list": []any{vectors.Text}, "map": map[string]any{"k": vectors.Text},
			"null": vectors.Text, "none": "", "user": id.String(), "may": id.String()},
		"nil": map[string]any{"id": "{" + vectors.Text + "}", "p": vectors.Text, "list": []string{vectors.Text}, "map": map[string]string{"k": vectors.Text},
			"null": vectors.Text, "none": nil, "user": id.String(), "may": id.String()},
		"UUIDs": map[string]any{"id": &u, "p": u, "list": []google.UUID{google.UUID(u)}, "map": want.Map, "null": want.Null, "none": uuid.NullUUID{}, "user": u, "may": &want.May},
		"own":   want,
		"copy":  copied,
	} {
		got := config{ID: vectors.Other} // a default, which must not be filled byte by byte
		if err := mapstructure.Decode(in, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v, want %+v", name, got, err, want)
		}
	}
	for _, bad := range []any{"xyz", "", vectors.Text[:16], 7, []any{1, 2}, []byte("short"), true, nil} {
		for _, field := range []string{"id", "null", "user"} {
			old := config{ID: vectors.Other, Null: uuid.NullUUID{UUID: vectors.Other, Valid: true}, User: id}
			got := old
			err := mapstructure.Decode(map[string]any{field: bad}, &got)
			if null := bad == nil || bad == ""; field == "null" && null || bad == nil {
				continue // null; mapstructure leaves a field alone for nil
			}
			if err == nil || !reflect.DeepEqual(got, old) {
				t.Errorf("%s = %#v: got %+v, %v, want an error and no change", field, bad, got, err)
			}
		}
	}
	v := viper.New()
	v.SetConfigType("yaml")
	var loaded struct {
		ID   uuid.UUID
		List []uuid.UUID
		Null uuid.NullUUID
	}
	loaded.ID, loaded.Null = vectors.Other, uuid.NullUUID{UUID: vectors.Other, Valid: true}
	err := v.ReadConfig(strings.NewReader("id: " + vectors.Text + "\nlist: [" + vectors.Text + "]\n\"null\": ''\n"))
	if err == nil {
		err = v.Unmarshal(&loaded)
	}
	if err != nil || loaded.ID != u || len(loaded.List) != 1 || loaded.List[0] != u || loaded.Null != (uuid.NullUUID{}) {
		t.Errorf("viper: got %v, %v", loaded, err)
	}
	// Why the method is there.
	theirs := struct{ ID google.UUID }{google.UUID(vectors.Other)}
	if err := mapstructure.Decode(map[string]any{"id": "xyz"}, &theirs); err != nil || theirs.ID[0] != 'x' {
		t.Errorf("google's type with a default reads xyz as %v, %v: it used to be filled", theirs, err)
	}
}

// TestGraphQL: gqlgen writes and reads our types by their methods, in the form that it has
// for google's.
func TestGraphQL(t *testing.T) {
	id := typed.ID[user](vectors.U)
	var want bytes.Buffer
	graphql.MarshalUUID(google.UUID(vectors.U)).MarshalGQL(&want)
	for _, tt := range []struct {
		in   graphql.Marshaler
		got  graphql.Unmarshaler
		want string
	}{
		{vectors.U, new(uuid.UUID), want.String()},
		{uuid.UUID{}, &uuid.UUID{1}, `"00000000-0000-0000-0000-000000000000"`}, // google's is null
		{uuid.NullUUID{UUID: vectors.U, Valid: true}, new(uuid.NullUUID), want.String()},
		{uuid.NullUUID{UUID: vectors.U}, &uuid.NullUUID{Valid: true}, "null"},
		{id, new(typed.ID[user]), `"` + id.String() + `"`},
		{id.Null(), new(typed.NullID[user]), `"` + id.String() + `"`},
		{typed.NullID[user]{}, &typed.NullID[user]{Valid: true}, "null"},
	} {
		var b bytes.Buffer
		tt.in.MarshalGQL(&b)
		if b.String() != tt.want {
			t.Errorf("%T: %s, want %s", tt.in, &b, tt.want)
		}
		var v any = strings.Trim(b.String(), `"`)
		if v == "null" {
			v = nil
		}
		if err := tt.got.UnmarshalGQL(v); err != nil || reflect.ValueOf(tt.got).Elem().Interface() != null(tt.in) {
			t.Errorf("%T of %v: %v, %v, want %v", tt.in, v, tt.got, err, tt.in)
		}
	}
}

// null returns v, or the zero value if it is null.
func null(v any) any {
	if z, ok := v.(interface{ IsZero() bool }); ok && z.IsZero() {
		return reflect.Zero(reflect.TypeOf(v)).Interface()
	}
	return v
}
