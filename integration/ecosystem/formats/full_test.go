//go:build full

package formats

import "github.com/uuidkit/uuidkit/integration/ecosystem"

func slow() []ecosystem.Row { return append(parquetRows(), arrowRows()...) }
