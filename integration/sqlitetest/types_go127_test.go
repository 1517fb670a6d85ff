//go:build go1.27

package sqlitetest

import (
	"testing"
	"uuid"
)

var std = generator[uuid.UUID]{"std", uuid.New}

func TestSqlxStd(t *testing.T) { testSqlx(t, std) }

func TestGormStd(t *testing.T) { testGorm(t, std) }
