/*
Ogen has a server and a client that ogen made, with UUIDs of Go's standard library in paths, queries and bodies. For that
api.yaml has x-ogen-type: uuid.UUID beside the format of each UUID.

	go run ./ogen -listen localhost:8080

After a change of api.yaml, run go generate ./ogen. ogen 1.24.0 needs two things to read Go 1.27's packages: a newer
golang.org/x/tools, and the older encoding/json, because it expects that json.Marshaler is no alias:

	go get -tool github.com/ogen-go/ogen/cmd/ogen@v1.24.0
	go get golang.org/x/tools@v0.52.0
	GOEXPERIMENT=nojsonv2 go tool ogen …
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

	"github.com/uuidkit/uuidkit/examples/std/ogen/api"
)

//go:generate env GOEXPERIMENT=nojsonv2 go tool ogen --config ogen.yaml --target api --package api --clean api.yaml

func main() {
	listen := flag.String("listen", "localhost:8080", "the `address` to listen at")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	h, err := handler()
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe(*listen, h))
}

func handler() (http.Handler, error) { return api.NewServer(&pets{byID: map[uuid.UUID]api.Pet{}}) }

// pets are kept in memory.
type pets struct {
	sync.Mutex
	byID map[uuid.UUID]api.Pet
}

// PutPet replaces a pet.
func (p *pets) PutPet(_ context.Context, pet *api.Pet, params api.PutPetParams) (*api.Pet, error) {
	p.Lock()
	defer p.Unlock()
	p.byID[params.ID] = *pet
	return pet, nil
}

// ListPets returns the pets that have one of the ids, and the owner.
func (p *pets) ListPets(_ context.Context, params api.ListPetsParams) ([]api.Pet, error) {
	p.Lock()
	defer p.Unlock()
	list := []api.Pet{}
	for id, pet := range p.byID {
		if params.ID != nil && !slices.Contains(params.ID, id) {
			continue
		}
		if params.Owner.Set && pet.Owner != params.Owner {
			continue
		}
		list = append(list, pet)
	}
	return list, nil
}
