// Package driverv1 makes UUIDs native to MongoDB for programs that use
// go.mongodb.org/mongo-driver, version 1. The driver stores a registered UUID type
// as BSON binary subtype 4.
//
//	reg := bson.NewRegistry() // not bsoncodec.NewRegistry, which is empty
//	if err := driverv1.Register[google.UUID](reg); err != nil {
//		return err
//	}
//	client, err := mongo.Connect(ctx, options.Client().ApplyURI(uri).SetRegistry(reg))
//
// Everything else is as in package [github.com/uuidkit/uuidkit/bsonx], which is
// for version 2 of the driver and has the documentation. This package is generated
// from it, and does not import version 2. These are the differences:
//
//   - Version 1 does not know the methods of [uuid.UUID], [uuid.NullUUID] and
//     [uuid.UUIDs], which have the signatures of version 2, and it does not say so.
//     Without Register it stores a UUID as an array of bytes and a NullUUID as a
//     document. Register [uuid.UUID], which covers all three.
//   - bson.Marshal, bson.Unmarshal, every RawValue and Distinct ask bson.DefaultRegistry, and
//     not yours: see "Where the registry goes" in the guide.
//   - The driver checks bad bytes less carefully. A negative length can make the
//     driver panic, though not in this package.
//
// The guide: https://github.com/uuidkit/uuidkit/blob/main/docs/mongodb.md
package driverv1

// For contributors: the tests, too, are made from those of package bsonx: add a row there, and run go run ./internal/tools/twin.
