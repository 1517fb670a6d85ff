// Package msgright registers all UUIDs of a program, and its nullable type.
package msgright

import (
	"context"
	"errors"
	"log/slog"
	"os"

	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
)

type Tenant uuid.UUID

type Row struct {
	ID     uuid.UUID
	Tenant Tenant
	Parent uuid.NullUUID
}

// SetupRight joins the errors.
func SetupRight() error {
	return errors.Join(
		msgpackx.Register[uuid.UUID](msgpackx.Ext(7)),
		msgpackx.Register[Tenant](),
		msgpackx.RegisterNull[uuid.NullUUID](),
	)
}

func Setup() {
	msgpackx.Register[Tenant]() // WRONG(uuidregister): dropped
}

func SetupLog(ctx context.Context, log *slog.Logger) {
	err := msgpackx.Register[Tenant]()
	if err != nil {
		log.ErrorContext(ctx, "msgpack", "err", err) // WRONG(uuidregister): logged, and the program goes on
	}
}

func SetupLogRight(ctx context.Context, log *slog.Logger) {
	err := msgpackx.Register[Tenant]()
	if err != nil {
		log.ErrorContext(ctx, "msgpack", "err", err)
		os.Exit(1)
	}
}

// SetupListRight runs a list of registrations.
func SetupListRight() error {
	for _, register := range []func(...msgpackx.Option) error{msgpackx.Register[uuid.UUID], msgpackx.Register[Tenant]} {
		if err := register(); err != nil {
			return err
		}
	}
	return msgpackx.RegisterNull[uuid.NullUUID]()
}

func SetupDefer() (err error) {
	defer msgpackx.RegisterNull[uuid.NullUUID]() // WRONG(uuidregister): defer drops the error
	return msgpackx.Register[uuid.UUID]()
}

func SetupDeferRight() (err error) {
	defer func() { err = errors.Join(err, msgpackx.RegisterNull[uuid.NullUUID]()) }()
	return msgpackx.Register[uuid.UUID]()
}

func EncodeRight(r Row) ([]byte, error) { return msgpack.Marshal(r) }

func DecodeRight(b []byte) (r Row, err error) {
	err = msgpack.Unmarshal(b, &r)
	return
}

// TenantRight: a registered type rejects bytes of another length.
func TenantRight(b []byte) (t Tenant, err error) {
	err = msgpack.Unmarshal(b, &t)
	return
}
