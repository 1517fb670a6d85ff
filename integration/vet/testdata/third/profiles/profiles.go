// Package profiles keeps the profiles of people in MongoDB.
package profiles

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/mongo/readpref"
)

// ErrNotFound is the error for a profile that does not exist.
var ErrNotFound = errors.New("no such profile")

// A Profile is a document.
type Profile struct {
	ID      uuid.UUID   `bson:"_id"`
	Boss    uuid.UUID   `bson:"boss,omitempty"` // WRONG(uuidomit): google's UUID has no IsZero, and is never empty
	Friends []uuid.UUID `bson:"friends,omitempty"`
	Name    string      `bson:"name"`
	Since   time.Time   `bson:"since"`
}

// ProfileRight has a pointer.
type ProfileRight struct {
	ID      uuid.UUID   `bson:"_id"`
	Boss    *uuid.UUID  `bson:"boss,omitempty"`
	Friends []uuid.UUID `bson:"friends,omitempty"`
	Name    string      `bson:"name"`
	Since   time.Time   `bson:"since"`
}

// A Store has the collection.
type Store struct {
	client   *mongo.Client
	profiles *mongo.Collection
}

// Dial connects to the primary. Its right twin is accounts.Connect.
func Dial(uri string) (*Store, error) {
	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetAppName("profiles").SetTimeout(5 * time.Second)) // WRONG(bsonuuid): google's UUIDs are stored as subtype 0
	if err != nil {
		return nil, err
	}
	return &Store{client, client.Database("people").Collection("profiles")}, nil
}

// DialReplica connects to a secondary, for reports.
func DialReplica(uri string) (*Store, error) {
	opts := options.Client().ApplyURI(uri)
	opts.SetRegistry(bson.NewRegistry())
	opts.SetReadPreference(readpref.SecondaryPreferred())
	client, err := mongo.Connect(opts) // WRONG(bsonuuid): the registry is empty
	if err != nil {
		return nil, err
	}
	return &Store{client, client.Database("people").Collection("profiles")}, nil
}

// Close disconnects.
func (s *Store) Close(ctx context.Context) error { return s.client.Disconnect(ctx) }

// Insert stores a profile.
func (s *Store) Insert(ctx context.Context, p ProfileRight) error {
	_, err := s.profiles.InsertOne(ctx, p)
	return err
}

// Get returns a profile.
func (s *Store) Get(ctx context.Context, id uuid.UUID) (p ProfileRight, err error) {
	err = s.profiles.FindOne(ctx, bson.M{"_id": id}).Decode(&p)
	if errors.Is(err, mongo.ErrNoDocuments) {
		return p, ErrNotFound
	}
	return p, err
}

// Befriend adds a friend.
func (s *Store) Befriend(ctx context.Context, id, friend uuid.UUID) error {
	_, err := s.profiles.UpdateByID(ctx, id, bson.M{"$addToSet": bson.M{"friends": friend}})
	return err
}
