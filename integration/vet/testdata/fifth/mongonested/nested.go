// Package mongonested keeps playlists, whose ids are deep inside of the documents.
package mongonested

import (
	"context"
	"log"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
)

type Playlist struct {
	Name  string  `bson:"name"`
	Songs []*Song `bson:"songs"`
}

type Song struct {
	Ref   map[string]uuid.UUID `bson:"ref"`
	Title string               `bson:"title"`
}

type Store struct {
	lists *mongo.Collection
}

func MustOpen(ctx context.Context, uri string) Store {
	client, err := mongo.NewClient(options.Client().ApplyURI(uri)) // WRONG(bsonuuid): NewClient of driver version 1
	if err != nil {
		log.Fatal(err)
	}
	if err := client.Connect(ctx); err != nil {
		log.Fatal(err)
	}
	return Store{client.Database("music").Collection("lists")}
}

func (s Store) AddRight(ctx context.Context, p *Playlist) error {
	_, err := s.lists.InsertOne(ctx, p)
	return err
}
