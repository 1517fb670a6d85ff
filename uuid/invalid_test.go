package uuid_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
	"github.com/uuidkit/uuidkit/uuid/ids"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

type user struct{}

func (user) Prefix() string { return "user" }

// decoders are pointers to all types that read something, and all functions that do.
var decoders = map[string]any{
	"uuid.UUID": new(uuid.UUID), "uuid.NullUUID": new(uuid.NullUUID), "uuid.UUIDs": new(uuid.UUIDs),
	"uuid.Parse": uuid.Parse, "uuid.ParseCanonical": uuid.ParseCanonical, "uuid.FromBytes": uuid.FromBytes,

	"form.Form.Parse": form.Base58.Parse,

	"typed.ID": new(typed.ID[user]), "typed.NullID": new(typed.NullID[user]), "typed.Parse": typed.Parse[user],

	"sqlx.Array": new(sqlx.Array[uuid.UUID]), "sqlx.NullArray": new(sqlx.NullArray[uuid.NullUUID]),
	"sqlx.Binary": new(sqlx.Binary), "sqlx.GUID": new(sqlx.GUID), "sqlx.Swapped": new(sqlx.Swapped), "sqlx.Text": new(sqlx.Text),

	"ids.COMB": new(ids.COMB), "ids.ParseCOMB": ids.ParseCOMB, "ids.COMBFromUUID": ids.COMBFromUUID,
	"ids.CUID": new(ids.CUID), "ids.ParseCUID": ids.ParseCUID,
	"ids.Elasticflake": new(ids.Elasticflake), "ids.ParseElasticflake": ids.ParseElasticflake, "ids.ElasticflakeFromUUID": ids.ElasticflakeFromUUID,
	"ids.Flake": new(ids.Flake), "ids.ParseFlake": ids.ParseFlake, "ids.FlakeFromUUID": ids.FlakeFromUUID,
	"ids.FlakeID": new(ids.FlakeID), "ids.ParseFlakeID": ids.ParseFlakeID, "ids.FlakeIDFromUUID": of(ids.FlakeIDFromUUID),
	"ids.KSUID": new(ids.KSUID), "ids.ParseKSUID": ids.ParseKSUID,
	"ids.LexicalUUID": new(ids.LexicalUUID), "ids.ParseLexicalUUID": ids.ParseLexicalUUID, "ids.LexicalUUIDFromUUID": ids.LexicalUUIDFromUUID,
	"ids.ObjectID": new(ids.ObjectID), "ids.ParseObjectID": ids.ParseObjectID, "ids.ObjectIDFromUUID": ids.ObjectIDFromUUID,
	"ids.OrderedUUID": new(ids.OrderedUUID), "ids.ParseOrderedUUID": ids.ParseOrderedUUID, "ids.OrderedUUIDFromUUID": ids.OrderedUUIDFromUUID,
	"ids.PushID": new(ids.PushID), "ids.ParsePushID": ids.ParsePushID, "ids.PushIDFromUUID": ids.PushIDFromUUID,
	"ids.SID": new(ids.SID), "ids.ParseSID": ids.ParseSID,
	"ids.ShardingID": new(ids.ShardingID), "ids.ParseShardingID": ids.ParseShardingID, "ids.ShardingIDFromUUID": of(ids.ShardingIDFromUUID),
	"ids.Snowflake": new(ids.Snowflake), "ids.ParseSnowflake": ids.ParseSnowflake, "ids.SnowflakeFromUUID": of(ids.SnowflakeFromUUID),
	"ids.Sonyflake": new(ids.Sonyflake), "ids.ParseSonyflake": ids.ParseSonyflake, "ids.SonyflakeFromUUID": of(ids.SonyflakeFromUUID),
	"ids.ULID": new(ids.ULID), "ids.ParseULID": ids.ParseULID,
	"ids.XID": new(ids.XID), "ids.ParseXID": ids.ParseXID, "ids.XIDFromUUID": ids.XIDFromUUID,
}

// of returns f for ids of an epoch.
func of[T any](f func(uuid.UUID, ids.Epoch) (T, error)) func(uuid.UUID) (T, error) {
	return func(u uuid.UUID) (T, error) { return f(u, 0) }
}

// wrong are values that a decoder may get. Each decoder rejects some. BSON comes with every
// type that matters.
var wrong = []any{
	nil, 3.14, struct{}{}, "x", "00112233-4455-6677-8899-aabbccddeefx", "other_00000000000000000000000000", "{x,NULL}", "{NULL}", "{",
	[]byte("x"), []byte("00112233-4455-66"), []byte("00112233-4455-6677-8899-aabbccddeefx"), []byte("{x,NULL}"), []byte(`"x"`), []byte(`["x"]`), []byte(`[`), []byte(`[1]`),
	[]byte("\xd8\x25\x41\x00"), []byte("\x81\x00"), []byte("\x9f"), []byte("\xff"), []byte("\x91\xc4\x01\x00"), []byte("\xc4\x01\x00"), []byte("\xc4\x10"),
	vectors.U, uuid.Max(),
}

// TestErrInvalid: whatever a decoder rejects is ErrInvalid, and says more than that.
func TestErrInvalid(t *testing.T) {
	name := regexp.MustCompile(`^(Scan|Unmarshal\w+)$`)
	for who, decoder := range decoders {
		if v := reflect.ValueOf(decoder); v.Kind() == reflect.Func {
			checkInvalid(t, who, v)
		} else {
			for i := range v.NumMethod() {
				if m := v.Type().Method(i).Name; name.MatchString(m) {
					checkInvalid(t, who+"."+m, v.Method(i))
				}
			}
		}
	}
	if got := slices.Sorted(maps.Keys(decoders)); !slices.Equal(got, exportedDecoders(t)) {
		t.Errorf("decoders are\n%q, want all that are exported:\n%q", got, exportedDecoders(t))
	}
	if _, err := uuid.V7At(time.Unix(-1, 0)); err == nil || errors.Is(err, uuid.ErrInvalid) {
		t.Errorf("V7At of 1969: %v, want an error that is not ErrInvalid", err)
	}
}

// checkInvalid calls f with every wrong value that its last argument can have.
func checkInvalid(t *testing.T, who string, f reflect.Value) {
	t.Helper()
	rejects := 0
	last := f.Type().In(f.Type().NumIn() - 1)
	for _, w := range wrong {
		arg := reflect.Zero(last)
		if w != nil {
			if arg = reflect.ValueOf(w); !arg.Type().AssignableTo(last) {
				continue
			}
		}
		args := [][]reflect.Value{{arg}}
		if f.Type().NumIn() == 2 { // a type of BSON
			args = nil
			for _, typ := range []byte{0x04, 0x05, 0x0a, 0x10} {
				args = append(args, []reflect.Value{reflect.ValueOf(typ), arg})
			}
		}
		for _, a := range args {
			out := f.Call(a)
			err, _ := out[len(out)-1].Interface().(error)
			if err == nil {
				continue
			}
			rejects++
			if !errors.Is(err, uuid.ErrInvalid) || err.Error() == uuid.ErrInvalid.Error() {
				t.Errorf("%s of %q: %v, want an error that says more, and is ErrInvalid", who, w, err)
			}
		}
	}
	if rejects == 0 {
		t.Errorf("%s rejects nothing", who)
	}
}

// exportedDecoders reads the source: types with a method Scan or Unmarshal…, and functions
// and methods whose name says that they read, and which return an error.
func exportedDecoders(t *testing.T) []string {
	t.Helper()
	function := regexp.MustCompile(`^Parse|^FromBytes$|FromUUID$`)
	method := regexp.MustCompile(`^(Scan|Unmarshal\w+)$`)
	found := map[string]bool{}
	for _, dir := range []string{".", "form", "typed", "ids", "../sqlx"} {
		paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(paths), err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, decl := range file.Decls {
				f, ok := decl.(*ast.FuncDecl)
				if !ok || !f.Name.IsExported() {
					continue
				}
				of := file.Name.Name + "."
				if f.Recv != nil {
					of += receiver(f)
				}
				if f.Recv != nil && method.MatchString(f.Name.Name) {
					found[of] = true
				} else if function.MatchString(f.Name.Name) && f.Type.Results.NumFields() == 2 {
					found[strings.TrimSuffix(of, ".")+"."+f.Name.Name] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// receiver returns the name of the type that f is a method of.
func receiver(f *ast.FuncDecl) string {
	typ := f.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if of, ok := typ.(*ast.IndexExpr); ok {
		typ = of.X
	}
	return typ.(*ast.Ident).Name
}
