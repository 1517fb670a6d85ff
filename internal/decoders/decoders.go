// Package decoders calls every decoder of a package with values that it must reject. It
// is for tests. A decoder is a row of readers in uuid/invalid_test.go, and one of an adapter
// is a row of readers in integration/conformance/invalid_test.go.
package decoders

import (
	"cmp"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// wrong are values that a decoder may get. Each decoder rejects some. BSON comes with every
// type that matters.
var wrong = []any{
	nil, 3.14, struct{}{}, "x", "00112233-4455-6677-8899-aabbccddeefx", "other_00000000000000000000000000", "{x,NULL}", "{NULL}", "{",
	[]byte("x"), []byte("00112233-4455-66"), []byte("00112233-4455-6677-8899-aabbccddeefx"), []byte("{x,NULL}"), []byte(`"x"`), []byte(`["x"]`), []byte(`[`), []byte(`[1]`),
	[]byte("\xd8\x25\x41\x00"), []byte("\x81\x00"), []byte("\x9f"), []byte("\xff"), []byte("\x91\xc4\x01\x00"), []byte("\xc4\x01\x00"), []byte("\xc4\x10"),
	[]byte("\x01\x00\x00\x00\x04\x00"), []byte("\x10\x00\x00\x00\x03" + "0123456789abcdef"),
	vectors.U, uuid.Max(),
	wide, []byte(wide), []byte(`"` + wide + `"`), []byte(`["` + wide + `"]`), "{" + wide + "}",
}

// face has 4 bytes: 64 characters of wide are 256 bytes.
const face = "\U0001f600"

var wide = strings.Repeat(face, 100)

// quoted is how many bytes of the input an error has, where it is not 64: as many as the package's longest text.
var quoted = map[string]int{"form": 68, "typed": 90}

// method is the name of a method that reads.
var method = regexp.MustCompile(`^(Scan|Unmarshal)\w*$`)

// Check calls decoder, which is a function, or all methods that read of the type that
// decoder points to. Whatever they reject is [uuid.ErrInvalid], says more than that, quotes
// little of the input, and leaves what was read into unchanged.
func Check(t *testing.T, who string, decoder any) {
	t.Helper()
	typ := reflect.TypeOf(decoder)
	if typ.Kind() == reflect.Func {
		check(t, who, typ, func(args []reflect.Value) (error, bool) {
			return last(reflect.ValueOf(decoder).Call(args)), true
		})
		return
	}
	for i := range typ.NumMethod() {
		m := typ.Method(i)
		if !method.MatchString(m.Name) {
			continue
		}
		check(t, who+"."+m.Name, reflect.Zero(typ).Method(i).Type(), func(args []reflect.Value) (error, bool) {
			got, want := Filled(typ.Elem()), Filled(typ.Elem())
			err := last(got.Method(i).Call(args))
			return err, reflect.DeepEqual(got.Interface(), want.Interface())
		})
	}
}

func last(out []reflect.Value) error {
	err, _ := out[len(out)-1].Interface().(error)
	return err
}

// check calls a function of that type with every wrong value that its last argument can
// have. It returns the function's error, and whether the receiver is what it was.
func check(t *testing.T, who string, f reflect.Type, call func([]reflect.Value) (error, bool)) {
	t.Helper()
	rejects := 0
	of, _, _ := strings.Cut(who, ".")
	most := cmp.Or(quoted[of], 64)
	arg := f.In(f.NumIn() - 1)
	for _, w := range wrong {
		v := reflect.Zero(arg)
		if text, ok := w.(string); ok && arg == reflect.TypeOf(YAML("")) {
			v = reflect.ValueOf(YAML(text))
		} else if w != nil || arg.Kind() == reflect.Func {
			if v = reflect.ValueOf(w); !v.IsValid() || !v.Type().AssignableTo(arg) {
				continue
			}
		}
		args := [][]reflect.Value{{v}}
		if f.NumIn() == 2 { // a type of BSON
			args = nil
			for _, typ := range []byte{0x02, 0x04, 0x05, 0x07, 0x0a, 0x10} {
				args = append(args, []reflect.Value{reflect.ValueOf(typ), v})
			}
		}
		for _, a := range args {
			err, same := call(a)
			if err == nil {
				continue
			}
			rejects++
			if !errors.Is(err, uuid.ErrInvalid) || err.Error() == uuid.ErrInvalid.Error() {
				t.Errorf("%s of %q: %v, want an error that says more, and is ErrInvalid", who, w, err)
			}
			if n := len(face) * strings.Count(err.Error(), face); n > most {
				t.Errorf("%s of %q: %v, which quotes %d bytes, want at most %d", who, w, err, n, most)
			}
			if !same {
				t.Errorf("%s of %q: %v, and the receiver changes", who, w, err)
			}
		}
	}
	if rejects == 0 {
		t.Errorf("%s rejects nothing", who)
	}
}

// YAML is what UnmarshalYAML gets for a text.
func YAML(text string) func(any) error {
	return func(v any) error {
		*v.(*string) = text
		return nil
	}
}

// Libraries call the methods for gin and echo, mapstructure, and YAML with a text.
var Libraries = map[string]func(into any, text string) error{
	"UnmarshalParam": func(into any, text string) error {
		return into.(interface{ UnmarshalParam(string) error }).UnmarshalParam(text)
	},
	"UnmarshalMapstructure": func(into any, text string) error {
		return into.(interface{ UnmarshalMapstructure(any) error }).UnmarshalMapstructure(text)
	},
	"UnmarshalYAML": func(into any, text string) error {
		return into.(interface{ UnmarshalYAML(func(any) error) error }).UnmarshalYAML(YAML(text))
	},
}

// Filled returns a pointer to a value of the type that has no zero inside.
func Filled(typ reflect.Type) reflect.Value {
	p := reflect.New(typ)
	fill(p.Elem())
	return p
}

func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("full")
	case reflect.Int64:
		v.SetInt(0x61)
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(0x61)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Pointer:
		v.Set(Filled(v.Type().Elem()))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0))
		fill(v.Index(1))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(Filled(v.Type().Key()).Elem(), Filled(v.Type().Elem()).Elem())
	default:
		panic("decoders: cannot fill " + v.Type().String())
	}
}

// Exported reads the source of packages, and returns the names of their types with a
// method that reads, and of functions and methods whose name says that they read, and
// which return a value and an error.
func Exported(t *testing.T, dirs ...string) map[string]bool {
	t.Helper()
	function := regexp.MustCompile(`^Parse|^FromB|FromUUID$`)
	found := map[string]bool{}
	for _, dir := range dirs {
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
				if !ok || !f.Name.IsExported() || !ast.IsExported(receiver(f)) {
					continue
				}
				of := file.Name.Name
				if f.Recv != nil {
					of += "." + receiver(f)
				}
				if f.Recv != nil && method.MatchString(f.Name.Name) {
					found[of] = true
				} else if function.MatchString(f.Name.Name) && f.Type.Results.NumFields() == 2 {
					found[of+"."+f.Name.Name] = true
				}
			}
		}
	}
	return found
}

// receiver returns the name of the type that f is a method of, or "F" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return "F"
	}
	typ := f.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	switch of := typ.(type) {
	case *ast.IndexExpr:
		typ = of.X
	case *ast.IndexListExpr:
		typ = of.X
	}
	return typ.(*ast.Ident).Name
}
