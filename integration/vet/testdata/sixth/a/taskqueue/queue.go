package taskqueue

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

type Queue struct {
	name string
	rdb  *redis.Client
}

func Open(addr, name string) *Queue {
	return &Queue{name: name, rdb: redis.NewClient(&redis.Options{Addr: addr})}
}

func (q *Queue) Push(ctx context.Context, job uuid.UUID) error {
	return q.rdb.LPush(ctx, "tasks:pending", job).Err()
}

func (q *Queue) Pop(ctx context.Context) (uuid.UUID, error) {
	res, err := q.rdb.BRPop(ctx, 5*time.Second, "tasks:pending").Result()
	if err != nil {
		return uuid.Nil, err
	}
	if len(res) != 2 {
		return uuid.Nil, errors.New("taskqueue: short reply")
	}
	return uuid.Parse(res[1]) // WRONG(redisuuid): Push wrote bytes
}

func (q *Queue) PopRight(ctx context.Context) (uuid.UUID, error) {
	res, err := q.rdb.BRPop(ctx, 5*time.Second, "tasks:pending").Result()
	if err != nil {
		return uuid.Nil, err
	}
	if len(res) != 2 {
		return uuid.Nil, errors.New("taskqueue: short reply")
	}
	return uuid.FromBytes([]byte(res[1]))
}

func (q *Queue) Cancel(ctx context.Context, job uuid.UUID) error {
	return q.rdb.LRem(ctx, "tasks:pending", 1, job.String()).Err() // WRONG(redisuuid): no element is text
}

func (q *Queue) CancelRight(ctx context.Context, job uuid.UUID) error {
	return q.rdb.LRem(ctx, "tasks:pending", 1, job).Err()
}

// Assign notes which worker has the job, and when.
func (q *Queue) Assign(ctx context.Context, host string, job uuid.UUID) error {
	pipe := q.rdb.TxPipeline()
	pipe.Set(ctx, "tasks:running:"+host, job, time.Hour)
	pipe.Set(ctx, "tasks:since:"+host, time.Now().Unix(), time.Hour)
	_, err := pipe.Exec(ctx)
	return err
}

func (q *Queue) Running(ctx context.Context, host string) (uuid.UUID, int64, error) {
	pipe := q.rdb.Pipeline()
	job := pipe.Get(ctx, "tasks:running:"+host)
	since := pipe.Get(ctx, "tasks:since:"+host)
	if _, err := pipe.Exec(ctx); err != nil {
		return uuid.Nil, 0, err
	}
	id, err := uuid.Parse(job.Val()) // WRONG(redisuuid): Assign wrote bytes
	if err != nil {
		return uuid.Nil, 0, err
	}
	sec, err := since.Int64()
	return id, sec, err
}

func (q *Queue) RunningRight(ctx context.Context, host string) (uuid.UUID, int64, error) {
	pipe := q.rdb.Pipeline()
	job := pipe.Get(ctx, "tasks:running:"+host)
	since := pipe.Get(ctx, "tasks:since:"+host)
	if _, err := pipe.Exec(ctx); err != nil {
		return uuid.Nil, 0, err
	}
	var id uuid.UUID
	if err := job.Scan(&id); err != nil {
		return uuid.Nil, 0, err
	}
	sec, err := since.Int64()
	return id, sec, err
}

// Announce appends to the stream of finished jobs.
func (q *Queue) Announce(ctx context.Context, job uuid.UUID, state string) error {
	return q.rdb.XAdd(ctx, &redis.XAddArgs{
		Stream: "tasks:finished",
		Values: map[string]any{"job": job, "state": state},
	}).Err()
}

func (q *Queue) Finished(ctx context.Context, after string) ([]uuid.UUID, error) {
	msgs, err := q.rdb.XRange(ctx, "tasks:finished", after, "+").Result()
	if err != nil {
		return nil, err
	}
	var jobs []uuid.UUID
	for _, m := range msgs {
		text, ok := m.Values["job"].(string)
		if !ok {
			continue
		}
		job, err := uuid.Parse(text) // WRONG(redisuuid): the stream's value is bytes
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, job)
	}
	return jobs, nil
}

func (q *Queue) FinishedRight(ctx context.Context, after string) ([]uuid.UUID, error) {
	msgs, err := q.rdb.XRange(ctx, "tasks:finished", after, "+").Result()
	if err != nil {
		return nil, err
	}
	var jobs []uuid.UUID
	for _, m := range msgs {
		text, ok := m.Values["job"].(string)
		if !ok {
			continue
		}
		job, err := uuid.FromBytes([]byte(text))
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, job)
	}
	return jobs, nil
}

// Attempts counts by the text of the id.
func (q *Queue) Attempts(ctx context.Context, job uuid.UUID) (int64, error) {
	return q.rdb.HIncrBy(ctx, "tasks:attempts", job.String(), 1).Result()
}

// Dead lists what Bury buried; both use text.
func (q *Queue) Bury(ctx context.Context, job uuid.UUID) error {
	return q.rdb.RPush(ctx, "tasks:dead", job.String()).Err()
}

func (q *Queue) Dead(ctx context.Context) ([]uuid.UUID, error) {
	texts, err := q.rdb.LRange(ctx, "tasks:dead", 0, -1).Result()
	if err != nil {
		return nil, err
	}
	jobs := make([]uuid.UUID, len(texts))
	for i, text := range texts {
		if jobs[i], err = uuid.Parse(text); err != nil {
			return nil, err
		}
	}
	return jobs, nil
}
