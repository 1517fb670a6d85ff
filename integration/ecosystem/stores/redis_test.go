package stores

import (
	"context"
	"encoding/hex"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

// A key of Redis holds a value, or a hash with the field v.
type key struct {
	*redis.Client
	name string
}

func newKey(t testing.TB) key {
	url, prefix := stores.Redis(t)
	opts, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	k := key{redis.NewClient(opts), prefix + "k"}
	t.Cleanup(func() { k.Close() })
	return k
}

// A hash is a struct that a hash is written from and read into.
type hash[V any] struct {
	V V `redis:"v"`
}

func inHash[V any](k key) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		k.Del(context.Background(), k.name)
		if err := k.HSet(context.Background(), k.name, hash[V]{v}).Err(); err != nil {
			return "", err
		}
		s, err := k.HGet(context.Background(), k.name, "v").Result()
		if err == redis.Nil {
			return "no field", nil
		}
		return hex.EncodeToString([]byte(s)), err
	}, Read: func(v *V) error {
		h := hash[V]{*v}
		err := k.HGetAll(context.Background(), k.name).Scan(&h)
		*v = h.V
		return err
	}}
}

func inKey[V any](k key) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		if err := k.Set(context.Background(), k.name, v, 0).Err(); err != nil {
			return "", err
		}
		s, err := k.Get(context.Background(), k.name).Result()
		return hex.EncodeToString([]byte(s)), err
	}, Read: func(v *V) error { return k.Get(context.Background(), k.name).Scan(v) }}
}

// bad are what a UUID's reader must refuse: set has the key hold it.
func bad(set func(string) error) map[string]func() error {
	bad := map[string]func() error{}
	for name, s := range map[string]string{"empty": "", "xyz": "xyz", "15 bytes": "0123456789abcde", "17 bytes": "0123456789abcdefg"} {
		bad[name] = func() error { return set(s) }
	}
	return bad
}

func native(u uuid.UUID) string { return hex.EncodeToString(u[:]) }

func redisValue[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	k := newKey(t)
	set := func(s string) error { return k.Set(context.Background(), k.name, s, 0).Err() }
	return ecosystem.Ops[T, N]{
		Native: native, One: inKey[T](k), Bad: bad(set),
		Seed: func(us ...uuid.UUID) error { return set(string(us[0][:])) },
	}
}

func redisHash[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	k := newKey(t)
	set := func(s string) error {
		k.Del(context.Background(), k.name)
		return k.HSet(context.Background(), k.name, "v", s).Err()
	}
	return ecosystem.Ops[T, N]{
		Native: native, Bad: bad(set), One: inHash[T](k), Ptr: inHash[*T](k), Null: inHash[N](k),
		Seed: func(us ...uuid.UUID) error { return set(string(us[0][:])) },
	}
}

func redisValueOurs[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](redisValue[U, UN](t))
}

func redisHashOurs[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](redisHash[U, UN](t))
}

func redisRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "go-redis", Store: "values", Module: "github.com/redis/go-redis/v9", Link: "uuid.md",
		Say:   "`uuid.UUID(id)` in Set, `(*uuid.UUID)(&id)` in Scan",
		Today: ecosystem.Of(redisValue[S, SN], redisValue[G, GN], redisValue[F, FN], redisValue[U, UN]),
		With:  ecosystem.Of(redisValueOurs[S, SN], redisValueOurs[G, GN], redisValueOurs[F, FN], redisValueOurs[U, UN]),
	}, {
		Library: "go-redis", Store: "structs in hashes", Module: "github.com/redis/go-redis/v9", Link: "uuid.md",
		Say:     "`uuid.UUID` and `uuid.NullUUID` as the fields' types",
		Today:   ecosystem.Of(redisHash[S, SN], redisHash[G, GN], redisHash[F, FN], redisHash[U, UN]),
		With:    ecosystem.Of(redisHashOurs[S, SN], redisHashOurs[G, GN], redisHashOurs[F, FN], redisHashOurs[U, UN]),
		Excuses: []ecosystem.Excuse{{Ops: "null pointer", Reason: "go-redis calls MarshalBinary of a nil pointer, which panics: write a uuid.NullUUID."}},
	}}
}
