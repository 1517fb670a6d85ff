// Package ids chooses how the services of the company make their ids.
package ids

import (
	"fmt"
	"sync"

	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	kit "github.com/uuidkit/uuidkit/uuid"
)

type Maker struct {
	New func() (google.UUID, error)
}

func Ordered() (google.UUID, error) {
	return google.NewV6() // WRONG(googlev6): other programs read the time wrong
}

func OrderedRight() (google.UUID, error) { return google.NewV7() }

func MakerSix() Maker {
	return Maker{New: google.NewV6} // WRONG(googlev6): as a value
}

func MakerSevenRight() Maker { return Maker{New: google.NewV7} }

// MakerSixRight takes version 6 from a package that writes it right.
func MakerSixRight() Maker {
	return Maker{New: func() (google.UUID, error) { return google.UUID(kit.NewV6()), nil }}
}

func ByVersion(v int) google.UUID {
	switch v {
	case 1:
		return google.Must(google.NewUUID())
	case 4:
		return google.New()
	case 6:
		return google.Must(google.NewV6()) // WRONG(googlev6): in Must
	default:
		return google.Must(google.NewV7())
	}
}

func ByVersionRight(v int) google.UUID {
	switch v {
	case 1:
		return google.Must(google.NewUUID())
	case 4:
		return google.New()
	case 6:
		return google.UUID(uuid.Must(uuid.NewV6()))
	default:
		return google.Must(google.NewV7())
	}
}

// makers by their name in the configuration.
var makers = map[string]func() (google.UUID, error){
	"v4": google.NewRandom,
	"v6": google.NewV6, // WRONG(googlev6): in a map
	"v7": google.NewV7,
}

var makersRight = map[string]func() (google.UUID, error){
	"v1": google.NewUUID,
	"v4": google.NewRandom,
	"v7": google.NewV7,
}

func Make(name string) (google.UUID, error) {
	f, ok := makers[name]
	if !ok {
		f, ok = makersRight[name]
	}
	if !ok {
		return google.Nil, fmt.Errorf("ids: no maker %q", name)
	}
	return f()
}

var first = sync.OnceValues(google.NewV6) // WRONG(googlev6): passed to a generic function

var firstRight = sync.OnceValues(google.NewV7)

var firstGofrsRight = sync.OnceValues(uuid.NewV6)

func Batch(n int) []google.UUID {
	next := google.NewV6 // WRONG(googlev6): through a variable
	out := make([]google.UUID, 0, n)
	for range n {
		id, err := next()
		if err != nil {
			break
		}
		out = append(out, id)
	}
	return out
}

func BatchRight(n int) []uuid.UUID {
	next := uuid.NewV6
	out := make([]uuid.UUID, 0, n)
	for range n {
		id, err := next()
		if err != nil {
			break
		}
		out = append(out, id)
	}
	return out
}

// VersionRight only reads version 6.
func VersionRight(id google.UUID) bool { return id.Version() == 6 }

// KitRight has a correct version 6.
func KitRight() string { return kit.NewV6().String() }

func First() (google.UUID, google.UUID, uuid.UUID) {
	a, _ := first()
	b, _ := firstRight()
	c, _ := firstGofrsRight()
	return a, b, c
}
