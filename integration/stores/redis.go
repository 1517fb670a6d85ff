package stores

import (
	"context"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// Redis returns the URL of a Redis server, and what the names of a test's keys begin with:
// those keys are deleted when the test ends.
func Redis(t testing.TB) (url, prefix string) {
	t.Helper()
	url = find(t, server.Redis)
	opts, err := redis.ParseURL(url)
	if err != nil {
		t.Fatalf("stores: UUIDKIT_REDIS: %v", err)
	}
	client := redis.NewClient(opts)
	t.Cleanup(func() { client.Close() })
	name := fresh(t,
		func(ctx context.Context, _ string) error { return client.Ping(ctx).Err() },
		func(ctx context.Context, name string) error {
			keys := client.Scan(ctx, 0, name+":*", 0).Iterator()
			for keys.Next(ctx) {
				if err := client.Del(ctx, keys.Val()).Err(); err != nil {
					return err
				}
			}
			return keys.Err()
		})
	return url, name + ":"
}
