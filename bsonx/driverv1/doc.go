// Package driverv1 makes UUIDs native to MongoDB for programs that use
// go.mongodb.org/mongo-driver, version 1: it registers any type over [16]byte as
// BSON binary subtype 4.
//
//	reg := bson.NewRegistry() // not bsoncodec.NewRegistry, which is empty
//	driverv1.Register[uuid.UUID](reg) // the standard library's, google's, gofrs's or your own
//	client, err := mongo.Connect(ctx, options.Client().ApplyURI(uri).SetRegistry(reg))
//
// It is the same as [github.com/uuidkit/uuidkit/bsonx], for version 2 of the
// driver, whose documentation holds here too: on the wire form, on old documents,
// on where a registry goes and what to look out for. It does not import
// version 2. This is what differs:
//
//   - Driver v1 does not know the methods of [uuid.UUID], [uuid.NullUUID] and
//     [uuid.UUIDs], which are of the signatures of version 2, and says nothing of
//     it: without Register it takes a UUID for an array of bytes and a NullUUID
//     for a document. Register [uuid.UUID], which registers all three. There is
//     nothing to fear from a struct that embeds one.
//   - Besides a client's, a database's or a collection's own registry there is
//     bson.DefaultRegistry, a deprecated variable, which serves bson.Marshal,
//     bson.Unmarshal and every RawValue. A program, though no library, may
//     register its types there before it does anything else.
//   - Distinct returns primitive.Binary, since it does not ask the registry.
//   - The driver reads bad bytes less carefully. A negative length can make it
//     panic, though not in this package.
package driverv1
