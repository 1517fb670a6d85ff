// Package cborx tests package cborx with the UUID types in use, and beside the
// CBOR of ugorji/go/codec.
package cborx
