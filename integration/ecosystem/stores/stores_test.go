// Package stores measures clients of databases that do not speak SQL: on a Redis server,
// and by what they make for the others.
//
// To add a client, write a function like redisRows in redis_test.go, and call it in TestStores in stores_test.go, or in slow in
// full_test.go if the client takes long to compile.
package stores

import (
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/stores"
)

func TestMain(m *testing.M) { stores.Main(m) }

func TestStores(t *testing.T) { ecosystem.Run(t, append(redisRows(), slow()...)) }
