package registered // want package:"Reported:false"

import (
	"bsonuuid/models"
	"bsonuuid/store"

	"go.mongodb.org/mongo-driver/v2/bson"
)

func run() {
	store.Connect()
	_ = models.User{}
	bson.NewRegistry().RegisterTypeEncoder(nil, nil)
}
