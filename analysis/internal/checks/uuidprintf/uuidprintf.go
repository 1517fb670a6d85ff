// Package uuidprintf reports formats that print a UUID in another form than its digits.
package uuidprintf

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidprintf",
	Kind: check.Wrong,
	Doc: `
report %x of a UUID that is text, and %v of one that is 16 numbers

Package fmt calls a type's String first: %x of google's and the standard library's UUID prints
the hex of 36 characters, which is 72 digits. Write %x of id[:]. gofrs's and uuidkit's types
have a Format method, and print 32 digits.

A type that is defined from a UUID type, such as type BoxID uuid.UUID, has no String: %v prints
16 numbers, and %s the 16 bytes. Convert it, uuid.UUID(id).`,

	Wrong: `fmt.Sprintf("%x", id)`,
	Right: `fmt.Sprintf("%x", id[:])`,
	Run:   run,
})

func run(pass *analysis.Pass) {
	if !uuids.Used(pass) {
		return
	}
	for c, call := range check.Calls(pass) {
		fn, pkg := uuids.Callee(pass, call)
		if fn == nil || call.Ellipsis.IsValid() || !uuids.OneOf(pkg, "fmt", "log", "errors") && !formats(fn) {
			continue
		}
		if uuids.OneOf(pkg, "fmt", "log") && (strings.HasSuffix(fn.Name(), "ln") || uuids.OneOf(strings.TrimLeft(fn.Name(), "FS"), "print", "Print")) {
			for _, arg := range call.Args {
				if why := wrong(pass, pass.TypesInfo.TypeOf(arg), 'v'); why != "" {
					check.Report(pass, c.Child(arg), nil, "%s", strings.Replace(why, "%v", fn.Name(), 1))
				}
			}
		}
		for i, arg := range call.Args {
			v := pass.TypesInfo.Types[arg].Value
			if v == nil || v.Kind() != constant.String || !strings.HasSuffix(fn.Name(), "f") {
				continue
			}
			for j, verb := range verbs(constant.StringVal(v)) {
				if i+1+j >= len(call.Args) {
					break
				}
				value := call.Args[i+1+j]
				if why := wrong(pass, pass.TypesInfo.TypeOf(value), verb); why != "" {
					if !uuids.OneOf(pkg, "fmt", "log", "errors", "testing") {
						why += uuids.Guessed("%s formats as fmt does", fn.Name())
					}
					check.Report(pass, c.Child(value), nil, "%s", why)
				}
			}
			break
		}
	}
}

// formats reports whether a function is named and declared as those of fmt: Infof(format, args...).
func formats(fn *types.Func) bool {
	params := fn.Signature().Params()
	if n := params.Len(); n < 2 || !fn.Signature().Variadic() || !strings.HasSuffix(fn.Name(), "f") || !uuids.IsString(params.At(n-2).Type()) {
		return false
	}
	list, ok := params.At(params.Len() - 1).Type().(*types.Slice)
	return ok && types.IsInterface(list.Elem())
}

// verbs are the verbs of a format, one for each argument, or nil if it is not that simple.
func verbs(format string) (list []byte) {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		for i < len(format) && strings.IndexByte("+-# 0123456789.", format[i]) >= 0 {
			i++
		}
		switch {
		case i == len(format), format[i] == '*', format[i] == '[':
			return nil
		case format[i] != '%':
			list = append(list, format[i])
		}
	}
	return list
}

// wrong says what the verb prints, if it is not what one expects.
func wrong(pass *analysis.Pass, t types.Type, verb byte) string {
	if t == nil {
		return ""
	}
	id := uuids.Indirect(t)
	has := func(name string) bool { return types.NewMethodSet(t).Lookup(nil, name) != nil } // a value has not those of its pointer
	if !uuids.IsID(pass, id) || has("Format") {
		return ""
	}
	text := has("String")
	switch {
	case (verb == 'x' || verb == 'X') && text:
		return "%" + string(verb) + " of " + uuids.Name(id) + " is the hex of its text, 72 digits, because it has a String: give id[:]" + uuids.Guess(pass, id)
	case (verb == 'v' || verb == 's') && !text && !has("Error"):
		return "%" + string(verb) + " of " + uuids.Name(id) + ", which has no String, prints 16 numbers: convert it to the UUID type" + uuids.Guess(pass, id)
	}
	return ""
}
