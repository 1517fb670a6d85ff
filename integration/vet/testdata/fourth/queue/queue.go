// Package queue carries work between the desks of the book market.
package queue

import (
	"bytes"
	"context"
	"fmt"
	"io"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/msgpackx"
	kit "github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

func Setup() error {
	if err := msgpackx.Register[gofrs.UUID](); err != nil {
		return err
	}
	if err := msgpackx.Register[uuid.UUID](); err != nil {
		return err
	}
	return msgpackx.RegisterNull[uuid.NullUUID]()
}

type Job struct {
	ID     gofrs.UUID
	Parent gofrs.NullUUID // WRONG-ALSO(msgpacknull)
	Kind   string
}

type JobRight struct {
	ID     uuid.UUID
	Parent uuid.NullUUID
	Kind   string
}

type Worker struct {
	in  <-chan []byte
	out io.Writer
}

func (w *Worker) run(ctx context.Context, do func(Job) error) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case b := <-w.in:
			var j Job
			if err := msgpack.Unmarshal(b, &j); err != nil { // WRONG(msgpacknull): gofrs's NullUUID is not registered
				return err
			}
			if err := do(j); err != nil {
				return err
			}
		}
	}
}

func (w *Worker) runRight(ctx context.Context, do func(JobRight) error) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case b := <-w.in:
			var j JobRight
			if err := msgpack.Unmarshal(b, &j); err != nil {
				return err
			}
			if err := do(j); err != nil {
				return err
			}
		}
	}
}

func (w *Worker) push(j *Job) error {
	b, err := msgpack.Marshal(j) // WRONG(msgpacknull): a map of two fields
	if err != nil {
		return fmt.Errorf("job %s: %w", j.ID, err)
	}
	_, err = w.out.Write(b)
	return err
}

func (w *Worker) pushRight(j *JobRight) error {
	b, err := msgpack.Marshal(j)
	if err != nil {
		return fmt.Errorf("job %s: %w", j.ID, err)
	}
	_, err = w.out.Write(b)
	return err
}

func parents(list []gofrs.NullUUID) ([]byte, error) {
	var b bytes.Buffer
	enc := msgpack.NewEncoder(&b)
	if err := enc.Encode(list); err != nil { // WRONG(msgpacknull): a list of them
		return nil, err
	}
	return b.Bytes(), nil
}

func parentsRight(list []gofrs.NullUUID) ([]byte, error) {
	var b bytes.Buffer
	enc := msgpack.NewEncoder(&b)
	out := make([]kit.NullUUID, len(list))
	for i, n := range list {
		out[i] = kit.NullUUID{UUID: kit.UUID(n.UUID), Valid: n.Valid}
	}
	if err := enc.Encode(out); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func pointers(list []*gofrs.UUID) ([]byte, error) { return msgpack.Marshal(list) }

func kinds(j []Job) ([]byte, error) {
	var s []string
	for _, j := range j {
		s = append(s, j.Kind)
	}
	return msgpack.Marshal(s)
}

var _ = []any{(*Worker).run, (*Worker).runRight, (*Worker).push, (*Worker).pushRight, parents, parentsRight, pointers, kinds}
