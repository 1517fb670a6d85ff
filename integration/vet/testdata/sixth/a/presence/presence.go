// Package presence tracks who is online, who is banned, and the high scores.
package presence

import (
	"context"
	"log/slog"
	"time"

	"github.com/gofrs/uuid/v5"
	"github.com/redis/go-redis/v9"
)

const (
	onlineKey = "presence:online"
	bannedKey = "presence:banned"
	scoresKey = "presence:scores"
)

type Tracker struct {
	Redis redis.UniversalClient
	Log   *slog.Logger
}

func (t *Tracker) Join(ctx context.Context, player uuid.UUID) error {
	return t.Redis.SAdd(ctx, onlineKey, player).Err()
}

func (t *Tracker) Ban(ctx context.Context, players ...uuid.UUID) error {
	members := make([]any, 0, len(players))
	for _, p := range players {
		members = append(members, p)
	}
	return t.Redis.SAdd(ctx, bannedKey, members...).Err()
}

func (t *Tracker) IsBanned(ctx context.Context, player uuid.UUID) (bool, error) {
	return t.Redis.SIsMember(ctx, bannedKey, player.String()).Result() // WRONG(redisuuid): the members are bytes
}

func (t *Tracker) IsBannedRight(ctx context.Context, player uuid.UUID) (bool, error) {
	return t.Redis.SIsMember(ctx, bannedKey, player).Result()
}

func (t *Tracker) Leave(ctx context.Context, player uuid.UUID) error {
	name := player.String()
	n, err := t.Redis.SRem(ctx, onlineKey, name).Result() // WRONG(redisuuid): removes nothing
	if err != nil {
		return err
	}
	t.Log.Info("left", "player", name, "removed", n)
	return nil
}

func (t *Tracker) LeaveRight(ctx context.Context, player uuid.UUID) error {
	n, err := t.Redis.SRem(ctx, onlineKey, player).Result()
	if err != nil {
		return err
	}
	t.Log.Info("left", "player", player.String(), "removed", n)
	return nil
}

func (t *Tracker) Online(ctx context.Context) ([]uuid.UUID, error) {
	members, err := t.Redis.SMembers(ctx, onlineKey).Result()
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, 0, len(members))
	for _, m := range members {
		id, err := uuid.FromString(m) // WRONG(redisuuid): each member has 16 bytes
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func (t *Tracker) OnlineRight(ctx context.Context) ([]uuid.UUID, error) {
	members, err := t.Redis.SMembers(ctx, onlineKey).Result()
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, 0, len(members))
	for _, m := range members {
		id, err := uuid.FromBytes([]byte(m))
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func (t *Tracker) AddScore(ctx context.Context, player uuid.UUID, points float64) error {
	return t.Redis.ZAdd(ctx, scoresKey, redis.Z{Score: points, Member: player}).Err()
}

func (t *Tracker) Score(ctx context.Context, player uuid.UUID) (float64, error) {
	return t.Redis.ZScore(ctx, scoresKey, player.String()).Result() // WRONG(redisuuid): the member is bytes
}

func (t *Tracker) ScoreRight(ctx context.Context, player uuid.UUID) (float64, error) {
	return t.Redis.ZScore(ctx, scoresKey, string(player.Bytes())).Result()
}

// Touch uses the id in the key only.
func (t *Tracker) Touch(ctx context.Context, player uuid.UUID) error {
	return t.Redis.Set(ctx, "presence:seen:"+player.String(), time.Now().Unix(), time.Hour).Err()
}

func (t *Tracker) LastSeen(ctx context.Context, player uuid.UUID) (time.Time, error) {
	sec, err := t.Redis.Get(ctx, "presence:seen:"+player.String()).Int64()
	if err != nil {
		return time.Time{}, err
	}
	return time.Unix(sec, 0), nil
}

// Friends are stored as text, and looked up as text.
func (t *Tracker) Befriend(ctx context.Context, a, b uuid.UUID) error {
	return t.Redis.SAdd(ctx, "friends:"+a.String(), b.String()).Err()
}

func (t *Tracker) AreFriends(ctx context.Context, a, b uuid.UUID) (bool, error) {
	return t.Redis.SIsMember(ctx, "friends:"+a.String(), b.String()).Result()
}
