package faults

import (
	"context"
	"encoding/binary"
	"net/url"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	"github.com/uuidkit/uuidkit/uuid"
)

// The server ends a transaction after transactionLifetimeLimitSeconds, which are 60, and looks
// twice in that time.
var mongoHoles = []blackHole{
	{name: "MongoDB, online, 8 s", open: openImpatientMongo, online: true, at: mongoCommand("update", "users"), blocks: true,
		within: 40 * time.Second, ends: "db.adminCommand({killSessions: ", usually: true},
	mongoHole("offline, begin", false, mongoCommand("insert", "uuidkit_migration"), false),
	mongoHole("offline, convert", false, mongoCommand("update", "users"), true),
	mongoHole("online", true, mongoCommand("update", "users"), true),
	mongoHole("online, commit", true, "\x10commitTransaction\x00", false),
}

func mongoHole(name string, online bool, at string, blocks bool) blackHole {
	return blackHole{name: "MongoDB, " + name, open: openMongoUsers, online: online, at: at, blocks: blocks,
		within: 90 * time.Second, ends: "db.adminCommand({killSessions: ", interrupt: name == "online",
		differs: blocks && !online} // whose run compares all documents with what they were
}

// mongoCommand is what a command for a collection begins with.
func mongoCommand(name, collection string) string {
	b := binary.LittleEndian.AppendUint32([]byte("\x02"+name+"\x00"), uint32(len(collection)+1))
	return string(b) + collection + "\x00"
}

type mongoUsers struct {
	*url.URL // of the server
	*mongo.Database
}

func openMongoUsers(t *testing.T) migrated {
	uri, name := stores.Mongo(t)
	return fillMongoUsers(t, uri, name)
}

func openImpatientMongo(t *testing.T) migrated {
	s := kit.Need(server.StartMongo(t.Context(), t.Logf, "impatient", "--setParameter=transactionLifetimeLimitSeconds=8"))(t)
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return fillMongoUsers(t, s.URL(), "shop")
}

func fillMongoUsers(t *testing.T, uri, name string) migrated {
	client := kit.Must(mongo.Connect(options.Client().ApplyURI(uri)))(t)
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	m := mongoUsers{kit.Must(url.Parse(uri))(t), client.Database(name)}
	var docs []bson.M
	for i := range 100 {
		docs = append(docs, bson.M{"_id": i, "id": uuid.NewV4().String(), "n": 0})
	}
	kit.Must(m.Collection("users").InsertMany(t.Context(), docs))(t)
	return m
}

func (m mongoUsers) address() string { return m.Host }

func (m mongoUsers) url(address string) string {
	return "mongodb://" + address + "/" + m.Name() + "?directConnection=true"
}

func (m mongoUsers) write(ctx context.Context) error {
	_, err := m.Collection("users").UpdateMany(ctx, bson.M{}, bson.M{"$inc": bson.M{"n": 1}})
	return err
}

func (m mongoUsers) users(t *testing.T) map[string]int {
	cursor := kit.Must(m.Collection("users").Find(t.Context(), bson.M{}))(t)
	all := map[string]int{}
	for cursor.Next(t.Context()) {
		id := cursor.Current.Lookup("id")
		key, _ := id.StringValueOK()
		if _, data, ok := id.BinaryOK(); ok {
			key = uuid.UUID(data).String()
		}
		all[key] = int(cursor.Current.Lookup("n").AsInt64())
	}
	kit.Check(t, cursor.Err())
	return all
}
