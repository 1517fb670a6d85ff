package catalogdb

import (
	"context"
	"log"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Article struct {
	Number   string        `bson:"_id"`
	Maker    uuid.UUID     `bson:"maker"`
	Follows  uuid.NullUUID `bson:"follows"`
	Pictures []uuid.UUID   `bson:"pictures"`
}

type Config struct {
	Primary   string
	Analytics string
}

type Catalog struct {
	primary, analytics *mongo.Client
}

func (c *Catalog) open(cfg Config) (err error) {
	c.primary, err = mongo.Connect(options.Client().ApplyURI(cfg.Primary)) // WRONG(bsonuuid): subtype 0
	return err
}

// MustAnalytics is for the nightly job.
func MustAnalytics(cfg Config) *mongo.Client {
	client, err := mongo.Connect(options.Client(). // WRONG(bsonuuid): subtype 0
							ApplyURI(cfg.Analytics).
							SetMaxPoolSize(4))
	if err != nil {
		log.Fatal(err)
	}
	return client
}

func New(cfg Config) (*Catalog, error) {
	c := &Catalog{analytics: MustAnalytics(cfg)}
	return c, c.open(cfg)
}

func (c *Catalog) articles() *mongo.Collection {
	return c.primary.Database("catalog").Collection("articles")
}

func (c *Catalog) Put(ctx context.Context, a *Article) error {
	_, err := c.articles().InsertOne(ctx, a)
	return err
}

func (c *Catalog) ByMaker(ctx context.Context, makers ...uuid.UUID) ([]Article, error) {
	cur, err := c.articles().Find(ctx, bson.M{"maker": bson.M{"$in": makers}})
	if err != nil {
		return nil, err
	}
	var list []Article
	err = cur.All(ctx, &list)
	return list, err
}

func (c *Catalog) Size(ctx context.Context) (int64, error) {
	return c.analytics.Database("catalog").Collection("articles").EstimatedDocumentCount(ctx)
}
