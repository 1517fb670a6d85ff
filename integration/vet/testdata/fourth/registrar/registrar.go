// Package registrar takes in the museum's acquisitions.
package registrar

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"github.com/gin-gonic/gin"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Acquisition struct {
	ID    uuid.UUID `json:"id"`
	Donor uuid.UUID `json:"donor"`
	Title string    `json:"title"`
}

type writer interface {
	put(ctx context.Context, a *Acquisition) error
}

type base struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

func (b base) put(ctx context.Context, a *Acquisition) error {
	_, err := b.pool.Exec(ctx, `insert into acquisition (id, donor, title) values ($1, $2, $3)`, a.ID, a.Donor, a.Title)
	return err
}

type Registrar struct {
	base
	mu   sync.Mutex
	seen map[gofrs.UUID]bool
}

func (r *Registrar) gift(c *gin.Context) {
	donor, err := uuid.Parse(c.PostForm("donor"))
	if err != nil {
		r.log.WarnContext(c, "donor", "err", err)
	}
	a := &Acquisition{ID: uuid.New(), Donor: donor, Title: c.PostForm("title")}
	if err := r.put(c, a); err != nil { // WRONG(uuiderror): logs and goes on
		c.AbortWithStatus(http.StatusInternalServerError)
	}
}

func (r *Registrar) giftRight(c *gin.Context) {
	donor, err := uuid.Parse(c.PostForm("donor"))
	if err != nil {
		_ = c.AbortWithError(http.StatusBadRequest, err)
		return
	}
	a := &Acquisition{ID: uuid.New(), Donor: donor, Title: c.PostForm("title")}
	if err := r.put(c, a); err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
	}
}

func (r *Registrar) lookup(ctx context.Context, raw []byte) (title string, err error) {
	id, perr := kit.FromBytes(raw)
	err = r.pool.QueryRow(ctx, `select title from acquisition where id = $1`, id).Scan(&title) // WRONG(uuiderror): perr is looked at too late
	return title, errors.Join(perr, err)
}

func (r *Registrar) lookupRight(ctx context.Context, raw []byte) (title string, err error) {
	id, perr := kit.FromBytes(raw)
	if perr == nil {
		err = r.pool.QueryRow(ctx, `select title from acquisition where id = $1`, id).Scan(&title)
	}
	return title, errors.Join(perr, err)
}

func (r *Registrar) consume(ctx context.Context, in <-chan []byte) {
	for msg := range in {
		var a Acquisition
		if err := json.Unmarshal(msg, &a); err != nil {
			r.log.ErrorContext(ctx, "bad message", "err", err)
		}
		if err := r.put(ctx, &a); err != nil { // WRONG(uuiderror): no continue after the log
			r.log.ErrorContext(ctx, "put", "err", err)
		}
	}
}

func (r *Registrar) consumeRight(ctx context.Context, in <-chan []byte) {
	for msg := range in {
		var a Acquisition
		if err := json.Unmarshal(msg, &a); err != nil {
			r.log.ErrorContext(ctx, "bad message", "err", err)
			continue
		}
		if err := r.put(ctx, &a); err != nil {
			r.log.ErrorContext(ctx, "put", "err", err)
		}
	}
}

func (r *Registrar) allowed(a *Acquisition, header string) error {
	user, _ := uuid.Parse(header)
	if a.Donor != user { // WRONG(uuiderror): Nil is compared with a donor
		return fmt.Errorf("%s is not the donor", user)
	}
	return nil
}

func (r *Registrar) allowedRight(a *Acquisition, header string) error {
	user, err := uuid.Parse(header)
	if err != nil || a.Donor != user {
		return errors.New("not the donor")
	}
	return nil
}

func (r *Registrar) once(text string) bool {
	id, err := gofrs.FromString(text)
	if err != nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen[id] {
		return false
	}
	r.seen[id] = true
	return true
}

func (r *Registrar) batch(ctx context.Context, w writer, texts map[string]string) (bad []string) {
	for text, title := range texts {
		id, err := uuid.Parse(text)
		switch {
		case err != nil:
			bad = append(bad, text)
		default:
			if w.put(ctx, &Acquisition{ID: id, Title: title}) != nil {
				bad = append(bad, text)
			}
		}
	}
	return bad
}

func (r *Registrar) optional(ctx context.Context, donor string) error {
	a := &Acquisition{ID: uuid.New()}
	if donor != "" {
		var err error
		if a.Donor, err = uuid.Parse(donor); err != nil {
			return err
		}
	}
	return r.put(ctx, a)
}

var _ = []any{(*Registrar).gift, (*Registrar).giftRight, (*Registrar).lookup, (*Registrar).lookupRight, (*Registrar).consume, (*Registrar).consumeRight, (*Registrar).allowed, (*Registrar).allowedRight, (*Registrar).once, (*Registrar).batch, (*Registrar).optional}
