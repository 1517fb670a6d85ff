// Package presence knows which guides are in the building.
package presence

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type Guide struct {
	Badge uuid.UUID `redis:"badge"` // WRONG-ALSO(redisuuid)
	Floor int       `redis:"floor"`
}

type Tour struct {
	Leader uuid.UUID `redis:"leader"`
	Size   int       `redis:"size"`
}

type Board struct{ redis.UniversalClient }

func (b Board) enter(ctx context.Context, name string, badge uuid.UUID, floor int) error {
	return b.HSet(ctx, fmt.Sprintf("guide:%s", name), "badge", badge, "floor", floor).Err() // WRONG-ALSO(redisuuid)
}

func (b Board) tour(ctx context.Context, name string) (g Guide, err error) {
	err = b.HGetAll(ctx, fmt.Sprintf("guide:%s", name)).Scan(&g) // WRONG(redisuuid): the field is 16 bytes
	return g, err
}

func (b Board) start(ctx context.Context, code string, leader uuid.UUID, size int) error {
	return b.HSet(ctx, "tour/"+code, map[string]any{"leader": leader.String(), "size": size}).Err()
}

func (b Board) tourRight(ctx context.Context, code string) (t Tour, err error) {
	err = b.HGetAll(ctx, "tour/"+code).Scan(&t)
	return t, err
}

func (b Board) rank(ctx context.Context, id uuid.UUID, points float64) error {
	return b.ZAdd(ctx, "ranking", redis.Z{Score: points, Member: id}).Err()
}

func (b Board) points(ctx context.Context, id uuid.UUID) (float64, error) {
	return b.ZScore(ctx, "ranking", id.String()).Result() // WRONG(redisuuid): a member of a sorted set, by its text
}

func (b Board) pointsRight(ctx context.Context, id uuid.UUID) (float64, error) {
	return b.ZScore(ctx, "ranking", string(id[:])).Result()
}

var _ = []any{Board.enter, Board.tour, Board.start, Board.tourRight, Board.rank, Board.points, Board.pointsRight}
