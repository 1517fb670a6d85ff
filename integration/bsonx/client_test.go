package bsonx_test

import (
	"bytes"
	"context"
	"errors"
	"reflect"
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
type client interface {
	insert(docs ...any) (ids []any, err error)
	one(filter, doc any) error   // the first document
	find(filter, docs any) error // all of them, by _id
	aggregate(let, docs any, stages ...any) error
	count(filter any) (int64, error)
	distinct(field string) ([]any, error)
	update(filter, update any, upsert bool) (res updated, err error)
	updateByID(id, update any) (matched int64, err error)
	findAndUpdate(filter, update, doc any) error
	delete(filter any) (int64, error)
	bulk(insert, replaced, replacement, upserted, update any) (ids map[int64]any, err error)
	transaction(do func(client) (any, error)) error
	watch() (next func(event any) error)
	upload(id any, content string) error
	download(id any) (content string, err error)

	raw(t testing.TB, collection string, filter any) bson.Raw // the only document, as it is stored
	stored() *mongo.Collection                                // without a registry
	in(ids []google.UUID, opts ...bsonx.Option) any           // the condition In
	toBinary(id google.UUID, opt bsonx.Option) (any, error)
	fromBinary(any) (uuid.UUID, error) // of the driver's Binary
}

// updated is an UpdateResult.
type updated struct {
	modified int64
	upserted any
}

// place is where a client's documents are, for a look at what is stored.
type place struct {
	ctx   context.Context
	plain *mongo.Collection
}

func (p place) stored() *mongo.Collection { return p.plain }
func (p place) raw(t testing.TB, collection string, filter any) bson.Raw {
	t.Helper()
	return raw(t, p.plain.Database().Collection(collection), filter)
}

var drivers = map[string]bool{"v2": false, "v1": true}

// clientOf returns a client with all the types registered side by side, of which
// any holds T.
func clientOf[T ~[16]byte](t *testing.T, v1 bool, opts ...bsonx.Option) client {
	t.Helper()
	if !v1 {
		c := open(t, registry[T](opts...))
		return v2Client{place{t.Context(), c.Clone(options.Collection().SetRegistry(bson.NewRegistry()))}, c}
	}
	reg := bson1.NewRegistry()
	if err := errors.Join(
		driverv1.Register[T](reg, options1Of(opts)...),
		beside1[uuid.UUID, T](reg), beside1[google.UUID, T](reg), beside1[gofrs.UUID, T](reg),
		driverv1.RegisterNull[google.NullUUID](reg), driverv1.RegisterNull[gofrs.NullUUID](reg),
	); err != nil {
		t.Fatal(err)
	}
	uri, database := stores.Mongo(t)
	client := kit.Must(mongo1.Connect(t.Context(), options1.Client().ApplyURI(uri).SetRegistry(reg)))(t)
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	plain := open(t, nil).Database().Client().Database(database).Collection("c")
	return v1Client{place{t.Context(), plain}, client.Database(database).Collection("c")}
}

func options1Of(opts []bsonx.Option) (o []driverv1.Option) {
	for _, opt := range opts {
		o = append(o, driverv1.Option(opt))
	}
	return o
}

func beside1[U, T ~[16]byte](reg *bsoncodec.Registry) error {
	if reflect.TypeFor[U]() == reflect.TypeFor[T]() {
		return nil
	}
	return driverv1.Register[U](reg, driverv1.KeepAny)
}

// all decodes what a cursor has.
func all(ctx context.Context, cur interface {
	All(context.Context, any) error
}, err error, docs any) error {
	if err != nil {
		return err
	}
	return cur.All(ctx, docs)
}

type v2Client struct {
	place
	c *mongo.Collection
}

func (c v2Client) insert(docs ...any) ([]any, error) {
	if len(docs) == 1 {
		res, err := c.c.InsertOne(c.ctx, docs[0])
		if err != nil {
			return nil, err
		}
		return []any{res.InsertedID}, nil
	}
	res, err := c.c.InsertMany(c.ctx, docs)
	if err != nil {
		return nil, err
	}
	return res.InsertedIDs, nil
}

func (c v2Client) one(filter, doc any) error { return c.c.FindOne(c.ctx, filter).Decode(doc) }

func (c v2Client) find(filter, docs any) error {
	cur, err := c.c.Find(c.ctx, filter, options.Find().SetSort(object{"_id": 1}))
	return all(c.ctx, cur, err, docs)
}

func (c v2Client) aggregate(let, docs any, stages ...any) error {
	opts := options.Aggregate()
	if let != nil {
		opts.SetLet(let)
	}
	cur, err := c.c.Aggregate(c.ctx, stages, opts)
	return all(c.ctx, cur, err, docs)
}

func (c v2Client) count(filter any) (int64, error) { return c.c.CountDocuments(c.ctx, filter) }

func (c v2Client) updateByID(id, update any) (int64, error) {
	res, err := c.c.UpdateByID(c.ctx, id, update)
	if err != nil {
		return 0, err
	}
	return res.MatchedCount, nil
}

func (c v2Client) distinct(field string) (values []any, err error) {
	err = c.c.Distinct(c.ctx, field, object{}).Decode(&values)
	return values, err
}

func (c v2Client) update(filter, update any, upsert bool) (updated, error) {
	res, err := c.c.UpdateOne(c.ctx, filter, update, options.UpdateOne().SetUpsert(upsert))
	if err != nil {
		return updated{}, err
	}
	return updated{res.ModifiedCount, res.UpsertedID}, nil
}

func (c v2Client) findAndUpdate(filter, update, doc any) error {
	return c.c.FindOneAndUpdate(c.ctx, filter, update, options.FindOneAndUpdate().SetReturnDocument(options.After)).Decode(doc)
}

func (c v2Client) delete(filter any) (int64, error) {
	res, err := c.c.DeleteMany(c.ctx, filter)
	return res.DeletedCount, err
}

func (c v2Client) bulk(insert, replaced, replacement, upserted, update any) (map[int64]any, error) {
	res, err := c.c.BulkWrite(c.ctx, []mongo.WriteModel{
		mongo.NewInsertOneModel().SetDocument(insert),
		mongo.NewReplaceOneModel().SetFilter(replaced).SetReplacement(replacement),
		mongo.NewUpdateOneModel().SetFilter(upserted).SetUpdate(update).SetUpsert(true),
	})
	if err != nil {
		return nil, err
	}
	return res.UpsertedIDs, nil
}

func (c v2Client) transaction(do func(client) (any, error)) error {
	session, err := c.c.Database().Client().StartSession()
	if err != nil {
		return err
	}
	defer session.EndSession(c.ctx)
	_, err = session.WithTransaction(c.ctx, func(ctx context.Context) (any, error) {
		inside := c
		inside.ctx = ctx
		return do(inside)
	})
	return err
}

func (c v2Client) watch() func(any) error {
	stream, err := c.c.Watch(c.ctx, []object{})
	return func(event any) error {
		if err != nil || !stream.Next(c.ctx) {
			return errors.Join(err, errors.New("no event"))
		}
		return stream.Decode(event)
	}
}

func (c v2Client) upload(id any, content string) error {
	return c.c.Database().GridFSBucket().UploadFromStreamWithID(c.ctx, id, "name", strings.NewReader(content))
}

func (c v2Client) download(id any) (string, error) {
	var content bytes.Buffer
	_, err := c.c.Database().GridFSBucket().DownloadToStream(c.ctx, id, &content)
	return content.String(), err
}

func (v2Client) in(ids []google.UUID, opts ...bsonx.Option) any { return bsonx.In(ids, opts...) }
func (v2Client) toBinary(id google.UUID, opt bsonx.Option) (any, error) {
	return bsonx.ToBinary(id, opt)
}
func (v2Client) fromBinary(v any) (uuid.UUID, error) {
	return bsonx.FromBinary[uuid.UUID](v.(bson.Binary))
}

type v1Client struct {
	place
	c *mongo1.Collection
}

func (c v1Client) insert(docs ...any) ([]any, error) {
	if len(docs) == 1 {
		res, err := c.c.InsertOne(c.ctx, docs[0])
		if err != nil {
			return nil, err
		}
		return []any{res.InsertedID}, nil
	}
	res, err := c.c.InsertMany(c.ctx, docs)
	if err != nil {
		return nil, err
	}
	return res.InsertedIDs, nil
}

func (c v1Client) one(filter, doc any) error { return c.c.FindOne(c.ctx, filter).Decode(doc) }

func (c v1Client) find(filter, docs any) error {
	cur, err := c.c.Find(c.ctx, filter, options1.Find().SetSort(object{"_id": 1}))
	return all(c.ctx, cur, err, docs)
}

func (c v1Client) aggregate(let, docs any, stages ...any) error {
	opts := options1.Aggregate()
	if let != nil {
		opts.SetLet(let)
	}
	cur, err := c.c.Aggregate(c.ctx, stages, opts)
	return all(c.ctx, cur, err, docs)
}

func (c v1Client) count(filter any) (int64, error) { return c.c.CountDocuments(c.ctx, filter) }

func (c v1Client) updateByID(id, update any) (int64, error) {
	res, err := c.c.UpdateByID(c.ctx, id, update)
	if err != nil {
		return 0, err
	}
	return res.MatchedCount, nil
}

func (c v1Client) distinct(field string) ([]any, error) {
	return c.c.Distinct(c.ctx, field, object{})
}

func (c v1Client) update(filter, update any, upsert bool) (updated, error) {
	res, err := c.c.UpdateOne(c.ctx, filter, update, options1.Update().SetUpsert(upsert))
	if err != nil {
		return updated{}, err
	}
	return updated{res.ModifiedCount, res.UpsertedID}, nil
}

func (c v1Client) findAndUpdate(filter, update, doc any) error {
	return c.c.FindOneAndUpdate(c.ctx, filter, update, options1.FindOneAndUpdate().SetReturnDocument(options1.After)).Decode(doc)
}

func (c v1Client) delete(filter any) (int64, error) {
	res, err := c.c.DeleteMany(c.ctx, filter)
	return res.DeletedCount, err
}

func (c v1Client) bulk(insert, replaced, replacement, upserted, update any) (map[int64]any, error) {
	res, err := c.c.BulkWrite(c.ctx, []mongo1.WriteModel{
		mongo1.NewInsertOneModel().SetDocument(insert),
		mongo1.NewReplaceOneModel().SetFilter(replaced).SetReplacement(replacement),
		mongo1.NewUpdateOneModel().SetFilter(upserted).SetUpdate(update).SetUpsert(true),
	})
	if err != nil {
		return nil, err
	}
	return res.UpsertedIDs, nil
}

func (c v1Client) transaction(do func(client) (any, error)) error {
	session, err := c.c.Database().Client().StartSession()
	if err != nil {
		return err
	}
	defer session.EndSession(c.ctx)
	_, err = session.WithTransaction(c.ctx, func(ctx mongo1.SessionContext) (any, error) {
		inside := c
		inside.ctx = ctx
		return do(inside)
	})
	return err
}

func (c v1Client) watch() func(any) error {
	stream, err := c.c.Watch(c.ctx, []object{})
	return func(event any) error {
		if err != nil || !stream.Next(c.ctx) {
			return errors.Join(err, errors.New("no event"))
		}
		return stream.Decode(event)
	}
}

func (c v1Client) upload(id any, content string) error {
	bucket, err := gridfs1.NewBucket(c.c.Database())
	if err != nil {
		return err
	}
	return bucket.UploadFromStreamWithID(id, "name", strings.NewReader(content))
}

func (c v1Client) download(id any) (string, error) {
	bucket, err := gridfs1.NewBucket(c.c.Database())
	if err != nil {
		return "", err
	}
	var content bytes.Buffer
	_, err = bucket.DownloadToStream(id, &content)
	return content.String(), err
}

func (v1Client) in(ids []google.UUID, opts ...bsonx.Option) any {
	return driverv1.In(ids, options1Of(opts)...)
}
func (v1Client) toBinary(id google.UUID, opt bsonx.Option) (any, error) {
	return driverv1.ToBinary(id, driverv1.Option(opt))
}
func (v1Client) fromBinary(v any) (uuid.UUID, error) {
	return driverv1.FromBinary[uuid.UUID](v.(primitive.Binary))
}
