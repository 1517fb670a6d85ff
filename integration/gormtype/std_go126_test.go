//go:build !go1.27

package gormtype_test

import (
	"testing"

	"gorm.io/gorm"
)

// The standard library has no uuid.

func pluginStd(*testing.T, *gorm.DB) {}
func connectorStd(*testing.T)        {}
