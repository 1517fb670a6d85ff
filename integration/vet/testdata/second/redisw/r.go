// Package redisw keeps sessions in Redis.
package redisw

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type Cache struct {
	rdb redis.UniversalClient
	ttl time.Duration
}

const (
	current = "current"
	members = "room:members"
	online  = "online"
)

func (c *Cache) setCurrent(ctx context.Context, id uuid.UUID) error {
	return c.rdb.Set(ctx, current, id, c.ttl).Err()
}

func (c *Cache) getCurrent(ctx context.Context) (uuid.UUID, error) {
	text, err := c.rdb.Get(ctx, current).Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(text) // WRONG(redisuuid): Redis has 16 bytes
}

func (c *Cache) getCurrentRight(ctx context.Context) (id uuid.UUID, err error) {
	err = c.rdb.Get(ctx, current).Scan(&id)
	return id, err
}

func userKey(user string) string { return "session:" + user }

func (c *Cache) login(ctx context.Context, user string) (id uuid.UUID, err error) {
	id = uuid.New()
	_, err = c.rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, userKey(user), id, c.ttl)
		p.SAdd(ctx, online, id.String())
		return nil
	})
	return id, err
}

func (c *Cache) session(ctx context.Context, user string) (id uuid.UUID, err error) {
	cmd := c.rdb.Get(ctx, userKey(user))
	if err := cmd.Err(); err != nil {
		return id, err
	}
	return uuid.Parse(cmd.Val()) // WRONG(redisuuid): the key is made by a function
}

func (c *Cache) sessionRight(ctx context.Context, user string) (id uuid.UUID, err error) {
	b, err := c.rdb.Get(ctx, userKey(user)).Bytes()
	if err != nil {
		return id, err
	}
	return uuid.FromBytes(b)
}

func (c *Cache) isOnline(ctx context.Context, id uuid.UUID) bool {
	return c.rdb.SIsMember(ctx, online, id.String()).Val()
}

func (c *Cache) join(ctx context.Context, ids ...uuid.UUID) error {
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	return c.rdb.SAdd(ctx, members, args...).Err()
}

func (c *Cache) joined(ctx context.Context, id uuid.UUID) (bool, error) {
	return c.rdb.SIsMember(ctx, members, id.String()).Result() // WRONG(redisuuid): the members are bytes
}

func (c *Cache) joinedRight(ctx context.Context, id uuid.UUID) (bool, error) {
	return c.rdb.SIsMember(ctx, members, id).Result()
}

func (c *Cache) leave(ctx context.Context, id uuid.UUID) error {
	member := fmt.Sprintf("%s", id)
	return c.rdb.SRem(ctx, members, member).Err() // WRONG(redisuuid): text is no member
}

func (c *Cache) leaveRight(ctx context.Context, id uuid.UUID) error {
	return c.rdb.SRem(ctx, members, id).Err()
}

func (c *Cache) everybody(ctx context.Context) (ids []uuid.UUID, err error) {
	for _, m := range c.rdb.SMembers(ctx, members).Val() {
		id, err := uuid.Parse(m) // WRONG(redisuuid): the members are bytes
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func (c *Cache) everybodyRight(ctx context.Context) (ids []uuid.UUID, err error) {
	for _, m := range c.rdb.SMembers(ctx, members).Val() {
		id, err := uuid.FromBytes([]byte(m))
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

type profile struct {
	ID   uuid.UUID `redis:"id"`
	Name string    `redis:"name"`
}

func (c *Cache) save(ctx context.Context, p profile) error {
	return c.rdb.HSet(ctx, "profile:"+p.Name, map[string]any{"id": p.ID, "name": p.Name}).Err()
}

func (c *Cache) profile(ctx context.Context, name string) (uuid.UUID, error) {
	m, err := c.rdb.HGetAll(ctx, "profile:"+name).Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(m["id"]) // WRONG(redisuuid): the field has 16 bytes
}

func (c *Cache) profileRight(ctx context.Context, name string) (uuid.UUID, error) {
	m, err := c.rdb.HGetAll(ctx, "profile:"+name).Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.FromBytes([]byte(m["id"]))
}
