//go:build go1.27

package gormtype_test

import (
	"database/sql"
	"testing"
	"uuid"

	"gorm.io/gorm"
)

func pluginStd(t *testing.T, db *gorm.DB) { plugin[uuid.UUID, sql.Null[uuid.UUID]](t, db, "std") }

func connectorStd(t *testing.T) { t.Run("std", testConnectorPlain[uuid.UUID]) }
