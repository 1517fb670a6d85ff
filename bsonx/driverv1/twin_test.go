package driverv1_test

import (
	"bytes"
	"go/format"
	"os"
	"regexp"
	"testing"
)

// twins are the files that this package has in common with package bsonx, but
// for what renaming changes.
var twins = map[string]string{
	"../bsonx.go":       "driverv1.go",
	"../codec.go":       "codec.go",
	"../alloc_test.go":  "alloc_test.go",
	"../bsonx_test.go":  "driverv1_test.go",
	"../fuzz_test.go":   "fuzz_test.go",
	"../reject_test.go": "reject_test.go",
	"../spec_test.go":   "spec_test.go",
	"../traps_test.go":  "traps_test.go",
}

// renames turn one into the other. Driver v1 has its types in more packages.
var renames = []struct{ old, new string }{
	{`package bsonx`, `package driverv1`},
	{`"github.com/uuidkit/uuidkit/bsonx"`, `"github.com/uuidkit/uuidkit/bsonx/driverv1"`},
	{`\bbsonx(\.|:)`, `driverv1$1`},
	{`\bbson\.(Binary|D\] and \[bson\.M)\b`, `primitive.$1`},
	{`\[primitive.D\] and \[bson.M\]`, `[primitive.D] and [primitive.M]`},
	{`\bbson\.(Registry|EncodeContext|DecodeContext|ValueEncoder|ValueDecoder|ValueDecoderFunc)\b`, `bsoncodec.$1`},
	{`\bbson\.(ValueReader|ValueWriter)\b`, `bsonrw.$1`},
	{`\bbson\.Type\b`, `bsontype.Type`},
}

// imports are those of driver v1, each with its reason to be imported.
var imports = []struct{ path, use string }{
	{"go.mongodb.org/mongo-driver/bson", `\bbson\.`},
	{"go.mongodb.org/mongo-driver/bson/bsoncodec", `\bbsoncodec\.`},
	{"go.mongodb.org/mongo-driver/bson/bsonrw", `\bbsonrw\.`},
	{"go.mongodb.org/mongo-driver/bson/bsontype", `\bbsontype\.`},
	{"go.mongodb.org/mongo-driver/bson/primitive", `\bprimitive\.`},
}

// TestTwins keeps the two packages alike. To change both, change package bsonx
// and run UPDATE_TWINS=1 go test twin_test.go in this directory, which works even
// while the package does not compile.
func TestTwins(t *testing.T) {
	for from, to := range twins {
		src, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range renames {
			src = regexp.MustCompile(r.old).ReplaceAll(src, []byte(r.new))
		}
		var list []byte
		for _, imp := range imports {
			if regexp.MustCompile(imp.use).Match(src) {
				list = append(list, "\t\""+imp.path+"\"\n"...)
			}
		}
		src = bytes.Replace(src, []byte("\t\"go.mongodb.org/mongo-driver/v2/bson\"\n"), list, 1)
		want, err := format.Source(src)
		if err != nil {
			t.Fatal(err)
		}
		if os.Getenv("UPDATE_TWINS") != "" {
			if err := os.WriteFile(to, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(to)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what renaming makes of %s", to, from)
		}
	}
}
