// Package bsonx tests packages bsonx and driverv1 on a MongoDB server, with the
// UUID types in use and the drivers at their latest versions.
//
// To add a way in which the server makes UUIDs itself, add a row to TestServer in server_test.go.
package bsonx
