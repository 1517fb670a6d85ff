package clusters

import (
	"context"
	"encoding/hex"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	"github.com/uuidkit/uuidkit/uuid"
)

// A redisItem is a hash. Its key is "item:" and the 16 bytes.
type redisItem struct {
	ID uuid.UUID `redis:"id"`
	N  int64     `redis:"n"`
}

// TestRedis has three nodes of a Redis Cluster, each with a third of the slots, that write to disk what they acknowledge.
func TestRedis(t *testing.T) {
	nodes := network(t, 3, false)
	var list []*server.Server
	var addresses []string
	var password string
	for _, n := range nodes {
		s, err := n.Start(t.Context(), server.Redis, t.Logf, "--cluster-enabled", "yes", "--cluster-node-timeout", "2000",
			"--cluster-require-full-coverage", "no", "--appendonly", "yes", "--appendfsync", "always")
		list = append(list, ready(t, s, err))
		o := kit.Must(redis.ParseURL(s.URL()))(t)
		addresses, password = append(addresses, o.Addr), o.Password
	}
	one := func(i int) *redis.Client {
		c := redis.NewClient(&redis.Options{Addr: addresses[i], Password: password})
		t.Cleanup(func() { c.Close() })
		return c
	}
	for i := range list {
		c := one(i)
		for _, other := range nodes {
			_, port, _ := net.SplitHostPort(addresses[i])
			kit.Check(t, c.ClusterMeet(t.Context(), other.Addr, port).Err())
		}
		kit.Check(t, c.ClusterAddSlotsRange(t.Context(), i*16384/3, (i+1)*16384/3-1).Err())
	}
	kit.Eventually(t, "the cluster has all slots", func() bool {
		for i := range list {
			info, err := one(i).ClusterInfo(t.Context()).Result()
			if err != nil || !strings.Contains(info, "cluster_state:ok") || !strings.Contains(info, "cluster_known_nodes:3") {
				return false
			}
		}
		return true
	})
	cluster := redis.NewClusterClient(&redis.ClusterOptions{Addrs: addresses, Password: password, DialTimeout: 2 * time.Second, ReadTimeout: 3 * time.Second})
	t.Cleanup(func() { cluster.Close() })
	restart := func(ctx context.Context, s *server.Server) error { return s.Restart(ctx) }
	parts := map[string]func(context.Context) ([]row, error){}
	for i := range list {
		parts[nodeName(i)] = func(ctx context.Context) ([]row, error) { return redisRows(ctx, one(i)) }
	}
	trial{
		engine: "Redis Cluster, 3 nodes",
		clients: []client{{"go-redis", func(ctx context.Context, id uuid.UUID, n int64) error {
			return cluster.HSet(ctx, "item:"+string(id[:]), redisItem{id, n}).Err() // again is the same
		}, func(err error) bool {
			var e redis.Error
			var n net.Error
			return errors.As(err, &e) || errors.As(err, &n)
		}}},
		faults: []fault{killed("a node", list[0], restart), cutOff("another node", nodes[1])},
		parts:  parts,
	}.run(t)
}

// redisRows reads all hashes of a node: the key and the field must have the same 16 bytes, and the struct the same id.
func redisRows(ctx context.Context, c *redis.Client) (rows []row, err error) {
	for keys := c.Scan(ctx, 0, "item:*", 1000).Iterator(); ; {
		if !keys.Next(ctx) {
			return rows, keys.Err()
		}
		key := keys.Val()
		var item redisItem
		found := c.HGetAll(ctx, key)
		if err := first(found.Err(), found.Scan(&item)); err != nil {
			return nil, err
		}
		raw := found.Val()["id"]
		r := row{id: hex.EncodeToString([]byte(raw)), n: item.N}
		if "item:"+raw != key || string(item.ID[:]) != raw {
			r.id = "another id than its key"
		}
		rows = append(rows, r)
	}
}
