/*
Mongo is the customer service of a shop whose orders have been written by several
programs, each with its own form of a UUID: binary of subtype 0 by Go, subtype 3 by
Java, text by JavaScript, and subtype 4, MongoDB's own.

	go run ./mongo -mongo URI

It finds and reads the orders of a customer in every form, while new orders are
written as subtype 4. Then it converts the old ones.
*/
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"reflect"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
)

// An Order is a document. Register makes its fields native: a UUID is subtype 4, and
// a NullUUID that is not Valid is null.
type Order struct {
	ID       uuid.UUID `bson:"_id"`
	Customer uuid.UUID
	Coupon   uuid.NullUUID
	Item     string
}

// forms are what a customer may be stored as, beside text. The first is written.
var forms = []bsonx.Option{bsonx.Standard, bsonx.JavaLegacy}

func main() {
	uri := flag.String("mongo", os.Getenv("MONGODB_URI"), "MongoDB `URI`, like mongodb://localhost:27017; the default is $MONGODB_URI")
	name := flag.String("database", "uuidkit_example", "the `name` of the database")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), "Usage: mongo -mongo URI\n\n"+
			"Mongo finds UUIDs that are stored in four forms, and converts them to subtype 4.\n"+
			"It makes a collection of its own and drops it.\n\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if *uri == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(context.Background(), os.Stdout, *uri, *name); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, w io.Writer, uri, name string) (err error) {
	client, err := connect(uri)
	if err != nil {
		return err
	}
	defer client.Disconnect(ctx)
	orders := client.Database(name).Collection("orders_" + uuid.NewString())
	defer func() { err = errors.Join(err, orders.Drop(ctx)) }()

	customer := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	if err := writeOld(ctx, orders, customer); err != nil {
		return err
	}
	order := Order{ID: uuid.New(), Customer: customer, Item: "cup"}
	if _, err := orders.InsertOne(ctx, order); err != nil {
		return err
	}
	if err := show(ctx, w, orders, customer); err != nil {
		return err
	}
	if err := convert(ctx, orders); err != nil {
		return err
	}
	fmt.Fprintln(w, "\nconverted:")
	return show(ctx, w, orders, customer)
}

func connect(uri string) (*mongo.Client, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg, forms...); err != nil {
		return nil, err
	}
	if err := readText(reg); err != nil {
		return nil, err
	}
	return mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg))
}

// readText has the registry read text as a UUID, too. Drop it when all is converted.
func readText(reg *bson.Registry) error {
	typ := reflect.TypeFor[uuid.UUID]()
	binary, err := reg.LookupDecoder(typ) // what Register has set
	if err != nil {
		return err
	}
	reg.RegisterTypeDecoder(typ, bson.ValueDecoderFunc(func(dc bson.DecodeContext, r bson.ValueReader, v reflect.Value) error {
		if r.Type() != bson.TypeString {
			return binary.DecodeValue(dc, r, v)
		}
		text, err := r.ReadString()
		if err != nil {
			return err
		}
		id, err := uuid.Parse(text)
		if err != nil {
			return err
		}
		v.Set(reflect.ValueOf(id))
		return nil
	}))
	return nil
}

// ofCustomer is the filter for all orders of a customer, in every form.
func ofCustomer(id uuid.UUID) bson.M {
	return bson.M{"$or": bson.A{
		bson.M{"customer": bsonx.In([]uuid.UUID{id}, forms...)},
		bson.M{"customer": id.String()},
	}}
}

// convert writes each customer and coupon again, as subtype 4; an _id stays as it is. It
// can run while programs write, which have to read all forms already: what they change
// meanwhile stays, so run it twice. For large collections docs/mongodb.md has commands
// that convert on the server.
func convert(ctx context.Context, orders *mongo.Collection) error {
	cursor, err := orders.Find(ctx, bson.M{})
	if err != nil {
		return err
	}
	defer cursor.Close(ctx)
	for cursor.Next(ctx) {
		var order Order
		if err := cursor.Decode(&order); err != nil {
			return err
		}
		stored := cursor.Current // the filter has each field in the form that it has
		filter := bson.M{"_id": stored.Lookup("_id"), "customer": stored.Lookup("customer")}
		set := bson.M{"customer": order.Customer}
		if order.Coupon.Valid {
			filter["coupon"], set["coupon"] = stored.Lookup("coupon"), order.Coupon
		}
		if _, err := orders.UpdateOne(ctx, filter, bson.M{"$set": set}); err != nil {
			return err
		}
	}
	return cursor.Err()
}

// writeOld writes orders as the old programs do.
func writeOld(ctx context.Context, orders *mongo.Collection, id uuid.UUID) error {
	java, err := bsonx.ToBinary(id, bsonx.JavaLegacy)
	if err != nil {
		return err
	}
	_, err = orders.InsertMany(ctx, bson.A{
		bson.M{"_id": uuid.New(), "customer": bson.Binary{Data: id[:]}, "coupon": nil, "item": "tea"}, // Go without Register
		bson.M{"_id": uuid.New(), "customer": java, "item": "milk"},
		bson.M{"_id": uuid.NewString(), "customer": id.String(), "coupon": uuid.NewString(), "item": "sugar"},
	})
	return err
}

// show prints the orders of a customer, and how many a plain filter finds.
func show(ctx context.Context, w io.Writer, orders *mongo.Collection, id uuid.UUID) error {
	cursor, err := orders.Find(ctx, ofCustomer(id), options.Find().SetSort(bson.M{"item": 1}))
	if err != nil {
		return err
	}
	defer cursor.Close(ctx)
	for cursor.Next(ctx) {
		var order Order
		if err := cursor.Decode(&order); err != nil {
			return err
		}
		stored := cursor.Current.Lookup("customer")
		form := stored.Type.String()
		if subtype, _, ok := stored.BinaryOK(); ok {
			form = fmt.Sprintf("subtype %d", subtype)
		}
		fmt.Fprintf(w, "%-6s customer %s, stored as %s\n", order.Item, order.Customer, form)
	}
	if err := cursor.Err(); err != nil {
		return err
	}
	plain, err := orders.CountDocuments(ctx, bson.M{"customer": id})
	fmt.Fprintf(w, "a filter without In finds %d of them\n", plain)
	return err
}
