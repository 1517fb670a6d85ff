package part // want package:"Clients:.store.a.go:8.*Reported:false"

import (
	"bsonuuid/models"
	"bsonuuid/store"
)

func Run() { store.Connect(); _ = models.User{} }
