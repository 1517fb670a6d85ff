package bsonx

import (
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// ToBinary returns id as binary in the form that opts choose, for those places
// where id's own form is another. The error is nil unless opts choose none.
func ToBinary[T ~[16]byte](id T, opts ...Option) (bson.Binary, error) {
	subtype, b, err := choose(opts).encode(id)
	if err != nil {
		return bson.Binary{}, fmt.Errorf("bsonx.ToBinary: %w", err)
	}
	return bson.Binary{Subtype: subtype, Data: b[:]}, nil
}

// FromBinary returns the UUID in b, which must have a form that opts read. It
// serves where the driver does not ask the registry, such as UpsertedID.
func FromBinary[T ~[16]byte](b bson.Binary, opts ...Option) (T, error) {
	id, err := choose(opts).decode(b.Subtype, b.Data)
	if err != nil {
		return T{}, fmt.Errorf("bsonx.FromBinary: %w", err)
	}
	return T(id), nil
}

// In returns the condition of a filter that a field is one of ids, or has one
// among its elements, in any form that opts read: subtypes 4 and 0, if there are
// none. Here it may be several of the legacy forms.
//
//	coll.Find(ctx, bson.M{"_id": bsonx.In([]uuid.UUID{id}, bsonx.Standard, bsonx.JavaLegacy)})
//
// It is {"$in": [...]}, and needs no registry. An upsert that finds nothing takes
// no value from it: MongoDB would make an ObjectID for an _id. Name the UUID in
// the update, {"$setOnInsert": {"_id": id}}, or in the replacement.
func In[T ~[16]byte](ids []T, opts ...Option) bson.D {
	in := bson.A{} // nil would be null
	each(opts, ids, func(subtype byte, data []byte) {
		in = append(in, bson.Binary{Subtype: subtype, Data: data})
	})
	return bson.D{{Key: "$in", Value: in}}
}
