//go:build !go1.27

package matrix

import "gorm.io/gorm"

// The standard library has no uuid, and the matrix no such column.

func openGormStd(*gorm.DB) gormDatabase  { panic("no std") }
func openGormStdKeys(*gorm.DB) gormKeyed { panic("no std") }
