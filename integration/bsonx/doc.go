// Package bsonx tests packages bsonx and driverv1 on a MongoDB server, with the
// UUID types in use and the drivers at their latest versions.
package bsonx
