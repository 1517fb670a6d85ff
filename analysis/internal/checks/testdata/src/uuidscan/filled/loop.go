package filled

import (
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
)

type Tree struct {
	*Tree
	BossID uuid.UUID
}

func tree(db *sqlx.DB, t Tree, id uuid.UUID) {
	db.Get(&t, "SELECT boss_id FROM staff WHERE id = ?", id) // want `this column may be NULL`
}
