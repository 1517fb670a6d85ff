package invoicemq

import (
	"errors"

	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
)

type Invoice struct {
	_msgpack struct{} `msgpack:",as_array"`

	Number   uuid.UUID
	Replaces uuid.NullUUID // WRONG-ALSO(msgpacknull)
	Total    int64
}

type InvoiceRight struct {
	_msgpack struct{} `msgpack:",as_array"`

	Number   uuid.UUID
	Replaces *uuid.UUID
	Total    int64
}

func Register() error {
	// Tarantool has a type of its own.
	err := msgpackx.Register[uuid.UUID](msgpackx.Ext(msgpackx.Tarantool)) // WRONG-ALSO(msgpacknull)
	if err != nil {
		return errors.Join(errors.New("invoicemq"), err)
	}
	return nil
}

type Queue interface {
	Publish(topic string, body []byte) error
}

func Publish(q Queue, inv Invoice) error {
	body, err := msgpack.Marshal(&inv) // WRONG(msgpacknull): Number is ext, Replaces is bin
	if err != nil {
		return err
	}
	return q.Publish("invoices", body)
}

func PublishRight(q Queue, inv InvoiceRight) error {
	body, err := msgpack.Marshal(&inv)
	if err != nil {
		return err
	}
	return q.Publish("invoices", body)
}

func Consume(body []byte, handle func(Invoice) error) error {
	var inv Invoice
	if err := msgpack.Unmarshal(body, &inv); err != nil { // WRONG(msgpacknull): ext for Replaces is an error
		return err
	}
	return handle(inv)
}

func ConsumeRight(body []byte, handle func(InvoiceRight) error) error {
	var inv InvoiceRight
	if err := msgpack.Unmarshal(body, &inv); err != nil {
		return err
	}
	return handle(inv)
}

// Cancel sends the number alone.
func Cancel(q Queue, number uuid.UUID) error {
	body, err := msgpack.Marshal(number)
	if err != nil {
		return err
	}
	return q.Publish("cancelled", body)
}
