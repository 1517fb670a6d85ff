//go:build go1.27

package matrix

import (
	"uuid"

	"gorm.io/gorm"
)

type (
	stdMember gormMember[uuid.UUID, stdRole]
	stdRole   gormRole[uuid.UUID]
)

func openGormStd(db *gorm.DB) gormDatabase  { return openGormOf[uuid.UUID, stdMember, stdRole](db) }
func openGormStdKeys(db *gorm.DB) gormKeyed { return openGormKeys[uuid.UUID](db) }
