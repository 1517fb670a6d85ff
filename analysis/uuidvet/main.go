// Uuidvet finds UUIDs that compile and are silently wrong in a database or a format,
// whatever package they come from. Run it in a module's folder:
//
//	go run github.com/uuidkit/uuidkit/analysis/uuidvet@latest ./...
//
// "uuidvet help" lists the checks, and "uuidvet help gormid" explains one. Flags, exit statuses,
// baselines and golangci-lint: https://github.com/uuidkit/uuidkit/blob/main/docs/vet.md
package main

// For contributors: a command line, its status and what it prints is a row of TestCommand in main_test.go. The checks are
// in analysis/internal/checks.

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/uuidkit/uuidkit/analysis/internal/checks"
	"github.com/uuidkit/uuidkit/analysis/internal/toolchain"
)

func main() {
	if err := toolchain.Check("uuidvet", needs(os.Args[len(os.Args)-1])); err != nil {
		fmt.Fprintln(os.Stderr, "uuidvet:", err)
		os.Exit(2)
	}
	if args := os.Args[1:]; !forChecker(args) {
		status, err := drive(args, os.Stdout, os.Stderr)
		if err != nil {
			fmt.Fprintln(os.Stderr, "uuidvet:", err)
			status = 2
		}
		os.Exit(status)
	}
	multichecker.Main(checks.All()...)
}

// forChecker reports whether the arguments are those of go vet, which calls uuidvet for each
// package, or ask for help or for fixes.
func forChecker(args []string) bool {
	if len(args) == 0 || args[0] == "help" || strings.HasSuffix(args[len(args)-1], ".cfg") {
		return true
	}
	return slices.ContainsFunc(args, func(arg string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		return strings.HasPrefix(arg, "-") && slices.Contains([]string{"V", "flags", "fix", "diff", "h", "help"}, name)
	})
}

// needs returns the Go release of the code to read, or nothing. Go vet names a file that
// has it. It also calls uuidvet with flags alone, and does not show what is printed then.
func needs(last string) string {
	switch {
	case strings.HasSuffix(last, ".cfg"):
		var cfg struct{ GoVersion string }
		if b, err := os.ReadFile(last); err != nil || json.Unmarshal(b, &cfg) != nil {
			return ""
		}
		return cfg.GoVersion
	case strings.HasPrefix(last, "-"):
		return ""
	}
	out, _ := exec.Command("go", "env", "GOVERSION").Output()
	return strings.TrimSpace(string(out))
}
