package meaning

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/module"
)

// A form is how a library writes a type of an old package, where it writes the new one in
// another way. TestBehaviours measures what these tables say.
type form struct {
	library string // one or several paths, and what is below them
	from    string // google, gofrs and satori; empty for all
	shape   string // UUID, NullUUID, or one of those below
	says    string
}

// The shapes of UUIDs and NullUUIDs that only some libraries write in another way.
const (
	omitempty = "omitempty"      // of a UUID without IsZero: gofrs has it since v5.4
	omitNil   = "omitempty Nil"  // of one with IsZero
	omitNull  = "omitempty null" // of a NullUUID
	omitzero  = "omitzero"       // of a NullUUID
	asKey     = "key"            // a NullUUID as a map's
	alone     = "alone"          // a NullUUID, not in a struct
)

// has reports whether the form is that of a part.
func (f form) has(p part) bool {
	shape := f.shape == p.shape || f.shape == alone && p.shape == "NullUUID" && p.path == ""
	return shape && (f.from == "" || strings.Contains(f.from, p.from))
}

// of returns the library that has a package, or nothing.
func (f form) of(path string) string {
	for library := range strings.FieldsSeq(f.library) {
		if path == library || strings.HasPrefix(path, library+"/") {
			return library
		}
	}
	return ""
}

const (
	jsons     = "encoding/json github.com/gin-gonic/gin github.com/labstack/echo github.com/gofiber/fiber github.com/go-chi/render github.com/json-iterator/go github.com/goccy/go-json github.com/bytedance/sonic"
	loggers   = "github.com/sirupsen/logrus github.com/go-logr/logr k8s.io/klog github.com/hashicorp/go-hclog github.com/go-kit/log github.com/charmbracelet/log github.com/apex/log"
	zap       = "go.uber.org/zap"
	yaml      = "gopkg.in/yaml.v2 gopkg.in/yaml.v3 go.yaml.in/yaml github.com/goccy/go-yaml"
	templates = "text/template html/template"
	mongo     = "go.mongodb.org/mongo-driver/v2"
	mongo1    = "go.mongodb.org/mongo-driver/bson go.mongodb.org/mongo-driver/mongo"
)

const (
	nullText    = `null was the text "null", and is the empty text now`
	nullFields  = "it was two fields, UUID and Valid; now it is the UUID or null. Neither reads the other"
	nullXML     = "it was two elements, UUID and Valid; now it is the text. Old XML is read as null, without an error: rewrite it first"
	nilLeftOut  = "omitempty wrote Nil, and leaves it out now"
	nullLeftOut = "omitempty wrote null, and leaves it out now"
	nullLogged  = "it was printed as two fields, or as null; now as the UUID, or as nothing for null"
	nullJSON    = `it was {"UUID":…,"Valid":…}; now it is null or the text. Neither reads the other`
	nilWritten  = "omitempty left Nil out, and writes it now"
	subtype     = "UUIDs are binary subtype 4 now, and were subtype 0: convert the old documents, or a query by id does not find them (docs/mongodb.md)"
	tag37       = "UUIDs have tag 37 now, and had none: package cborx has the old form (docs/cbor.md)"
)

var kitForms = []form{
	{jsons, "satori", "NullUUID", nullJSON},
	{jsons, "google", asKey, nullText},
	{jsons, "google gofrs", omitzero, "omitzero wrote null of an invalid NullUUID that has a UUID, and leaves it out now"},
	{"encoding/xml", "google", "NullUUID", nullText},
	{"encoding/xml", "gofrs satori", "NullUUID", nullXML},
	{"encoding/gob", "gofrs satori", "NullUUID", nullFields},
	{"log/slog", "google", "NullUUID", nullText},
	{"log/slog", "gofrs satori", "NullUUID", nullFields},
	{loggers, "", "NullUUID", nullLogged},
	{zap, "google gofrs", alone, nullLogged},
	{zap, "satori", "NullUUID", nullLogged},
	{zap, "google", asKey, nullText},
	{"github.com/rs/zerolog", "google", asKey, nullText},
	{"github.com/rs/zerolog", "satori", "NullUUID", nullJSON},
	{yaml, "google", "NullUUID", nullText},
	{yaml, "gofrs satori", "NullUUID", nullFields},
	{yaml, "", omitempty, nilLeftOut},
	{"github.com/vmihailenco/msgpack", "gofrs satori", "NullUUID", nullFields},
	{"github.com/vmihailenco/msgpack", "", omitempty, nilLeftOut},
	{"github.com/vmihailenco/msgpack", "google", omitNull, nullLeftOut},
	{"github.com/fxamacker/cbor", "", "UUID", tag37},
	{"github.com/fxamacker/cbor", "google", "NullUUID", "null was h'', and is null now"},
	{"github.com/fxamacker/cbor", "gofrs satori", "NullUUID", nullFields},
	{mongo, "", "UUID", subtype},
	{mongo, "", "NullUUID", "it was a document of two fields; now it is null or a binary. Neither reads the other"},
	{mongo + " " + mongo1, "", omitempty, nilLeftOut},
	{mongo1, "", omitNull, "omitempty wrote null as a document, and leaves it out now"},
	{templates, "", "UUID", "a template that calls Version, Variant, Time or another method of it can print something else"},
	{templates, "", "NullUUID", "it was printed as {UUID true}, and is printed as the UUID now"},
}

var stdForms = []form{
	{"github.com/go-sql-driver/mysql", "", "UUID", "the driver rejects Go 1.27's UUID as an argument: write sqlx.Text(id), or sqlx.Binary(id) for 16 bytes"},
	{"github.com/jackc/pgx/v5", "", "UUID", "json columns get a list of numbers, and database/sql over pgx cannot read text columns: pgxtype.Register[uuid.UUID](conn.TypeMap())"},
	{"github.com/lib/pq", "", "UUID", "pq.Array writes lists of numbers: write sqlx.Array[uuid.UUID](ids)"},
	{"gorm.io/gorm", "", "UUID", "inline conditions and maps take it apart, and rows of other ids match; AutoMigrate makes bytes of text columns without a type tag, also of old ones: write their type into the tags, and db.Use(gormtype.NewPlugin[gormtype.Text](gormtype.Native[uuid.UUID]()))"},
	{"github.com/Masterminds/squirrel", "", "UUID", "Eq and NotEq take it for a list of 16 numbers: Eq finds none or rows of other ids, and NotEq all: write sqlx.Text(id), or sqlx.Binary(id) for 16 bytes"},
	{"github.com/doug-martin/goqu", "", "UUID", "goqu returns an error for it as an argument: write sqlx.Text(id), or sqlx.Binary(id) for 16 bytes"},
	{"github.com/redis/go-redis github.com/go-redis/redis", "", "UUID", "go-redis returns an error for it: write kit.UUID(id), and Scan into (*kit.UUID)(&id)"},
	{"github.com/go-jet/jet", "", "UUID", "jet returns an error for it: keep the old type for these fields, or use uuidkit's"},
	{"github.com/uptrace/bun", "", "UUID", "bun does not know it: give the field the type sqlx.Text, or sqlx.Binary for 16 bytes"},
	{"github.com/vmihailenco/msgpack/v5", "", "UUID", "it is 36 characters instead of 16 bytes, and the old bytes cannot be read: msgpackx.Register[uuid.UUID]()"},
	{"github.com/fxamacker/cbor", "", "UUID", "a byte string of another length is read without an error: cborx.Register[uuid.UUID](tags)"},
	{"encoding/gob", "", "UUID", "old streams cannot be read"},
	{yaml, "", omitNil, nilWritten},
	{"github.com/vmihailenco/msgpack", "", omitNil, nilWritten},
	{mongo + " " + mongo1, "", omitNil, nilWritten},
	{templates, "", "UUID", "a template that calls Version, Variant or another method that Go 1.27's UUID lacks returns an error now"},
}

// printing are the libraries whose text is for people.
var printing = []string{templates, "log/slog", loggers, zap, "github.com/rs/zerolog"}

// forms returns the table of a new package.
func forms(target string) []form {
	if target == module.Std {
		return stdForms
	}
	return kitForms
}

// listForms lists a value whose form changes in the library that it is given to.
func (f *file) listForms(e ast.Expr, got types.Type, to sink) {
	for _, form := range forms(f.program.Target) {
		library := form.of(to.path)
		if library == "" {
			continue
		}
		for _, p := range f.partsOf(got, library) {
			if form.has(p) {
				f.found[form.library] = true
				kind := finding.Wire
				if slices.Contains(printing, form.library) {
					kind = finding.RunTime
				}
				f.addTo(kind, e, p.in(text(e)), to, form.says)
			}
		}
	}
}

// listUnseen lists a NullUUID of which no call shows what gets it, or that a library gets of which the
// tables say nothing: most write or print it in another way. Of such a package it lists the first.
func (f *file) listUnseen(e ast.Expr, got types.Type, to sink) {
	if f.program.Target == module.Std || !to.unseen && (to.verb != "" || f.found["null "+to.path] || isKnown(to.path)) {
		return
	}
	for _, p := range f.partsOf(got, "") {
		switch {
		case p.shape != "NullUUID":
		case to.unseen:
			f.addTo(finding.RunTime, e, p.in(text(e)), to, "outside of JSON and databases most libraries write a NullUUID in another way now")
		default:
			f.found["null "+to.path] = true
			f.addTo(finding.RunTime, e, p.in(text(e)), to, "if it is written or printed, here and elsewhere: outside of JSON and databases most libraries write a NullUUID in another way now")
			return
		}
	}
}

// isKnown reports whether a NullUUID stays the same in a package, or the tables say what changes.
func isKnown(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	if !strings.Contains(first, ".") || load.IsOld(path) {
		return true
	}
	for _, form := range kitForms {
		if form.of(path) != "" {
			return true
		}
	}
	return form{library: strings.Join(slices.Concat(scanners, builders, comparers), " ")}.of(path) != ""
}

// builders are libraries that pass values on to a database's driver, besides the scanners.
var builders = []string{"github.com/Masterminds/squirrel", "github.com/doug-martin/goqu", "github.com/huandu/go-sqlbuilder", "entgo.io/ent",
	"github.com/volatiletech/sqlboiler", "github.com/aarondl/sqlboiler", "github.com/lib/pq", "github.com/DATA-DOG/go-sqlmock"}

// comparers are libraries that compare values.
var comparers = []string{"github.com/stretchr/testify", "github.com/google/go-cmp", "github.com/onsi/gomega"}

// listHanded lists a UUID that importers get in an interface.
func (f *file) listHanded(e ast.Expr, got types.Type, to sink) {
	named := oldIn(got)
	if named == nil || !strings.Contains(named.Obj().Name(), "UUID") || !to.importers || !f.v.Reached(f.p) || strings.HasSuffix(f.v.Fset.File(f.syntax.FileStart).Name(), "_test.go") {
		return
	}
	f.addTo(finding.API, e, text(e), to, "importers get it in an interface, where it is not of "+named.Obj().Pkg().Path()+" now")
}

// listRegistered lists a type whose name gob writes, which is that of its package, too.
func (f *file) listRegistered(e ast.Expr, got types.Type, to sink) {
	if named := load.OldType(got); named != nil && to.path == "encoding/gob" && to.name == "Register" {
		f.addTo(finding.Wire, e, text(e), to, fmt.Sprintf("streams name the type of each value in an interface, and this one has another name now: gob.RegisterName(%q, %s) keeps the old one", named.Obj().Pkg().Path()+"."+named.Obj().Name(), text(e)))
	}
}

// listImports lists the imports of libraries in which every UUID has another form, if no value
// was seen on its way there: it may go through a type parameter, or another library.
func listImports(p *load.Program, list *finding.List, found map[string]bool) {
	for _, form := range forms(p.Target) {
		if form.shape != "UUID" || form.library == templates || found[form.library] {
			continue
		}
		for _, v := range p.Variants {
			for _, pkg := range v.Pkgs {
				for _, f := range pkg.Files {
					for _, spec := range f.Imports {
						path, _ := strconv.Unquote(spec.Path.Value)
						if found[form.library] || v.Broken(pkg) != "" || form.of(path) == "" {
							continue
						}
						found[form.library] = true
						at := v.Fset.PositionFor(spec.Pos(), false)
						list.Add(finding.Finding{File: at.Filename, Offset: at.Offset, End: at.Offset + 1, Kind: finding.Wire, What: path, Write: "if UUIDs go there: " + form.says})
					}
				}
			}
		}
	}
}

// A part is a type of an old package inside of another type.
type part struct {
	from  string
	shape string
	path  string // of the fields, or nothing
	t     types.Type
}

func (p part) in(e string) string { return e + p.path }

// own are the methods by which a type decides how libraries write it.
var own = map[string][]string{
	"encoding/json":                  {"MarshalJSON", "MarshalText"},
	"encoding/xml":                   {"MarshalXML", "MarshalText"},
	"encoding/gob":                   {"GobEncode", "MarshalBinary"},
	"log/slog":                       {"LogValue", "MarshalText", "MarshalJSON"},
	"go.uber.org/zap":                {"MarshalLogObject", "MarshalJSON", "MarshalText", "String", "Error"},
	"github.com/rs/zerolog":          {"MarshalZerologObject", "MarshalJSON", "MarshalText"},
	"github.com/vmihailenco/msgpack": {"EncodeMsgpack", "MarshalMsgpack", "MarshalBinary"},
	"github.com/fxamacker/cbor":      {"MarshalCBOR", "MarshalBinary"},
	mongo:                            {"MarshalBSON", "MarshalBSONValue"},
	"fmt":                            {"Format", "String", "Error", "GoString"},
	"text/template":                  {},
	"html/template":                  {},
}

// deciders returns the methods by which a type decides how a library writes it, and the library that it does
// this like.
func deciders(library string) (like string, methods []string) {
	for first, all := range map[string]string{"encoding/json": jsons, "fmt": loggers, mongo: mongo1} {
		if slices.Contains(strings.Fields(all), library) {
			library = first
		}
	}
	methods, ok := own[library]
	if !ok {
		methods = []string{"MarshalYAML", "MarshalText", "Value"}
	}
	return library, methods
}

// textKeys are libraries that write a map's keys as text.
var textKeys = []string{"encoding/json", zap, "github.com/rs/zerolog", mongo}

// partsOf returns the UUIDs and NullUUIDs that a library finds in a value, but those of another module's
// types, which stay.
func (f *file) partsOf(t types.Type, library string) (parts []part) {
	given := library
	library, methods := deciders(library)
	seen := map[types.Type]bool{}
	var walk func(t types.Type, path string, depth int)
	walk = func(t types.Type, path string, depth int) {
		if from, name := family(t); from != "" {
			if name == "UUID" || name == "NullUUID" || name == "UUIDs" {
				parts = append(parts, part{from, name, path, t})
			}
			if name == "UUIDs" {
				walk(t.Underlying().(*types.Slice).Elem(), path, depth+1)
			}
			return
		}
		if seen[t] || depth > 8 {
			return
		}
		seen[t] = true
		if named, ok := types.Unalias(t).(*types.Named); ok && (decides(named, methods) || named.TypeArgs().Len() == 0 && f.foreign(named.Obj())) {
			return
		}
		switch t := types.Unalias(t).Underlying().(type) {
		case *types.Pointer:
			walk(t.Elem(), path, depth+1)
		case *types.Slice:
			walk(t.Elem(), path, depth+1)
		case *types.Array:
			walk(t.Elem(), path, depth+1)
		case *types.Map:
			if from, name := family(t.Key()); from != "" && name == "NullUUID" {
				parts = append(parts, part{from, asKey, path, t.Key()})
			}
			if !slices.Contains(textKeys, library) {
				walk(t.Key(), path, depth+1)
			}
			walk(t.Elem(), path, depth+1)
		case *types.Struct:
			for i := range t.NumFields() {
				field := t.Field(i)
				if !field.Exported() && !field.Embedded() {
					continue
				}
				from, name := family(field.Type())
				for _, shape := range omits(name, given, t.Tag(i), has(field.Type(), "IsZero")) {
					parts = append(parts, part{from, shape, path + "." + field.Name(), field.Type()})
				}
				walk(field.Type(), path+"."+field.Name(), depth+1)
			}
		}
	}
	walk(t, "", 0)
	return parts
}

// decides reports whether a type has one of the methods itself, not by embedding.
func decides(t *types.Named, methods []string) bool {
	for _, name := range methods {
		if obj, index, _ := types.LookupFieldOrMethod(t, true, t.Obj().Pkg(), name); obj != nil && len(index) == 1 {
			if _, ok := obj.(*types.Func); ok {
				return true
			}
		}
	}
	return false
}

// has reports whether a type has a method.
func has(t types.Type, method string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, method)
	_, ok := obj.(*types.Func)
	return ok
}

// omits returns the shapes that a tag gives to a field of a type in a library.
func omits(name, library, tag string, isZero bool) (shapes []string) {
	option := func(tag, option string) bool {
		_, options, _ := strings.Cut(tag, ",")
		return slices.Contains(strings.Split(options, ","), option)
	}
	empty := option(tagOf(library, tag), omitempty)
	switch {
	case name == "UUID" && empty && isZero:
		return []string{omitNil}
	case name == "UUID" && empty:
		return []string{omitempty}
	case name == "NullUUID" && empty:
		shapes = append(shapes, omitNull)
	}
	if name == "NullUUID" && option(reflect.StructTag(tag).Get("json"), omitzero) {
		shapes = append(shapes, omitzero)
	}
	return shapes
}

// tagOf returns the part of a struct's tag that a library reads: its own, or that for JSON where it can
// be told to, or does so itself.
func tagOf(library, tag string) string {
	own := ""
	for part, key := range map[string]string{"yaml": "yaml", "msgpack": "msgpack", "cbor": "cbor", "mongo": "bson"} {
		if strings.Contains(library, part) {
			own = key
		}
	}
	text, ok := reflect.StructTag(tag).Lookup(own)
	if !ok && (own != "yaml" || strings.Contains(library, "goccy")) {
		text = reflect.StructTag(tag).Get("json")
	}
	return text
}
