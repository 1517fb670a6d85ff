// Package eventfeed stores the events of other services.
package eventfeed

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"github.com/vmihailenco/msgpack/v5"
)

type Event struct {
	ID      uuid.UUID `json:"id" xml:"id" msgpack:"id" cbor:"id"`
	Subject uuid.UUID `json:"subject" xml:"subject" msgpack:"subject" cbor:"subject"`
	Kind    string    `json:"kind" xml:"kind" msgpack:"kind" cbor:"kind"`
}

type Consumer struct {
	DB  *sql.DB
	RDB *redis.Client
	Log *slog.Logger
}

const insertEvent = `INSERT INTO events (id, subject_id, kind) VALUES ($1, $2, $3)`

func (c *Consumer) store(ctx context.Context, e Event) error {
	_, err := c.DB.ExecContext(ctx, insertEvent, e.ID, e.Subject, e.Kind)
	return err
}

func (c *Consumer) OnJSON(ctx context.Context, body []byte) error {
	var e Event
	if err := json.Unmarshal(body, &e); err != nil {
		c.Log.Warn("malformed event", "err", err) // WRONG-ALSO(uuiderror)
	}
	_, err := c.DB.ExecContext(ctx, insertEvent, e.ID, e.Subject, e.Kind) // WRONG(uuiderror): the event may be half decoded
	return err
}

func (c *Consumer) OnJSONRight(ctx context.Context, body []byte) error {
	var e Event
	if err := json.Unmarshal(body, &e); err != nil {
		c.Log.Warn("malformed event", "err", err)
		return nil // a second delivery would not help
	}
	_, err := c.DB.ExecContext(ctx, insertEvent, e.ID, e.Subject, e.Kind)
	return err
}

func (c *Consumer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var e Event
	json.NewDecoder(r.Body).Decode(&e)              // WRONG-ALSO(uuiderror)
	if err := c.store(r.Context(), e); err != nil { // WRONG(uuiderror): Decode's error is dropped
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (c *Consumer) ServeHTTPRight(w http.ResponseWriter, r *http.Request) {
	var e Event
	if err := json.NewDecoder(r.Body).Decode(&e); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := c.store(r.Context(), e); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (c *Consumer) OnPacked(ctx context.Context, body []byte) error {
	e := new(Event)
	_ = msgpack.Unmarshal(body, e) // WRONG-ALSO(uuiderror)
	return c.store(ctx, *e)        // WRONG(uuiderror): the error of Unmarshal is dropped
}

func (c *Consumer) OnPackedRight(ctx context.Context, body []byte) error {
	e := new(Event)
	if err := msgpack.Unmarshal(body, e); err != nil {
		return fmt.Errorf("event: %w", err)
	}
	return c.store(ctx, *e)
}

func (c *Consumer) OnBinary(ctx context.Context, body []byte) (exists bool, err error) {
	var id uuid.UUID
	err = cbor.Unmarshal(body, &id)                                                                         // WRONG-ALSO(uuiderror)
	err = c.DB.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM events WHERE id = $1)`, id).Scan(&exists) // WRONG(uuiderror): the error of cbor is overwritten
	return exists, err
}

func (c *Consumer) OnBinaryRight(ctx context.Context, body []byte) (exists bool, err error) {
	var id uuid.UUID
	if err = cbor.Unmarshal(body, &id); err != nil {
		return false, err
	}
	err = c.DB.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM events WHERE id = $1)`, id).Scan(&exists)
	return exists, err
}

func (c *Consumer) OnXML(ctx context.Context, body []byte, owner uuid.UUID) bool {
	var e Event
	err := xml.Unmarshal(body, &e)
	same := e.Subject == owner // WRONG(uuiderror): compared before the error is looked at
	if err != nil {
		c.Log.Error("xml", "err", err)
	}
	return same
}

func (c *Consumer) OnXMLRight(ctx context.Context, body []byte, owner uuid.UUID) bool {
	var e Event
	if err := xml.Unmarshal(body, &e); err != nil {
		c.Log.Error("xml", "err", err)
		return false
	}
	return e.Subject == owner
}

func (c *Consumer) Restore(ctx context.Context, snapshot []byte) error {
	var list []Event
	if err := gob.NewDecoder(bytes.NewReader(snapshot)).Decode(&list); err != nil {
		return err
	}
	for _, e := range list {
		if err := c.store(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

func (c *Consumer) Resume(ctx context.Context) error {
	text, err := c.RDB.Get(ctx, "eventfeed:last").Result()
	if err != nil {
		return err
	}
	last, err := uuid.Parse(text)
	if err != nil {
		c.Log.Info("no position, from the start", "err", err) // WRONG-ALSO(uuiderror)
	}
	_, err = c.DB.ExecContext(ctx, `DELETE FROM pending WHERE event_id = $1`, last) // WRONG(uuiderror): deletes for Nil after a bad position
	return err
}

func (c *Consumer) ResumeRight(ctx context.Context) error {
	text, err := c.RDB.Get(ctx, "eventfeed:last").Result()
	if err != nil {
		return err
	}
	last, err := uuid.Parse(text)
	if err != nil {
		c.Log.Info("no position", "err", err)
		return err
	}
	_, err = c.DB.ExecContext(ctx, `DELETE FROM pending WHERE event_id = $1`, last)
	return err
}

// Ack remembers the position as text.
func (c *Consumer) Ack(ctx context.Context, e Event) error {
	return c.RDB.Set(ctx, "eventfeed:last", e.ID.String(), 0).Err()
}

// Fetch decodes only after the status is known to be right.
func (c *Consumer) Fetch(ctx context.Context, url string) (Event, error) {
	var e Event
	res, err := http.Get(url)
	if err != nil {
		return e, err
	}
	defer res.Body.Close()
	err = xml.NewDecoder(res.Body).Decode(&e)
	if err == nil && e.ID == uuid.Nil {
		err = fmt.Errorf("%s: event without id", url)
	}
	return e, err
}
