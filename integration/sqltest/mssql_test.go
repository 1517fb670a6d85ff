package sqltest

import (
	"testing"

	mssql "github.com/microsoft/go-mssqldb"
)

func TestX(t *testing.T) { var _ mssql.UniqueIdentifier }
