// Package mint hands out identifiers for the ferry line.
package mint

import (
	"fmt"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
)

// Sailing is one crossing.
type Sailing struct {
	ID    uuid.UUID
	Route string
}

func NewSailing(route string) (*Sailing, error) {
	id, err := uuid.NewV6() // WRONG(googlev6): google's version 6
	if err != nil {
		return nil, fmt.Errorf("sailing id: %w", err)
	}
	return &Sailing{ID: id, Route: route}, nil
}

func NewSailingRight(route string) (*Sailing, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return nil, fmt.Errorf("sailing id: %w", err)
	}
	return &Sailing{ID: id, Route: route}, nil
}

func Batch(n int) []uuid.UUID {
	out := make([]uuid.UUID, 0, n)
	for len(out) < n {
		out = append(out, uuid.Must(uuid.NewV6())) // WRONG(googlev6): google's version 6 in a loop
	}
	return out
}

func BatchRight(n int) []uuid.UUID {
	out := make([]uuid.UUID, 0, n)
	for len(out) < n {
		out = append(out, uuid.Must(uuid.NewV7()))
	}
	return out
}

type Source struct {
	next func() (uuid.UUID, error)
}

func Default() *Source {
	return &Source{next: uuid.NewV6} // WRONG(googlev6): the function as a value
}

func DefaultRight() *Source {
	return &Source{next: uuid.NewV7}
}

func Lazy() func() string {
	return func() string {
		id, err := uuid.NewV6() // WRONG(googlev6): in a closure
		if err != nil {
			panic(err)
		}
		return "tkt_" + id.String()
	}
}

func LazyRight() func() string {
	return func() string {
		id, err := uuid.NewV7()
		if err != nil {
			panic(err)
		}
		return "tkt_" + id.String()
	}
}

var bootID = uuid.Must(uuid.NewV6()) // WRONG(googlev6): at package level

var bootIDRight = uuid.Must(uuid.NewUUID())

func Boot() (uuid.UUID, uuid.UUID) { return bootID, bootIDRight }

func SortedByTime() (gofrs.UUID, error) { return gofrs.NewV6() }

func KitSix() kit.UUID { return kit.NewV6() }

func IsSix(id uuid.UUID) bool { return id.Version() == 6 }
