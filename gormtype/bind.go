package gormtype

import (
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// raw is a UUID's bytes as an argument of a statement. database/sql and the drivers take
// any type of bytes. GORM's log prints what String returns, and for a driver.Valuer or a
// plain []byte it would print <binary>.
type raw []byte

// String returns the canonical text, for the log.
func (r raw) String() string {
	if len(r) != 16 {
		return "NULL"
	}
	return uuid.UUID(r).String()
}

// stored is how a column stores a UUID.
type stored int

const (
	asText  stored = iota // text, which a uuid and a uniqueidentifier take, too
	asBytes               // 16 bytes in network order
)

// stored returns how the columns of k store UUIDs.
func (k kind) stored(dialect string) stored {
	if k == uuidKind {
		switch dialect {
		case "mysql", "sqlite", "sqlserver":
			return asBytes
		}
	}
	return asText
}

// bind returns the argument for u in a column of k. With an error, which is for a UUID
// that Scan would not read back, it is not nil: GORM drops errors of subqueries, and a
// condition must not become one of NULL.
func (k kind) bind(dialect string, u uuid.UUID) (any, error) {
	switch {
	case k.stored(dialect) == asBytes:
		_, err := sqlx.Binary(u).Value()
		return raw(u[:]), err
	case k == guidKind:
		return sqlx.GUID(u).Value()
	}
	return u.String(), nil
}

// null returns the argument for NULL in a column of k.
func (k kind) null(dialect string) any {
	if dialect == "sqlserver" && k.stored(dialect) == asBytes {
		// Its driver declares a nil as text, which the server does not convert to bytes.
		return raw(nil)
	}
	return nil
}
