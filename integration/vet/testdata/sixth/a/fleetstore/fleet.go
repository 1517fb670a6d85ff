package fleetstore

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
)

type (
	VehicleID uuid.UUID
	DriverID  uuid.UUID
)

type Vehicle struct {
	ID     VehicleID `bson:"_id"`
	Driver *DriverID `bson:"driver"`
	Plate  string    `bson:"plate"`
}

var ErrNoVehicle = errors.New("fleet: no vehicle")

type Fleet struct{ vehicles *mongo.Collection }

func registry() (*bson.Registry, error) {
	reg := bson.NewRegistry()
	return reg, errors.Join(
		bsonx.Register[VehicleID](reg),
		bsonx.Register[DriverID](reg, bsonx.KeepAny),
	)
}

func DialRight(uri string) (*Fleet, error) {
	reg, err := registry()
	if err != nil {
		return nil, err
	}
	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg))
	if err != nil {
		return nil, err
	}
	return &Fleet{vehicles: client.Database("fleet").Collection("vehicles")}, nil
}

func (f *Fleet) Vehicle(ctx context.Context, id VehicleID) (*Vehicle, error) {
	v := new(Vehicle)
	err := f.vehicles.FindOne(ctx, bson.M{"_id": id}).Decode(v)
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil, ErrNoVehicle
	}
	return v, err
}

func (f *Fleet) Park(ctx context.Context, id VehicleID) error {
	_, err := f.vehicles.UpdateByID(ctx, id, bson.M{"$set": bson.M{"driver": nil}})
	return err
}
