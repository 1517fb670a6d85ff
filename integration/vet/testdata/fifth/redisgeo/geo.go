// Package redisgeo caches where couriers are.
package redisgeo

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type Position struct {
	Courier uuid.UUID `json:"courier"`
	Lat     float64   `json:"lat"`
	Lon     float64   `json:"lon"`
}

// Store is what this package uses of Redis.
type Store interface {
	Set(ctx context.Context, key string, value any, ttl time.Duration) *redis.StatusCmd
	Get(ctx context.Context, key string) *redis.StringCmd
	MGet(ctx context.Context, keys ...string) *redis.SliceCmd
}

func Nearest(ctx context.Context, rdb Store, zone int, courier uuid.UUID) error {
	return rdb.Set(ctx, fmt.Sprintf("nearest:%d", zone), courier, time.Minute).Err()
}

func NearestOf(ctx context.Context, rdb Store, zone int) (uuid.UUID, error) {
	key := fmt.Sprintf("nearest:%d", zone)
	cmd := rdb.Get(ctx, key)
	if err := cmd.Err(); err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(cmd.Val()) // WRONG(redisuuid): a key of Sprintf
}

func NearestOfRight(ctx context.Context, rdb Store, zone int) (courier uuid.UUID, err error) {
	key := fmt.Sprintf("nearest:%d", zone)
	err = rdb.Get(ctx, key).Scan(&courier)
	return
}

// SaveRight writes JSON, in which the id is text.
func SaveRight(ctx context.Context, rdb Store, p Position) error {
	b, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return rdb.Set(ctx, "position:"+p.Courier.String(), b, time.Hour).Err()
}

func LoadRight(ctx context.Context, rdb Store, courier uuid.UUID) (p Position, err error) {
	b, err := rdb.Get(ctx, "position:"+courier.String()).Bytes()
	if err != nil {
		return p, err
	}
	err = json.Unmarshal(b, &p)
	return p, err
}

// cache is generic over what it keeps.
type cache[T any] struct {
	rdb    Store
	prefix string
}

func (c cache[T]) put(ctx context.Context, key string, v T) error {
	return c.rdb.Set(ctx, c.prefix+key, v, 0).Err()
}

func (c cache[T]) getRight(ctx context.Context, key string, v *T) error {
	return c.rdb.Get(ctx, c.prefix+key).Scan(v)
}

func DispatchRight(ctx context.Context, rdb Store, parcel string, courier uuid.UUID) (same bool, err error) {
	c := cache[uuid.UUID]{rdb, "dispatch:"}
	if err := c.put(ctx, parcel, courier); err != nil {
		return false, err
	}
	var got uuid.UUID
	err = c.getRight(ctx, parcel, &got)
	return got == courier, err
}
