package main

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"uuid"

	"github.com/uuidkit/uuidkit/examples/std/oapicodegen/api"
)

// TestClient sends UUIDs with the client that oapi-codegen made: in a path, a query, a list, and JSON with and without
// what is optional.
func TestClient(t *testing.T) {
	server := httptest.NewServer(handler())
	defer server.Close()
	client, err := api.NewClientWithResponses(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	owner := uuid.New()
	cat := api.Pet{Id: uuid.NewV7(), Name: "cat", Owner: &owner, Friends: &[]uuid.UUID{uuid.NewV4(), owner}}
	dog := api.Pet{Id: uuid.NewV7(), Name: "dog"}
	for _, pet := range []api.Pet{cat, dog} {
		response, err := client.PutPetWithResponse(t.Context(), pet.Id, pet)
		if err != nil || response.JSON200 == nil || !reflect.DeepEqual(*response.JSON200, pet) {
			t.Fatalf("%s: error %v, response %+v", pet.Name, err, response)
		}
	}
	for name, tt := range map[string]struct {
		params api.ListPetsParams
		want   []api.Pet
	}{
		"one id":    {api.ListPetsParams{Id: &[]uuid.UUID{dog.Id}}, []api.Pet{dog}},
		"two ids":   {api.ListPetsParams{Id: &[]uuid.UUID{cat.Id, uuid.New()}}, []api.Pet{cat}},
		"the owner": {api.ListPetsParams{Owner: &owner}, []api.Pet{cat}},
		"another":   {api.ListPetsParams{Owner: &dog.Id}, []api.Pet{}},
	} {
		response, err := client.ListPetsWithResponse(t.Context(), &tt.params)
		if err != nil || response.JSON200 == nil || !reflect.DeepEqual(*response.JSON200, tt.want) {
			t.Errorf("%s: error %v, response %+v, want %+v", name, err, response, tt.want)
		}
	}
}

// TestBad sends what is no UUID: each must be an error of the client.
func TestBad(t *testing.T) {
	const id = "00112233-4455-6677-8899-aabbccddeeff"
	for name, r := range map[string]*http.Request{
		"a path":         httptest.NewRequest("PUT", "/pets/xyz", strings.NewReader(`{"id": "`+id+`", "name": "cat"}`)),
		"a query":        httptest.NewRequest("GET", "/pets?owner=0123456789abcdef", nil),
		"an empty query": httptest.NewRequest("GET", "/pets?owner=", nil),
		"a list":         httptest.NewRequest("GET", "/pets?id="+id+"&id=x", nil),
		"a body":         httptest.NewRequest("PUT", "/pets/"+id, strings.NewReader(`{"id": "0123456789abcdef", "name": "cat"}`)),
		"numbers":        httptest.NewRequest("PUT", "/pets/"+id, strings.NewReader(`{"id": [1, 2], "name": "cat"}`)),
	} {
		w := httptest.NewRecorder()
		if handler().ServeHTTP(w, r); w.Code != http.StatusBadRequest {
			t.Errorf("%s: got status %d and %s", name, w.Code, w.Body)
		}
	}
}
