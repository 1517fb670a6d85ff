// Package redisx keeps ids in Redis.
package redisx

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type cache struct {
	rdb *redis.Client
	ttl time.Duration
}

func (c cache) setOwner(ctx context.Context, key string, owner uuid.UUID) error {
	return c.rdb.Set(ctx, "owner:"+key, owner, c.ttl).Err() // WRONG-ALSO(owner)
}

func (c cache) owner(ctx context.Context, key string) (uuid.UUID, error) {
	text, err := c.rdb.Get(ctx, "owner:"+key).Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(text) // WRONG(redisuuid): setOwner has stored 16 bytes, which Parse rejects
}

func (c cache) ownerOf(ctx context.Context, key string) (id uuid.UUID, err error) {
	b, err := c.rdb.Get(ctx, "owner:"+key).Bytes()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.FromBytes(b)
}

func (c cache) join(ctx context.Context, room string, user uuid.UUID) error {
	return c.rdb.SAdd(ctx, "room:"+room, user).Err() // WRONG-ALSO(joined)
}

func (c cache) joined(ctx context.Context, room string, user uuid.UUID) (bool, error) {
	return c.rdb.SIsMember(ctx, "room:"+room, user.String()).Result() // WRONG(redisuuid): join has stored 16 bytes, the text is no member
}

func (c cache) isIn(ctx context.Context, room string, user uuid.UUID) (bool, error) {
	return c.rdb.SIsMember(ctx, "room:"+room, user).Result()
}

func (c cache) push(ctx context.Context, job uuid.UUID) error {
	return c.rdb.LPush(ctx, "jobs", job.String()).Err() // WRONG-ALSO(drop)
}

func (c cache) drop(ctx context.Context, job uuid.UUID) error {
	return c.rdb.LRem(ctx, "jobs", 0, job).Err() // WRONG(redisuuid): push has stored text, and 16 bytes remove nothing
}

func (c cache) cancel(ctx context.Context, job uuid.UUID) error {
	return c.rdb.LRem(ctx, "jobs", 0, job.String()).Err()
}

func (c cache) session(ctx context.Context, token string, user uuid.UUID) (uuid.UUID, error) {
	if err := c.rdb.HSet(ctx, "session:"+token, "user", user).Err(); err != nil {
		return uuid.Nil, err
	}
	m, err := c.rdb.HGetAll(ctx, "session:"+token).Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(m["user"]) // WRONG(redisuuid): the field holds the 16 bytes of HSet
}

func (c cache) login(ctx context.Context, token string, user uuid.UUID) (uuid.UUID, error) {
	if err := c.rdb.HSet(ctx, "session:"+token, "user", user.String()).Err(); err != nil {
		return uuid.Nil, err
	}
	m, err := c.rdb.HGetAll(ctx, "session:"+token).Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(m["user"])
}

// The key of the write and that of the read differ.
func (c cache) mark(ctx context.Context, user uuid.UUID) error {
	return c.rdb.Set(ctx, fmt.Sprintf("seen:%x", user[:]), 1, c.ttl).Err() // WRONG-ALSO(marked)
}

func (c cache) marked(ctx context.Context, user uuid.UUID) (bool, error) {
	n, err := c.rdb.Exists(ctx, fmt.Sprintf("seen:%x", user)).Result() // WRONG(uuidprintf): %x of google's type is the hex of its text, 72 digits, and mark's key has 32
	return n > 0, err
}

func (c cache) seen(ctx context.Context, user uuid.UUID) (bool, error) {
	n, err := c.rdb.Exists(ctx, fmt.Sprintf("seen:%x", user[:])).Result()
	return n > 0, err
}

// ---- What looks like the above, and is right ----

// Scan reads the 16 bytes.
func (c cache) scanned(ctx context.Context, key string) (id uuid.UUID, err error) {
	err = c.rdb.Get(ctx, "owner:"+key).Scan(&id)
	return id, err
}

// Text in a key, and in the value.
func (c cache) team(ctx context.Context, user, team uuid.UUID) (uuid.UUID, error) {
	key := "team:" + user.String()
	if err := c.rdb.Set(ctx, key, team.String(), c.ttl).Err(); err != nil {
		return uuid.Nil, err
	}
	text, err := c.rdb.Get(ctx, key).Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(text)
}

// Keys are text: Sprintf with %s and String are the same.
func (c cache) both(ctx context.Context, user uuid.UUID) error {
	if err := c.rdb.Set(ctx, fmt.Sprintf("user:%s", user), 1, c.ttl).Err(); err != nil {
		return err
	}
	return c.rdb.Del(ctx, "user:"+user.String()).Err()
}
