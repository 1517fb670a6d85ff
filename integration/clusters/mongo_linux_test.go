package clusters

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"testing"
	"time"

	google "github.com/google/uuid"
	bson1 "go.mongodb.org/mongo-driver/bson"
	mongo1 "go.mongodb.org/mongo-driver/mongo"
	options1 "go.mongodb.org/mongo-driver/mongo/options"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	"github.com/uuidkit/uuidkit/uuid"
)

func mongoClient(t *testing.T, uri string, opts ...func(*options.ClientOptions)) *mongo.Client {
	t.Helper()
	o := options.Client().ApplyURI(uri).SetServerSelectionTimeout(5 * time.Second).SetTimeout(8 * time.Second)
	for _, f := range opts {
		f(o)
	}
	c := kit.Must(mongo.Connect(o))(t)
	t.Cleanup(func() { c.Disconnect(context.Background()) })
	return c
}

// direct is for one member of a set.
func direct(o *options.ClientOptions) { o.SetDirect(true) }

func address(t *testing.T, s *server.Server) string { return kit.Must(url.Parse(s.URL()))(t).Host }

// A sharded cluster: a config server, shard a of three members, shard b of one, and a mongos.
type sharded struct {
	nodes  []*server.Node
	a      []*server.Server
	b      *server.Server
	mongos *server.Server
}

func startSharded(t *testing.T, short bool) sharded {
	nodes := network(t, 6, short)
	c := sharded{nodes: nodes}
	start := func(n *server.Node, set string, args ...string) *server.Server {
		t.Helper()
		s, err := n.StartMongo(t.Context(), t.Logf, set, args...)
		return ready(t, s, err)
	}
	config := start(nodes[3], "config", "--configsvr")
	c.b = start(nodes[4], "b", "--shardsvr")
	members := bson.A{}
	for i := range 3 {
		s := start(nodes[i], "", "--shardsvr", "--replSet=a", "--oplogSize=64")
		c.a = append(c.a, s)
		members = append(members, bson.M{"_id": i, "host": address(t, s), "priority": 3 - i})
	}
	admin := mongoClient(t, c.a[0].URL(), direct).Database("admin")
	kit.Check(t, admin.RunCommand(t.Context(), bson.D{{Key: "replSetInitiate", Value: bson.M{"_id": "a", "members": members,
		"settings": bson.M{"electionTimeoutMillis": 3000}}}}).Err())
	kit.Eventually(t, "shard a has a primary", func() bool {
		var hello struct{ IsWritablePrimary bool }
		return admin.RunCommand(t.Context(), bson.M{"hello": 1}).Decode(&hello) == nil && hello.IsWritablePrimary
	})
	c.mongos = start(nodes[5], "", "--configdb=config/"+address(t, config))
	admin = mongoClient(t, c.mongos.URL()).Database("admin")
	kit.Check(t, admin.RunCommand(t.Context(), bson.M{"addShard": "a/" + address(t, c.a[0])}).Err())
	kit.Check(t, admin.RunCommand(t.Context(), bson.M{"addShard": "b/" + address(t, c.b)}).Err())
	kit.Check(t, admin.RunCommand(t.Context(), bson.D{{Key: "shardCollection", Value: "shop.items"}, {Key: "key", Value: bson.M{"_id": "hashed"}}}).Err())
	return c
}

// stepsDown is what tells the primary of shard a to step down, and waits until another election has made one.
func (c sharded) stepsDown(t *testing.T) func(ctx context.Context) error {
	var members []*mongo.Database
	for _, s := range c.a {
		members = append(members, mongoClient(t, s.URL(), direct).Database("admin"))
	}
	return func(ctx context.Context) error {
		var before bson.ObjectID // the election
		for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(100 * time.Millisecond) {
			for _, m := range members {
				var hello struct {
					IsWritablePrimary bool
					ElectionID        bson.ObjectID
				}
				if err := m.RunCommand(ctx, bson.M{"hello": 1}).Decode(&hello); err != nil || !hello.IsWritablePrimary {
					continue
				}
				if !before.IsZero() && hello.ElectionID != before {
					return nil
				}
				if err := m.RunCommand(ctx, bson.M{"replSetStepDown": 10}).Err(); err == nil || mongo.IsNetworkError(err) {
					before = hello.ElectionID
				}
			}
		}
		return errors.New("no primary of shard a stepped down for another")
	}
}

// mongoClients are both drivers. An insert that meets its own id has been done before.
func mongoClients(t *testing.T, uri string) []client {
	reg := bson.NewRegistry()
	kit.Check(t, bsonx.Register[google.UUID](reg))
	items := mongoClient(t, uri+"?w=majority", func(o *options.ClientOptions) { o.SetRegistry(reg) }).Database("shop").Collection("items")

	reg1 := bson1.NewRegistry()
	kit.Check(t, driverv1.Register[google.UUID](reg1))
	old := kit.Must(mongo1.Connect(t.Context(), options1.Client().ApplyURI(uri+"?w=majority").SetRegistry(reg1).SetTimeout(8*time.Second).SetServerSelectionTimeout(5*time.Second)))(t)
	t.Cleanup(func() { old.Disconnect(context.Background()) })
	items1 := old.Database("shop").Collection("items")
	type document struct {
		ID google.UUID `bson:"_id"`
		N  int64       `bson:"n"`
	}
	return []client{
		{"MongoDB's driver 2", func(ctx context.Context, id uuid.UUID, n int64) error {
			_, err := items.InsertOne(ctx, document{google.UUID(id), n})
			if mongo.IsDuplicateKeyError(err) {
				return nil
			}
			return err
		}, func(err error) bool {
			var e mongo.ServerError
			return errors.As(err, &e) || mongo.IsNetworkError(err) || mongo.IsTimeout(err)
		}},
		{"MongoDB's driver 1", func(ctx context.Context, id uuid.UUID, n int64) error {
			_, err := items1.InsertOne(ctx, document{google.UUID(id), n})
			if mongo1.IsDuplicateKeyError(err) {
				return nil
			}
			return err
		}, func(err error) bool {
			var e mongo1.ServerError
			return errors.As(err, &e) || mongo1.IsNetworkError(err) || mongo1.IsTimeout(err)
		}},
	}
}

// mongoRows reads the documents as they are: another subtype than 4 is no id.
func mongoRows(t *testing.T, s *server.Server, opts ...func(*options.ClientOptions)) func(ctx context.Context) ([]row, error) {
	items := mongoClient(t, s.URL(), opts...).Database("shop").Collection("items")
	return func(ctx context.Context) (rows []row, err error) {
		cursor, err := items.Find(ctx, bson.D{})
		if err != nil {
			return nil, err
		}
		defer cursor.Close(ctx)
		for cursor.Next(ctx) {
			subtype, data, ok := cursor.Current.Lookup("_id").BinaryOK()
			r := row{id: hex.EncodeToString(data), n: cursor.Current.Lookup("n").AsInt64()}
			if !ok || subtype != 4 {
				r.id = fmt.Sprintf("subtype %d", subtype)
			}
			rows = append(rows, r)
		}
		return rows, cursor.Err()
	}
}

// TestMongo has a cluster with shards. Clients write through mongos, with the write concern majority.
func TestMongo(t *testing.T) {
	c := startSharded(t, true)
	kit.Must(mongoClient(t, c.mongos.URL()).Database("shop").Collection("old").InsertOne(t.Context(), bson.M{"user": uuid.NewV4().String()}))(t)
	shop := func(s *server.Server, options string) string { return "mongodb://" + address(t, s) + "/shop" + options }
	audits(t, shop(c.mongos, ""), "user", false)
	migrateEnds(t, done, "plan", shop(c.mongos, ""), "old.user")
	migrateEnds(t, refused, "plan", shop(c.b, ""), "old.user")
	migrateEnds(t, refused, "plan", shop(c.a[1], "?directConnection=true"), "old.user")
	restart := func(ctx context.Context, s *server.Server) error { return s.Restart(ctx) }
	faults := []fault{
		killed("the primary of shard a", c.a[0], restart),
		killed("shard b", c.b, restart),
		cutOff("the primary of shard a", c.nodes[0]),
		killed("mongos", c.mongos, restart),
		{"the primary of shard a steps down", c.stepsDown(t), nil, 0, ""},
	}
	if *brief {
		faults = faults[:1]
	}
	trial{engine: "MongoDB, shards of 3 members and 1", clients: mongoClients(t, c.mongos.URL()), faults: faults,
		nodes: map[string]func(context.Context) ([]row, error){"through mongos": mongoRows(t, c.mongos)},
		parts: map[string]func(context.Context) ([]row, error){"shard a": mongoRows(t, c.a[2], direct), "shard b": mongoRows(t, c.b, direct)},
	}.run(t)
}
