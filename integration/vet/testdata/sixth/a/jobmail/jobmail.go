// Package jobmail sends mails about jobs. All ids are bin.
package jobmail

import (
	"fmt"

	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/msgpackx"
)

type Mail struct {
	ID      uuid.UUID
	ReplyTo uuid.NullUUID
	Subject string
}

type Sender struct {
	send func([]byte) error
}

func NewSender(send func([]byte) error) (*Sender, error) {
	if err := msgpackx.Register[uuid.UUID](); err != nil {
		return nil, fmt.Errorf("jobmail: %w", err)
	}
	return &Sender{send: send}, nil
}

func (s *Sender) Send(m Mail) error {
	b, err := msgpack.Marshal(m)
	if err != nil {
		return err
	}
	return s.send(b)
}

func Read(b []byte) (Mail, error) {
	var m Mail
	if err := msgpack.Unmarshal(b, &m); err != nil {
		return Mail{}, fmt.Errorf("jobmail: %w", err)
	}
	return m, nil
}

func Thread(b []byte) (map[string]uuid.NullUUID, error) {
	var m map[string]uuid.NullUUID
	err := msgpack.Unmarshal(b, &m)
	return m, err
}
