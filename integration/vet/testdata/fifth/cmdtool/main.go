// Command cmdtool changes ids in a database of PostgreSQL.
package main

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/google/uuid"
	_ "github.com/lib/pq"
)

type tool struct {
	db    *sql.DB
	stdin io.Reader
	dry   bool
	errs  []error
}

// argRight is for the person who runs the program, who sees the panic.
func argRight(n int) uuid.UUID { return uuid.MustParse(flag.Arg(n)) }

func (t *tool) run(ctx context.Context, id uuid.UUID) error {
	if t.dry {
		fmt.Println("would delete", id)
		return nil
	}
	_, err := t.db.ExecContext(ctx, `DELETE FROM things WHERE id = $1`, id)
	return err
}

func (t *tool) all(ctx context.Context) error {
	s := bufio.NewScanner(t.stdin)
	for line := 1; s.Scan(); line++ {
		id, err := uuid.Parse(strings.TrimSpace(s.Text()))
		if err != nil {
			fmt.Fprintf(os.Stderr, "line %d: %v\n", line, err)
		}
		if err := t.run(ctx, id); err != nil { // WRONG(uuiderror): the message, and then Nil
			return err
		}
	}
	return s.Err()
}

func (t *tool) allRight(ctx context.Context) error {
	s := bufio.NewScanner(t.stdin)
	for line := 1; s.Scan(); line++ {
		text := strings.TrimSpace(s.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		id, err := uuid.Parse(text)
		if err != nil {
			t.errs = append(t.errs, fmt.Errorf("line %d: %w", line, err))
		} else if err := t.run(ctx, id); err != nil {
			return err
		}
	}
	return errors.Join(append(t.errs, s.Err())...)
}

// stopRight ends at the first error.
func (t *tool) stopRight(ctx context.Context, texts []string) (err error) {
	var id uuid.UUID
	for i := 0; i < len(texts) && err == nil; i++ {
		if id, err = uuid.Parse(texts[i]); err == nil {
			err = t.run(ctx, id)
		}
	}
	return err
}

func (t *tool) swap(ctx context.Context, pair string) error {
	a, b, _ := strings.Cut(pair, "=")
	from, err := uuid.Parse(a)
	if err != nil {
		return err
	}
	to, _ := uuid.Parse(b)
	_, err = t.db.ExecContext(ctx, `UPDATE things SET owner = $1 WHERE owner = $2`, to, from) // WRONG(uuiderror): only the first is checked
	return err
}

func (t *tool) swapRight(ctx context.Context, pair string) error {
	a, b, ok := strings.Cut(pair, "=")
	from, errFrom := uuid.Parse(a)
	to, errTo := uuid.Parse(b)
	if !ok || errFrom != nil || errTo != nil {
		return fmt.Errorf("%q is no pair", pair)
	}
	_, err := t.db.ExecContext(ctx, `UPDATE things SET owner = $1 WHERE owner = $2`, to, from)
	return err
}

// optionalRight: no owner is NULL, and a malformed one is an error.
func (t *tool) optionalRight(ctx context.Context, owner string) error {
	var arg any
	if owner != "" {
		id, err := uuid.Parse(owner)
		if err != nil {
			return err
		}
		arg = id
	}
	_, err := t.db.ExecContext(ctx, `UPDATE things SET owner = $1`, arg)
	return err
}

// showRight only prints what was parsed, with its error.
func showRight(texts ...string) {
	for _, text := range texts {
		id, err := uuid.Parse(text)
		fmt.Println(id, err)
	}
}

func dieRight(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "cmdtool:", err)
		os.Exit(1)
	}
}

// ownerRight ends the program at an error.
func (t *tool) ownerRight(ctx context.Context, text string) {
	id, err := uuid.Parse(text)
	dieRight(err)
	dieRight(t.run(ctx, id))
}

func main() {
	dry := flag.Bool("n", false, "dry run")
	flag.Parse()
	db, err := sql.Open("postgres", os.Getenv("DATABASE_URL"))
	dieRight(err)
	t := &tool{db: db, stdin: os.Stdin, dry: *dry}
	ctx := context.Background()
	switch flag.Arg(0) {
	case "delete":
		err = t.run(ctx, argRight(1))
	case "all":
		err = t.all(ctx)
	case "lines":
		err = t.allRight(ctx)
	case "stop":
		err = t.stopRight(ctx, flag.Args()[1:])
	case "swap":
		err = errors.Join(t.swap(ctx, flag.Arg(1)), t.swapRight(ctx, flag.Arg(1)))
	case "owner":
		t.ownerRight(ctx, flag.Arg(1))
		err = t.optionalRight(ctx, flag.Arg(2))
	default:
		showRight(flag.Args()...)
	}
	dieRight(err)
}
