//go:build !go1.27

package gormtest

import (
	"testing"

	"gorm.io/gorm"
)

func pluginStd(*testing.T, *gorm.DB) {} // the standard library has no uuid
