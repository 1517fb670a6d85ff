// Package between registers UUID types with each pgtype.Map.
package between

import (
	"os"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

func init() {
	switch os.Getenv("UUIDKIT_BETWEEN") {
	case "uuidkit":
		pgtype.Between = pgxtype.Register[uuid.UUID]
	case "broken":
		pgtype.Between = func(m *pgtype.Map) {
			pgxtype.Register[uuid.UUID](m)
			m.RegisterType(&pgtype.Type{Name: "text", OID: pgtype.TextOID, Codec: pgtype.ByteaCodec{}})
		}
	}
}
