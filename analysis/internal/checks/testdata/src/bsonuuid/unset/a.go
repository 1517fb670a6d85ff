package main // want package:"Reported:true"

import (
	"bsonuuid/models"
	"bsonuuid/store" // want `the client made in store/a.go:8 has no registry`
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Nobody sets the registry.
func Register(t reflect.Type) { bson.NewRegistry().RegisterTypeEncoder(t, nil) }

func main() {
	store.Connect()
	_ = models.User{}
}
