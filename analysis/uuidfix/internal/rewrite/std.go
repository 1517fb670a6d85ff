package rewrite

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/module"
)

// stdLacks says what to use instead of what Go 1.27's package uuid does not have.
var stdLacks = map[string]string{
	"NullUUID":  `write *uuid.UUID, or use NullUUID of uuidkit; sql.Null[uuid.UUID] is {"V":"...","Valid":true} in JSON, and reads no text there`,
	"UUIDs":     "write []uuid.UUID",
	"FromBytes": "check the length and convert: uuid.UUID(b)",
}

// stdMethods say what to write instead of the methods that Go 1.27's type does not have. kit
// stands for github.com/uuidkit/uuidkit/uuid, sqlx for github.com/uuidkit/uuidkit/sqlx.
var stdMethods = map[string]string{
	"URN":             `write "urn:uuid:" + id.String()`,
	"Scan":            "write (*sqlx.Text)(&id).Scan(v) with uuidkit's sqlx; sqlx.Binary is for 16 bytes",
	"Value":           "write sqlx.Text(id).Value() with uuidkit's sqlx; sqlx.Binary is for 16 bytes",
	"MarshalBinary":   "write id[:], or kit.UUID(id).MarshalBinary() with uuidkit's uuid",
	"UnmarshalBinary": "write (*kit.UUID)(&id).UnmarshalBinary(b) with uuidkit's uuid",
	"Version":         "write kit.UUID(id).Version() with uuidkit's uuid",
	"Variant":         "write kit.UUID(id).Variant() with uuidkit's uuid",
	"Time":            "write kit.UUID(id).Time() with uuidkit's uuid",
	"IsZero":          "write id == uuid.Nil()",
}

// listStd lists a method that Go 1.27's type does not have.
func (r *rewriter) listStd(c inspector.Cursor) {
	sel := c.Node().(*ast.SelectorExpr)
	if advice := stdMethods[sel.Sel.Name]; advice != "" && r.Program.Target == module.Std {
		r.byHand(sel, advice)
	}
}
