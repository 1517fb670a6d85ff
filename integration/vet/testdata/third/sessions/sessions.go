// Package sessions keeps what is short-lived in Redis.
package sessions

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	kit "github.com/uuidkit/uuidkit/uuid"
)

// Store has the client.
type Store struct {
	rdb *redis.Client
	ttl time.Duration
}

// New returns a store.
func New(addr string) *Store {
	return &Store{redis.NewClient(&redis.Options{Addr: addr}), 24 * time.Hour}
}

// Start remembers who has a token.
func (s *Store) Start(ctx context.Context, token string, user uuid.UUID) error {
	return s.rdb.Set(ctx, "session:"+token, user, s.ttl).Err()
}

// User returns who has a token.
func (s *Store) User(ctx context.Context, token string) (uuid.UUID, error) {
	text, err := s.rdb.Get(ctx, "session:"+token).Result()
	if errors.Is(err, redis.Nil) {
		return uuid.Nil, nil
	}
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(text) // WRONG(redisuuid): Start has written 16 bytes
}

// UserRight returns who has a token.
func (s *Store) UserRight(ctx context.Context, token string) (user uuid.UUID, err error) {
	err = s.rdb.Get(ctx, "session:"+token).Scan(&user)
	if errors.Is(err, redis.Nil) {
		return uuid.Nil, nil
	}
	return user, err
}

// Invite writes text, and Invited parses it.
func (s *Store) Invite(ctx context.Context, code string, by uuid.UUID) error {
	return s.rdb.Set(ctx, "invite/"+code, by.String(), s.ttl).Err()
}

// Invited returns who has made an invitation.
func (s *Store) Invited(ctx context.Context, code string) (uuid.UUID, error) {
	text, err := s.rdb.Get(ctx, "invite/"+code).Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(text)
}

// Join puts a user into the set of those who are online.
func (s *Store) Join(ctx context.Context, user uuid.UUID) error {
	_, err := s.rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.SAdd(ctx, "online", user)
		p.Expire(ctx, "online", s.ttl)
		return nil
	})
	return err
}

// Online reports whether a user is online.
func (s *Store) Online(ctx context.Context, user uuid.UUID) (bool, error) {
	return s.rdb.SIsMember(ctx, "online", user.String()).Result() // WRONG(redisuuid): the members are bytes
}

// OnlineRight reports whether a user is online.
func (s *Store) OnlineRight(ctx context.Context, user uuid.UUID) (bool, error) {
	return s.rdb.SIsMember(ctx, "online", user).Result()
}

func board(season int) string { return "board:" + strconv.Itoa(season) }

// Won adds points.
func (s *Store) Won(ctx context.Context, season int, user uuid.UUID, points float64) error {
	return s.rdb.ZAdd(ctx, board(season), redis.Z{Score: points, Member: user}).Err()
}

// Points returns the points of a user.
func (s *Store) Points(ctx context.Context, season int, user uuid.UUID) (float64, error) {
	return s.rdb.ZScore(ctx, board(season), user.String()).Result() // WRONG(redisuuid): the members are bytes
}

// PointsRight returns the points of a user: a string of the 16 bytes is the member.
func (s *Store) PointsRight(ctx context.Context, season int, user uuid.UUID) (float64, error) {
	return s.rdb.ZScore(ctx, board(season), string(user[:])).Result()
}

// Top returns the best users.
func (s *Store) Top(ctx context.Context, season int) (top []uuid.UUID, err error) {
	members, err := s.rdb.ZRevRange(ctx, board(season), 0, 9).Result()
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		user, err := uuid.Parse(m) // WRONG(redisuuid): the members are bytes
		if err != nil {
			return nil, err
		}
		top = append(top, user)
	}
	return top, nil
}

// TopRight returns the best users.
func (s *Store) TopRight(ctx context.Context, season int) (top []uuid.UUID, err error) {
	members, err := s.rdb.ZRevRange(ctx, board(season), 0, 9).Result()
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		user, err := uuid.FromBytes([]byte(m))
		if err != nil {
			return nil, err
		}
		top = append(top, user)
	}
	return top, nil
}

// Doc is a document that somebody edits.
type Doc struct {
	Owner uuid.UUID `redis:"owner"` // WRONG-ALSO(redisuuid)
	Title string    `redis:"title"`
}

// DocRight is the same with uuidkit's type, which reads bytes and text.
type DocRight struct {
	Owner kit.UUID `redis:"owner"`
	Title string   `redis:"title"`
}

// Edit writes a document.
func (s *Store) Edit(ctx context.Context, doc string, owner uuid.UUID, title string) error {
	return s.rdb.HSet(ctx, "doc:"+doc, "owner", owner, "title", title).Err()
}

// Owner returns the owner of a document.
func (s *Store) Owner(ctx context.Context, doc string) (uuid.UUID, error) {
	owner := s.rdb.HGet(ctx, "doc:"+doc, "owner")
	if err := owner.Err(); err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(owner.Val()) // WRONG(redisuuid): Edit has written 16 bytes
}

// OwnerRight returns the owner of a document.
func (s *Store) OwnerRight(ctx context.Context, doc string) (owner uuid.UUID, err error) {
	err = s.rdb.HGet(ctx, "doc:"+doc, "owner").Scan(&owner)
	return owner, err
}

// Doc returns a document.
func (s *Store) Doc(ctx context.Context, doc string) (d Doc, err error) {
	err = s.rdb.HGetAll(ctx, "doc:"+doc).Scan(&d) // WRONG(redisuuid): the owner is 16 bytes, which google's UnmarshalText rejects
	return d, err
}

// DocRight returns a document.
func (s *Store) DocRight(ctx context.Context, doc string) (d DocRight, err error) {
	err = s.rdb.HGetAll(ctx, "doc:"+doc).Scan(&d)
	return d, err
}

// Push adds jobs to a queue.
func (s *Store) Push(ctx context.Context, jobs ...uuid.UUID) error {
	for _, job := range jobs {
		if err := s.rdb.RPush(ctx, "queue", job).Err(); err != nil {
			return err
		}
	}
	return nil
}

// Next waits for a job.
func (s *Store) Next(ctx context.Context) (uuid.UUID, error) {
	pair, err := s.rdb.BLPop(ctx, time.Minute, "queue").Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.Parse(pair[1]) // WRONG(redisuuid): Push has written 16 bytes
}

// NextRight waits for a job.
func (s *Store) NextRight(ctx context.Context) (uuid.UUID, error) {
	pair, err := s.rdb.BLPop(ctx, time.Minute, "queue").Result()
	if err != nil {
		return uuid.Nil, err
	}
	return uuid.FromBytes([]byte(pair[1]))
}

// Cancel takes a job out of the queue.
func (s *Store) Cancel(ctx context.Context, job uuid.UUID) error {
	return s.rdb.LRem(ctx, "queue", 0, job.String()).Err() // WRONG(redisuuid): the elements are bytes
}

// CancelRight takes a job out of the queue.
func (s *Store) CancelRight(ctx context.Context, job uuid.UUID) error {
	return s.rdb.LRem(ctx, "queue", 0, job[:]).Err()
}
