// Package carts keeps shopping carts of the book market in Redis.
package carts

import (
	"context"
	"errors"
	"fmt"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Cache struct {
	rdb *redis.Client
	ttl time.Duration
}

func cartKey(session string) string { return "cart:" + session }

func (c *Cache) put(ctx context.Context, session string, id uuid.UUID) error {
	return c.rdb.Set(ctx, cartKey(session), id, c.ttl).Err()
}

func (c *Cache) cart(ctx context.Context, session string) (uuid.UUID, error) {
	text, err := c.rdb.Get(ctx, cartKey(session)).Result()
	if errors.Is(err, redis.Nil) {
		return uuid.Nil, nil
	}
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(text) // WRONG(redisuuid): 16 bytes are no text
}

func (c *Cache) cartRight(ctx context.Context, session string) (id uuid.UUID, err error) {
	err = c.rdb.Get(ctx, cartKey(session)).Scan(&id)
	if errors.Is(err, redis.Nil) {
		return uuid.Nil, nil
	}
	return id, err
}

const buyers = "market:buyers"

func (c *Cache) join(ctx context.Context, buyer gofrs.UUID) error {
	return c.rdb.SAdd(ctx, buyers, buyer).Err()
}

func (c *Cache) joined(ctx context.Context, buyer gofrs.UUID) (bool, error) {
	return c.rdb.SIsMember(ctx, buyers, buyer.String()).Result() // WRONG(redisuuid): text is no member
}

func (c *Cache) joinedRight(ctx context.Context, buyer gofrs.UUID) (bool, error) {
	return c.rdb.SIsMember(ctx, buyers, buyer).Result()
}

func (c *Cache) leave(ctx context.Context, buyer gofrs.UUID) error {
	return c.rdb.SRem(ctx, buyers, buyer.String()).Err() // WRONG(redisuuid): removes nothing
}

func (c *Cache) leaveRight(ctx context.Context, buyer gofrs.UUID) error {
	return c.rdb.SRem(ctx, buyers, buyer).Err()
}

func (c *Cache) all(ctx context.Context) (list []gofrs.UUID, err error) {
	members, err := c.rdb.SMembers(ctx, buyers).Result()
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		id, err := gofrs.FromString(m) // WRONG(redisuuid): an element of 16 bytes
		if err != nil {
			return nil, fmt.Errorf("buyer %q: %w", m, err)
		}
		list = append(list, id)
	}
	return list, nil
}

func (c *Cache) allRight(ctx context.Context) (list []gofrs.UUID, err error) {
	members, err := c.rdb.SMembers(ctx, buyers).Result()
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		id, err := gofrs.FromBytes([]byte(m))
		if err != nil {
			return nil, fmt.Errorf("buyer %q: %w", m, err)
		}
		list = append(list, id)
	}
	return list, nil
}

func (c *Cache) last(ctx context.Context, shop string, id kit.UUID) error {
	return c.rdb.HSet(ctx, "shop:"+shop, "last", id).Err()
}

func (c *Cache) lastOf(ctx context.Context, shop string) (kit.UUID, error) {
	return kit.Parse(c.rdb.HGet(ctx, "shop:"+shop, "last").Val()) // WRONG(redisuuid): a field of 16 bytes
}

func (c *Cache) lastOfRight(ctx context.Context, shop string) (id kit.UUID, err error) {
	err = c.rdb.HGet(ctx, "shop:"+shop, "last").Scan(&id)
	return id, err
}

func (c *Cache) queue(ctx context.Context, order uuid.UUID) error {
	return c.rdb.LPush(ctx, "orders:new", order).Err()
}

func (c *Cache) next(ctx context.Context) (uuid.UUID, error) {
	s, err := c.rdb.RPop(ctx, "orders:new").Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(s) // WRONG(redisuuid): an element of 16 bytes
}

func (c *Cache) nextRight(ctx context.Context) (uuid.UUID, error) {
	s, err := c.rdb.RPop(ctx, "orders:new").Bytes()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.FromBytes(s)
}

func (c *Cache) setText(ctx context.Context, id uuid.UUID) error {
	return c.rdb.Set(ctx, "featured", id.String(), 0).Err()
}

func (c *Cache) featured(ctx context.Context) (uuid.UUID, error) {
	s, err := c.rdb.Get(ctx, "featured").Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(s)
}

func (c *Cache) like(ctx context.Context, id uuid.UUID) error {
	pipe := c.rdb.Pipeline()
	pipe.SAdd(ctx, "likes", id.String())
	pipe.Expire(ctx, "likes", time.Hour)
	_, err := pipe.Exec(ctx)
	return err
}

func (c *Cache) liked(ctx context.Context, id uuid.UUID) bool {
	return c.rdb.SIsMember(ctx, "likes", id.String()).Val()
}

func (c *Cache) byID(ctx context.Context, id uuid.UUID) ([]byte, error) {
	return c.rdb.Get(ctx, "page:"+id.String()).Bytes()
}

var _ = []any{(*Cache).put, (*Cache).cart, (*Cache).cartRight, (*Cache).join, (*Cache).joined, (*Cache).joinedRight, (*Cache).leave, (*Cache).leaveRight, (*Cache).all, (*Cache).allRight, (*Cache).last, (*Cache).lastOf, (*Cache).lastOfRight, (*Cache).queue, (*Cache).next, (*Cache).nextRight, (*Cache).setText, (*Cache).featured, (*Cache).like, (*Cache).liked, (*Cache).byID}
