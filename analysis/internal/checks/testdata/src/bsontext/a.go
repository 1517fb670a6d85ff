package bsontext // want package:".*"

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type User struct {
	ID   uuid.UUID `bson:"_id"`
	Name string    `bson:"name"`
}

type Team struct {
	ID    string    `bson:"_id"`
	Owner uuid.UUID `bson:"owner"`
}

func wrong(ctx context.Context, c *mongo.Collection, id uuid.UUID, r *http.Request) (user User, team Team) {
	c.FindOne(ctx, bson.M{"_id": id.String()}).Decode(&user) // want `the documents have a UUID under "_id", and no text equals it`
	c.FindOne(ctx, bson.D{{"owner", r.PathValue("id")}})     // want `under "owner"`
	text := id.String()
	c.FindOne(ctx, bson.D{{Key: "owner", Value: bson.M{"$ne": text}}}) // want `under "owner"`
	return
}

func right(ctx context.Context, c *mongo.Collection, id uuid.UUID, name string) (user User, team Team) {
	c.FindOne(ctx, bson.M{"_id": id}).Decode(&user)
	c.FindOne(ctx, bson.M{"name": name}).Decode(&user)
	return
}

func teams(ctx context.Context, c *mongo.Collection, id uuid.UUID) (team Team) {
	c.FindOne(ctx, bson.M{"_id": id.String()}).Decode(&team)
	return
}

func owned(owner string) bson.E { return bson.E{Key: "owner", Value: owner} }

func through(ctx context.Context, c *mongo.Collection, id uuid.UUID) {
	c.FindOne(ctx, bson.D{owned(id.String())}) // want `the documents have a UUID under "owner"`
}

// A Digest may be another type's UUID.
type Digest [16]byte

type page struct {
	Digest Digest `bson:"digest"`
}

func digests(ctx context.Context, c *mongo.Collection, d Digest, r *http.Request) {
	c.FindOne(ctx, bson.M{"digest": uuid.UUID(d).String()}) // want `under "digest"`
	c.FindOne(ctx, bson.M{"digest": r.PathValue("digest")})
}

func stored(ctx context.Context, c *mongo.Collection, id uuid.UUID, user User) {
	c.InsertOne(ctx, user, options.InsertOne())
	c.FindOne(ctx, bson.M{"_id": id.String()}) // want `under "_id"`
}

func replaced(ctx context.Context, c *mongo.Collection, id uuid.UUID, team Team) {
	c.FindOneAndReplace(ctx, bson.M{"_id": id.String()}, team, options.FindOneAndReplace())
	c.ReplaceOne(ctx, bson.M{"_id": id.String()}, team)
}

type Session struct {
	ID   string    `bson:"_id"`
	User uuid.UUID `bson:"user"`
}

// several: the struct of one collection says nothing of another's documents.
func several(ctx context.Context, users, sessions *mongo.Collection, token string, r *http.Request) (user User, s Session) {
	sessions.FindOne(ctx, bson.M{"_id": token}).Decode(&s)
	users.FindOne(ctx, bson.M{"_id": s.User}) // what has it is not seen
	sessions.FindOne(ctx, bson.M{"_id": r.Header.Get("X-Session")})
	if err := sessions.FindOne(ctx, bson.M{"_id": s.User}).Decode(&s); err != nil { // want `the documents have text under "_id"`
		return
	}
	return
}

func users(ctx context.Context, users, sessions *mongo.Collection, token string, id uuid.UUID) (user User, s Session) {
	sessions.FindOne(ctx, bson.M{"_id": token}).Decode(&s)
	users.FindOne(ctx, bson.M{"_id": id.String()}).Decode(&user) // want `the documents have a UUID under "_id"`
	return
}
