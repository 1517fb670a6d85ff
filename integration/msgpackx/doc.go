// Package msgpackx tests package msgpackx beside ugorji/go/codec, and with the nullable
// types of the UUID packages in use. Types are registered for the whole process. The
// UUID types themselves are in the matrix and in package interop, what MessagePack does
// when nothing is registered is in package uuid, and a Tarantool in package tarantool.
//
// To add a nullable type, add it to TestNull in msgpack_test.go.
package msgpackx
