//go:build !full

package formats

import "github.com/uuidkit/uuidkit/integration/ecosystem"

// slow are the rows of libraries that take long to compile: with the tag full only.
func slow() []ecosystem.Row { return nil }
