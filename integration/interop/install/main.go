// Command install installs what tests need besides the servers of stores: the
// clients of package interop and the Tarantool of package tarantool. Without it the
// tests install them, and reach for the network.
//
//	go -C integration run ./interop/install
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/uuidkit/uuidkit/integration/interop/clients"
	"github.com/uuidkit/uuidkit/integration/msgpackx/tarantool"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	_, tarantoolErr := tarantool.Command(ctx, logf)
	_, nodeErr := clients.Node(ctx, logf)
	_, pythonErr := clients.Python(ctx, logf)
	if err := errors.Join(tarantoolErr, nodeErr, pythonErr); err != nil {
		logf("%v", err)
		os.Exit(1)
	}
}

func logf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "install: "+format+"\n", args...)
}
