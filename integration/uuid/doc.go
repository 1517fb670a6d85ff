// Package uuid tests what uuid.UUID does by itself in the libraries that Go
// programs use: JSON, XML, YAML, TOML, flags, forms, gob, and MessagePack with
// nothing registered. It also tests the repair in docs/uuid.md of the version 6 that
// google/uuid 1.6.0 makes.
//
// To add a format, add a row to textFormats in text_test.go, or to forms in forms_test.go.
package uuid
