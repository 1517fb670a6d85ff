package main // want package:"Reported:true"

import (
	"bsonuuid/part" // want `the client made in store/a.go:8 has no registry that knows UUIDs: it stores uuid.UUID of models/a.go:6 as bytes`
)

func main() { part.Run() }
