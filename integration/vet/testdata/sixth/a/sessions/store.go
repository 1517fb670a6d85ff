// Package sessions keeps login sessions and device registrations in Redis.
package sessions

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const ttl = 12 * time.Hour

var ErrNoSession = errors.New("sessions: no session")

type Store struct {
	rdb *redis.Client
}

func NewStore(rdb *redis.Client) *Store { return &Store{rdb: rdb} }

func sessionKey(login string) string { return "session:" + login }

// Start opens a session for the login.
func (s *Store) Start(ctx context.Context, login string) (uuid.UUID, error) {
	id := uuid.New()
	if err := s.rdb.Set(ctx, sessionKey(login), id, ttl).Err(); err != nil {
		return uuid.Nil, fmt.Errorf("start session: %w", err)
	}
	return id, nil
}

func (s *Store) Current(ctx context.Context, login string) (uuid.UUID, error) {
	text, err := s.rdb.Get(ctx, sessionKey(login)).Result()
	if errors.Is(err, redis.Nil) {
		return uuid.Nil, ErrNoSession
	}
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(text) // WRONG(redisuuid): Start stored 16 bytes
}

func (s *Store) CurrentRight(ctx context.Context, login string) (uuid.UUID, error) {
	var id uuid.UUID
	err := s.rdb.Get(ctx, sessionKey(login)).Scan(&id)
	if errors.Is(err, redis.Nil) {
		return uuid.Nil, ErrNoSession
	}
	return id, err
}

// End closes a session.
func (s *Store) End(ctx context.Context, login string) error {
	return s.rdb.Del(ctx, sessionKey(login)).Err()
}

type Device struct {
	Owner uuid.UUID `redis:"owner"`
	Model string    `redis:"model"`
}

func (s *Store) SaveDevice(ctx context.Context, serial string, d Device) error {
	return s.rdb.HSet(ctx, "device:"+serial, "owner", d.Owner, "model", d.Model).Err()
}

func (s *Store) Device(ctx context.Context, serial string) (Device, error) {
	var d Device
	err := s.rdb.HGetAll(ctx, "device:"+serial).Scan(&d) // WRONG(redisuuid): the field wants text, the hash has bytes
	return d, err
}

func (s *Store) DeviceRight(ctx context.Context, serial string) (Device, error) {
	m, err := s.rdb.HGetAll(ctx, "device:"+serial).Result()
	if err != nil {
		return Device{}, err
	}
	owner, err := uuid.FromBytes([]byte(m["owner"]))
	if err != nil {
		return Device{}, fmt.Errorf("device %s: %w", serial, err)
	}
	return Device{Owner: owner, Model: m["model"]}, nil
}

func (s *Store) DeviceOwner(ctx context.Context, serial string) (uuid.UUID, error) {
	cmd := s.rdb.HGet(ctx, "device:"+serial, "owner")
	if err := cmd.Err(); err != nil {
		return uuid.Nil, err
	}
	owner, err := uuid.Parse(cmd.Val()) // WRONG(redisuuid): 16 bytes
	if err != nil {
		return uuid.Nil, fmt.Errorf("device %s: %w", serial, err)
	}
	return owner, nil
}

func (s *Store) DeviceOwnerRight(ctx context.Context, serial string) (uuid.UUID, error) {
	b, err := s.rdb.HGet(ctx, "device:"+serial, "owner").Bytes()
	if err != nil {
		return uuid.Nil, err
	}
	owner, err := uuid.FromBytes(b)
	if err != nil {
		return uuid.Nil, fmt.Errorf("device %s: %w", serial, err)
	}
	return owner, nil
}

// RememberInvite and Invite use text.
func (s *Store) RememberInvite(ctx context.Context, mail string, id uuid.UUID) error {
	return s.rdb.Set(ctx, "invite:"+mail, id.String(), 24*time.Hour).Err()
}

func (s *Store) Invite(ctx context.Context, mail string) (uuid.UUID, error) {
	text, err := s.rdb.Get(ctx, "invite:"+mail).Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(text)
}
