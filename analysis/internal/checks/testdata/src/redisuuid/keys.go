package redisuuid

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// A cache has keys that begin with a prefix, or are only known to the caller.
type cache struct {
	rdb    *redis.Client
	prefix string
	leader string
}

func (c cache) wrong(ctx context.Context, k string, id uuid.UUID) {
	c.rdb.Set(ctx, c.prefix+":owner:"+k, id, 0)
	uuid.Parse(c.rdb.Get(ctx, c.prefix+":owner:"+k).Val())                    // want `Set wrote 16 bytes under this key`
	uuid.Parse(c.rdb.Get(ctx, fmt.Sprintf("%s:owner:%s", c.prefix, k)).Val()) // want `Set wrote 16 bytes under this key`
	uuid.Parse(c.rdb.Get(ctx, "app:owner:x").Val())                           // want `Set wrote 16 bytes under this key`
	c.rdb.Set(ctx, c.leader, id, 0)
	uuid.Parse(c.rdb.Get(ctx, c.leader).Val()) // want `Set wrote 16 bytes under this key`
}

func (c cache) right(ctx context.Context, k string, id uuid.UUID) {
	c.rdb.Set(ctx, c.prefix+":token:"+k, id.String(), 0)
	uuid.Parse(c.rdb.Get(ctx, c.prefix+":token:"+k).Val())
	uuid.Parse(c.rdb.Get(ctx, fmt.Sprintf("%s:token:%s", c.prefix, k)).Val())
	uuid.Parse(c.rdb.Get(ctx, "app:token:x").Val())
	c.rdb.Set(ctx, "room:"+k+":host", id, 0)
	uuid.Parse(c.rdb.Get(ctx, "room:"+k+":name").Val())
	c.rdb.Get(ctx, "room:"+k+":host").Scan(&id)
}

func (c cache) put(ctx context.Context, key string, id uuid.UUID) { c.rdb.Set(ctx, key, id, 0) }

func (c cache) text(ctx context.Context, key string) (uuid.UUID, error) {
	return uuid.Parse(c.rdb.Get(ctx, key).Val())
}
