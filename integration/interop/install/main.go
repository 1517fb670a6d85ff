// Command install installs what the tests of package interop need besides the
// servers: see package clients. The tests would do so themselves, but then they
// would not stay on this machine.
//
//	go -C integration run ./interop/install
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/uuidkit/uuidkit/integration/interop/clients"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := clients.Install(ctx, logf); err != nil {
		logf("%v", err)
		os.Exit(1)
	}
}

func logf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "install: "+format+"\n", args...)
}
