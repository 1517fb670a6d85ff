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
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/uuidkit/uuidkit/analysis/internal/checks"
)

func main() { multichecker.Main(checks.All()...) }
