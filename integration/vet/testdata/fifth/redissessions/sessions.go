// Package redissessions keeps the sessions of users in Redis.
package redissessions

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type Sessions struct {
	rdb redis.UniversalClient
	ttl time.Duration
}

const byToken = "token:"

func (s *Sessions) Open(ctx context.Context, token string, user uuid.UUID) error {
	return s.rdb.Set(ctx, byToken+token, user, s.ttl).Err()
}

func (s *Sessions) User(ctx context.Context, token string) (uuid.UUID, error) {
	text, err := s.rdb.Get(ctx, byToken+token).Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(text) // WRONG(redisuuid): Open has written 16 bytes
}

func (s *Sessions) UserRight(ctx context.Context, token string) (user uuid.UUID, err error) {
	err = s.rdb.Get(ctx, byToken+token).Scan(&user)
	return
}

func (s *Sessions) UserBytesRight(ctx context.Context, token string) (uuid.UUID, error) {
	b, err := s.rdb.Get(ctx, byToken+token).Bytes()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.FromBytes(b)
}

func (s *Sessions) UserStringRight(ctx context.Context, token string) (uuid.UUID, error) {
	raw, err := s.rdb.Get(ctx, byToken+token).Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.FromBytes([]byte(raw))
}

// device keys have text on both sides.
func deviceKey(name string) string { return "device:" + name }

func (s *Sessions) PairRight(ctx context.Context, name string, id uuid.UUID) error {
	return s.rdb.Set(ctx, deviceKey(name), id.String(), 0).Err()
}

func (s *Sessions) DeviceRight(ctx context.Context, name string) (uuid.UUID, error) {
	text, err := s.rdb.Get(ctx, deviceKey(name)).Result()
	if errors.Is(err, redis.Nil) {
		return uuid.Nil, nil
	}
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(text)
}

func (s *Sessions) Online(ctx context.Context, user uuid.UUID) error {
	return s.rdb.SAdd(ctx, "online", user).Err()
}

func (s *Sessions) IsOnline(ctx context.Context, user uuid.UUID) (bool, error) {
	return s.rdb.SIsMember(ctx, "online", user.String()).Result() // WRONG(redisuuid): the members are bytes
}

func (s *Sessions) IsOnlineRight(ctx context.Context, user uuid.UUID) (bool, error) {
	return s.rdb.SIsMember(ctx, "online", user).Result()
}

func (s *Sessions) Offline(ctx context.Context, users ...uuid.UUID) error {
	members := make([]any, 0, len(users))
	for _, u := range users {
		members = append(members, u.String())
	}
	return s.rdb.SRem(ctx, "online", members...).Err() // WRONG(redisuuid): removes nobody
}

func (s *Sessions) OfflineRight(ctx context.Context, users ...uuid.UUID) error {
	members := make([]any, 0, len(users))
	for _, u := range users {
		members = append(members, u)
	}
	return s.rdb.SRem(ctx, "online", members...).Err()
}

func (s *Sessions) Everybody(ctx context.Context) (users []uuid.UUID, err error) {
	members, err := s.rdb.SMembers(ctx, "online").Result()
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		u, err := uuid.Parse(m) // WRONG(redisuuid): an element of 16 bytes
		if err != nil {
			return nil, err
		}
		users = append(users, u)
	}
	return users, nil
}

func (s *Sessions) EverybodyRight(ctx context.Context) (users []uuid.UUID, err error) {
	members, err := s.rdb.SMembers(ctx, "online").Result()
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		u, err := uuid.FromBytes([]byte(m))
		if err != nil {
			return nil, err
		}
		users = append(users, u)
	}
	return users, nil
}

func (s *Sessions) EverybodySliceRight(ctx context.Context) (users []uuid.UUID, err error) {
	var raw []string
	if err = s.rdb.SMembers(ctx, "online").ScanSlice(&raw); err != nil {
		return nil, err
	}
	for _, r := range raw {
		var u uuid.UUID
		if err := u.UnmarshalBinary([]byte(r)); err != nil {
			return nil, err
		}
		users = append(users, u)
	}
	return users, nil
}

// BlockedRight has text everywhere.
func (s *Sessions) BlockRight(ctx context.Context, user uuid.UUID) error {
	return s.rdb.SAdd(ctx, "blocked", user.String()).Err()
}

func (s *Sessions) BlockedRight(ctx context.Context, user uuid.UUID) (bool, error) {
	return s.rdb.SIsMember(ctx, "blocked", user.String()).Result()
}

// KeyRight has the UUID in the key, which is text.
func (s *Sessions) KeyRight(ctx context.Context, user uuid.UUID) (int64, error) {
	return s.rdb.Incr(ctx, "logins:"+user.String()).Result()
}
