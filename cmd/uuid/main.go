// Uuid makes, reads and converts UUIDs. It reports how a database stores UUIDs, and converts its columns.
//
//	go install github.com/uuidkit/uuidkit/cmd/uuid@latest
//	uuid help
//
// https://github.com/uuidkit/uuidkit/blob/main/docs/command.md shows each verb with
// its output.
package main

import (
	"os"

	"github.com/uuidkit/uuidkit/cmd/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
