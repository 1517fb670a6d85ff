// Uuidfix rewrites a module that uses google/uuid, gofrs/uuid or satori/go.uuid to use
// uuidkit. Run it in the module's folder:
//
//	go run github.com/uuidkit/uuidkit/analysis/uuidfix@latest ./...
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"golang.org/x/tools/go/packages"
)

func main() { os.Exit(run(".", os.Args[1:], os.Stdout, os.Stderr)) }

// run returns the exit status: 0 done, 1 something is left for a person, 2 an error.
func run(dir string, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("uuidfix", flag.ContinueOnError)
	flags.SetOutput(stderr)
	if err := flags.Parse(args); err != nil {
		return 2
	}
	old := func(path string) bool { return path == "github.com/google/uuid" }
	v, err := load(&packages.Config{Dir: dir}, flags.Args(), old, "github.com/uuidkit/uuidkit/uuid")
	if err != nil {
		fmt.Fprintln(stderr, "uuidfix:", err)
		return 2
	}
	v.recheck(nil)
	for _, p := range v.pkgs {
		if why := p.broken(); why != "" {
			fmt.Fprintf(stdout, "%s: %s\n", p.PkgPath, why)
		}
	}
	return 0
}
