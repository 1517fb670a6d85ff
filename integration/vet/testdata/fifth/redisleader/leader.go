// Package redisleader elects the leader of a cluster, and keeps its jobs, in hashes and lists of Redis.
package redisleader

import (
	"context"

	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type Node struct {
	ID   google.UUID `redis:"id"`
	Addr string      `redis:"addr"`
}

type NodeRight struct {
	ID   string `redis:"id"`
	Addr string `redis:"addr"`
}

func Announce(ctx context.Context, rdb *redis.Client, n Node) error {
	return rdb.HSet(ctx, "node:"+n.Addr, "id", n.ID, "addr", n.Addr).Err()
}

func Lookup(ctx context.Context, rdb *redis.Client, addr string) (n Node, err error) {
	err = rdb.HGetAll(ctx, "node:"+addr).Scan(&n) // WRONG(redisuuid): google's type does not read bytes in a struct
	return
}

func LookupRight(ctx context.Context, rdb *redis.Client, addr string) (n Node, err error) {
	n.Addr = addr
	err = rdb.HGet(ctx, "node:"+addr, "id").Scan(&n.ID)
	return
}

func LookupText(ctx context.Context, rdb *redis.Client, addr string) (google.UUID, error) {
	return google.Parse(rdb.HGet(ctx, "node:"+addr, "id").Val()) // WRONG(redisuuid): the field has 16 bytes
}

func LookupTextRight(ctx context.Context, rdb *redis.Client, addr string) (google.UUID, error) {
	b, err := rdb.HGet(ctx, "node:"+addr, "id").Bytes()
	if err != nil {
		return google.Nil, err
	}
	return google.FromBytes(b)
}

// AnnounceTextRight has another key, with text.
func AnnounceTextRight(ctx context.Context, rdb *redis.Client, n Node) error {
	return rdb.HSet(ctx, "textnode:"+n.Addr, map[string]any{"id": n.ID.String(), "addr": n.Addr}).Err()
}

func LookupStructRight(ctx context.Context, rdb *redis.Client, addr string) (google.UUID, error) {
	var n NodeRight
	if err := rdb.HGetAll(ctx, "textnode:"+addr).Scan(&n); err != nil {
		return google.Nil, err
	}
	return google.Parse(n.ID)
}

func Push(ctx context.Context, rdb *redis.Client, job uuid.UUID) error {
	return rdb.LPush(ctx, "jobs", job).Err()
}

func Pop(ctx context.Context, rdb *redis.Client) (uuid.UUID, error) {
	text, err := rdb.RPop(ctx, "jobs").Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.FromString(text) // WRONG(redisuuid): gofrs's type is bytes in a list, too
}

func PopRight(ctx context.Context, rdb *redis.Client) (job uuid.UUID, err error) {
	err = rdb.RPop(ctx, "jobs").Scan(&job)
	return
}

func Score(ctx context.Context, rdb *redis.Client, job uuid.UUID, at float64) error {
	return rdb.ZAdd(ctx, "schedule", redis.Z{Score: at, Member: job}).Err()
}

func When(ctx context.Context, rdb *redis.Client, job uuid.UUID) (float64, error) {
	return rdb.ZScore(ctx, "schedule", job.String()).Result() // WRONG(redisuuid): the member was bytes
}

func WhenRight(ctx context.Context, rdb *redis.Client, job uuid.UUID) (float64, error) {
	return rdb.ZScore(ctx, "schedule", string(job.Bytes())).Result()
}

func Lead(ctx context.Context, rdb *redis.Client, me google.UUID) (leader google.UUID, err error) {
	pipe := rdb.TxPipeline()
	pipe.SetNX(ctx, "leader", me, 0)
	get := pipe.Get(ctx, "leader")
	if _, err := pipe.Exec(ctx); err != nil {
		return google.Nil, err
	}
	return google.Parse(get.Val()) // WRONG(redisuuid): through a pipeline
}

func LeadRight(ctx context.Context, rdb *redis.Client, me google.UUID) (leader google.UUID, err error) {
	pipe := rdb.TxPipeline()
	pipe.SetNX(ctx, "leader", me, 0)
	get := pipe.Get(ctx, "leader")
	if _, err := pipe.Exec(ctx); err != nil {
		return google.Nil, err
	}
	err = get.Scan(&leader)
	return
}

// TermRight reads a number.
func TermRight(ctx context.Context, rdb *redis.Client) (int64, error) {
	return rdb.Get(ctx, "term").Int64()
}
