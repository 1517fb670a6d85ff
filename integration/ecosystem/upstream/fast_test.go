//go:build !full

package upstream

import "github.com/uuidkit/uuidkit/integration/upstream"

// slow are the programs with libraries that take long to compile: with the tag full only.
var slow map[string]upstream.Program
