package mongo_test

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	driver "go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/cmd/internal/store/mongo"
	"github.com/uuidkit/uuidkit/cmd/internal/store/storetest"
)

func TestStore(t *testing.T) {
	const variable = "UUIDKIT_MONGO"
	address := os.Getenv(variable)
	if address == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal(variable + " is not set")
		}
		t.Skip(variable + " is not set")
	}
	client, err := driver.Connect(options.Client().ApplyURI(address))
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/uuidkit_" + rand.Text()[:16]
	db := client.Database(u.Path[1:])
	t.Cleanup(func() {
		db.Drop(context.Background())
		client.Disconnect(context.Background())
	})
	storetest.Run(t, storetest.Database{Open: mongo.Open, URL: u.String(), Key: "_id", Fill: func(table string, items []storetest.Item) {
		var documents []any
		for _, i := range items {
			document := bson.D{{Key: "_id", Value: i.Key}, {Key: "ref", Value: nil}, {Key: "doc", Value: i.Doc}}
			if i.Ref != "" {
				document[1].Value = i.Ref
			}
			documents = append(documents, document)
		}
		if _, err := db.Collection(table).InsertMany(t.Context(), documents); err != nil {
			t.Fatal(err)
		}
	}})
}

func TestPassword(t *testing.T) {
	storetest.Password(t, mongo.Open, "mongodb", "u:sesame@127.0.0.1:1,127.0.0.2:1/x")
}
