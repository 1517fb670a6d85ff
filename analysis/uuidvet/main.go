// Uuidvet finds UUIDs that compile and are silently wrong in a database or a format,
// whatever package they come from. Run it in a module's folder:
//
//	go run github.com/uuidkit/uuidkit/analysis/uuidvet@latest ./...
//
// With -fix it applies the fixes that it offers. It is also a tool for go vet, which
// keeps the results of packages that have not changed:
//
//	go install github.com/uuidkit/uuidkit/analysis/uuidvet@latest
//	go vet -vettool=$(which uuidvet) ./...
//
// "uuidvet help" lists the checks, and "uuidvet help gormid" explains one. The flag
// -gormid runs that one alone, and -gormid=false all others.
//
// The checks, and golangci-lint: https://github.com/uuidkit/uuidkit/blob/main/docs/vet.md
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
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
	multichecker.Main(checks.All()...)
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
