package gormid

import (
	"gorm.io/gorm"

	"uuid"
)

type node struct {
	*node
	Name string
}

func nodes(db *gorm.DB, id uuid.UUID) {
	db.Delete(&node{}, id) // want `GORM takes this id for a list of numbers`
	db.Delete(&node{}, "id = ?", id)
}
