package interop_test

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"strings"
	"sync"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/integration/interop/clients"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
)

// Types of a program's own: without methods, and one for each form that package
// msgpack can have only one of per type.
type (
	own        [16]byte
	tarantool  [16]byte
	textual    [16]byte
	dotNetGUID [16]byte
)

func TestMain(m *testing.M) {
	errs := []error{
		msgpackx.Register[uuid.UUID](),
		msgpackx.Register[google.UUID](),
		msgpackx.Register[gofrs.UUID](),
		msgpackx.Register[own](),
		msgpackx.Register[tarantool](msgpackx.Ext(msgpackx.Tarantool)),
		msgpackx.Register[textual](msgpackx.Text),
		msgpackx.Register[dotNetGUID](msgpackx.DotNet),
	}
	if std.Present {
		errs = append(errs, msgpackx.Register[std.UUID]())
	}
	if err := errors.Join(errs...); err != nil {
		panic(err)
	}
	stores.Main(m)
}

// all are the Go types that must be alike to the world.
func all() []suite {
	all := []suite{on[uuid.UUID]{}, on[google.UUID]{}, on[gofrs.UUID]{}, on[own]{}}
	if std.Present {
		all = append(all, on[std.UUID]{})
	}
	return all
}

var clientsByName = map[string]func() (*clients.Client, error){
	"node":   sync.OnceValues(func() (*clients.Client, error) { return clients.Node(context.Background(), log.Printf) }),
	"python": sync.OnceValues(func() (*clients.Client, error) { return clients.Python(context.Background(), log.Printf) }),
}

// ask has the client do a job and returns its answer. Without the client the test
// is skipped, or fails where CI=true.
func ask[A any](t testing.TB, client, job string, argument any) (answer A) {
	t.Helper()
	c := kit.Need(clientsByName[client]())(t)
	kit.Check(t, c.Ask(t.Context(), job, argument, &answer))
	return answer
}

// askAll is ask for a job that has an answer to each of its cases.
func askAll[A, C any](t testing.TB, client, job string, cases []C) []A {
	t.Helper()
	answers := ask[[]A](t, client, job, cases)
	if len(answers) != len(cases) {
		t.Fatalf("%s: got %d answers to %d cases", job, len(answers), len(cases))
	}
	return answers
}

// Values are described to the scripts, and by them, as JSON, in which a UUID is an
// object of its text and its bytes. Neither is made by package uuid here.

// A text describes the UUID that it is the canonical text of.
type text string

func (u text) hex() string     { return strings.ReplaceAll(string(u), "-", "") }
func (u text) bytes() []byte   { return kit.Unhex(u.hex()) }
func (u text) uuid() uuid.UUID { return uuid.UUID(u.bytes()) }

func (u text) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{"$uuid": string(u), "hex": u.hex()})
}

// A keyed describes a map of one UUID to one string.
type keyed struct {
	key   text
	value string
}

func (m keyed) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"$map": [][]any{{m.key, m.value}}})
}

// u and o are the texts of vectors.U and vectors.Other.
const (
	u = text(vectors.Text)
	o = text("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
)

// known are the vectors, and list describes a list of them.
var known, list = func() (known []text, list []any) {
	for _, v := range vectors.All {
		known, list = append(known, text(v)), append(list, text(v))
	}
	return known, list
}()

// same fails the test unless what a script said is what is described.
func same(t testing.TB, what string, got, want any) {
	t.Helper()
	if got, want := show(got), show(want); got != want {
		t.Errorf("%s: got %.600s, want %.600s", what, got, want)
	}
}

// show returns v as JSON with the keys of all objects in order.
func show(v any) string {
	var n any
	b, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(b, &n)
	}
	if err == nil {
		b, err = json.Marshal(n)
	}
	if err != nil {
		panic(err)
	}
	return string(b)
}
