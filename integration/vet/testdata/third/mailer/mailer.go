// Package mailer puts mails into a queue that a program in Python reads. Ids are text there.
package mailer

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"

	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
)

func init() {
	_ = msgpackx.Register[uuid.UUID](msgpackx.Text) // WRONG(uuidregister): the error is dropped
}

// A setup twin of init, for programs that call it in main.
func setupRight() error {
	return msgpackx.Register[uuid.UUID](msgpackx.Text)
}

// Publisher is the queue.
type Publisher interface {
	Publish(ctx context.Context, topic string, body []byte) error
}

// Mail is a message.
type Mail struct {
	ID       uuid.UUID     `msgpack:"id"`
	ReplyTo  uuid.NullUUID `msgpack:"reply_to"` // WRONG-ALSO(msgpacknull)
	To       string        `msgpack:"to"`
	Template string        `msgpack:"template"`
}

// MailRight has a pointer.
type MailRight struct {
	ID       uuid.UUID  `msgpack:"id"`
	ReplyTo  *uuid.UUID `msgpack:"reply_to"`
	To       string     `msgpack:"to"`
	Template string     `msgpack:"template"`
}

// Address is who gets a mail. It has its own JSON, and inherits the rest from the UUID.
type Address struct {
	uuid.UUID // WRONG(uuidembed): MessagePack writes the UUID alone
	Mail      string
}

// MarshalJSON writes an object.
func (a Address) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{"id": a.UUID.String(), "mail": a.Mail})
}

// AddressRight is who gets a mail.
type AddressRight struct {
	ID   uuid.UUID
	Mail string
}

// MarshalJSON writes an object.
func (a AddressRight) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{"id": a.ID.String(), "mail": a.Mail})
}

// Mailer has the queue.
type Mailer struct {
	queue Publisher
	db    *sql.DB // PostgreSQL
	log   func(format string, args ...any)
}

// Send queues a mail.
func (m *Mailer) Send(ctx context.Context, mail *Mail) error {
	body, err := msgpack.Marshal(mail) // WRONG(msgpacknull): the id is text, and reply_to bin
	if err != nil {
		return err
	}
	return m.queue.Publish(ctx, "mails", body)
}

// SendRight queues a mail.
func (m *Mailer) SendRight(ctx context.Context, mail *MailRight) error {
	body, err := msgpack.Marshal(mail)
	if err != nil {
		return err
	}
	return m.queue.Publish(ctx, "mails", body)
}

// Bounce queues what came back, and for which mails.
func (m *Mailer) Bounce(ctx context.Context, of []uuid.NullUUID) error {
	var b bytes.Buffer
	enc := msgpack.NewEncoder(&b)
	if err := enc.Encode(of); err != nil { // WRONG(msgpacknull): bin, where Python expects text
		return err
	}
	return m.queue.Publish(ctx, "bounces", b.Bytes())
}

// BounceRight queues what came back, and for which mails.
func (m *Mailer) BounceRight(ctx context.Context, of []uuid.UUID) error {
	var b bytes.Buffer
	enc := msgpack.NewEncoder(&b)
	if err := enc.Encode(of); err != nil {
		return err
	}
	return m.queue.Publish(ctx, "bounces", b.Bytes())
}

// Opened reads which mail somebody has opened, and logs a body that it cannot read.
func (m *Mailer) Opened(ctx context.Context, body []byte) error {
	var mail MailRight
	if err := msgpack.Unmarshal(body, &mail); err != nil {
		m.log("opened: %v", err)
	}
	_, err := m.db.ExecContext(ctx, `UPDATE mails SET opened = now() WHERE id = $1`, mail.ID) // WRONG(uuiderror): after an error the id is Nil
	return err
}

// OpenedRight reads which mail somebody has opened.
func (m *Mailer) OpenedRight(ctx context.Context, body []byte) error {
	var mail MailRight
	if err := msgpack.Unmarshal(body, &mail); err != nil {
		m.log("opened: %v", err)
		return err
	}
	_, err := m.db.ExecContext(ctx, `UPDATE mails SET opened = now() WHERE id = $1`, mail.ID)
	return err
}
