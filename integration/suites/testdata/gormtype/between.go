// Package between gives the plugin of gormtype to each gorm.DB.
package between

import (
	"os"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/gormtype"
)

func init() {
	between := os.Getenv("UUIDKIT_BETWEEN")
	if between == "" {
		return
	}
	gorm.Between = func(db *gorm.DB) error {
		if between == "broken" {
			defer func() { db.ClauseBuilders["WHERE"] = func(clause.Clause, clause.Builder) {} }()
		}
		plugin := gormtype.NewPlugin[gormtype.UUID](gormtype.Native[[16]byte]())
		if _, ok := db.Plugins[plugin.Name()]; ok {
			return nil // dbresolver opens its connections with the Config of a DB
		}
		return db.Use(plugin)
	}
}
