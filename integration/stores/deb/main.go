// Command deb prints the folder of the user's cache that has packages of the machine's
// Debian or Ubuntu, with all that they depend on. It first unpacks them there if need be.
//
//	go -C integration run ./stores/deb qemu-user-static
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/uuidkit/uuidkit/integration/stores/server"
)

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: deb PACKAGE...")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	dir, err := server.InstallDeb(ctx, log.Printf, os.Args[1], os.Args[1:]...)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(dir)
}
