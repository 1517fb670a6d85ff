// Package keeper looks after the animals of the zoo, with driver version 1.
package keeper

import (
	"context"
	"errors"

	gofrs "github.com/gofrs/uuid/v5"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
)

type Animal struct {
	Chip   gofrs.UUID `bson:"chip"`
	House  gofrs.UUID `bson:"house"`
	Name   string     `bson:"name"`
	PassNo string     `bson:"pass_no"`
}

type animals struct{ *mongo.Collection }

func textOf(u gofrs.UUID) string { return u.String() }

func (a animals) move(ctx context.Context, chip, house gofrs.UUID) error {
	res, err := a.UpdateOne(ctx, bson.M{"chip": chip}, bson.D{{Key: "$set", Value: bson.D{{Key: "house", Value: house.String()}}}}) // WRONG(bsontext): stores text
	if err != nil {
		return err
	}
	if res.MatchedCount == 0 {
		return errors.New("no such animal")
	}
	return nil
}

func (a animals) moveRight(ctx context.Context, chip, house gofrs.UUID) error {
	res, err := a.UpdateOne(ctx, bson.M{"chip": chip}, bson.D{{Key: "$set", Value: bson.D{{Key: "house", Value: house}}}})
	if err != nil {
		return err
	}
	if res.MatchedCount == 0 {
		return errors.New("no such animal")
	}
	return nil
}

func (a animals) byChip(ctx context.Context, chip gofrs.UUID) (out Animal, err error) {
	q := bson.M{}
	q["chip"] = textOf(chip) // WRONG(bsontext): set in the map, text of a helper
	err = a.FindOne(ctx, q).Decode(&out)
	return out, err
}

func (a animals) byChipRight(ctx context.Context, chip gofrs.UUID) (out Animal, err error) {
	q := bson.M{}
	q["chip"] = chip
	err = a.FindOne(ctx, q).Decode(&out)
	return out, err
}

func (a animals) byPass(ctx context.Context, pass gofrs.UUID) (out Animal, err error) {
	err = a.FindOne(ctx, bson.M{"pass_no": pass.String()}).Decode(&out)
	return out, err
}

var _ = []any{animals.move, animals.moveRight, animals.byChip, animals.byChipRight, animals.byPass}
