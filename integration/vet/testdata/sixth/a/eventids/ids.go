// Package eventids makes the ids of the event log.
package eventids

import (
	"fmt"
	"sync"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Event struct {
	ID   uuid.UUID
	At   time.Time
	Name string
}

func New(name string) (Event, error) {
	id, err := uuid.NewV6() // WRONG(googlev6): wrong time
	if err != nil {
		return Event{}, fmt.Errorf("event id: %w", err)
	}
	return Event{ID: id, At: time.Now(), Name: name}, nil
}

func NewRight(name string) (Event, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Event{}, fmt.Errorf("event id: %w", err)
	}
	return Event{ID: id, At: time.Now(), Name: name}, nil
}

func (e Event) Child(name string) Event {
	return Event{ID: uuid.Must(uuid.NewV6()), At: e.At, Name: e.Name + "/" + name} // WRONG(googlev6): wrong time
}

func (e Event) ChildRight(name string) Event {
	return Event{ID: uuid.Must(uuid.NewV7()), At: e.At, Name: e.Name + "/" + name}
}

// Log numbers events with its generator.
type Log struct {
	mu     sync.Mutex
	nextID func() (uuid.UUID, error)
	events []Event
}

func NewLog() *Log {
	return &Log{nextID: uuid.NewV6} // WRONG(googlev6): wrong time
}

func NewLogRight() *Log {
	return &Log{nextID: uuid.NewV7}
}

func (l *Log) Append(name string) error {
	id, err := l.nextID()
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, Event{ID: id, At: time.Now(), Name: name})
	return nil
}

// Batch makes n ids at once.
func Batch(n int) ([]uuid.UUID, error) {
	ids := make([]uuid.UUID, n)
	for i := range ids {
		var err error
		if ids[i], err = uuid.NewV6(); err != nil { // WRONG(googlev6): wrong time
			return nil, err
		}
	}
	return ids, nil
}

func BatchRight(n int) ([]uuid.UUID, error) {
	ids := make([]uuid.UUID, n)
	for i := range ids {
		var err error
		if ids[i], err = uuid.NewV7(); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// Version 6 of other packages is as the RFC says.
func sequence() (gofrs.UUID, error) { return gofrs.NewV6() }

func marker() kit.UUID { return kit.NewV6() }

// Node is the id of this machine.
func Node(host string) uuid.UUID { return uuid.NewSHA1(uuid.NameSpaceDNS, []byte(host)) }

func Header(host string) (string, error) {
	id, err := sequence()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %s %s", Node(host), id, marker()), nil
}
