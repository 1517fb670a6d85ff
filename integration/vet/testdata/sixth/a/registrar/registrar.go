package registrar

import (
	"fmt"
	"os"
	"strings"

	"github.com/google/uuid"
)

type maker func() (uuid.UUID, error)

var makers = map[string]maker{
	"v1": uuid.NewUUID,
	"v4": uuid.NewRandom,
	"v6": uuid.NewV6, // WRONG(googlev6): wrong time
	"v7": uuid.NewV7,
}

var makersRight = map[string]maker{
	"v1": uuid.NewUUID,
	"v4": uuid.NewRandom,
	"v7": uuid.NewV7,
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

type Entry struct {
	Key   string
	Title string
}

func Register(title string) Entry {
	id := must(uuid.NewV6()) // WRONG(googlev6): wrong time
	return Entry{Key: strings.ReplaceAll(id.String(), "-", ""), Title: title}
}

func RegisterRight(title string) Entry {
	id := must(uuid.NewV7())
	return Entry{Key: strings.ReplaceAll(id.String(), "-", ""), Title: title}
}

type Option func(*Registrar)

type Registrar struct {
	gen    maker
	prefix string
}

func WithMaker(m maker) Option { return func(r *Registrar) { r.gen = m } }

func WithPrefix(p string) Option { return func(r *Registrar) { r.prefix = p } }

func New(opts ...Option) *Registrar {
	r := &Registrar{gen: uuid.NewRandom}
	for _, o := range opts {
		o(r)
	}
	return r
}

func Sorted() *Registrar {
	return New(WithPrefix("s-"), WithMaker(uuid.NewV6)) // WRONG(googlev6): wrong time
}

func SortedRight() *Registrar {
	return New(WithPrefix("s-"), WithMaker(uuid.NewV7))
}

func FromEnv() (*Registrar, error) {
	name := os.Getenv("REGISTRAR_IDS")
	m, ok := makers[name]
	if !ok {
		m, ok = makersRight[name]
	}
	if !ok {
		return nil, fmt.Errorf("registrar: no ids %q", name)
	}
	return New(WithMaker(m)), nil
}

func (r *Registrar) version(sorted bool) (uuid.UUID, error) {
	gen := r.gen
	if sorted {
		gen = uuid.NewV6 // WRONG(googlev6): wrong time
	}
	return gen()
}

func (r *Registrar) versionRight(sorted bool) (uuid.UUID, error) {
	gen := r.gen
	if sorted {
		gen = uuid.NewV7
	}
	return gen()
}

func (r *Registrar) Name(sorted bool) (string, error) {
	id, err := r.version(sorted)
	if err != nil {
		return "", err
	}
	if id.Version() != 6 {
		if id, err = r.versionRight(sorted); err != nil {
			return "", err
		}
	}
	return r.prefix + id.String(), nil
}
