package bsontests

import (
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func Connect() (*mongo.Client, error) { return mongo.Connect(options.Client().ApplyURI("x")) }
