package docs_test

import (
	"encoding/json"
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

	"github.com/uuidkit/uuidkit/integration/internal/git"
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
	"driver":    "database/sql/driver",
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
	"rand":      "crypto/rand",
	"sha256":    "crypto/sha256",
	"slog":      "log/slog",
	"pgtype":    "github.com/jackc/pgx/v5/pgtype",
	"pgxpool":   "github.com/jackc/pgx/v5/pgxpool",
	"postgres":  "gorm.io/driver/postgres",
	"pgx":       "github.com/jackc/pgx/v5",
	"pgxtype":   "github.com/uuidkit/uuidkit/pgxtype",
	"sql":       "database/sql",
	"sqlite":    "modernc.org/sqlite",
	"sqlx":      "github.com/uuidkit/uuidkit/sqlx",
	"stdlib":    "github.com/jackc/pgx/v5/stdlib",
	"stduuid":   "uuid",
	"strings":   "strings",
	"time":      "time",
	"typed":     "github.com/uuidkit/uuidkit/uuid/typed",
	"uuid":      "github.com/uuidkit/uuidkit/uuid",
}

// variables are what such a block in this file may use.
var variables = map[string]string{
	"README.md":                           "var (db *sql.DB; config *mysql.Config; conn *pgx.Conn; gormDB *gorm.DB; uri string)",
	"docs/moving/from-pgx-google-uuid.md": "var config = &pgxpool.Config{}",
	"docs/mongodb.md":                     "var (id google.UUID; ids []google.UUID)",
	"docs/postgresql.md":                  "type User struct { ID uuid.UUID; Name string }; var (ctx context.Context; conn *pgx.Conn; config *pgxpool.Config; url string; ids []uuid.UUID; users []User)",
	"docs/identifiers.md":                 "var config = &pgxpool.Config{}",
	"docs/database-sql.md":                "var (ctx context.Context; db *sql.DB; conn *sql.Conn; id uuid.UUID; ids []uuid.UUID; name string)",
	"docs/uuid.md":                        "var (ctx context.Context; db *sql.DB)",
	"docs/grpc-openapi.md":                "var r interface { GetId() []byte; GetCustomerId() string }",
	"docs/logging.md":                     "var id google.UUID",
	"docs/sql-server.md":                  "var (db *sql.DB; id google.UUID; name string)",
	"docs/texts.md":                       "var (conn *pgx.Conn; reg *bson.Registry; base driver.Connector)",
	"docs/gorm.md":                        "type User struct { gormtype.Model }; var (db *gorm.DB; id google.UUID; a, b gormtype.UUID; users []User)",
}

// examples are the folders that the blocks of these pages are from. Such a block stands in a
// file of the folder, which is compiled and tested.
var examples = map[string]string{
	"docs/bun.md":          "examples/bun",
	"docs/clusters.md":     "integration/clusters/example",
	"docs/ent.md":          "examples/ent",
	"docs/jmoiron-sqlx.md": "examples/jmoiron",
	"docs/json-api.md":     "examples/http",
	"docs/sqlc.md":         "examples/sqlc",
}

// files returns the committed files that match the patterns, from the top.
func files(t *testing.T, patterns ...string) []string {
	out := kit.Must(git.Run("../..", append([]string{"ls-files", "-z", "--"}, patterns...)...))(t)
	return strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
}

// TestBlocks type-checks the blocks: what they declare and do not use is no error.
func TestBlocks(t *testing.T) {
	top := kit.Must(filepath.Abs("../.."))(t)
	here := kit.Must(os.Getwd())(t)
	sources, places := map[string][]byte{}, map[string]string{}
	for _, file := range files(t, "*.md") {
		code := lines(t, examples[file])
		for line, block := range blocks(t, filepath.Join(top, file)) {
			if code != "" {
				if !strings.Contains(code, unindented(block)) {
					t.Errorf("%s:%d: no file of %s has these lines", file, line, examples[file])
				}
				continue
			}
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

// lines returns the Go files of an example that git has, without indentation.
func lines(t *testing.T, folder string) (code string) {
	if folder == "" {
		return ""
	}
	for _, file := range files(t, folder+"/*.go") {
		code += "\n" + unindented(string(kit.Must(os.ReadFile(filepath.Join("../..", file)))(t)))
	}
	return code
}

// unindented returns Go code with each line after a line break, and without its indentation.
func unindented(code string) string {
	return regexp.MustCompile(`(?m)^[ \t]+`).ReplaceAllString("\n"+strings.Trim(code, "\n")+"\n", "")
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

// A program is a Go block with a main function and, after it, a block of text: what it prints.
var program = regexp.MustCompile("(?ms)^```go\n(package main\n.*?)^```\n\n```text\n(.*?)^```")

// TestPrograms builds these programs, runs them and compares what they print.
func TestPrograms(t *testing.T) {
	here, dir := kit.Must(os.Getwd())(t), t.TempDir()
	overlay := map[string]map[string]string{"Replace": {}}
	places, want := map[string]string{}, map[string]string{}
	for _, file := range files(t, "*.md") {
		text := string(kit.Must(os.ReadFile(filepath.Join("../..", file)))(t))
		for _, m := range program.FindAllStringSubmatchIndex(text, -1) {
			name := fmt.Sprintf("program%d", len(places))
			places[name] = fmt.Sprintf("%s:%d", file, 1+strings.Count(text[:m[2]], "\n"))
			want[name] = text[m[4]:m[5]]
			code := filepath.Join(dir, name+".go")
			kit.Check(t, os.WriteFile(code, []byte(text[m[2]:m[3]]), 0o666))
			overlay["Replace"][filepath.Join(here, name, "main.go")] = code
		}
	}
	if len(places) < 3 {
		t.Fatalf("got %d programs, want more", len(places))
	}
	kit.Check(t, os.WriteFile(filepath.Join(dir, "overlay.json"), kit.Must(json.Marshal(overlay))(t), 0o666))
	build := exec.Command("go", "build", "-ldflags=-w", "-overlay", filepath.Join(dir, "overlay.json"), "-o", dir+"/")
	for name := range places {
		build.Args = append(build.Args, "./"+name)
	}
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	for name, place := range places {
		run := exec.Command(filepath.Join(dir, name))
		run.Dir = t.TempDir()
		if out, err := run.CombinedOutput(); err != nil || string(out) != want[name] {
			t.Errorf("%s: error %v, printed\n%s, want\n%s", place, err, out, want[name])
		}
	}
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
