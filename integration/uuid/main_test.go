package uuid_test

import (
	"testing"

	"github.com/uuidkit/uuidkit/integration/stores"
)

func TestMain(m *testing.M) { stores.Main(m) }

// A user is a kind of typed ids.
type user struct{}

func (user) Prefix() string { return "user" }
