package models_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"
	bson1 "go.mongodb.org/mongo-driver/bson"
	mongo1 "go.mongodb.org/mongo-driver/mongo"
	options1 "go.mongodb.org/mongo-driver/mongo/options"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/msgpackx"
)

// documentPrograms are MongoDB's drivers, and MessagePack. CBOR is not among them: there
// a google.NullUUID needs another field, of type cborx.Null.
func documentPrograms() []program {
	subtype4 := func(id google.UUID) string { return "4:" + digits(id) }
	return []program{
		{"MongoDB, driver v2", `bsonx.Register[google.UUID](reg)`, openV2, subtype4},
		{"MongoDB, driver v1", "", openV1, subtype4}, // the same line of package driverv1
		{"MessagePack", `msgpackx.Register[google.UUID]()`, openMsgpack, func(id google.UUID) string { return "c410" + digits(id) }},
	}
}

// mongoUsers are in a collection. The methods of the drivers have the same names and
// other types.
type mongoUsers struct {
	insert func(doc any) error
	find   func(filter bson.M, all any) error
	update func(filter, set bson.M) error
	raw    *mongo.Collection // of a client without a registry
}

func (m mongoUsers) add(u User) error { return m.insert(u) }

func (m mongoUsers) get(id google.UUID, u *User) error {
	all := []User{*u} // which the driver reads into
	err := m.find(bson.M{"_id": id}, &all)
	if err == nil && len(all) != 1 {
		err = fmt.Errorf("%d documents", len(all))
	}
	if err == nil {
		*u = all[0]
	}
	return err
}

func (m mongoUsers) ofBoss(boss google.NullUUID) (us []User, err error) {
	err = m.find(bson.M{"boss": boss}, &us)
	return us, err
}

func (m mongoUsers) setBoss(id google.UUID, boss google.NullUUID) error {
	return m.update(bson.M{"_id": id}, bson.M{"boss": boss})
}

func (m mongoUsers) stored(id google.UUID) string {
	doc, err := m.raw.FindOne(context.Background(), bson.M{"_id": bson.Binary{Subtype: 4, Data: id[:]}}).Raw()
	if err != nil {
		return err.Error()
	}
	var values []string
	for _, field := range []string{"_id", "boss", "teamid"} {
		v := doc.Lookup(field)
		if subtype, b, ok := v.BinaryOK(); ok {
			values = append(values, fmt.Sprintf("%d:%x", subtype, b))
		} else {
			values = append(values, v.Type.String())
		}
	}
	return strings.Join(values, " ")
}

// collection is that of a client with these options.
func collection(t testing.TB, uri, db string, o *options.ClientOptions) *mongo.Collection {
	client := kit.Must(mongo.Connect(o.ApplyURI(uri)))(t)
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	return client.Database(db).Collection("users")
}

func openV2(t testing.TB) users {
	reg := bson.NewRegistry()
	kit.Check(t, bsonx.Register[google.UUID](reg))
	uri, db := stores.Mongo(t)
	col, ctx := collection(t, uri, db, options.Client().SetRegistry(reg)), t.Context()
	return mongoUsers{
		insert: func(doc any) error { _, err := col.InsertOne(ctx, doc); return err },
		find: func(filter bson.M, all any) error {
			c, err := col.Find(ctx, filter)
			if err != nil {
				return err
			}
			return c.All(ctx, all)
		},
		update: func(filter, set bson.M) error {
			_, err := col.UpdateOne(ctx, filter, bson.M{"$set": set})
			return err
		},
		raw: collection(t, uri, db, options.Client()),
	}
}

func openV1(t testing.TB) users {
	reg := bson1.NewRegistry()
	kit.Check(t, driverv1.Register[google.UUID](reg))
	uri, db := stores.Mongo(t)
	client := kit.Must(mongo1.Connect(t.Context(), options1.Client().ApplyURI(uri).SetRegistry(reg)))(t)
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	col, ctx := client.Database(db).Collection("users"), t.Context()
	return mongoUsers{
		insert: func(doc any) error { _, err := col.InsertOne(ctx, doc); return err },
		find: func(filter bson.M, all any) error {
			c, err := col.Find(ctx, bson1.M(filter))
			if err != nil {
				return err
			}
			return c.All(ctx, all)
		},
		update: func(filter, set bson.M) error {
			_, err := col.UpdateOne(ctx, bson1.M(filter), bson1.M{"$set": bson1.M(set)})
			return err
		},
		raw: collection(t, uri, db, options.Client()),
	}
}

// msgpackUsers are encoded, by their ids.
type msgpackUsers map[google.UUID][]byte

func openMsgpack(t testing.TB) users {
	kit.Check(t, errors.Join(
		msgpackx.Register[google.UUID](),
		msgpackx.RegisterNull[google.NullUUID](), // the README's table names it
	))
	return msgpackUsers{}
}

func (m msgpackUsers) add(u User) (err error) {
	m[u.ID], err = msgpack.Marshal(u)
	return err
}

func (m msgpackUsers) get(id google.UUID, u *User) error { return msgpack.Unmarshal(m[id], u) }

func (m msgpackUsers) ofBoss(boss google.NullUUID) (us []User, err error) {
	for id := range m {
		var u User
		if err := m.get(id, &u); err != nil {
			return nil, err
		}
		if u.Boss == boss {
			us = append(us, u)
		}
	}
	return us, nil
}

func (m msgpackUsers) setBoss(id google.UUID, boss google.NullUUID) error {
	var u User
	if err := m.get(id, &u); err != nil {
		return err
	}
	u.Boss = boss
	return m.add(u)
}

func (m msgpackUsers) stored(id google.UUID) string {
	dec := msgpack.NewDecoder(bytes.NewReader(m[id]))
	n, err := dec.DecodeMapLen()
	var values []string
	for range n {
		_, errKey := dec.DecodeString()
		raw, errValue := dec.DecodeRaw()
		if err = errors.Join(err, errKey, errValue); err != nil {
			return err.Error()
		}
		if value := fmt.Sprintf("%x", []byte(raw)); value == "c0" {
			values = append(values, "null")
		} else {
			values = append(values, value)
		}
	}
	return strings.Join(values, " ")
}
