// Package stored has types of a database.
package stored

import (
	"database/sql/driver"

	google "github.com/google/uuid"
)

type Own struct {
	google.UUID // want `the struct inherits Value of uuid.UUID: database/sql write`
	Name        string
}

func (Own) MarshalJSON() ([]byte, error) { return nil, nil }

type Both struct {
	google.UUID
	Name string
}

func (Both) MarshalJSON() ([]byte, error) { return nil, nil }

func (Both) Value() (driver.Value, error) { return nil, nil }
