// Package ratings keeps ids as text in Redis, so that other programs can read them.
package ratings

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type Rating struct {
	Film  uuid.UUID `json:"film"`
	User  uuid.UUID `json:"user"`
	Stars int       `json:"stars"`
}

type Profile struct {
	ID   uuid.UUID `redis:"id"`
	Film uuid.UUID `redis:"film"`
	Name string    `redis:"name"`
}

type Cache struct{ rdb *redis.Client }

func (c *Cache) Save(ctx context.Context, r Rating) error {
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	pipe := c.rdb.TxPipeline()
	pipe.Set(ctx, fmt.Sprintf("rating:%s:%s", r.Film, r.User), b, time.Hour)
	pipe.ZAdd(ctx, "ratings:top", redis.Z{Score: float64(r.Stars), Member: r.Film.String()})
	pipe.SAdd(ctx, "ratings:users", r.User.String())
	_, err = pipe.Exec(ctx)
	return err
}

func (c *Cache) Load(ctx context.Context, film, user uuid.UUID) (r Rating, err error) {
	b, err := c.rdb.Get(ctx, fmt.Sprintf("rating:%s:%s", film, user)).Bytes()
	if err != nil {
		return r, err
	}
	err = json.Unmarshal(b, &r)
	return r, err
}

func (c *Cache) Top(ctx context.Context, n int64) ([]uuid.UUID, error) {
	texts, err := c.rdb.ZRevRange(ctx, "ratings:top", 0, n-1).Result()
	if err != nil {
		return nil, err
	}
	films := make([]uuid.UUID, 0, len(texts))
	for _, text := range texts {
		film, err := uuid.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("top: %w", err)
		}
		films = append(films, film)
	}
	return films, nil
}

func (c *Cache) Stars(ctx context.Context, film uuid.UUID) (float64, error) {
	return c.rdb.ZScore(ctx, "ratings:top", film.String()).Result()
}

func (c *Cache) HasRated(ctx context.Context, user uuid.UUID) (bool, error) {
	return c.rdb.SIsMember(ctx, "ratings:users", user.String()).Result()
}

func (c *Cache) Forget(ctx context.Context, user uuid.UUID) error {
	return c.rdb.SRem(ctx, "ratings:users", user.String()).Err()
}

func (c *Cache) SaveProfile(ctx context.Context, p Profile) error {
	return c.rdb.HSet(ctx, "profile:"+p.ID.String(),
		"id", p.ID.String(), "film", p.Film.String(), "name", p.Name).Err()
}

func (c *Cache) Profile(ctx context.Context, id uuid.UUID) (p Profile, err error) {
	err = c.rdb.HGetAll(ctx, "profile:"+id.String()).Scan(&p)
	return p, err
}

func (c *Cache) Favourite(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	text, err := c.rdb.HGet(ctx, "profile:"+id.String(), "film").Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(text)
}
