package docs_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
)

// imports are what a block without a package clause may use.
var imports = map[string]string{
	"bson":      "go.mongodb.org/mongo-driver/v2/bson",
	"bsonx":     "github.com/uuidkit/uuidkit/bsonx",
	"cbor":      "github.com/fxamacker/cbor/v2",
	"cborx":     "github.com/uuidkit/uuidkit/cborx",
	"context":   "context",
	"driverv1":  "github.com/uuidkit/uuidkit/bsonx/driverv1",
	"errors":    "errors",
	"fmt":       "fmt",
	"form":      "github.com/uuidkit/uuidkit/uuid/form",
	"generator": "github.com/uuidkit/uuidkit/uuid/generator",
	"gofrs":     "github.com/gofrs/uuid/v5",
	"google":    "github.com/google/uuid",
	"gorm":      "gorm.io/gorm",
	"gormtype":  "github.com/uuidkit/uuidkit/gormtype",
	"ids":       "github.com/uuidkit/uuidkit/uuid/ids",
	"json":      "encoding/json",
	"log":       "log",
	"mongo":     "go.mongodb.org/mongo-driver/v2/mongo",
	"msgpack":   "github.com/vmihailenco/msgpack/v5",
	"msgpackx":  "github.com/uuidkit/uuidkit/msgpackx",
	"mysql":     "github.com/go-sql-driver/mysql",
	"options":   "go.mongodb.org/mongo-driver/v2/mongo/options",
	"os":        "os",
	"pgtype":    "github.com/jackc/pgx/v5/pgtype",
	"pgx":       "github.com/jackc/pgx/v5",
	"pgxtype":   "github.com/uuidkit/uuidkit/pgxtype",
	"sql":       "database/sql",
	"sqlx":      "github.com/uuidkit/uuidkit/sqlx",
	"stduuid":   "uuid",
	"strings":   "strings",
	"time":      "time",
	"typed":     "github.com/uuidkit/uuidkit/uuid/typed",
	"uuid":      "github.com/uuidkit/uuidkit/uuid",
}

// variables are what such a block in this file may use.
var variables = map[string]string{
	"README.md":    "var (db *sql.DB; config *mysql.Config; conn *pgx.Conn; gormDB *gorm.DB; uri string)",
	"docs/gorm.md": "type User struct { gormtype.Model }; var (db *gorm.DB; id google.UUID; a, b gormtype.UUID; users []User)",
}

// TestBlocks type-checks the blocks: what they declare and do not use is no error.
func TestBlocks(t *testing.T) {
	top := kit.Must(filepath.Abs("../.."))(t)
	here := kit.Must(os.Getwd())(t)
	out := kit.Must(exec.Command("git", "-C", top, "ls-files", "-z", "--", "*.md").Output())(t)
	sources, places := map[string][]byte{}, map[string]string{}
	for file := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		for line, block := range blocks(t, filepath.Join(top, file)) {
			src := source(file, block)
			if !std.Present && strings.Contains(src, "\"uuid\"\n") {
				continue // the standard library's, which this release has not
			}
			dir := fmt.Sprintf("block%d", len(sources))
			sources[filepath.Join(here, dir, "block.go")] = []byte(src)
			places["./"+dir] = fmt.Sprintf("%s:%d", file, line)
		}
	}
	if len(sources) < 10 {
		t.Fatalf("got %d blocks, want more", len(sources))
	}
	loaded := kit.Must(packages.Load(&packages.Config{
		Mode:    packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo,
		Overlay: sources,
	}, slices.Sorted(maps.Keys(places))...))(t)
	if len(loaded) != len(sources) {
		t.Errorf("got %d packages of %d blocks", len(loaded), len(sources))
	}
	for _, p := range loaded {
		place := places["./"+p.PkgPath[strings.LastIndexByte(p.PkgPath, '/')+1:]]
		if p.Types == nil || len(p.CompiledGoFiles) == 0 {
			t.Errorf("%s: not compiled", place)
		}
		for _, err := range p.Errors {
			if !strings.Contains(err.Msg, "declared and not used") {
				t.Errorf("%s: %s: %s", place, err.Pos[strings.LastIndexByte(err.Pos, '/')+1:], err.Msg)
			}
		}
	}
	t.Logf("%d blocks", len(sources))
}

var fenced = regexp.MustCompile("(?ms)^[ \t]*```go\n(.*?)^[ \t]*```")

// blocks returns the Go blocks of a Markdown file by the lines where they begin.
func blocks(t *testing.T, file string) map[int]string {
	data := kit.Must(os.ReadFile(file))(t)
	found := map[int]string{}
	for _, m := range fenced.FindAllSubmatchIndex(data, -1) {
		found[1+strings.Count(string(data[:m[2]]), "\n")] = string(data[m[2]:m[3]])
	}
	return found
}

// source returns the Go file of a block.
func source(file, block string) string {
	if regexp.MustCompile(`(?m)^package `).MatchString(block) {
		return block
	}
	src := "package block\n\n"
	for name, path := range imports {
		if regexp.MustCompile(`\b` + name + `\.[A-Z]`).MatchString(block + variables[file]) {
			src += fmt.Sprintf("import %s %q\n", name, path)
		}
	}
	return src + variables[file] + "\nfunc _() {\n" + block + "}\n"
}
