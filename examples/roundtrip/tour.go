package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/uuidkit/uuidkit/examples/internal/address"
	"github.com/uuidkit/uuidkit/uuid"
)

// A tour takes one UUID through all stores.
type tour struct {
	id      uuid.UUID
	servers servers
	cells   []cell
	others  []cell // other identifiers
	err     error  // why a server cannot be used
}

// servers says where the real servers are; an empty string is no server.
type servers struct {
	postgres, mysql, mongo string
	timeout                time.Duration // for the first answer
}

// visit goes to all stores with the UUID as a T.
func visit[T ~[16]byte](ctx context.Context, t *tour, goType string) {
	if t.err != nil {
		return
	}
	all, err := stores[T](ctx, t.servers)
	if err != nil {
		t.err = err
		return
	}
	for _, s := range all {
		t.cells = append(t.cells, s.send(ctx, t.id, goType))
	}
}

// stores returns every store there is, those of the servers at the end.
func stores[T ~[16]byte](ctx context.Context, srv servers) ([]store[T], error) {
	all := slices.Concat(
		sqliteStores[T](),
		gormSQLiteStores[T](),
		bsonStores[T](),
		msgpackStores[T](),
		cborStores[T](),
		textStores[T](),
	)
	for _, server := range []struct {
		kind   address.Kind
		url    string
		stores func(context.Context, string) ([]store[T], error)
	}{
		{address.Postgres, srv.postgres, postgresStores[T]},
		{address.MySQL, srv.mysql, mysqlStores[T]},
		{address.Mongo, srv.mongo, mongoStores[T]},
	} {
		if server.url == "" {
			continue
		}
		ctx, cancel := context.WithTimeout(ctx, srv.timeout)
		s, err := server.stores(ctx, server.url)
		cancel()
		if err != nil {
			return nil, server.kind.Explain(err, srv.timeout)
		}
		all = append(all, s...)
	}
	return all, nil
}

// A store is one way to keep a UUID of type T.
type store[T ~[16]byte] struct {
	name   string               // what the table calls it
	via    string               // what a program writes to use it
	native func(uuid.UUID) held // what the store should hold
	trip   trip[T]              // with uuidkit, as a program does it
	probe  trip[T]              // with uuidkit, what else may go wrong; or nil
	today  trip[T]              // the same without uuidkit
}

// A trip writes id, and reads it into back. It returns what the store holds in
// between.
type trip[T ~[16]byte] = func(ctx context.Context, id T, back *T) (held, error)

// tripTimeout is the time for all that a trip asks of a server.
const tripTimeout = 30 * time.Second

// send makes the trip.
func (s store[T]) send(ctx context.Context, id uuid.UUID, goType string) cell {
	ctx, cancel := context.WithTimeout(ctx, tripTimeout)
	defer cancel()
	c := cell{store: s.name, via: s.via, goType: goType, text: fmt.Sprint(T(id)), id: id, want: s.native(id)}
	send := func(trip trip[T]) outcome {
		var back T
		got, err := trip(ctx, T(id), &back)
		return outcome{got, uuid.UUID(back), err}
	}
	if _, ours := any(T{}).(uuid.UUID); s.today != nil && !ours {
		o := send(s.today) // before anything is registered
		c.today = &o
	}
	c.kit = send(s.trip)
	if s.probe != nil && c.native() {
		c.kit = send(s.probe)
	}
	return c
}

// held is what a store holds, in its own words: the name of the form, such as
// SQLite's "blob", and the bytes.
type held struct {
	form string
	data []byte
}

// binary is the native form of a store that holds the 16 bytes, and has this
// name for the form.
func binary(form string) func(uuid.UUID) held {
	return func(id uuid.UUID) held { return held{form, id[:]} }
}

// text is the native form of a store that holds the 36 characters.
func text(form string) func(uuid.UUID) held {
	return func(id uuid.UUID) held { return held{form, []byte(id.String())} }
}

// scanHeld reads a row of two texts: the form, and the bytes in hexadecimal
// digits.
func scanHeld(row interface{ Scan(...any) error }) (held, error) {
	var form, digits string
	if err := row.Scan(&form, &digits); err != nil {
		return held{}, err
	}
	data, err := hex.DecodeString(digits)
	return held{form, data}, err
}

// at returns the trip of a store that is at a place, such as a URL.
func at[P any, T ~[16]byte](place P, f func(context.Context, P, T, *T) (held, error)) trip[T] {
	return func(ctx context.Context, id T, back *T) (held, error) { return f(ctx, place, id, back) }
}

// newName returns a name that nothing on a server has.
func newName() string {
	id := uuid.NewV4()
	return "roundtrip_" + hex.EncodeToString(id[:])
}
