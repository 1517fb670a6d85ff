//go:build go1.27

package matrix

import (
	"database/sql"
	"uuid"
)

func std() []Type { return []Type{typeOf[uuid.UUID, sql.Null[uuid.UUID]]("std")} }
