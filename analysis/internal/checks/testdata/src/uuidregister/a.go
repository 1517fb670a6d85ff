package uuidregister

import (
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/gormtype"
	"go.mongodb.org/mongo-driver/v2/bson"
	"gorm.io/gorm"
)

func register(reg *bson.Registry, db *gorm.DB) error {
	bsonx.Register[uuid.UUID](reg)                                          // want `the error of Register is dropped: after it nothing is registered`
	_ = bsonx.Register[uuid.UUID](reg)                                      // want `dropped`
	db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())) // want `the error of Use is dropped`
	db.Use(nil)
	err := bsonx.Register[uuid.UUID](reg)
	if err != nil {
		return err
	}
	return bsonx.Register[uuid.UUID](reg)
}
