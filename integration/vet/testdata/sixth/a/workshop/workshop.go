package workshop

import (
	"context"
	"fmt"

	"github.com/gofrs/uuid/v5"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
)

type Repair struct {
	ID      uuid.UUID  `bson:"_id"`
	Bike    uuid.UUID  `bson:"bike"`
	Foreman *uuid.UUID `bson:"foreman"`
	State   string     `bson:"state"`
	Hours   float64    `bson:"hours"`
}

type Workshop struct {
	repairs *mongo.Collection
}

func New(db *mongo.Database) *Workshop { return &Workshop{repairs: db.Collection("repairs")} }

func byBike(bike uuid.UUID) bson.M {
	return bson.M{"bike": bike.String()} // WRONG(bsontext): the bike is binary
}

func byBikeRight(bike uuid.UUID) bson.M {
	return bson.M{"bike": bike}
}

func (w *Workshop) History(ctx context.Context, bike uuid.UUID, old bool) (list []Repair, err error) {
	filter := byBikeRight(bike)
	if old {
		filter = byBike(bike)
	}
	cur, err := w.repairs.Find(ctx, filter)
	if err != nil {
		return nil, err
	}
	err = cur.All(ctx, &list)
	return list, err
}

func (w *Workshop) Finish(ctx context.Context, ids []uuid.UUID) error {
	var keys []string
	for _, id := range ids {
		keys = append(keys, id.String())
	}
	_, err := w.repairs.UpdateMany(ctx,
		bson.M{"_id": bson.M{"$in": keys}}, // WRONG(bsontext): the _ids are binary
		bson.M{"$set": bson.M{"state": "done"}})
	return err
}

func (w *Workshop) FinishRight(ctx context.Context, ids []uuid.UUID) error {
	_, err := w.repairs.UpdateMany(ctx,
		bson.M{"_id": bson.M{"$in": ids}},
		bson.M{"$set": bson.M{"state": "done"}})
	return err
}

func (w *Workshop) Hours(ctx context.Context, foreman uuid.UUID) (float64, error) {
	who := foreman.String()
	pipeline := mongo.Pipeline{
		{{Key: "$match", Value: bson.D{{Key: "foreman", Value: who}}}}, // WRONG(bsontext): the foreman is binary
		{{Key: "$group", Value: bson.M{"_id": nil, "sum": bson.M{"$sum": "$hours"}}}},
	}
	return w.sum(ctx, pipeline)
}

func (w *Workshop) HoursRight(ctx context.Context, foreman uuid.UUID) (float64, error) {
	pipeline := mongo.Pipeline{
		{{Key: "$match", Value: bson.D{{Key: "foreman", Value: foreman}}}},
		{{Key: "$group", Value: bson.M{"_id": nil, "sum": bson.M{"$sum": "$hours"}}}},
	}
	return w.sum(ctx, pipeline)
}

func (w *Workshop) sum(ctx context.Context, p mongo.Pipeline) (float64, error) {
	cur, err := w.repairs.Aggregate(ctx, p)
	if err != nil {
		return 0, err
	}
	var out []struct {
		Sum float64 `bson:"sum"`
	}
	if err := cur.All(ctx, &out); err != nil || len(out) == 0 {
		return 0, err
	}
	return out[0].Sum, nil
}

func (w *Workshop) Load(ctx context.Context, id uuid.UUID) (*Repair, error) {
	filter := bson.M{}
	filter["_id"] = fmt.Sprint(id) // WRONG(bsontext): the _id is binary
	r := new(Repair)
	if err := w.repairs.FindOne(ctx, filter).Decode(r); err != nil {
		return nil, err
	}
	return r, nil
}

func (w *Workshop) LoadRight(ctx context.Context, id uuid.UUID) (*Repair, error) {
	filter := bson.M{}
	filter["_id"] = id
	r := new(Repair)
	if err := w.repairs.FindOne(ctx, filter).Decode(r); err != nil {
		return nil, err
	}
	return r, nil
}

func (w *Workshop) InState(ctx context.Context, states ...string) (int64, error) {
	return w.repairs.CountDocuments(ctx, bson.M{"state": bson.M{"$in": states}})
}

func (w *Workshop) Unassigned(ctx context.Context) (int64, error) {
	return w.repairs.CountDocuments(ctx, bson.D{{Key: "foreman", Value: nil}})
}
