package checks

import "fmt"

// A cell is a cell of integration/MATRIX.md, with what the matrix says of it. A test
// compares each of them with integration/matrix.json.
type cell struct {
	store, column, library string
	goType                 string
	shape                  string
	verdict, note          string
}

func (c cell) String() string {
	s := fmt.Sprintf("%s %s, %s, %s, %s: %s", c.store, c.column, c.library, c.goType, c.shape, c.verdict)
	if c.note != "" {
		s += ": " + c.note
	}
	return s
}

var (
	bsonStored   = cell{"MongoDB 8", "binary 4", "mongo-driver v2", "google", "T", "works", "stored as binary subtype 0 00112233445566778899aabbccddeeff"}
	bsonLookup   = cell{"MongoDB 8", "binary 4", "mongo-driver v2", "google", "lookup by T", "silently wrong", "finds 0 rows, not 1"}
	bsonRead     = cell{"MongoDB 8", "binary 4", "mongo-driver v2", "google", "native into T", "fails loudly", "read: error decoding key x: ArrayDecodeValue can only be used to decode subtype 0x00 or 0x02 for binary, got 4"}
	bsonNullCell = cell{"MongoDB 8", "binary 4", "mongo-driver v2", "google", "T's NullUUID, null", "works", "stored as document 280000000575756964001000000000000000000000000000000000000000000876616c6964000000"}

	cborNullCell   = cell{"CBOR", "no tags", "fxamacker/cbor", "google", "T's NullUUID, null", "fails loudly", "read: invalid UUID (got 0 bytes)"}
	cborNullTagged = cell{"CBOR", "tag 37", "fxamacker/cbor", "google", "T's NullUUID, null", "fails loudly", "read: invalid UUID (got 0 bytes)"}

	cborLength    = cell{"CBOR", "no tags", "fxamacker/cbor", "std", "wrong length into T", "silently wrong", "0 bytes: no error, reads 00000000-0000-0000-0000-000000000000"}
	msgpackLength = cell{"MessagePack", "bin", "vmihailenco/msgpack", "[16]byte", "wrong length into T", "silently wrong", "0 bytes: no error, and the old value stays"}

	pgxList = cell{"PostgreSQL 18", "uuid", "pgx (simple protocol)", "google", "[]T", "fails loudly", "write: unable to encode it into text format for unknown type (OID 0): cannot find encode plan"}
	pgxOne  = cell{"PostgreSQL 18", "uuid", "pgx (simple protocol)", "[16]byte", "T", "fails loudly", "write: unable to encode it into text format for unknown type (OID 0): cannot find encode plan"}

	scanNull      = cell{"PostgreSQL 18", "uuid", "database/sql, pgx", "google", "null into T", "silently wrong", "no error, and the old value stays"}
	scanNullMySQL = cell{"MySQL 9", "BINARY(16)", "database/sql, go-sql-driver", "google", "null into T", "silently wrong", "no error, and the old value stays"}
	scanNullPgx   = cell{"PostgreSQL 18", "uuid", "pgx", "google", "null into T", "silently wrong", "no error, and the old value stays"}

	gormDelete      = cell{"MariaDB", "BINARY(16)", "GORM inline id", "std", "Delete(&x, id)", "silently wrong", "0 right, 153 none, 97 other rows, up to 243"}
	gormDeleteText  = cell{"MariaDB", "CHAR(36)", "GORM inline id", "std", "Delete(&x, id)", "silently wrong", "0 right, 17 none, 233 other rows, up to 121"}
	gormDeleteBytes = cell{"MariaDB", "BINARY(16)", "GORM inline id", "datatypes.BinUUID", "Delete(&x, id)", "silently wrong", "0 right, 153 none, 97 other rows, up to 243"}
)
