package program // want package:"Reported:true"

import (
	"bsonuuid/models"
	"bsonuuid/store" // want `the client made in store/a.go:8 has no registry that knows UUIDs: it stores uuid.UUID of models/a.go:6 as bytes`
)

func run() { store.Connect(); _ = models.User{} }
