// Package bsontest has the tests of packages bsonx and driverv1 that need a
// MongoDB server, the real UUID types, or the drivers at their latest versions.
package bsontest
