// Package mongoreg has the registry of all services of the company.
package mongoreg

import (
	"errors"
	"fmt"
	"log"
	"sync"
	"testing"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
)

type Tenant uuid.UUID

// NullTenant is a tenant, or none.
type NullTenant struct {
	UUID  uuid.UUID
	Valid bool
}

var Registry = sync.OnceValues(NewRight)

func NewRight() (*bson.Registry, error) {
	reg := bson.NewRegistry()
	return reg, errors.Join(
		bsonx.Register[uuid.UUID](reg),
		bsonx.Register[Tenant](reg, bsonx.KeepAny),
		bsonx.RegisterNull[NullTenant](reg),
	)
}

func New() *bson.Registry {
	reg := bson.NewRegistry()
	bsonx.Register[uuid.UUID](reg) // WRONG(uuidregister): dropped
	return reg
}

func Second(reg *bson.Registry) {
	for _, register := range []func() error{
		func() error { return bsonx.Register[uuid.UUID](reg) },
		func() error { return bsonx.Register[Tenant](reg) },
	} {
		if err := register(); err != nil {
			log.Print(err) // WRONG(uuidregister): the second type is an error, which is only printed
		}
	}
}

func SecondRight(reg *bson.Registry) (err error) {
	for i, register := range []func() error{
		func() error { return bsonx.Register[uuid.UUID](reg) },
		func() error { return bsonx.Register[Tenant](reg, bsonx.KeepAny) },
	} {
		if err = register(); err != nil {
			return fmt.Errorf("registration %d: %w", i, err)
		}
	}
	return nil
}

func Named(reg *bson.Registry) (err error) {
	err = bsonx.Register[uuid.UUID](reg)
	err = bsonx.Register[Tenant](reg, bsonx.KeepAny) // WRONG(uuidregister): overwrites the first error
	return err
}

func NamedRight(reg *bson.Registry) (err error) {
	if err = bsonx.Register[uuid.UUID](reg); err == nil {
		err = bsonx.Register[Tenant](reg, bsonx.KeepAny)
	}
	return
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func MustRight() *bson.Registry {
	reg := bson.NewRegistry()
	must(bsonx.Register[uuid.UUID](reg))
	must(bsonx.Register[Tenant](reg, bsonx.KeepAny))
	return reg
}

// TestRight is for tests of other packages.
func TestRight(t testing.TB) *bson.Registry {
	t.Helper()
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		t.Fatalf("register: %v", err)
	}
	return reg
}

type builder struct {
	reg  *bson.Registry
	errs []error
}

func (b *builder) add(err error) { b.errs = append(b.errs, err) }

// BuilderRight keeps the errors in a list.
func BuilderRight() (*bson.Registry, error) {
	b := builder{reg: bson.NewRegistry()}
	b.add(bsonx.Register[uuid.UUID](b.reg))
	b.add(bsonx.Register[Tenant](b.reg, bsonx.KeepAny))
	return b.reg, errors.Join(b.errs...)
}
