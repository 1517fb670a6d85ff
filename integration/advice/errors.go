package advice

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// Errors are the rows of errors that no table of a page has: the error of Today says to do Do.
// Those of the GORM plugin are in docs/gorm.md.
var Errors = []Row{
	{Key: "error, NULL", Error: "cannot scan NULL into a UUID, use a NullUUID", Do: "a `NullUUID`", On: "bytes", Today: nullUUID, Code: nullUUIDMended},
	{Key: "error, NULL typed", Error: "cannot scan NULL into an ID, use a NullID", Do: "a `NullID`", On: "bytes", Today: nullID, Code: nullIDMended},
	{Key: "error, NULL ULID", Error: "cannot scan NULL, use a *…", Do: "a pointer, `*ids.ULID`", On: "SQLite", Today: nullULID, Code: nullULIDMended},
	{Key: "error, uuid[]", Error: "the column is a uuid[]: use a slice", Do: "a slice", On: "PostgreSQL", Today: oneOfList, Code: oneOfListMended},
	{Key: "error, bytea", Error: "convert to sqlx.Binary for a bytea", Do: "`sqlx.Binary(id)`", On: "PostgreSQL", Today: intoBytea, Code: intoByteaMended},
	{Key: "error, array", Error: "is bytes, and an array has text: use sqlx.Text, or for bytea a [][]byte", Do: "`sqlx.Text`, `[][]byte`", On: "PostgreSQL", Today: bytesInArray, Code: bytesInArrayMended},
	{Key: "error, NULL in a list", Error: "got NULL, and … has none: use a NullArray[*…]", Do: "`sqlx.NullArray[*google.UUID]`", On: "PostgreSQL", Today: nullInList, Code: nullInListMended},
	{Key: "error, registry", Error: "the registry is nil or empty: make it with bson.NewRegistry", Do: "`bson.NewRegistry()`", On: "bytes", Today: emptyRegistry, Code: emptyRegistryMended},
	{Key: "error, nullable", Error: "call Register[…] before", Do: "`msgpackx.Register[…]` before `msgpackx.RegisterNull[…]`", On: "bytes", Today: nullFirst, Code: nullFirstMended},
	{Key: "error, Strict", Error: "use cborx.Tagged without Strict", Do: "`cborx.Tagged`", On: "CBOR", Today: strictOurs, Code: strictOursMended},
	{Key: "error, TagSet", Error: "the TagSet is nil: use cbor.NewTagSet", Do: "`cbor.NewTagSet()`", On: "CBOR", Today: nilTagSet, Code: nilTagSetMended},
}

// way matches the text of an error that says what to do.
var way = regexp.MustCompile(`^(use|call|convert) |[:,] (use|call|write|convert|embed|make it with) `)

// Ways returns the texts in a folder's code that say what to do.
func Ways(folder string) (texts []string, err error) {
	err = each(folder, func(file *ast.File, _ string, _ func(token.Pos) int) {
		if strings.HasSuffix(file.Name.Name, "_test") {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil && way.MatchString(text) {
					texts = append(texts, text)
				}
			}
			return true
		})
	})
	return texts, err
}
