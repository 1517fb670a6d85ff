// Package stores measures clients of databases that do not speak SQL: on a Redis server,
// and by what they make for the others.
package stores

import (
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/stores"
)

func TestMain(m *testing.M) { stores.Main(m) }

func TestStores(t *testing.T) { ecosystem.Run(t, append(redisRows(), slow()...)) }
