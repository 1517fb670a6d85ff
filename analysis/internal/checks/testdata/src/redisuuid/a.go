package redisuuid

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type account struct {
	ID uuid.UUID `redis:"id"`
}

func wrong(ctx context.Context, rdb *redis.Client, id uuid.UUID) error {
	rdb.Set(ctx, "session", id, 0)
	uuid.Parse(rdb.Get(ctx, "session").Val()) // want `Set wrote 16 bytes under this key, and Parse of them is an error: read with Scan\(&id\) or FromBytes`
	rdb.SAdd(ctx, "online", id)
	rdb.SIsMember(ctx, "online", id.String()) // want `SIsMember asks for text, and SAdd writes 16 bytes under this key`
	rdb.Set(ctx, "user:"+id.String(), id, 0)
	text, err := rdb.Get(ctx, "user:"+id.String()).Result()
	if err != nil {
		return err
	}
	_, err = uuid.Parse(text) // want `Set wrote 16 bytes`
	rdb.SAdd(ctx, "text", id.String())
	rdb.SIsMember(ctx, "text", id) // want `SIsMember asks for 16 bytes, and SAdd writes text under this key`
	rdb.HSet(ctx, "bytes", "id", id)
	uuid.Parse(rdb.HGet(ctx, "bytes", "id").Val()) // want `HSet wrote 16 bytes`
	rdb.HSet(ctx, "account", "id", id)
	var a account
	rdb.HGetAll(ctx, "account").Scan(&a) // want `HSet wrote ID as 16 bytes`
	return err
}

func right(ctx context.Context, rdb *redis.Client, id uuid.UUID) {
	rdb.Get(ctx, "session").Scan(&id)
	rdb.Set(ctx, "token", id.String(), 0)
	uuid.Parse(rdb.Get(ctx, "token").Val())
	rdb.SIsMember(ctx, "online", id)
	rdb.HSet(ctx, "texts", "id", id.String())
	uuid.Parse(rdb.HGet(ctx, "texts", "id").Val())
	rdb.SAdd(ctx, "seen", id.String())
	rdb.SIsMember(ctx, "seen", id.String())
}

// both reads what older programs wrote, too.
func both(ctx context.Context, rdb *redis.Client) (uuid.UUID, error) {
	v := rdb.Get(ctx, "session").Val()
	if len(v) == 16 {
		return uuid.FromBytes([]byte(v))
	}
	return uuid.Parse(v)
}

func lists(ctx context.Context, rdb *redis.Client, id uuid.UUID) {
	rdb.RPush(ctx, "jobs", id)
	pair, _ := rdb.BLPop(ctx, 0, "jobs").Result()
	uuid.Parse(pair[1]) // want `RPush wrote 16 bytes under this key, and Parse of them is an error`
	raw, _ := rdb.BLPop(ctx, 0, "jobs").Result()
	uuid.FromBytes([]byte(raw[1]))
	rdb.RPush(ctx, "texts", id.String())
	pair, _ = rdb.BLPop(ctx, 0, "texts").Result()
	uuid.Parse(pair[1])
	rdb.ZAdd(ctx, "board", redis.Z{Score: 1, Member: id})
	top, _ := rdb.ZRevRange(ctx, "board", 0, 9).Result()
	for _, member := range top {
		uuid.Parse(member) // want `ZAdd wrote 16 bytes`
	}
}

type tour struct {
	Leader uuid.UUID `redis:"leader"`
	Guest  uuid.UUID `redis:"guest"`
}

type seat struct {
	Holder uuid.UUID `redis:"holder"`
	Size   int       `redis:"size"`
}

func maps(ctx context.Context, rdb *redis.Client, id uuid.UUID, code string) {
	rdb.HSet(ctx, "tour/"+code, map[string]any{"leader": id.String(), "guest": id, "size": 2})
	var t tour
	rdb.HGetAll(ctx, "tour/"+code).Scan(&t) // want `HSet wrote Guest as 16 bytes`
	rdb.HSet(ctx, "seat/"+code, map[string]any{"holder": id.String(), "room": id})
	var s seat
	rdb.HGetAll(ctx, "seat/"+code).Scan(&s)
}

// A store is what the package uses of Redis.
type store interface {
	Set(ctx context.Context, key string, value any, expiration time.Duration) *redis.StatusCmd
	Get(ctx context.Context, key string) *redis.StringCmd
}

func stored(ctx context.Context, s store, zone int, id uuid.UUID) {
	s.Set(ctx, fmt.Sprintf("nearest:%d", zone), id, 0)
	s.Set(ctx, "label:1", id.String(), 0)
	key := fmt.Sprintf("nearest:%d", zone)
	cmd := s.Get(ctx, key)
	uuid.Parse(cmd.Val()) // want `Set wrote 16 bytes`
	label := "label:1"
	uuid.Parse(s.Get(ctx, label).Val())
}
