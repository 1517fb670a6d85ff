// Package settings reads the configuration of a service, from flags, the environment and a file.
package settings

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"reflect"
	"sync"

	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	kit "github.com/uuidkit/uuidkit/uuid"
)

type Settings struct {
	Tenant  google.UUID        `json:"tenant"`
	Cluster uuid.UUID          `json:"cluster"`
	Node    *google.UUID       `json:"node,omitempty"`
	New     func() google.UUID `json:"-"`
}

// Value is a flag of a UUID.
type Value struct{ id *google.UUID }

func (v Value) String() string {
	if v.id == nil {
		return ""
	}
	return v.id.String()
}

func (v Value) Set(text string) (err error) {
	*v.id, err = google.Parse(text)
	return
}

func FlagsRight(fs *flag.FlagSet, s *Settings) {
	fs.Var(Value{&s.Tenant}, "tenant", "the tenant's id")
	fs.TextVar(&s.Cluster, "cluster", uuid.Nil, "the cluster's id")
}

func FileRight(r io.Reader) (s Settings, err error) {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	if err = dec.Decode(&s); err != nil {
		return Settings{}, fmt.Errorf("settings: %w", err)
	}
	return s, s.validate()
}

func (s Settings) validate() (err error) {
	if s.Tenant == google.Nil {
		err = errors.Join(err, errors.New("no tenant"))
	}
	if s.Cluster.IsNil() {
		err = errors.Join(err, errors.New("no cluster"))
	}
	return
}

// EnvRight falls back to the constant of the company.
func EnvRight() google.UUID {
	id, err := google.Parse(os.Getenv("TENANT"))
	if err == nil {
		return id
	}
	return google.MustParse("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
}

// DefaultRight is a closure of the error.
func DefaultRight(lookup func(string) (string, bool)) (s Settings, err error) {
	get := func(name string) (id google.UUID) {
		text, ok := lookup(name)
		if !ok || err != nil {
			return
		}
		id, err = google.Parse(text)
		return
	}
	s.Tenant = get("TENANT")
	node := get("NODE")
	if err != nil {
		return Settings{}, err
	}
	s.Node = &node
	return s, nil
}

// EmptyRight compares with variables, which google and gofrs have.
func EmptyRight(s Settings) bool {
	return reflect.DeepEqual(s.Tenant, google.Nil) && reflect.DeepEqual(s.Cluster, uuid.Nil)
}

func LogRight(log *slog.Logger, s Settings) {
	log.Info("settings", "tenant", s.Tenant, "cluster", s.Cluster, "nil", google.Nil, "max", kit.Max())
}

// MakersRight are functions where functions are wanted.
func MakersRight(s *Settings) map[string]func() kit.UUID {
	s.New = google.New
	return map[string]func() kit.UUID{"nil": kit.Nil, "v4": kit.NewV4, "v7": kit.NewV7}
}

var once = sync.OnceValue(kit.NewV7)

// InstanceRight is the same in the whole process.
func InstanceRight() string { return once().String() }

func Merge(s *Settings, b []byte) {
	if err := json.Unmarshal(b, s); err != nil {
		slog.Warn("overrides", "err", err)
	}
	save(s) // half of the overrides
}

func MergeRight(s *Settings, b []byte) {
	merged := *s
	if err := json.Unmarshal(b, &merged); err != nil {
		slog.Warn("overrides", "err", err)
		save(s)
		return
	}
	*s = merged
	save(s)
}

func save(s *Settings) {
	b, err := json.Marshal(s)
	if err == nil {
		err = os.WriteFile("settings.json", b, 0o600)
	}
	if err != nil {
		slog.Error("save", "err", err)
	}
}

func Print(s Settings) {
	fmt.Printf("cluster=%x tenant=%x\n", s.Cluster, s.Tenant) // WRONG(uuidprintf): google's type has no Format
}

func PrintRight(s Settings) {
	fmt.Printf("cluster=%x tenant=%x\n", s.Cluster, s.Tenant[:])
}

func Unset(k kit.UUID) bool {
	return any(k) == any(kit.Nil) // WRONG(uuidfunc): a conversion to any
}

func UnsetRight(k kit.UUID) bool { return any(k) == any(kit.Nil()) }

type Maker interface{ Make() (google.UUID, error) }

type sixth struct{}

func (sixth) Make() (google.UUID, error) {
	return google.NewV6() // WRONG(googlev6): behind an interface
}

type seventhRight struct{}

func (seventhRight) Make() (google.UUID, error) { return google.NewV7() }

func MakerRight(sorted bool) Maker {
	if sorted {
		return seventhRight{}
	}
	return sixth{}
}
