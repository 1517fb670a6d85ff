package ids_test

import (
	"context"
	"reflect"
	"testing"

	bson1 "go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/primitive"
	mongo1 "go.mongodb.org/mongo-driver/mongo"
	options1 "go.mongodb.org/mongo-driver/mongo/options"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

// A document has an identifier wherever MongoDB's users have one.
type document[T any] struct {
	ID   T `bson:"_id"`
	P    *T
	Nil  *T
	List []T
	Any  any
	Zero T `bson:",omitempty"`
}

// TestMongo: MongoDB itself says of which type each identifier in use is, written by
// driver v2 without bsonx, and by v1 with driverv1. Filters find it.
func TestMongo(t *testing.T) {
	inMongo(t, ids.NewObjectID(), "objectId")
	inMongo(t, ids.NewULID(), "string")
	inMongo(t, ids.NewKSUID(), "string")
	inMongo(t, ids.NewPushID(), "string")
	inMongo(t, ids.NewXID(), "string")
	inMongo(t, ids.Snowflake(1541815603606036480), "long")
	inMongo(t, ids.ShardingID(-1), "long")
	inMongo(t, ids.Sonyflake(395989512058044415), "long")
}

func inMongo[T comparable](t *testing.T, id T, want string) {
	t.Run(reflect.TypeFor[T]().Name(), func(t *testing.T) {
		uri, database := stores.Mongo(t)
		client := kit.Must(mongo.Connect(options.Client().ApplyURI(uri)))(t)
		t.Cleanup(func() { client.Disconnect(context.Background()) })
		c := client.Database(database).Collection("c")
		in := document[T]{ID: id, P: &id, List: []T{id, id}, Any: id}

		t.Run("v2", func(t *testing.T) {
			kit.Must(c.InsertOne(t.Context(), in))(t)
			stored(t, c, want)
			for _, filter := range []any{bson.M{"_id": id}, bson.D{{Key: "list", Value: id}}, bson.M{"_id": bson.M{"$in": []T{id}}}} {
				var got document[T]
				kit.Check(t, c.FindOne(t.Context(), filter).Decode(&got))
				same(t, got, in, reflect.TypeFor[bson.ObjectID]())
			}
			kit.Must(c.DeleteOne(t.Context(), bson.M{"_id": id}))(t)
		})
		t.Run("v1", func(t *testing.T) {
			reg := bson1.NewRegistry()
			kit.Check(t, driverv1.Register[uuid.UUID](reg))
			client := kit.Must(mongo1.Connect(t.Context(), options1.Client().ApplyURI(uri).SetRegistry(reg)))(t)
			t.Cleanup(func() { client.Disconnect(context.Background()) })
			c1 := client.Database(database).Collection("c")
			kit.Must(c1.InsertOne(t.Context(), in))(t)
			stored(t, c, want)
			for _, filter := range []any{bson1.M{"_id": id}, bson1.D{{Key: "list", Value: id}}, bson1.M{"_id": bson1.M{"$in": []T{id}}}} {
				var got document[T]
				kit.Check(t, c1.FindOne(t.Context(), filter).Decode(&got))
				same(t, got, in, reflect.TypeFor[primitive.ObjectID]())
			}
		})
	})
}

// stored asks the server for the types in the only document.
func stored(t *testing.T, c *mongo.Collection, want string) {
	t.Helper()
	var types struct {
		ID, P, Any, Zero string
		List             []string
	}
	cursor := kit.Must(c.Aggregate(t.Context(), bson.A{bson.M{"$project": bson.M{
		"id": bson.M{"$type": "$_id"}, "p": bson.M{"$type": "$p"}, "any": bson.M{"$type": "$any"}, "zero": bson.M{"$type": "$zero"},
		"list": bson.M{"$map": bson.M{"input": "$list", "in": bson.M{"$type": "$$this"}}},
	}}}))(t)
	defer cursor.Close(t.Context())
	if !cursor.Next(t.Context()) {
		t.Fatal("no document", cursor.Err())
	}
	kit.Check(t, cursor.Decode(&types))
	if types.ID != want || types.P != want || types.Any != want || types.Zero != "missing" || !reflect.DeepEqual(types.List, []string{want, want}) {
		t.Errorf("MongoDB has %+v, want %s", types, want)
	}
}

// same compares what was read. An any has the driver's own ObjectID, a string or a number.
func same[T comparable](t *testing.T, got, want document[T], objectID reflect.Type) {
	t.Helper()
	have := reflect.TypeOf(got.Any)
	if _, ok := any(want.ID).(ids.ObjectID); ok && have != objectID || have.PkgPath() == reflect.TypeFor[T]().PkgPath() {
		t.Errorf("an any has a %v, want the driver's own type", have)
	}
	got.Any = want.Any
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
