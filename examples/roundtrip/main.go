/*
Roundtrip sends a UUID through every store and format that uuidkit serves, as
each of the Go types in use, without uuidkit and with it. It shows what the stores
really hold, and what goes wrong without an error. A ULID, a typed id and an
ObjectID go into a column of UUIDs and back.

	go run ./roundtrip
	go run ./roundtrip -postgres URL -mysql DSN -mongo URI

The first form needs no server and no cgo. What its table says is stored is
what the store itself says, such as SQLite's typeof(id) and hex(id).
The exit status is 1 if they are not in the store's native form, or if another
UUID comes back than went in.

The code is an example as well: the file with the name of a store holds the few
lines that a program writes to use that store, for any UUID type T. What goes
wrong without them is measured in probe*.go and today.go.
*/
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/examples/internal/address"
	"github.com/uuidkit/uuidkit/uuid"
)

// sample is the UUID that travels if the command line names none. Its bytes all
// differ, so that a wrong byte order shows.
const sample = "00112233-4455-6677-8899-aabbccddeeff"

const usage = `Usage: roundtrip [flags] [UUID]

Roundtrip sends a UUID through every store and format that uuidkit serves, as
each of the Go types in use, without uuidkit and with it. It prints what the
store holds in its native form, and a verdict on each type: native, another
form, FAILS (an error) or WRONG (no error). A ULID, a typed id and an ObjectID
go into a column of UUIDs. It exits with status 1 if a cell with uuidkit is not
native. NO_COLOR=1 turns colours off.

Without flags it needs no server. The flags add servers to the table; roundtrip
makes tables of its own there and drops them.

The UUID is ` + sample + ` if the command line has none.

`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run is the program. It returns the exit status: 1 if a cell is not native or
// a server cannot be used, 2 if args are wrong.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var srv servers
	flags := flag.NewFlagSet("roundtrip", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&srv.postgres, "postgres", "", address.Postgres.Usage())
	flags.StringVar(&srv.mysql, "mysql", "", address.MySQL.Usage())
	flags.StringVar(&srv.mongo, "mongo", "", address.Mongo.Usage())
	flags.DurationVar(&srv.timeout, "timeout", 5*time.Second, "how long to `wait` for the first answer of a server")
	id, err := parseArgs(flags, args)
	if err == nil {
		err = errors.Join(address.Postgres.Check(srv.postgres), address.MySQL.Check(srv.mysql), address.Mongo.Check(srv.mongo))
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		flags.SetOutput(stdout)
		flags.PrintDefaults()
		return 0
	case err != nil:
		complain(stderr, fmt.Errorf("%w (-h explains)", err))
		return 2
	}

	t := tour{id: id, servers: srv}
	visit[uuid.UUID](ctx, &t, "uuidkit/uuid")
	visit[google.UUID](ctx, &t, "google/uuid")
	visit[gofrs.UUID](ctx, &t, "gofrs/uuid")
	visitStd(ctx, &t)
	t.others = identifiers(ctx, t.id)
	return t.report(stdout, stderr)
}

// report writes the table, or why there is none, and returns the exit status.
func (t *tour) report(stdout, stderr io.Writer) int {
	if t.err != nil {
		complain(stderr, t.err)
		return 1
	}
	on := styleOf(stdout)
	fmt.Fprint(stdout, missing)
	writeTable(stdout, on, t.cells)
	writeIdentifiers(stdout, on, t.others)
	if writeSummary(stdout, on, t.cells, t.others) > 0 {
		return 1
	}
	return 0
}

// parseArgs parses the flags and returns the UUID that is to travel.
func parseArgs(flags *flag.FlagSet, args []string) (uuid.UUID, error) {
	if err := flags.Parse(args); err != nil {
		return uuid.UUID{}, address.Flag(err)
	}
	switch flags.NArg() {
	case 0:
		return uuid.Parse(sample)
	case 1:
		return uuid.Parse(flags.Arg(0))
	}
	return uuid.UUID{}, fmt.Errorf("unexpected argument %q", flags.Arg(1))
}

func complain(w io.Writer, err error) { fmt.Fprintf(w, "roundtrip: %s\n", oneLine(err)) }

// oneLine returns the text of an error in one line; some drivers' have several.
func oneLine(err error) string {
	lines := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.ReplaceAll(strings.Join(lines, "; "), ":; ", ": ")
}
