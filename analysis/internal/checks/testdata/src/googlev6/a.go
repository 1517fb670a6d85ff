package googlev6

import (
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

func ids() {
	_, _ = uuid.NewV6()         // want "writes the version over 4 bits of the time"
	_ = uuid.Must(uuid.NewV6()) // want "writes the version"
	make := uuid.NewV6          // want "writes the version"
	_, _ = make()
	_, _ = uuid.NewV7()
	_, _ = gofrs.NewV4()
}
