package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"net/url"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// A sharded is a cluster of two shards.
type sharded struct {
	servers []*server.Server
	clients []*mongo.Client // of mongos, and of each shard
	items   *mongo.Collection
	prefix  bool // the shard key begins with the prefix of the id
	split   bool // create has split and moved a chunk
}

var shardNames = []string{"a", "b"}

func startSharded(ctx context.Context) (_ *sharded, err error) {
	c := &sharded{}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.stop())
		}
	}()
	var hosts []string
	start := func(set string, args ...string) error {
		s, err := server.StartMongo(ctx, log.Printf, set, args...)
		if err != nil {
			return err
		}
		c.servers = append(c.servers, s)
		u, err := url.Parse(s.URL())
		if err != nil {
			return err
		}
		hosts = append(hosts, u.Host)
		return nil
	}
	if err := start("config", "--configsvr"); err != nil {
		return nil, err
	}
	for _, name := range shardNames {
		// A document that was moved leaves the shard at once.
		if err := start(name, "--shardsvr", "--setParameter=orphanCleanupDelaySecs=0"); err != nil {
			return nil, err
		}
	}
	if err := start("", "--configdb=config/"+hosts[0]); err != nil {
		return nil, err
	}
	for _, i := range []int{3, 1, 2} { // mongos first
		client, err := mongo.Connect(options.Client().ApplyURI("mongodb://" + hosts[i]).SetDirect(true))
		if err != nil {
			return nil, err
		}
		c.clients = append(c.clients, client)
	}
	for i, name := range shardNames {
		if err := c.admin(ctx, bson.D{{Key: "addShard", Value: name + "/" + hosts[i+1]}}); err != nil {
			return nil, err
		}
	}
	_, err = c.clients[0].Database("config").Collection("settings").UpdateOne(ctx, bson.M{"_id": "chunksize"}, bson.M{"$set": bson.M{"value": 1}}, options.UpdateOne().SetUpsert(true))
	return c, err
}

func (c *sharded) stop() (err error) {
	for _, client := range c.clients {
		err = errors.Join(err, client.Disconnect(context.Background()))
	}
	for _, s := range slices.Backward(c.servers) {
		err = errors.Join(err, s.Stop())
	}
	return err
}

func (c *sharded) admin(ctx context.Context, command bson.D) error {
	if err := c.clients[0].Database("admin").RunCommand(ctx, command).Err(); err != nil {
		return fmt.Errorf("%s: %w", command[0].Key, err)
	}
	return nil
}

// shardings are the ways to choose a shard.
var shardings = []struct {
	by     string
	key    bson.D
	middle func(k kind, ids [][]byte) bson.D // where the second shard begins; nil: MongoDB does it
}{
	{"{_id: 1}", bson.D{{Key: "_id", Value: 1}}, func(k kind, ids [][]byte) bson.D { // of the first half
		half := slices.SortedFunc(slices.Values(ids[:len(ids)/2]), bytes.Compare)
		return bson.D{{Key: "_id", Value: valueMongo(k, half[len(half)/2])}}
	}},
	{`{_id: "hashed"}`, bson.D{{Key: "_id", Value: "hashed"}}, nil},
	{"{prefix: 1, _id: 1}", bson.D{{Key: "prefix", Value: 1}, {Key: "_id", Value: 1}}, func(kind, [][]byte) bson.D {
		return bson.D{{Key: "prefix", Value: 128}, {Key: "_id", Value: bson.MinKey{}}}
	}},
}

// create makes a collection. It has a chunk for each shard, as a hashed one has by itself.
func (c *sharded) create(ctx context.Context, name string, key, middle bson.D) error {
	c.items, c.prefix, c.split = c.clients[0].Database("shop").Collection(name), key[0].Key == "prefix", middle != nil
	ns := "shop." + name
	if err := c.admin(ctx, bson.D{{Key: "shardCollection", Value: ns}, {Key: "key", Value: key}}); err != nil || !c.split {
		return err
	}
	if err := c.admin(ctx, bson.D{{Key: "split", Value: ns}, {Key: "middle", Value: middle}}); err != nil {
		return err
	}
	var database struct{ Primary string }
	if err := c.clients[0].Database("config").Collection("databases").FindOne(ctx, bson.M{"_id": "shop"}).Decode(&database); err != nil {
		return err
	}
	other := shardNames[(slices.Index(shardNames, database.Primary)+1)%len(shardNames)]
	return c.admin(ctx, bson.D{{Key: "moveChunk", Value: ns}, {Key: "find", Value: middle}, {Key: "to", Value: other}})
}

// payload makes a document of about 1 kB.
var payload = strings.Repeat("x", 1000)

func (c *sharded) insert(ctx context.Context, k kind, ids [][]byte) error {
	var documents []bson.D
	for _, id := range ids {
		d := bson.D{{Key: "_id", Value: valueMongo(k, id)}, {Key: "data", Value: payload}}
		if c.prefix {
			d = append(d, bson.E{Key: "prefix", Value: prefix(id)})
		}
		documents = append(documents, d)
	}
	_, err := c.items.InsertMany(ctx, documents, options.InsertMany().SetOrdered(false))
	return err
}

func valueMongo(k kind, id []byte) any {
	switch k.form {
	case asBytes:
		return bson.ObjectID(id)
	case asNumber:
		return number(id)
	}
	return bson.Binary{Subtype: 4, Data: id}
}

// writes are the inserts that each shard counts, without those of a move. Some are the shard's own.
func (c *sharded) writes(ctx context.Context) (all []int64, err error) {
	for _, client := range c.clients[1:] {
		var status struct {
			Opcounters struct{ Insert int64 }
			Moved      struct {
				Cloned  int64 `bson:"countDocsClonedOnRecipient"`
				Changed int64 `bson:"countDocsClonedOnCatchUpOnRecipient"`
			} `bson:"shardingStatistics"`
		}
		if err := client.Database("admin").RunCommand(ctx, bson.M{"serverStatus": 1}).Decode(&status); err != nil {
			return nil, err
		}
		all = append(all, status.Opcounters.Insert-status.Moved.Cloned-status.Moved.Changed)
	}
	return all, nil
}

// rows are the documents that each shard owns.
func (c *sharded) rows(ctx context.Context) ([]int64, error) {
	cursor, err := c.clients[0].Database("admin").Aggregate(ctx, bson.A{bson.M{"$shardedDataDistribution": bson.M{}},
		bson.M{"$match": bson.M{"ns": "shop." + c.items.Name()}}})
	if err != nil {
		return nil, err
	}
	var list []struct {
		Shards []struct {
			ShardName         string `bson:"shardName"`
			NumOwnedDocuments int64  `bson:"numOwnedDocuments"`
		}
	}
	if err := cursor.All(ctx, &list); err != nil || len(list) != 1 {
		return nil, errors.Join(err, fmt.Errorf("$shardedDataDistribution: got %d collections, want 1", len(list)))
	}
	all := make([]int64, len(shardNames))
	for _, s := range list[0].Shards {
		all[slices.Index(shardNames, s.ShardName)] = s.NumOwnedDocuments
	}
	return all, nil
}

// moves are the chunks that were moved after the collection was made.
func (c *sharded) moves(ctx context.Context) (int, error) {
	n, err := c.clients[0].Database("config").Collection("changelog").CountDocuments(ctx, bson.M{"what": "moveChunk.commit", "ns": "shop." + c.items.Name()})
	if c.split {
		n-- // the one that create moves
	}
	return int(n), err
}

// mongo measures MongoDB.
func (m *measurement) mongo(ctx context.Context) error {
	c, err := startSharded(ctx)
	if err != nil {
		return err
	}
	var info struct{ Version string }
	err = c.clients[0].Database("admin").RunCommand(ctx, bson.M{"buildInfo": 1}).Decode(&info)
	for i, by := range shardings {
		of := results.Spread{Engine: "MongoDB", Version: info.Version, By: by.by, Rows: m.spread, Parts: len(shardNames)}
		for _, k := range kinds {
			ids := k.stream(m.spread, writers).next(m.spread)
			var middle bson.D
			if by.middle != nil {
				middle = by.middle(k, ids)
			}
			if err == nil {
				err = c.create(ctx, fmt.Sprintf("items_%d_%s", i, strings.ReplaceAll(k.name, " ", "_")), by.key, middle)
			}
			var id results.SpreadID
			if err == nil {
				id, err = fill(ctx, c, k, ids, by.by)
			}
			if err == nil {
				id.Moves, err = c.moves(ctx)
				log.Printf("%s, %s: %d chunks were moved, the shards have %d", by.by, k.name, id.Moves, id.Rows[tenths-1])
			}
			if err == nil {
				err = c.items.Drop(ctx)
			}
			of.IDs = append(of.IDs, id)
		}
		if err == nil {
			m.all.Spread = put(m.all.Spread, of, spreadOf)
		}
	}
	return errors.Join(err, c.stop())
}
