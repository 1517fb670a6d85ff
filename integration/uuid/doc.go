// Package uuid tests what uuid.UUID does by itself in the libraries that Go
// programs use: JSON, XML, YAML, TOML, flags, forms, gob, and MessagePack with
// nothing registered. It also tests UUID.RepairV6 with google/uuid 1.6.0, whose
// version 6 it repairs.
package uuid
