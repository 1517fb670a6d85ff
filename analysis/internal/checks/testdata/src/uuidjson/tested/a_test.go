package tested

import (
	"testing"

	"github.com/google/uuid"
)

type orderID uuid.UUID

func TestLog(t *testing.T) { Log(orderID{}) }
