// Package mongoset has a registry, and a second client without it.
package mongoset

import (
	"bytes"
	"context"
	"fmt"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
)

type Article struct {
	ID     uuid.UUID   `bson:"_id"`
	Author uuid.UUID   `bson:"author"`
	Tags   []uuid.UUID `bson:"tags"`
	Slug   string      `bson:"slug"`
}

var registry = bson.NewRegistry()

func setup() error {
	return bsonx.Register[uuid.UUID](registry)
}

func setupLoud() (*bson.Registry, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		return nil, fmt.Errorf("registry: %w", err)
	}
	return reg, nil
}

func setupQuiet() *bson.Registry {
	reg := bson.NewRegistry()
	_ = bsonx.Register[uuid.UUID](reg) // WRONG(uuidregister): the error is dropped
	return reg
}

func connect(uri string) (*mongo.Client, error) {
	if err := setup(); err != nil {
		return nil, err
	}
	return mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(registry))
}

type archive struct{ articles *mongo.Collection }

func (a archive) byAuthor(ctx context.Context, author uuid.UUID) (out []Article, err error) {
	cur, err := a.articles.Find(ctx, bson.D{{Key: "author", Value: author.String()}}) // WRONG(bsontext): the documents have UUIDs
	if err != nil {
		return nil, err
	}
	return out, cur.All(ctx, &out)
}

func (a archive) byAuthorRight(ctx context.Context, author uuid.UUID) (out []Article, err error) {
	cur, err := a.articles.Find(ctx, bson.D{{Key: "author", Value: author}})
	if err != nil {
		return nil, err
	}
	return out, cur.All(ctx, &out)
}

func (a archive) tag(ctx context.Context, id, tag uuid.UUID) error {
	_, err := a.articles.UpdateByID(ctx, id, bson.M{"$addToSet": bson.M{"tags": tag.String()}}) // WRONG(bsontext): a text in a list of UUIDs
	return err
}

func (a archive) tagRight(ctx context.Context, id, tag uuid.UUID) error {
	_, err := a.articles.UpdateByID(ctx, id, bson.M{"$addToSet": bson.M{"tags": tag}})
	return err
}

func (a archive) remove(ctx context.Context, ids []uuid.UUID) error {
	texts := make([]string, len(ids))
	for i := range ids {
		texts[i] = ids[i].String()
	}
	_, err := a.articles.DeleteMany(ctx, bson.M{"_id": bson.M{"$in": texts}}) // WRONG(bsontext): a list of texts
	return err
}

func (a archive) removeRight(ctx context.Context, ids []uuid.UUID) error {
	_, err := a.articles.DeleteMany(ctx, bson.M{"_id": bson.M{"$in": ids}})
	return err
}

func (a archive) transfer(ctx context.Context, from, to uuid.UUID) error {
	set := bson.D{{Key: "$set", Value: bson.D{{Key: "author", Value: to.String()}}}} // WRONG(bsontext): an update writes text
	_, err := a.articles.UpdateMany(ctx, bson.M{"author": from}, set)
	return err
}

func (a archive) transferRight(ctx context.Context, from, to uuid.UUID) error {
	set := bson.D{{Key: "$set", Value: bson.D{{Key: "author", Value: to}}}}
	_, err := a.articles.UpdateMany(ctx, bson.M{"author": from}, set)
	return err
}

func (a archive) one(ctx context.Context, r interface{ PathValue(string) string }) (v Article, err error) {
	filter := bson.M{}
	filter["_id"] = r.PathValue("id") // WRONG(bsontext): what a request holds is text
	err = a.articles.FindOne(ctx, filter).Decode(&v)
	return
}

func (a archive) oneRight(ctx context.Context, r interface{ PathValue(string) string }) (v Article, err error) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		return v, err
	}
	filter := bson.M{}
	filter["_id"] = id
	err = a.articles.FindOne(ctx, filter).Decode(&v)
	return
}

func (a archive) slug(ctx context.Context, slug string) (v Article, err error) {
	return v, a.articles.FindOne(ctx, bson.M{"slug": slug}).Decode(&v)
}

func (a archive) authors(ctx context.Context, author uuid.UUID) (*mongo.Cursor, error) {
	return a.articles.Aggregate(ctx, mongo.Pipeline{
		{{Key: "$match", Value: bson.M{"author": author.String()}}}, // WRONG(bsontext): in a pipeline
		{{Key: "$sort", Value: bson.M{"slug": 1}}},
	})
}

func (a archive) authorsRight(ctx context.Context, author uuid.UUID) (*mongo.Cursor, error) {
	return a.articles.Aggregate(ctx, mongo.Pipeline{
		{{Key: "$match", Value: bson.M{"author": author}}},
		{{Key: "$sort", Value: bson.M{"slug": 1}}},
	})
}

func export(a Article) ([]byte, error) {
	return bson.Marshal(a) // WRONG(bsonmarshal): knows no registration
}

func exportRight(a Article) ([]byte, error) {
	var buf bytes.Buffer
	enc := bson.NewEncoder(bson.NewDocumentWriter(&buf))
	enc.SetRegistry(registry)
	err := enc.Encode(a)
	return buf.Bytes(), err
}

func load[T any](raw bson.Raw) (v T, err error) {
	return v, bson.Unmarshal(raw, &v)
}

func loadArticle(raw bson.Raw) (Article, error) {
	return load[Article](raw) // WRONG(bsonmarshal): by a generic function
}

func loadRight(raw bson.Raw) (v Article, err error) {
	dec := bson.NewDecoder(bson.NewDocumentReader(bytes.NewReader(raw)))
	dec.SetRegistry(registry)
	return v, dec.Decode(&v)
}

func dump(list []Article) (lines []string, err error) {
	for _, a := range list {
		b, err := bson.MarshalExtJSON(map[string]any{"article": a}, true, false) // WRONG(bsonmarshal): in a map
		if err != nil {
			return nil, err
		}
		lines = append(lines, string(b))
	}
	return lines, nil
}

func dumpRight(list []Article) (lines []string, err error) {
	for _, a := range list {
		b, err := bson.MarshalExtJSON(bson.M{"slug": a.Slug}, true, false)
		if err != nil {
			return nil, err
		}
		lines = append(lines, string(b))
	}
	return lines, nil
}

func author(doc bson.Raw) (id uuid.UUID, err error) {
	v, err := doc.LookupErr("author")
	if err != nil {
		return id, err
	}
	return id, v.Unmarshal(&id) // WRONG(bsonmarshal): a RawValue knows no registration
}

func authorRight(doc bson.Raw) (id uuid.UUID, err error) {
	v, err := doc.LookupErr("author")
	if err != nil {
		return id, err
	}
	return id, v.UnmarshalWithRegistry(registry, &id)
}
