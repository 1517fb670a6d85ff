package bsonx_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	bson1 "go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	"go.mongodb.org/mongo-driver/bson/primitive"
	mongo1 "go.mongodb.org/mongo-driver/mongo"
	gridfs1 "go.mongodb.org/mongo-driver/mongo/gridfs"
	options1 "go.mongodb.org/mongo-driver/mongo/options"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

// object is a document for either driver.
type object map[string]any

// A client is one of the two drivers, with a registry and a collection of its own.
// What returns no error ends the test if there is one.
type client interface {
	insert(doc any) (id any, err error)
	insertMany(docs ...any) (ids []any)
	one(filter, doc any) error // the first document
	find(filter, docs any)     // all of them, by _id
	aggregate(let, docs any, stages ...any)
	count(filter any) int64
	distinct(field string) []any
	update(filter, update any, upsert bool) (modified int64, upserted any)
	updateByID(id, update any) (matched int64)
	findAndUpdate(filter, update, doc any) error
	delete(filter any) int64
	bulk(insert, replaced, replacement, upserted, update any) (ids map[int64]any)
	transaction(do func(client) error) error
	watch() (next func(event any) error)
	upload(id any, content string) error
	download(id any) (content string)

	in(ids []google.UUID, opts ...bsonx.Option) any // the condition In
	stored() *mongo.Collection                      // without a registry
}

// drivers returns what opens a client with all the types registered side by side;
// any holds T.
func drivers[T ~[16]byte]() map[string]func(*testing.T, ...bsonx.Option) client {
	return map[string]func(*testing.T, ...bsonx.Option) client{
		"v1": func(t *testing.T, opts ...bsonx.Option) client {
			uri, database := stores.Mongo(t)
			client := kit.Must(mongo1.Connect(t.Context(), options1.Client().ApplyURI(uri).SetRegistry(registry1[T](t, opts))))(t)
			t.Cleanup(func() { client.Disconnect(context.Background()) })
			plain := open(t, nil).Database().Client().Database(database).Collection("c")
			return v1Client{t, t.Context(), plain, client.Database(database).Collection("c")}
		},
		"v2": func(t *testing.T, opts ...bsonx.Option) client {
			c := open(t, registry[T](t, opts...))
			return v2Client{t, t.Context(), c}
		},
	}
}

// registry1 is registry for version 1.
func registry1[T ~[16]byte](t testing.TB, opts []bsonx.Option) *bsoncodec.Registry {
	t.Helper()
	reg := bson1.NewRegistry()
	err := errors.Join(driverv1.Register[T](reg, options1Of(opts)...), driverv1.RegisterNull[google.NullUUID](reg), driverv1.RegisterNull[gofrs.NullUUID](reg))
	for other, register := range map[any]func(*bsoncodec.Registry, ...driverv1.Option) error{
		uuid.UUID{}: driverv1.Register[uuid.UUID], google.UUID{}: driverv1.Register[google.UUID], gofrs.UUID{}: driverv1.Register[gofrs.UUID],
	} {
		if other != any(T{}) {
			err = errors.Join(err, register(reg, driverv1.KeepAny))
		}
	}
	return kit.Must(reg, err)(t)
}

func options1Of(opts []bsonx.Option) (o []driverv1.Option) {
	for _, opt := range opts {
		o = append(o, driverv1.Option(opt))
	}
	return o
}

// binaryOf converts version 1's Binary to version 2's.
func binaryOf(v any) any {
	if b, ok := v.(primitive.Binary); ok {
		return bson.Binary(b)
	}
	return v
}

// fromBinary returns the UUID in a driver's Binary.
func fromBinary(t testing.TB, v any) uuid.UUID {
	t.Helper()
	b, ok := binaryOf(v).(bson.Binary)
	if !ok {
		t.Fatalf("got a %T, want a Binary", v)
	}
	return kit.Must(bsonx.FromBinary[uuid.UUID](b))(t)
}

type v2Client struct {
	t   testing.TB
	ctx context.Context
	*mongo.Collection
}

func (c v2Client) stored() *mongo.Collection { return with(c.Collection, bson.NewRegistry()) }
func (c v2Client) insertMany(docs ...any) []any {
	return kit.Must(c.InsertMany(c.ctx, docs))(c.t).InsertedIDs
}
func (c v2Client) one(filter, doc any) error { return c.FindOne(c.ctx, filter).Decode(doc) }
func (c v2Client) count(filter any) int64    { return kit.Must(c.CountDocuments(c.ctx, filter))(c.t) }
func (c v2Client) updateByID(id, update any) int64 {
	return kit.Must(c.UpdateByID(c.ctx, id, update))(c.t).MatchedCount
}
func (c v2Client) delete(filter any) int64 {
	return kit.Must(c.DeleteMany(c.ctx, filter))(c.t).DeletedCount
}
func (v2Client) in(ids []google.UUID, opts ...bsonx.Option) any { return bsonx.In(ids, opts...) }

func (c v2Client) insert(doc any) (any, error) {
	res, err := c.InsertOne(c.ctx, doc)
	if err != nil {
		return nil, err
	}
	return res.InsertedID, nil
}

func (c v2Client) find(filter, docs any) {
	cur, err := c.Find(c.ctx, filter, options.Find().SetSort(object{"_id": 1}))
	all(c.t, cur, err, docs)
}

func (c v2Client) aggregate(let, docs any, stages ...any) {
	opts := options.Aggregate()
	if let != nil {
		opts.SetLet(let)
	}
	cur, err := c.Aggregate(c.ctx, stages, opts)
	all(c.t, cur, err, docs)
}

func (c v2Client) distinct(field string) []any {
	var values []any
	err := c.Distinct(c.ctx, field, object{}).Decode(&values)
	return kit.Must(values, err)(c.t)
}

func (c v2Client) update(filter, update any, upsert bool) (int64, any) {
	res := kit.Must(c.UpdateOne(c.ctx, filter, update, options.UpdateOne().SetUpsert(upsert)))(c.t)
	return res.ModifiedCount, res.UpsertedID
}

func (c v2Client) findAndUpdate(filter, update, doc any) error {
	return c.FindOneAndUpdate(c.ctx, filter, update, options.FindOneAndUpdate().SetReturnDocument(options.After)).Decode(doc)
}

func (c v2Client) bulk(insert, replaced, replacement, upserted, update any) map[int64]any {
	return kit.Must(c.BulkWrite(c.ctx, []mongo.WriteModel{
		mongo.NewInsertOneModel().SetDocument(insert),
		mongo.NewReplaceOneModel().SetFilter(replaced).SetReplacement(replacement),
		mongo.NewUpdateOneModel().SetFilter(upserted).SetUpdate(update).SetUpsert(true),
	}))(c.t).UpsertedIDs
}

func (c v2Client) transaction(do func(client) error) error {
	session := kit.Must(c.Database().Client().StartSession())(c.t)
	defer session.EndSession(c.ctx)
	_, err := session.WithTransaction(c.ctx, func(ctx context.Context) (any, error) { return nil, do(v2Client{c.t, ctx, c.Collection}) })
	return err
}

func (c v2Client) watch() func(any) error {
	stream := kit.Must(c.Watch(c.ctx, []object{}))(c.t)
	return func(event any) error {
		if !stream.Next(c.ctx) {
			return errors.New("no event")
		}
		return stream.Decode(event)
	}
}

func (c v2Client) upload(id any, content string) error {
	return c.Database().GridFSBucket().UploadFromStreamWithID(c.ctx, id, "name", strings.NewReader(content))
}

func (c v2Client) download(id any) string {
	var content bytes.Buffer
	kit.Must(c.Database().GridFSBucket().DownloadToStream(c.ctx, id, &content))(c.t)
	return content.String()
}

type v1Client struct {
	t     testing.TB
	ctx   context.Context
	plain *mongo.Collection // of version 2
	*mongo1.Collection
}

func (c v1Client) stored() *mongo.Collection { return c.plain }
func (c v1Client) insertMany(docs ...any) []any {
	return kit.Must(c.InsertMany(c.ctx, docs))(c.t).InsertedIDs
}
func (c v1Client) one(filter, doc any) error { return c.FindOne(c.ctx, filter).Decode(doc) }
func (c v1Client) count(filter any) int64    { return kit.Must(c.CountDocuments(c.ctx, filter))(c.t) }
func (c v1Client) distinct(field string) []any {
	return kit.Must(c.Distinct(c.ctx, field, object{}))(c.t)
}
func (c v1Client) updateByID(id, update any) int64 {
	return kit.Must(c.UpdateByID(c.ctx, id, update))(c.t).MatchedCount
}
func (c v1Client) delete(filter any) int64 {
	return kit.Must(c.DeleteMany(c.ctx, filter))(c.t).DeletedCount
}
func (v1Client) in(ids []google.UUID, opts ...bsonx.Option) any {
	return driverv1.In(ids, options1Of(opts)...)
}

func (c v1Client) insert(doc any) (any, error) {
	res, err := c.InsertOne(c.ctx, doc)
	if err != nil {
		return nil, err
	}
	return res.InsertedID, nil
}

func (c v1Client) find(filter, docs any) {
	cur, err := c.Find(c.ctx, filter, options1.Find().SetSort(object{"_id": 1}))
	all(c.t, cur, err, docs)
}

func (c v1Client) aggregate(let, docs any, stages ...any) {
	opts := options1.Aggregate()
	if let != nil {
		opts.SetLet(let)
	}
	cur, err := c.Aggregate(c.ctx, stages, opts)
	all(c.t, cur, err, docs)
}

func (c v1Client) update(filter, update any, upsert bool) (int64, any) {
	res := kit.Must(c.UpdateOne(c.ctx, filter, update, options1.Update().SetUpsert(upsert)))(c.t)
	return res.ModifiedCount, res.UpsertedID
}

func (c v1Client) findAndUpdate(filter, update, doc any) error {
	return c.FindOneAndUpdate(c.ctx, filter, update, options1.FindOneAndUpdate().SetReturnDocument(options1.After)).Decode(doc)
}

func (c v1Client) bulk(insert, replaced, replacement, upserted, update any) map[int64]any {
	return kit.Must(c.BulkWrite(c.ctx, []mongo1.WriteModel{
		mongo1.NewInsertOneModel().SetDocument(insert),
		mongo1.NewReplaceOneModel().SetFilter(replaced).SetReplacement(replacement),
		mongo1.NewUpdateOneModel().SetFilter(upserted).SetUpdate(update).SetUpsert(true),
	}))(c.t).UpsertedIDs
}

func (c v1Client) transaction(do func(client) error) error {
	session := kit.Must(c.Database().Client().StartSession())(c.t)
	defer session.EndSession(c.ctx)
	_, err := session.WithTransaction(c.ctx, func(ctx mongo1.SessionContext) (any, error) {
		return nil, do(v1Client{c.t, ctx, c.plain, c.Collection})
	})
	return err
}

func (c v1Client) watch() func(any) error {
	stream := kit.Must(c.Watch(c.ctx, []object{}))(c.t)
	return func(event any) error {
		if !stream.Next(c.ctx) {
			return errors.New("no event")
		}
		return stream.Decode(event)
	}
}

func (c v1Client) upload(id any, content string) error {
	return kit.Must(gridfs1.NewBucket(c.Database()))(c.t).UploadFromStreamWithID(id, "name", strings.NewReader(content))
}

func (c v1Client) download(id any) string {
	var content bytes.Buffer
	kit.Must(kit.Must(gridfs1.NewBucket(c.Database()))(c.t).DownloadToStream(id, &content))(c.t)
	return content.String()
}
