// Package redis has the signatures that the tests need.
package redis

import (
	"context"
	"time"
)

type (
	Client    struct{}
	StringCmd struct{}
	StatusCmd struct{}
	BoolCmd   struct{}
	IntCmd    struct{}

	StringSliceCmd struct{}
	Z              struct {
		Score  float64
		Member any
	}

	MapStringStringCmd struct{}
)

func (*Client) Set(ctx context.Context, key string, value any, expiration time.Duration) *StatusCmd {
	return nil
}
func (*Client) Get(ctx context.Context, key string) *StringCmd                 { return nil }
func (*Client) SAdd(ctx context.Context, key string, members ...any) *IntCmd   { return nil }
func (*Client) SIsMember(ctx context.Context, key string, member any) *BoolCmd { return nil }
func (*Client) HSet(ctx context.Context, key string, values ...any) *IntCmd    { return nil }
func (*Client) HGet(ctx context.Context, key, field string) *StringCmd         { return nil }
func (*Client) HGetAll(ctx context.Context, key string) *MapStringStringCmd    { return nil }
func (*Client) RPush(ctx context.Context, key string, values ...any) *IntCmd   { return nil }
func (*Client) BLPop(ctx context.Context, timeout time.Duration, keys ...string) *StringSliceCmd {
	return nil
}
func (*Client) ZAdd(ctx context.Context, key string, members ...Z) *IntCmd { return nil }
func (*Client) ZRevRange(ctx context.Context, key string, start, stop int64) *StringSliceCmd {
	return nil
}
func (*StringSliceCmd) Result() ([]string, error) { return nil, nil }
func (*StringCmd) Val() string                    { return "" }
func (*StringCmd) Result() (string, error)        { return "", nil }
func (*StringCmd) Scan(v any) error               { return nil }
func (*MapStringStringCmd) Scan(v any) error      { return nil }
