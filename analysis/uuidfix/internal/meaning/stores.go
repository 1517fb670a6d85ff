package meaning

import (
	"strconv"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// breaks says, for each new package, in which libraries its UUID differs from google's
// and gofrs's. All of it is measured: see docs/moving.
var breaks = map[string]map[string]string{
	load.Kit + "/uuid": {
		"go.mongodb.org/mongo-driver/v2": "UUIDs are binary subtype 4 now, and were subtype 0: convert the old documents, or a query by id does not find them (docs/mongodb.md)",
		"github.com/fxamacker/cbor/v2":   "UUIDs have tag 37 now, and had none: package cborx has the old form (docs/cbor.md)",
	},
	"uuid": {
		"github.com/go-sql-driver/mysql":    "rejects Go 1.27's UUID as an argument",
		"github.com/jackc/pgx/v5":           "writes Go 1.27's UUID into json columns as a list of numbers, and database/sql over pgx cannot read it from text columns",
		"github.com/lib/pq":                 "pq.Array writes Go 1.27's UUIDs as lists of numbers",
		"gorm.io/gorm":                      "takes Go 1.27's UUID apart in inline conditions and maps: rows of other ids match; new columns are of bytes",
		"github.com/uptrace/bun":            "does not know Go 1.27's UUID",
		"github.com/vmihailenco/msgpack/v5": "writes Go 1.27's UUID as 36 characters instead of 16 bytes, and cannot read the 16 bytes of before",
		"github.com/fxamacker/cbor/v2":      "reads a byte string of another length into Go 1.27's UUID without an error",
		"encoding/gob":                      "cannot read streams with UUIDs that were written before",
	},
}

// listStores lists the libraries that a package imports and in which its UUIDs differ.
func (m *meaning) listStores(v *load.Variant, p *load.Pkg) {
	for _, f := range p.Files {
		for _, spec := range f.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			for library, what := range breaks[m.program.Target] {
				if (path == library || strings.HasPrefix(path, library+"/")) && !m.stores[library] {
					m.stores[library] = true
					at := v.Fset.PositionFor(spec.Pos(), false)
					m.add(at.Filename, at.Offset, library, what)
				}
			}
		}
	}
}
