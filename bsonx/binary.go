package bsonx

import (
	"fmt"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// ToBinary returns id as binary in the form that opts choose, for the places where
// id's registered form is the wrong one. It returns an error for options that
// contradict each other.
func ToBinary[T ~[16]byte](id T, opts ...Option) (bson.Binary, error) {
	form, err := choose(opts)
	if err != nil {
		return bson.Binary{}, fmt.Errorf("bsonx.ToBinary: %w", err)
	}
	subtype, b := form.encode(id)
	return bson.Binary{Subtype: subtype, Data: b[:]}, nil
}

// FromBinary returns the UUID in b. A subtype that opts do not read, and another length
// than 16 bytes, is an error. Use it where the driver does not ask the registry, such as for UpsertedID.
func FromBinary[T ~[16]byte](b bson.Binary, opts ...Option) (T, error) {
	form, err := choose(opts)
	if err != nil {
		return T{}, fmt.Errorf("bsonx.FromBinary: %w", err)
	}
	id, err := form.decode(b.Subtype, b.Data)
	if err != nil {
		return T{}, rejection{fmt.Errorf("bsonx.FromBinary: %w", err)}
	}
	return T(id), nil
}

// In returns the condition of a filter that a field is one of ids, or that an
// array has one as an element, in any form that opts read: subtypes 4 and 0 by
// default. In takes several legacy forms at once.
//
//	coll.Find(ctx, bson.M{"_id": bsonx.In([]uuid.UUID{id}, bsonx.Standard, bsonx.JavaLegacy)})
//
// It is {"$in": [...]} of binary, and needs no registry. It does not find a T that is stored as
// text, such as an ids.ULID that is not registered. The opposite is {"$not": In(ids)}: $ne and
// $nin find the same UUID in another form.
//
// An upsert that finds nothing takes no value from $in: MongoDB would make an ObjectID for
// an _id. Name the UUID in {"$setOnInsert": {"_id": id}}, and nowhere else in the update: a
// $set or a replacement with the _id is an error if In finds it in another form.
func In[T ~[16]byte](ids []T, opts ...Option) bson.D {
	forms := forms(opts)
	in := bson.A{} // nil would be null
	add := func(subtype byte, b [size]byte) {
		in = append(in, bson.Binary{Subtype: subtype, Data: b[:]})
	}
	for _, id := range ids {
		for _, o := range forms {
			b := [size]byte(id)
			o.swap(&b)
			add(o.subtype(), b)
			if o == Standard && !slices.Contains(opts, Strict) {
				add(subtypeGeneric, b)
			}
		}
	}
	return bson.D{{Key: "$in", Value: in}}
}
