/*
Oapicodegen has a server and a client that oapi-codegen made, with UUIDs of Go's standard library in paths, queries and
bodies. config.yaml has the line for it:

	type-mapping: {string: {formats: {uuid: {type: uuid.UUID, import: uuid}}}}

	go run ./oapicodegen -listen localhost:8080

After a change of api.yaml, run go generate ./oapicodegen.
*/
package main

import (
	"context"
	"flag"
	"log"
	"net/http"
	"os"
	"slices"
	"sync"
	"uuid"

	"github.com/uuidkit/uuidkit/examples/std/oapicodegen/api"
)

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config config.yaml api.yaml

func main() {
	listen := flag.String("listen", "localhost:8080", "the `address` to listen at")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	log.Fatal(http.ListenAndServe(*listen, handler()))
}

func handler() http.Handler {
	return api.Handler(api.NewStrictHandler(&pets{byID: map[uuid.UUID]api.Pet{}}, nil))
}

// pets are kept in memory.
type pets struct {
	sync.Mutex
	byID map[uuid.UUID]api.Pet
}

// PutPet replaces a pet.
func (p *pets) PutPet(_ context.Context, r api.PutPetRequestObject) (api.PutPetResponseObject, error) {
	p.Lock()
	defer p.Unlock()
	p.byID[r.Id] = *r.Body
	return api.PutPet200JSONResponse(*r.Body), nil
}

// ListPets returns the pets that have one of the ids, and the owner.
func (p *pets) ListPets(_ context.Context, r api.ListPetsRequestObject) (api.ListPetsResponseObject, error) {
	p.Lock()
	defer p.Unlock()
	list := api.ListPets200JSONResponse{}
	for id, pet := range p.byID {
		if ids := r.Params.Id; ids != nil && !slices.Contains(*ids, id) {
			continue
		}
		if owner := r.Params.Owner; owner != nil && (pet.Owner == nil || *pet.Owner != *owner) {
			continue
		}
		list = append(list, pet)
	}
	return list, nil
}
