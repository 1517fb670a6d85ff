package matrix

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

// everydayMongoRows is the row of MongoDB, whose documents have the id as _id.
func everydayMongoRows() []Row {
	r := Row{Store: "MongoDB 8", Column: "binary 4", Library: "mongo-driver v2", One: mongoBinary4}
	r.Shapes = everydayShapes((&mongoStatements{}).statements(values{anyType.One}))
	return []Row{everydayRow(r, func(t testing.TB, c Column) statementStore {
		uri, name := stores.Mongo(t)
		raw := kit.Must(mongo.Connect(options.Client().ApplyURI(uri)))(t)
		t.Cleanup(func() { raw.Disconnect(context.Background()) })
		s := &mongoStatements{ctx: t.Context(), raw: raw.Database(name), reg: bson.NewRegistry()}
		o := options.Client().ApplyURI(uri)
		if c.Kit {
			must(c.BSON(s.reg))
			o.SetRegistry(s.reg)
			s.setup = "bsonx.Register[T](registry); mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(registry))"
		}
		client := kit.Must(mongo.Connect(o))(t)
		t.Cleanup(func() { client.Disconnect(context.Background()) })
		s.db, s.col = client.Database(name), client.Database(name).Collection("t")
		return s
	})}
}

func mongoBinary4(u uuid.UUID) string { return "binary subtype 4 " + hexOf(u[:]) }

// mongoStatements are the collections t and kids in two clients: the one that is measured,
// and one without a registry that sees the bytes.
type mongoStatements struct {
	script
	ctx context.Context
	raw *mongo.Database
	db  *mongo.Database
	col *mongo.Collection
	reg *bson.Registry
}

func (s *mongoStatements) reset() {
	binary := func(u uuid.UUID) bson.Binary { return bson.Binary{Subtype: 4, Data: u[:]} }
	t, kids := s.raw.Collection("t"), s.raw.Collection("kids")
	got(t.DeleteMany(s.ctx, bson.D{}))
	got(kids.DeleteMany(s.ctx, bson.D{}))
	got(t.InsertMany(s.ctx, []bson.D{
		{{Key: "_id", Value: binary(first)}, {Key: "n", Value: 1}, {Key: "ref", Value: nil}},
		{{Key: "_id", Value: binary(second)}, {Key: "n", Value: 2}, {Key: "ref", Value: binary(first)}},
	}))
	got(kids.InsertOne(s.ctx, bson.D{{Key: "n", Value: 1}, {Key: "ref", Value: binary(first)}}))
}

// holds compares a field of the document n with what it has to be.
func (s *mongoStatements) holds(n int, field, want string) *Cell {
	doc, err := s.raw.Collection("t").FindOne(s.ctx, bson.M{"n": n}).Raw()
	if err == mongo.ErrNoDocuments {
		return finds(0, 1)
	}
	must(err)
	v := doc.Lookup(field)
	if stored := rawBSON(byte(v.Type), v.Value); stored != want {
		return &Cell{Verdict: Wrong, Stored: stored, Note: storedAs + stored}
	}
	return &Cell{Verdict: Native, Stored: want}
}

func (s *mongoStatements) documents(n int) *Cell {
	return finds(int(got(s.raw.Collection("t").CountDocuments(s.ctx, bson.D{}))), n)
}

// row is a pointer to a new struct with a field of the type, by its name in the document.
func (s *mongoStatements) row(t reflect.Type, name string) reflect.Value {
	return reflect.New(reflect.StructOf([]reflect.StructField{{Name: "X", Type: t, Tag: reflect.StructTag(fmt.Sprintf(`bson:"%s"`, name))}}))
}

// found counts what a cursor has.
func (s *mongoStatements) found(c *mongo.Cursor, err error) int {
	check("", "", err)
	var docs []bson.Raw
	check("", "", c.All(s.ctx, &docs))
	return len(docs)
}

func (s *mongoStatements) statements(v values) []everydayStatement {
	return slices.Concat(s.basics(v), s.others(v), s.moreOfServer(v), s.moreOfBSON(v))
}

// basics are the statements from insert to delete.
func (s *mongoStatements) basics(v values) []everydayStatement {
	return []everydayStatement{
		{"insert", oneID, func() *Cell {
			s.writes(`col.InsertOne(ctx, bson.M{"_id": v, "n": 3})`)
			_, err := s.col.InsertOne(s.ctx, bson.M{"_id": v.of(third), "n": 3})
			check("", "", err)
			return s.holds(3, "_id", mongoBinary4(third))
		}},
		{"read", "var x struct{ ID T `bson:\"_id\"` }", func() *Cell {
			x := s.row(v.one, "_id")
			x.Elem().Field(0).Set(v.receiver().Elem())
			s.reads(`col.FindOne(ctx, bson.M{"n": 1}).Decode(&x)`)
			check("", "read: ", s.col.FindOne(s.ctx, bson.M{"n": 1}).Decode(x.Interface()))
			return v.read(x.Elem().Field(0).Addr(), first)
		}},
		{"find by id", oneID, func() *Cell {
			s.reads(`col.Find(ctx, bson.M{"_id": v})`)
			return finds(s.found(s.col.Find(s.ctx, bson.M{"_id": v.of(first)})), 1)
		}},
		{"find by list", twoIDs, func() *Cell {
			s.reads(`col.Find(ctx, bson.M{"_id": bson.M{"$in": []T{v, v2}}})`)
			return finds(s.found(s.col.Find(s.ctx, bson.M{"_id": bson.M{"$in": v.list(first, second)}})), 2)
		}},
		{"write NULL", "var v *T", func() *Cell {
			s.writes(`col.UpdateOne(ctx, bson.M{"n": 2}, bson.M{"$set": bson.M{"ref": v}})`)
			_, err := s.col.UpdateOne(s.ctx, bson.M{"n": 2}, bson.M{"$set": bson.M{"ref": v.null()}})
			check("", "", err)
			return s.holds(2, "ref", "null")
		}},
		{"read NULL", "var x struct{ Ref *T }", func() *Cell {
			x := s.row(reflect.PointerTo(v.one), "ref")
			x.Elem().Field(0).Set(v.nullable().Elem())
			s.reads(`col.FindOne(ctx, bson.M{"n": 1}).Decode(&x)`)
			check("", "read: ", s.col.FindOne(s.ctx, bson.M{"n": 1}).Decode(x.Interface()))
			return v.readNull(x.Elem().Field(0).Addr())
		}},
		{"update", twoIDs, func() *Cell {
			s.writes(`col.UpdateOne(ctx, bson.M{"_id": v}, bson.M{"$set": bson.M{"ref": v2}})`)
			_, err := s.col.UpdateOne(s.ctx, bson.M{"_id": v.of(first)}, bson.M{"$set": bson.M{"ref": v.of(second)}})
			check("", "", err)
			return s.holds(1, "ref", mongoBinary4(second))
		}},
		{"upsert", oneID, func() *Cell {
			s.writes(`col.UpdateOne(ctx, bson.M{"_id": v}, bson.M{"$set": bson.M{"n": 7}}, options.UpdateOne().SetUpsert(true))`)
			_, err := s.col.UpdateOne(s.ctx, bson.M{"_id": v.of(first)}, bson.M{"$set": bson.M{"n": 7}}, options.UpdateOne().SetUpsert(true))
			check("", "", err)
			return worst(s.documents(2), s.holds(7, "_id", mongoBinary4(first)))
		}},
		{"delete", oneID, func() *Cell {
			s.writes(`col.DeleteOne(ctx, bson.M{"_id": v})`)
			_, err := s.col.DeleteOne(s.ctx, bson.M{"_id": v.of(first)})
			check("", "", err)
			return worst(s.documents(1), s.holds(2, "_id", mongoBinary4(second)))
		}},
	}
}

// others are a join, reads without a type, and a bulk insert.
func (s *mongoStatements) others(v values) []everydayStatement {
	return []everydayStatement{
		{"join", oneID, func() *Cell {
			lookup := bson.M{"from": "kids", "localField": "_id", "foreignField": "ref", "as": "kids"}
			s.reads(`col.Aggregate(ctx, bson.A{bson.M{"$match": bson.M{"_id": v}}, bson.M{"$lookup": bson.M{"from": "kids", "localField": "_id", "foreignField": "ref", "as": "kids"}}, bson.M{"$unwind": "$kids"}})`)
			return finds(s.found(s.col.Aggregate(s.ctx, bson.A{bson.M{"$match": bson.M{"_id": v.of(first)}}, bson.M{"$lookup": lookup}, bson.M{"$unwind": "$kids"}})), 1)
		}},
		{"read into any", "var x struct{ ID any `bson:\"_id\"` }", func() *Cell {
			x := s.row(reflect.TypeFor[any](), "_id")
			s.reads(`col.FindOne(ctx, bson.M{"n": 1}).Decode(&x)`)
			check("", "read: ", s.col.FindOne(s.ctx, bson.M{"n": 1}).Decode(x.Interface()))
			return v.readAny(x.Elem().Field(0).Interface(), first)
		}},
		{"read into a map", "var x bson.M", func() *Cell {
			var x bson.M
			s.reads(`col.FindOne(ctx, bson.M{"n": 1}).Decode(&x)`)
			check("", "read: ", s.col.FindOne(s.ctx, bson.M{"n": 1}).Decode(&x))
			return v.readAny(x["_id"], first)
		}},
		{"bulk insert", twoIDs, func() *Cell {
			s.writes(`col.BulkWrite(ctx, []mongo.WriteModel{mongo.NewInsertOneModel().SetDocument(bson.M{"_id": v, "n": 3}), mongo.NewInsertOneModel().SetDocument(bson.M{"_id": v2, "n": 4})})`)
			insert := func(u uuid.UUID, n int) mongo.WriteModel {
				return mongo.NewInsertOneModel().SetDocument(bson.M{"_id": v.of(u), "n": n})
			}
			_, err := s.col.BulkWrite(s.ctx, []mongo.WriteModel{insert(third, 3), insert(fourth, 4)})
			check("", "", err)
			return worst(s.holds(3, "_id", mongoBinary4(third)), s.holds(4, "_id", mongoBinary4(fourth)))
		}},
	}
}

// moreOfServer are statements that the headline does not count.
func (s *mongoStatements) moreOfServer(v values) []everydayStatement {
	return []everydayStatement{
		{"Distinct", "var x []T", func() *Cell {
			x := reflect.New(reflect.SliceOf(v.one))
			s.reads(`col.Distinct(ctx, "_id", bson.M{"n": 1}).Decode(&x)`)
			check("", "read: ", s.col.Distinct(s.ctx, "_id", bson.M{"n": 1}).Decode(x.Interface()))
			if x.Elem().Len() != 1 {
				return finds(x.Elem().Len(), 1)
			}
			return v.read(x.Elem().Index(0).Addr(), first)
		}},
		{"change stream of an id", oneID, func() *Cell {
			s.reads(`col.Watch(ctx, bson.A{bson.M{"$match": bson.M{"documentKey._id": v}}})`)
			// The first event is that of the id, or of what comes after it.
			stream, err := s.col.Watch(s.ctx, bson.A{bson.M{"$match": bson.M{"$or": bson.A{bson.M{"documentKey._id": v.of(first)}, bson.M{"fullDocument.n": 9}}}}})
			check("", "", err)
			defer stream.Close(s.ctx)
			raw := s.raw.Collection("t")
			got(raw.UpdateOne(s.ctx, bson.M{"n": 1}, bson.M{"$set": bson.M{"n": 8}}))
			got(raw.InsertOne(s.ctx, bson.M{"n": 9}))
			ctx, cancel := context.WithTimeout(s.ctx, time.Minute)
			defer cancel()
			if !stream.Next(ctx) {
				check("", "", stream.Err())
				return finds(0, 1)
			}
			if got(stream.Current.LookupErr("operationType")).StringValue() != "update" {
				return finds(0, 1)
			}
			return finds(1, 1)
		}},
		{"GridFS file", oneID, func() *Cell {
			bucket := s.db.GridFSBucket()
			check("", "", bucket.Drop(s.ctx))
			got(s.raw.Collection("fs.files").InsertOne(s.ctx, bson.D{{Key: "_id", Value: bson.Binary{Subtype: 4, Data: first[:]}},
				{Key: "length", Value: int64(0)}, {Key: "chunkSize", Value: int32(255 << 10)}, {Key: "filename", Value: "x"}}))
			s.reads(`db.GridFSBucket().DownloadToStream(ctx, v, w)`)
			var b bytes.Buffer
			_, err := bucket.DownloadToStream(s.ctx, v.of(first), &b)
			check("", "", err)
			return &Cell{Verdict: Native}
		}},
	}
}

// moreOfBSON are calls of package bson, which the headline does not count.
func (s *mongoStatements) moreOfBSON(v values) []everydayStatement {
	return []everydayStatement{
		{"bson.Marshal, no registry", oneID, func() *Cell {
			s.writes(`bson.Marshal(bson.M{"x": v})`)
			b, err := bson.Marshal(bson.M{"x": v.of(first)})
			check("", "", err)
			return storedBSON(b, first)
		}},
		{"bson.Encoder with the registry", oneID, func() *Cell {
			s.writes(`enc := bson.NewEncoder(bson.NewDocumentWriter(w)); enc.SetRegistry(registry); enc.Encode(bson.M{"x": v})`)
			var b bytes.Buffer
			enc := bson.NewEncoder(bson.NewDocumentWriter(&b))
			enc.SetRegistry(s.reg)
			check("", "", enc.Encode(bson.M{"x": v.of(first)}))
			return storedBSON(b.Bytes(), first)
		}},
		{"bson.Raw, no registry", "var x T", func() *Cell {
			x := v.receiver()
			s.reads(`raw, err := col.FindOne(ctx, bson.M{"n": 1}).Raw(); raw.Lookup("_id").Unmarshal(&x)`)
			check("", "read: ", got(s.col.FindOne(s.ctx, bson.M{"n": 1}).Raw()).Lookup("_id").Unmarshal(x.Interface()))
			return v.read(x, first)
		}},
		{"bson.Raw with the registry", "var x T", func() *Cell {
			x := v.receiver()
			s.reads(`raw, err := col.FindOne(ctx, bson.M{"n": 1}).Raw(); raw.Lookup("_id").UnmarshalWithRegistry(registry, &x)`)
			check("", "read: ", got(s.col.FindOne(s.ctx, bson.M{"n": 1}).Raw()).Lookup("_id").UnmarshalWithRegistry(s.reg, x.Interface()))
			return v.read(x, first)
		}},
		{"bson.MarshalExtJSON, no registry", oneID, func() *Cell {
			s.writes(`bson.MarshalExtJSON(bson.M{"x": v}, true, false)`)
			b, err := bson.MarshalExtJSON(bson.M{"x": v.of(first)}, true, false)
			check("", "", err)
			var doc bson.Raw
			check("", "", bson.UnmarshalExtJSON(b, true, &doc))
			return storedBSON(doc, first)
		}},
	}
}

// storedBSON is the cell of a document that has to have the id as x.
func storedBSON(doc bson.Raw, want uuid.UUID) *Cell {
	x := doc.Lookup("x")
	if stored := rawBSON(byte(x.Type), x.Value); stored != mongoBinary4(want) {
		return &Cell{Verdict: Wrong, Stored: stored, Note: storedAs + stored}
	}
	return &Cell{Verdict: Native, Stored: mongoBinary4(want)}
}
