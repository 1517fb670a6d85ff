package bsonx_test

import (
	"context"
	"io"
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

// A client is a collection of one of the two drivers, whose methods have the same
// names: call calls one by its name. The functions are what differs.
type client struct {
	t          testing.TB
	ctx        context.Context
	collection any               // a *mongo.Collection or *mongo1.Collection
	stored     *mongo.Collection // the same without a registry

	upsert, after, let any // options: upsert, return the new document, $$id is v

	in          func(ids []google.UUID, opts ...bsonx.Option) any // the condition In
	models      func(insert, replaced, replacement, upserted, update any) any
	transaction func(c client, do func(client) error) error
	upload      func(id any, content io.Reader, metadata object) error
	download    func(id any, content io.Writer) (int64, error)
}

// drivers returns what opens a client with all the types registered side by side;
// any holds T.
func drivers[T ~[16]byte]() map[string]func(*testing.T) client {
	return map[string]func(*testing.T) client{"v1": openV1[T], "v2": openV2[T]}
}

func openV2[T ~[16]byte](t *testing.T) client {
	reg := registry[T](t)
	c := open(t, reg)
	files := c.Database().GridFSBucket()
	return client{
		t: t, ctx: t.Context(), collection: c, stored: with(c, bson.NewRegistry()),
		upsert: options.UpdateOne().SetUpsert(true),
		after:  options.FindOneAndUpdate().SetReturnDocument(options.After),
		let:    options.Aggregate().SetLet(object{"id": T(v)}),
		in:     func(ids []google.UUID, opts ...bsonx.Option) any { return bsonx.In(ids, opts...) },
		models: func(insert, replaced, replacement, upserted, update any) any {
			return []mongo.WriteModel{
				mongo.NewInsertOneModel().SetDocument(insert),
				mongo.NewReplaceOneModel().SetFilter(replaced).SetReplacement(replacement),
				mongo.NewUpdateOneModel().SetFilter(upserted).SetUpdate(update).SetUpsert(true),
			}
		},
		transaction: func(in client, do func(client) error) error {
			session := kit.Must(c.Database().Client().StartSession())(t)
			defer session.EndSession(in.ctx)
			_, err := session.WithTransaction(in.ctx, func(ctx context.Context) (any, error) {
				in.ctx = ctx
				return nil, do(in)
			})
			return err
		},
		upload: func(id any, r io.Reader, metadata object) error {
			return files.UploadFromStreamWithID(t.Context(), id, "name", r, options.GridFSUpload().SetMetadata(metadata).SetRegistry(reg))
		},
		download: func(id any, w io.Writer) (int64, error) { return files.DownloadToStream(t.Context(), id, w) },
	}
}

func openV1[T ~[16]byte](t *testing.T) client {
	uri, database := stores.Mongo(t)
	reg := registry1[T](t)
	conn := kit.Must(mongo1.Connect(t.Context(), options1.Client().ApplyURI(uri).SetRegistry(reg)))(t)
	t.Cleanup(func() { conn.Disconnect(context.Background()) })
	files := kit.Must(gridfs1.NewBucket(conn.Database(database)))(t)
	return client{
		t: t, ctx: t.Context(), collection: conn.Database(database).Collection("c"),
		stored: open(t, nil).Database().Client().Database(database).Collection("c"),
		upsert: options1.Update().SetUpsert(true),
		after:  options1.FindOneAndUpdate().SetReturnDocument(options1.After),
		let:    options1.Aggregate().SetLet(object{"id": T(v)}),
		in: func(ids []google.UUID, opts ...bsonx.Option) any {
			return driverv1.In(ids, options1Of(opts)...)
		},
		models: func(insert, replaced, replacement, upserted, update any) any {
			return []mongo1.WriteModel{
				mongo1.NewInsertOneModel().SetDocument(insert),
				mongo1.NewReplaceOneModel().SetFilter(replaced).SetReplacement(replacement),
				mongo1.NewUpdateOneModel().SetFilter(upserted).SetUpdate(update).SetUpsert(true),
			}
		},
		transaction: func(in client, do func(client) error) error {
			session := kit.Must(conn.StartSession())(t)
			defer session.EndSession(in.ctx)
			_, err := session.WithTransaction(in.ctx, func(ctx mongo1.SessionContext) (any, error) {
				in.ctx = ctx
				return nil, do(in)
			})
			return err
		},
		upload: func(id any, r io.Reader, metadata object) error {
			return files.UploadFromStreamWithID(id, "name", r, &options1.UploadOptions{Metadata: metadata, Registry: reg})
		},
		download: func(id any, w io.Writer) (int64, error) { return files.DownloadToStream(id, w) },
	}
}

// call calls the collection's method of that name.
func (c client) call(method string, args ...any) (any, error) {
	in := []reflect.Value{reflect.ValueOf(c.ctx)}
	for _, arg := range args {
		in = append(in, reflect.ValueOf(arg))
	}
	out := reflect.ValueOf(c.collection).MethodByName(method).Call(in)
	if len(out) == 1 {
		return out[0].Interface(), nil
	}
	err, _ := out[1].Interface().(error)
	return out[0].Interface(), err
}

// field returns a field of a method's result. An error ends the test.
func (c client) field(name, method string, args ...any) any {
	c.t.Helper()
	return reflect.ValueOf(kit.Must(c.call(method, args...))(c.t)).Elem().FieldByName(name).Interface()
}

type decoder interface{ Decode(any) error }

// one decodes the first document.
func (c client) one(filter, doc any) error {
	return kit.Must(c.call("FindOne", filter))(c.t).(decoder).Decode(doc)
}

// find decodes all documents.
func (c client) find(filter, docs any) {
	c.t.Helper()
	cur, err := c.call("Find", filter)
	all(c.t, cur, err, docs)
}

func (c client) aggregate(docs any, stages []object, opts ...any) {
	c.t.Helper()
	cur, err := c.call("Aggregate", append([]any{stages}, opts...)...)
	all(c.t, cur, err, docs)
}

func (c client) distinct(field string) (values []any) {
	res, err := c.call("Distinct", field, object{})
	if d, ok := res.(decoder); ok {
		err = d.Decode(&values)
	} else {
		values = res.([]any)
	}
	return kit.Must(values, err)(c.t)
}

// registry1 is registry for version 1.
func registry1[T ~[16]byte](t testing.TB) *bsoncodec.Registry {
	t.Helper()
	return beside[T](t, bson1.NewRegistry(), driverv1.KeepAny, driverv1.Register[T], driverv1.Register[uuid.UUID], driverv1.Register[google.UUID], driverv1.Register[gofrs.UUID])
}

// fromBinary returns the UUID in a driver's Binary.
func fromBinary(t testing.TB, v any) uuid.UUID {
	t.Helper()
	if b, ok := v.(primitive.Binary); ok {
		return kit.Must(driverv1.FromBinary[uuid.UUID](b))(t)
	}
	return kit.Must(bsonx.FromBinary[uuid.UUID](v.(bson.Binary)))(t)
}

// TestUploadRegistry uploads a file with metadata by a client without a registry. The drivers
// decode what the upload's registry has written, and write it again by that of the client.
func TestUploadRegistry(t *testing.T) {
	metadata := object{"owner": google.UUID(v)}
	for want, opts := range map[byte][]bsonx.Option{0: nil, 4: {bsonx.KeepAny}} {
		for driver, upload := range map[string]func(uri, database string) error{
			"v2": func(uri, database string) error {
				reg := bson.NewRegistry()
				kit.Check(t, bsonx.Register[google.UUID](reg, opts...))
				conn := kit.Must(mongo.Connect(options.Client().ApplyURI(uri)))(t)
				defer conn.Disconnect(t.Context())
				files := conn.Database(database).GridFSBucket()
				return files.UploadFromStreamWithID(t.Context(), 1, "name", strings.NewReader(""), options.GridFSUpload().SetMetadata(metadata).SetRegistry(reg))
			},
			"v1": func(uri, database string) error {
				reg := bson1.NewRegistry()
				kit.Check(t, driverv1.Register[google.UUID](reg, options1Of(opts)...))
				conn := kit.Must(mongo1.Connect(t.Context(), options1.Client().ApplyURI(uri)))(t)
				defer conn.Disconnect(t.Context())
				files := kit.Must(gridfs1.NewBucket(conn.Database(database)))(t)
				return files.UploadFromStreamWithID(1, "name", strings.NewReader(""), &options1.UploadOptions{Metadata: metadata, Registry: reg})
			},
		} {
			c := open(t, nil)
			uri, database := stores.Mongo(t)
			kit.Check(t, upload(uri, database))
			stored := c.Database().Client().Database(database).Collection("fs.files")
			isBinary(t, driver+"'s metadata", raw(t, stored, object{}).Lookup("metadata", "owner"), want, v[:])
		}
	}
}

// options1Of returns the same options for version 1.
func options1Of(opts []bsonx.Option) (opts1 []driverv1.Option) {
	for _, opt := range opts {
		opts1 = append(opts1, driverv1.Option(opt))
	}
	return opts1
}
