// Package events consumes domain events, and answers with their outcome on a channel.
package events

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/uuidkit/uuidkit/uuid"
)

type Event struct {
	Key  string
	Body []byte
}

type payload struct {
	Order  uuid.UUID   `json:"order"`
	Items  []uuid.UUID `json:"items"`
	Status string      `json:"status"`
}

type Consumer struct {
	pool *pgxpool.Pool
	errs chan error
	mu   sync.Mutex
	seen map[uuid.UUID]bool
}

func (c *Consumer) setStatus(ctx context.Context, id uuid.UUID, status string) error {
	_, err := c.pool.Exec(ctx, `update orders set status = $2 where id = $1`, id, status)
	return err
}

func (c *Consumer) Key(ctx context.Context, e Event) {
	id, err := uuid.Parse(e.Key)
	if err != nil {
		fmt.Println("ignored:", err)
	}
	c.errs <- c.setStatus(ctx, id, "seen") // WRONG(uuiderror): printed, and goes on
}

func (c *Consumer) KeyRight(ctx context.Context, e Event) {
	id, err := uuid.Parse(e.Key)
	if err != nil {
		c.errs <- err
		return
	}
	c.errs <- c.setStatus(ctx, id, "seen")
}

func (c *Consumer) Body(ctx context.Context, e Event) error {
	p := new(payload)
	err := json.Unmarshal(e.Body, p)
	for _, item := range p.Items {
		if _, err := c.pool.Exec(ctx, `insert into items (order_id, id) values ($1, $2)`, p.Order, item); err != nil { // WRONG(uuiderror): Items can be set and Order Nil after an error
			return err
		}
	}
	return err
}

func (c *Consumer) BodyRight(ctx context.Context, e Event) error {
	p := new(payload)
	if err := json.Unmarshal(e.Body, p); err != nil {
		return errors.Join(errors.New("events: body"), err)
	}
	for _, item := range p.Items {
		if _, err := c.pool.Exec(ctx, `insert into items (order_id, id) values ($1, $2)`, p.Order, item); err != nil {
			return err
		}
	}
	return nil
}

func (c *Consumer) Goroutines(ctx context.Context, events []Event) {
	var wg sync.WaitGroup
	for _, e := range events {
		wg.Go(func() {
			id, _ := uuid.Parse(e.Key)
			c.errs <- c.setStatus(ctx, id, "queued") // WRONG(uuiderror): in a goroutine
		})
	}
	wg.Wait()
}

func (c *Consumer) GoroutinesRight(ctx context.Context, events []Event) {
	var wg sync.WaitGroup
	for _, e := range events {
		wg.Go(func() {
			id, err := uuid.Parse(e.Key)
			if err == nil {
				err = c.setStatus(ctx, id, "queued")
			}
			c.errs <- err
		})
	}
	wg.Wait()
}

// result has an id, or the error of its text.
type result struct {
	id  uuid.UUID
	err error
}

func parseAll(texts []string) []result {
	out := make([]result, 0, len(texts))
	for _, text := range texts {
		id, err := uuid.Parse(text)
		out = append(out, result{id, err})
	}
	return out
}

func (c *Consumer) Cancel(ctx context.Context, texts []string) error {
	ids := make(map[string]uuid.UUID)
	for _, text := range texts {
		ids[text], _ = uuid.Parse(text)
	}
	for _, id := range ids {
		if err := c.setStatus(ctx, id, "cancelled"); err != nil { // WRONG(uuiderror): through a map
			return err
		}
	}
	return nil
}

func (c *Consumer) CancelRight(ctx context.Context, texts []string) error {
	for _, r := range parseAll(texts) {
		if r.err != nil {
			return r.err
		}
		if err := c.setStatus(ctx, r.id, "cancelled"); err != nil {
			return err
		}
	}
	return nil
}

// FirstRight looks for the first text that is a UUID.
func (c *Consumer) FirstRight(ctx context.Context, texts ...string) error {
	for _, text := range texts {
		if id, err := uuid.Parse(text); err == nil {
			return c.setStatus(ctx, id, "first")
		}
	}
	return errors.New("events: no id")
}

// ValidRight asks first.
func (c *Consumer) ValidRight(ctx context.Context, e Event) error {
	if !uuid.Valid(e.Key) {
		return fmt.Errorf("events: %q is no id", e.Key)
	}
	id, _ := uuid.Parse(e.Key)
	return c.setStatus(ctx, id, "valid")
}

// ZeroRight compares with zero instead.
func (c *Consumer) ZeroRight(ctx context.Context, e Event) error {
	id, _ := uuid.Parse(e.Key)
	if id.IsZero() {
		return nil
	}
	return c.setStatus(ctx, id, "kept")
}

// OnceRight skips what is no id by a label.
func (c *Consumer) OnceRight(ctx context.Context, events []Event) error {
next:
	for _, e := range events {
		id, err := uuid.Parse(e.Key)
		switch {
		case errors.Is(err, context.Canceled):
			return err
		case err != nil:
			continue next
		}
		c.mu.Lock()
		dup := c.seen[id]
		c.seen[id] = true
		c.mu.Unlock()
		if !dup {
			if err := c.setStatus(ctx, id, "once"); err != nil {
				return err
			}
		}
	}
	return nil
}
