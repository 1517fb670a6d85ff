// Package cborx tests package cborx with the nullable types of the UUID packages in use,
// and beside the CBOR of ugorji/go/codec. The UUID types themselves are in the matrix and
// in package interop.
//
// To add a nullable type, add it to TestNull in cbor_test.go.
package cborx
