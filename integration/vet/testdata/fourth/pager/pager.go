// Package pager calls the doctors on duty.
package pager

import (
	"context"
	"strings"
	"sync"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type Pager struct {
	mu   sync.Mutex
	rdb  *redis.Client
	free string
}

func New(addr string) *Pager {
	return &Pager{rdb: redis.NewClient(&redis.Options{Addr: addr}), free: "duty:free"}
}

func (p *Pager) Close() error { return p.rdb.Close() }

func (p *Pager) assign(ctx context.Context, bed string, doctor uuid.UUID) error {
	_, err := p.rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Set(ctx, "bed:"+bed+":doctor", doctor, 0)
		pipe.Publish(ctx, "assigned", doctor.String())
		return nil
	})
	return err
}

func (p *Pager) doctor(ctx context.Context, bed string) (uuid.UUID, error) {
	s, err := p.rdb.GetDel(ctx, "bed:"+bed+":doctor").Result()
	if err != nil {
		return uuid.Nil, err
	}
	id, err := uuid.Parse(strings.TrimSpace(s)) // WRONG(redisuuid): written in a pipeline as bytes
	if err != nil {
		return uuid.Nil, err
	}
	return id, nil
}

func (p *Pager) doctorRight(ctx context.Context, bed string) (uuid.UUID, error) {
	s, err := p.rdb.GetDel(ctx, "bed:"+bed+":doctor").Result()
	if err != nil {
		return uuid.Nil, err
	}
	id, err := uuid.FromBytes([]byte(s))
	if err != nil {
		return uuid.Nil, err
	}
	return id, nil
}

func (p *Pager) release(ctx context.Context, doctors ...gofrs.UUID) error {
	members := make([]any, 0, len(doctors))
	for _, d := range doctors {
		members = append(members, d.String())
	}
	return p.rdb.SAdd(ctx, "duty:texts", members...).Err()
}

func (p *Pager) take(ctx context.Context) (gofrs.UUID, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s, err := p.rdb.SPop(ctx, "duty:texts").Result()
	if err != nil {
		return gofrs.Nil, err
	}
	return gofrs.FromString(s)
}

func (p *Pager) raw(ctx context.Context, doctor uuid.UUID) error {
	return p.rdb.SAdd(ctx, "duty:raw", doctor[:]).Err()
}

func (p *Pager) hasRaw(ctx context.Context, doctor uuid.UUID) bool {
	return p.rdb.SIsMember(ctx, "duty:raw", doctor[:]).Val()
}

var _ = []any{(*Pager).assign, (*Pager).doctor, (*Pager).doctorRight, (*Pager).release, (*Pager).take, (*Pager).raw, (*Pager).hasRaw}
