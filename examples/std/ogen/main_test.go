package main

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"uuid"

	"github.com/uuidkit/uuidkit/examples/std/ogen/api"
)

func open(t *testing.T) http.Handler {
	h, err := handler()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestClient sends UUIDs with the client that ogen made: in a path, a query, a list, and JSON with and without what is
// optional.
func TestClient(t *testing.T) {
	server := httptest.NewServer(open(t))
	defer server.Close()
	client, err := api.NewClient(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	owner := uuid.New()
	cat := api.Pet{ID: uuid.NewV7(), Name: "cat", Owner: api.NewOptUUID(owner), Friends: []uuid.UUID{uuid.NewV4(), owner}}
	dog := api.Pet{ID: uuid.NewV7(), Name: "dog"}
	for _, pet := range []api.Pet{cat, dog} {
		got, err := client.PutPet(t.Context(), &pet, api.PutPetParams{ID: pet.ID})
		if err != nil || !reflect.DeepEqual(*got, pet) {
			t.Fatalf("%s: error %v, got %+v", pet.Name, err, got)
		}
	}
	for name, tt := range map[string]struct {
		params api.ListPetsParams
		want   []api.Pet
	}{
		"one id":    {api.ListPetsParams{ID: []uuid.UUID{dog.ID}}, []api.Pet{dog}},
		"two ids":   {api.ListPetsParams{ID: []uuid.UUID{cat.ID, uuid.New()}}, []api.Pet{cat}},
		"the owner": {api.ListPetsParams{Owner: api.NewOptUUID(owner)}, []api.Pet{cat}},
		"another":   {api.ListPetsParams{Owner: api.NewOptUUID(dog.ID)}, []api.Pet{}},
	} {
		got, err := client.ListPets(t.Context(), tt.params)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: error %v, got %+v, want %+v", name, err, got, tt.want)
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
		"null":           httptest.NewRequest("PUT", "/pets/"+id, strings.NewReader(`{"id": null, "name": "cat"}`)),
		"numbers":        httptest.NewRequest("PUT", "/pets/"+id, strings.NewReader(`{"id": [1, 2], "name": "cat"}`)),
	} {
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		if open(t).ServeHTTP(w, r); w.Code != http.StatusBadRequest {
			t.Errorf("%s: got status %d and %s", name, w.Code, w.Body)
		}
	}
}
