package main

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/uuid"
)

var mongoForms = []form{
	{name: "binary 4"},
	{name: "string", text: true, arg: func(id uuid.UUID) any { return id.String() }},
}

type mongodb struct {
	client *mongo.Client
	db     *mongo.Database
	form   form
}

func openMongo(ctx context.Context, address string) (store, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		return nil, err
	}
	client, err := mongo.Connect(options.Client().ApplyURI(address).SetRegistry(reg))
	if err != nil {
		return nil, err
	}
	return &mongodb{client: client, db: client.Database(fresh())}, nil
}

func (m *mongodb) close(ctx context.Context) error {
	return errors.Join(m.db.Drop(ctx), m.client.Disconnect(ctx))
}

func (m *mongodb) about(ctx context.Context) (results.Store, error) {
	s := results.Store{
		Name: "MongoDB", Client: "mongo-driver v2, InsertMany of 10,000 documents",
		Figures: "collStats after fsync: storageSize and indexSizes, both as WiredTiger compresses them on disk. The key is the index of _id",
	}
	var status struct {
		Version    string
		WiredTiger struct {
			Cache struct {
				Max int64 `bson:"maximum bytes configured"`
			}
		}
	}
	if err := m.client.Database("admin").RunCommand(ctx, bson.M{"serverStatus": 1}).Decode(&status); err != nil {
		return s, err
	}
	s.Version, s.Cache = status.Version, status.WiredTiger.Cache.Max
	s.Settings = [][2]string{{"WiredTiger's cache", megabytes(s.Cache)}, {"replica set", "1 member"}, {"write concern", "majority, which waits for the journal"}}
	return s, nil
}

func (m *mongodb) forms() []form { return mongoForms }

func (m *mongodb) create(ctx context.Context, f form) error {
	m.form = f
	if err := m.db.Drop(ctx); err != nil {
		return err
	}
	_, err := m.db.Collection("item").Indexes().CreateOne(ctx, mongo.IndexModel{Keys: bson.D{{Key: "owner", Value: 1}}})
	return err
}

func (m *mongodb) insertOwners(ctx context.Context, owners []item) error {
	var documents []bson.D
	for _, o := range owners {
		documents = append(documents, bson.D{{Key: "_id", Value: m.form.of(o.id)}, {Key: "n", Value: o.n}})
	}
	_, err := m.db.Collection("owner").InsertMany(ctx, documents)
	return err
}

func (m *mongodb) insert(ctx context.Context, items []item) error {
	documents := make([]bson.D, len(items))
	for at, i := range items {
		documents[at] = bson.D{{Key: "_id", Value: m.form.of(i.id)}, {Key: "owner", Value: m.form.of(i.owner)}, {Key: "n", Value: i.n}}
	}
	_, err := m.db.Collection("item").InsertMany(ctx, documents)
	return err
}

func (m *mongodb) settle(ctx context.Context) error {
	return m.client.Database("admin").RunCommand(ctx, bson.M{"fsync": 1}).Err()
}

func (m *mongodb) bytes(ctx context.Context) (b [3]int64, err error) {
	var stats struct {
		StorageSize int64            `bson:"storageSize"`
		IndexSizes  map[string]int64 `bson:"indexSizes"`
	}
	err = m.db.RunCommand(ctx, bson.M{"collStats": "item"}).Decode(&stats)
	return [3]int64{stats.StorageSize, stats.IndexSizes["_id_"], stats.IndexSizes["owner_1"]}, err
}

func (m *mongodb) one(ctx context.Context, id uuid.UUID) (int, error) {
	return m.find(ctx, bson.D{{Key: "_id", Value: m.form.of(id)}}, options.Find())
}

func (m *mongodb) ofOwner(ctx context.Context, owner uuid.UUID) (int, error) {
	return m.find(ctx, bson.D{{Key: "owner", Value: m.form.of(owner)}}, options.Find())
}

func (m *mongodb) ordered(ctx context.Context, from uuid.UUID) (int, error) {
	return m.find(ctx, m.from(from), options.Find().SetSort(bson.D{{Key: "_id", Value: 1}}).SetLimit(many).SetBatchSize(many))
}

func (m *mongodb) find(ctx context.Context, filter bson.D, o *options.FindOptionsBuilder) (int, error) {
	cursor, err := m.db.Collection("item").Find(ctx, filter, o.SetProjection(bson.D{{Key: "n", Value: 1}, {Key: "_id", Value: 0}}))
	return count(ctx, cursor, err)
}

// from is the condition on the first id of a range.
func (m *mongodb) from(id uuid.UUID) bson.D {
	return bson.D{{Key: "_id", Value: bson.D{{Key: "$gte", Value: m.form.of(id)}}}}
}

func (m *mongodb) joined(ctx context.Context, from uuid.UUID) (int, error) {
	cursor, err := m.db.Collection("item").Aggregate(ctx, mongo.Pipeline{
		{{Key: "$match", Value: m.from(from)}},
		{{Key: "$sort", Value: bson.D{{Key: "_id", Value: 1}}}},
		{{Key: "$limit", Value: many}},
		{{Key: "$lookup", Value: bson.D{{Key: "from", Value: "owner"}, {Key: "localField", Value: "owner"}, {Key: "foreignField", Value: "_id"}, {Key: "as", Value: "o"}}}},
		{{Key: "$unwind", Value: "$o"}},
		{{Key: "$project", Value: bson.D{{Key: "n", Value: bson.D{{Key: "$add", Value: bson.A{"$n", "$o.n"}}}}, {Key: "_id", Value: 0}}}},
	}, options.Aggregate().SetBatchSize(many))
	return count(ctx, cursor, err)
}

func count(ctx context.Context, cursor *mongo.Cursor, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	var numbers []struct{ N int64 }
	err = cursor.All(ctx, &numbers)
	return len(numbers), err
}
